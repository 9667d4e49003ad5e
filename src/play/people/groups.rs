//! Cached access to the settings of groups.

use std::time::Instant;

use zerosum_session::board::ChatId;
use zerosum_session::people::group_settings::{GroupChange, GroupSettings};
use zerosum_store::StoreError;

use crate::play::Play;

/// Maximum number of groups whose settings are cached, a hundred bytes each.
pub(in crate::play) const GROUPS_KEPT_MAX: usize = 4_096;

impl Play {
    /// Returns the settings of a group, or the defaults for any other chat and for a group without
    /// settings. On a shared store they may be some seconds old, and older while the store is unavailable.
    pub(crate) async fn group_settings(&self, chat: ChatId) -> Result<GroupSettings, StoreError> {
        if chat.is_private() {
            return Ok(GroupSettings::default());
        }
        match self.live.groups.read(chat, self.copy_lifetime()) {
            Some(settings) => Ok(settings),
            None => match self.load_group(chat).await {
                Err(error) => self.live.groups.read(chat, None).ok_or(error),
                loaded => loaded,
            },
        }
    }

    /// Changes a setting of a group, and returns the resulting settings.
    pub(crate) async fn change_group(
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
        self.live.groups.put(chat, settings, asked_at);
        Ok(settings)
    }
}
