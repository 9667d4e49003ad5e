//! Handles groups that become supergroups, which have other ids.
//!
//! Telegram announces the migration in both chats, and in refused calls to the old one. Messages of the old
//! chat can never be edited again, so each game in play is sent once to the new chat: the sweep is woken to
//! do so at once.

use tokio::sync::Notify;
use zerosum_session::board::ChatId;

use crate::play::Play;
use crate::play::patience::Patience;
use crate::telegram::client::Client;
use crate::telegram::client::api::CallError;
use crate::telegram::client::migration;

/// Moves the games of groups that become supergroups.
pub(crate) struct ChatMigrations {
    client: Client,
    /// Notified when there are boards to send.
    pub(crate) sweep: Notify,
}

impl ChatMigrations {
    pub(crate) fn new(client: Client) -> ChatMigrations {
        ChatMigrations { client, sweep: Notify::new() }
    }

    /// Notes that a group has migrated, which may be reported more than once.
    pub(crate) async fn note(&self, play: &Play, from: ChatId, to: ChatId) {
        match Patience::default().while_away(|| play.move_chat(from, to)).await {
            Ok(true) => {
                log::info!("group {} is supergroup {} now", from.0, to.0);
                self.sweep.notify_one();
            }
            Ok(false) => {}
            Err(error) => log::error!("group {}: its games are not moved: {error}", from.0),
        }
    }

    /// Notes a migration if it is the reason of a refused call. Returns whether it is.
    pub(crate) async fn note_refusal(&self, play: &Play, from: ChatId, error: &CallError) -> bool {
        let Some(to) = migration::target_of(&self.client, from, error).await else { return false };
        self.note(play, from, to).await;
        true
    }
}
