//! Settings of groups, in memory.

use async_trait::async_trait;
use zerosum::session::board::ChatId;
use zerosum::session::people::group_settings::{GroupChange, GroupSettings};
use zerosum::store::StoreError;
use zerosum::store::people::groups::Groups;

use crate::memory_store::MemoryStore;

impl MemoryStore {
    /// Moves the settings of a group that becomes another chat.
    pub(super) fn move_group(&self, from: ChatId, to: ChatId) -> Result<(), StoreError> {
        let mut state = self.state()?;
        if let Some(settings) = state.groups.remove(&from) {
            state.groups.entry(to).or_insert(GroupSettings { topic: None, ..settings });
        }
        Ok(())
    }
}

#[async_trait]
impl Groups for MemoryStore {
    async fn group_settings(&self, chat: ChatId) -> Result<Option<GroupSettings>, StoreError> {
        Ok(self.state()?.groups.get(&chat).copied())
    }

    async fn change_group(&self, chat: ChatId, change: GroupChange) -> Result<(), StoreError> {
        let mut state = self.state()?;
        let settings = state.groups.entry(chat).or_default();
        match change {
            GroupChange::Starters(starters) => settings.starters = starters,
            GroupChange::Topic(topic) => settings.topic = topic,
            GroupChange::Language(language) => settings.language = language,
        }
        Ok(())
    }
}
