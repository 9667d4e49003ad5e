//! Handles groups that become supergroups, which have other ids.
//!
//! Telegram announces the migration in both chats, and in refused calls to the old one. Messages of the old
//! chat can never be edited again, so each game in play is sent once to the new chat: the sweep is woken to
//! do so at once.

use tokio::sync::Notify;
use zerosum_session::board::ChatId;
use zerosum_store::StoreError;

use crate::bounded::BoundedMap;
use crate::play::Play;
use crate::play::retry_budget::RetryBudget;
use crate::telegram::client::Client;
use crate::telegram::client::api::CallError;
use crate::telegram::client::migration;

/// Maximum number of supergroups remembered as having been groups.
const MOVED_KEPT_MAX: usize = 1_024;

/// Moves the games of groups that become supergroups.
pub(crate) struct ChatMigrations {
    client: Client,
    /// Supergroups that were groups until recently; true once this process has moved their games.
    moved: BoundedMap<ChatId, bool>,
    /// Notified when there are boards to send.
    pub(crate) sweep: Notify,
}

impl ChatMigrations {
    pub(crate) fn new(client: Client) -> ChatMigrations {
        ChatMigrations { client, moved: BoundedMap::new(MOVED_KEPT_MAX), sweep: Notify::new() }
    }

    /// Returns whether this process knows that a supergroup was a group until recently.
    pub(crate) fn was_group(&self, supergroup: ChatId) -> bool {
        self.moved.read(supergroup, |_| ()).is_some()
    }

    /// Returns whether this process has moved the games of a group to this supergroup.
    fn has_moved(&self, supergroup: ChatId) -> bool {
        self.moved.read(supergroup, |has_moved| *has_moved) == Some(true)
    }

    /// Drops old entries.
    pub(crate) fn age(&self) {
        self.moved.age();
    }

    /// Records that a group has migrated, which may be reported more than once.
    pub(crate) async fn note(
        &self,
        play: &Play,
        from: ChatId,
        to: ChatId,
    ) -> Result<(), StoreError> {
        self.move_games(play, (from, to), self.has_moved(to)).await?;
        play.resume_in(to).await;
        self.sweep.notify_one();
        Ok(())
    }

    /// Records a migration if it is the reason of a refused call. Returns whether it is.
    pub(crate) async fn note_refusal(&self, play: &Play, from: ChatId, error: &CallError) -> bool {
        let Some(to) = migration::target_of(&self.client, from, error).await else { return false };
        let is_known = self.has_moved(to);
        let moving = || self.move_games(play, (from, to), is_known);
        let noted = RetryBudget::default().while_away(moving).await;
        // The next call to the group is refused as well.
        if let Err(error) = noted {
            log::error!("group {}: cannot move its games: {error}", from.0);
        }
        true
    }

    async fn move_games(
        &self,
        play: &Play,
        (from, to): (ChatId, ChatId),
        is_known: bool,
    ) -> Result<(), StoreError> {
        self.moved.change_or_insert(to, |_| ());
        if play.move_chat(from, to, is_known).await? {
            self.sweep.notify_one();
        }
        // After a failure that may have moved them, the next report counts as the first.
        self.moved.change_or_insert(to, |has_moved| *has_moved = true);
        if !is_known {
            log::info!("group {} is supergroup {} now", from.0, to.0);
        }
        Ok(())
    }
}
