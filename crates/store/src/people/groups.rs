//! The settings of groups in the store.
//!
//! A group without settings has no row. A value written by a newer version and unknown to this one reads
//! as if it was never set, and is kept. The settings follow a group that becomes another chat: see
//! [`Store::move_chat`].

use zerosum_session::board::{ChatId, TopicId};
use zerosum_session::language::Language;
use zerosum_session::people::group_settings::{GroupChange, GroupSettings, Starters};

use crate::sql;
use crate::statement::{Lock, Row};
use crate::store::Store;
use crate::types::StoreError;

impl Store {
    /// Returns the settings of a group; `None` if none were ever chosen.
    pub async fn group_settings(&self, chat: ChatId) -> Result<Option<GroupSettings>, StoreError> {
        self.row(sql::groups::GROUP_SETTINGS, [chat.0.into()]).await?.map(settings_of).transpose()
    }

    /// Changes one setting of a group. The other settings stay, also under concurrent changes.
    pub async fn change_group(&self, chat: ChatId, change: GroupChange) -> Result<(), StoreError> {
        let (sql, value) = match change {
            GroupChange::Starters(starters) => (sql::groups::SET_STARTERS, starters.name().into()),
            GroupChange::Topic(topic) => {
                (sql::groups::SET_TOPIC, topic.map(|TopicId(topic)| topic).into())
            }
            GroupChange::Language(language) => {
                (sql::groups::SET_LANGUAGE, language.map(Language::code).into())
            }
        };
        self.write(Lock::Other, sql, [chat.0.into(), value]).await.map(drop)
    }
}

fn settings_of(mut row: Row) -> Result<GroupSettings, StoreError> {
    let topic = row.optional_integer(1)?.and_then(|topic| topic.try_into().ok()).map(TopicId);
    let language = row.optional_text(2)?;
    Ok(GroupSettings {
        starters: Starters::from_name(&row.text(0)?).unwrap_or_default(),
        topic,
        language: language.as_deref().and_then(Language::from_code),
    })
}
