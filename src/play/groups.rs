//! What was chosen for groups, as it holds for what is played there.

use std::time::{Duration, Instant};

use crate::play::Play;
use crate::session::board::ChatId;
use crate::store::StoreError;
use crate::store::groups::{GroupChange, GroupSettings};

/// Groups of which what was chosen is kept at hand, a hundred bytes each.
pub(super) const GROUPS_KEPT_MAX: usize = 4_096;

/// How long a copy is used on a shared store: so late another process goes by what was chosen at this one.
const GROUP_COPY_LIFETIME: Duration = Duration::from_secs(10);

impl Play {
    /// What was chosen for a group, and for every other chat what holds where nothing was. On a shared
    /// store it may be some seconds old, and older while the store is away.
    pub async fn group_settings(&self, chat: ChatId) -> Result<GroupSettings, StoreError> {
        if chat.is_private() {
            return Ok(GroupSettings::default());
        }
        let age_max = self.is_shared().then_some(GROUP_COPY_LIFETIME);
        match self.cache.group(chat, age_max) {
            Some(settings) => Ok(settings),
            None => match self.load_group(chat).await {
                Err(error) => self.cache.group(chat, None).ok_or(error),
                loaded => loaded,
            },
        }
    }

    /// Chooses something for a group, and gives what holds there then.
    pub async fn change_group(
        &self,
        chat: ChatId,
        change: GroupChange,
    ) -> Result<GroupSettings, StoreError> {
        self.store.change_group(chat, change).await?;
        self.load_group(chat).await
    }

    async fn load_group(&self, chat: ChatId) -> Result<GroupSettings, StoreError> {
        let asked_at = Instant::now();
        let settings = self.store.group_settings(chat).await?.unwrap_or_default();
        self.cache.put_group(chat, settings, asked_at);
        Ok(settings)
    }
}
