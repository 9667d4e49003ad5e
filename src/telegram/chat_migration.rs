//! Groups that become supergroups, which have other numbers.
//!
//! Telegram says so in both chats, and to whoever writes to the old one. To whoever changes a message there it just
//! says no, and has to be asked why. Nothing can be changed there any more, so each game in play is sent once to the
//! new chat: the sweep is told to do so at once.

use std::time::Duration;

use teloxide::payloads::GetChatMemberCount;
use teloxide::types;
use tokio::sync::Notify;

use crate::play::Play;
use crate::session::board::ChatId;
use crate::telegram::api::CallError;
use crate::telegram::calls::{self, Patience, Unclear, Verdict};
use crate::telegram::client::Client;

/// Supergroups have numbers from here on downwards; groups that can become one have numbers above.
const LAST_SUPERGROUP: i64 = -1_000_000_000_000;

/// For the question what has become of a group.
const QUESTION_PATIENCE: Patience =
    Patience { tries_max: 3, pause_max: Duration::from_secs(3), unclear: Unclear::Harmless };

/// See the module.
pub struct ChatMigrations {
    client: Client,
    /// Rung when there are boards to be sent.
    pub sweep: Notify,
}

impl ChatMigrations {
    pub fn new(client: Client) -> ChatMigrations {
        ChatMigrations { client, sweep: Notify::new() }
    }

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
        let moved_to = match moved_to(error) {
            None if may_have_moved(from, error) => self.ask(from).await,
            moved_to => moved_to,
        };
        let Some(to) = moved_to else { return false };
        self.note(play, from, to).await;
        true
    }

    /// What a group has become, if it is another chat by now: Telegram counts no members of a group that is none.
    async fn ask(&self, group: ChatId) -> Option<ChatId> {
        let question = GetChatMemberCount::new(types::ChatId(group.0));
        let answer = calls::patiently(&self.client, &question, QUESTION_PATIENCE).await;
        answer.err().as_ref().and_then(moved_to)
    }
}

fn moved_to(error: &CallError) -> Option<ChatId> {
    let CallError::Refused { moved_to, .. } = error else { return None };
    *moved_to
}

/// Whether a refusal may come of the group being another chat by now.
fn may_have_moved(chat: ChatId, error: &CallError) -> bool {
    let is_basic = !chat.is_private() && chat.0 > LAST_SUPERGROUP;
    let is_bad = matches!(error, CallError::Refused { code: 400, .. });
    is_basic && is_bad && matches!(error.verdict(), Verdict::Gone | Verdict::Refused)
}
