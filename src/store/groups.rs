//! What the administrators of a group have chosen for it.
//!
//! A group of which nothing was chosen has no row. What a newer version has written and this one does not
//! know reads as if it was never chosen, and stays.

use async_trait::async_trait;

use crate::locales::Language;
use crate::session::board::{ChatId, TopicId};
use crate::store::database::Database;
use crate::store::relational::RelationalStore;
use crate::store::statement::{Lock, Row};
use crate::store::{StoreError, sql};

/// The topic of a forum whose messages name none. It has this number everywhere.
pub const GENERAL_TOPIC: TopicId = TopicId(1);

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupSettings {
    pub starters: Starters,
    /// The one topic of a forum in which games begin; `None` for any.
    pub topic: Option<TopicId>,
    /// What is spoken in the group; `None` for the language of whoever asks or has started a game.
    pub language: Option<Language>,
}

impl GroupSettings {
    /// Whether games begin in this topic.
    pub fn plays_in(&self, topic: Option<TopicId>) -> bool {
        self.topic.is_none_or(|only| only == topic.unwrap_or(GENERAL_TOPIC))
    }
}

/// Who may start games in a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Starters {
    #[default]
    Everybody,
    Administrators,
}

impl Starters {
    pub const ALL: [Starters; 2] = [Starters::Everybody, Starters::Administrators];

    /// How it is stored and what a button calls it.
    pub fn name(self) -> &'static str {
        match self {
            Starters::Everybody => "everybody",
            Starters::Administrators => "administrators",
        }
    }

    pub fn from_name(name: &str) -> Option<Starters> {
        Starters::ALL.into_iter().find(|starters| starters.name() == name)
    }
}

/// One thing that is chosen anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupChange {
    Starters(Starters),
    Topic(Option<TopicId>),
    Language(Option<Language>),
}

/// The settings of groups. They follow a group that becomes another chat: see
/// [`Boards::move_chat`](crate::store::Boards::move_chat).
#[async_trait]
pub trait Groups: Send + Sync {
    /// What was chosen for a group; `None` if nothing was.
    async fn group_settings(&self, chat: ChatId) -> Result<Option<GroupSettings>, StoreError>;

    /// Chooses one thing for a group. What else was chosen, by whomever and at the same moment, stays.
    async fn change_group(&self, chat: ChatId, change: GroupChange) -> Result<(), StoreError>;
}

#[async_trait]
impl<D: Database> Groups for RelationalStore<D> {
    async fn group_settings(&self, chat: ChatId) -> Result<Option<GroupSettings>, StoreError> {
        self.row(sql::groups::GROUP_SETTINGS, [chat.0.into()]).await?.map(settings_of).transpose()
    }

    async fn change_group(&self, chat: ChatId, change: GroupChange) -> Result<(), StoreError> {
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
