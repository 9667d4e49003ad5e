//! Groups that become supergroups, which have other numbers.
//!
//! Telegram says so in both chats, and to whoever writes to the old one. Nothing can be changed there
//! any more, so each game in play is sent once to the new chat: the sweep is told to do so at once.

use tokio::sync::Notify;

use crate::play::Play;
use crate::session::board::ChatId;
use crate::telegram::api::CallError;

/// See the module.
#[derive(Debug, Default)]
pub struct ChatMigrations {
    /// Rung when there are boards to be sent.
    pub sweep: Notify,
}

impl ChatMigrations {
    /// A group has become another chat, as somebody says for the first time or again.
    pub async fn note(&self, play: &Play, from: ChatId, to: ChatId) {
        match play.move_chat(from, to).await {
            Ok(true) => {
                log::info!("group {} is supergroup {} now", from.0, to.0);
                self.sweep.notify_one();
            }
            Ok(false) => {}
            Err(error) => log::error!("group {}: its games are not moved: {error}", from.0),
        }
    }

    /// The same if that is why a call was refused. Says whether it is.
    pub async fn note_refusal(&self, play: &Play, from: ChatId, error: &CallError) -> bool {
        let CallError::Refused { moved_to: Some(to), .. } = error else { return false };
        self.note(play, from, *to).await;
        true
    }
}
