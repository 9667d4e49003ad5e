//! Handles groups that become supergroups, which have other ids.
//!
//! Telegram announces the migration in both chats, and in the error of a message to the old one. An edit
//! there just fails, so Telegram has to be asked for the reason. Messages of the old chat can never be
//! edited again, so each game in play is sent once to the new chat: the sweep is woken to do so at once.

use std::time::Duration;

use teloxide::payloads::GetChatMemberCount;
use teloxide::types;
use tokio::sync::Notify;

use crate::play::Play;
use crate::session::board::ChatId;
use crate::telegram::api::CallError;
use crate::telegram::calls::{self, OnUnknown, RetryPolicy, Verdict};
use crate::telegram::client::Client;

/// Largest id of a supergroup; groups that can become one have larger ids.
const LAST_SUPERGROUP: i64 = -1_000_000_000_000;

/// Retry policy of the lookup of a migrated group.
const QUESTION_PATIENCE: RetryPolicy = RetryPolicy {
    tries_max: 3,
    pause_max: Duration::from_secs(3),
    on_unknown: OnUnknown::Harmless,
};

/// Moves the games of groups that become supergroups.
pub struct ChatMigrations {
    client: Client,
    /// Notified when there are boards to send.
    pub sweep: Notify,
}

impl ChatMigrations {
    pub fn new(client: Client) -> ChatMigrations {
        ChatMigrations { client, sweep: Notify::new() }
    }

    /// Notes that a group has migrated, which may be reported more than once.
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

    /// Notes a migration if it is the reason of a refused call. Returns whether it is.
    pub async fn note_refusal(&self, play: &Play, from: ChatId, error: &CallError) -> bool {
        let moved_to = match moved_to(error) {
            None if may_have_moved(from, error) => self.ask(from).await,
            moved_to => moved_to,
        };
        let Some(to) = moved_to else { return false };
        self.note(play, from, to).await;
        true
    }

    /// Looks up the chat to which a group has migrated: counting the members of a migrated group fails
    /// with its new id.
    async fn ask(&self, group: ChatId) -> Option<ChatId> {
        let question = GetChatMemberCount::new(types::ChatId(group.0));
        let answer = calls::call_with_retries(&self.client, &question, QUESTION_PATIENCE).await;
        answer.err().as_ref().and_then(moved_to)
    }
}

fn moved_to(error: &CallError) -> Option<ChatId> {
    let CallError::Refused { moved_to, .. } = error else { return None };
    *moved_to
}

/// Returns whether a refusal may be caused by a migration of the group.
fn may_have_moved(chat: ChatId, error: &CallError) -> bool {
    let is_basic = !chat.is_private() && chat.0 > LAST_SUPERGROUP;
    let is_bad = matches!(error, CallError::Refused { code: 400, .. });
    is_basic && is_bad && matches!(error.verdict(), Verdict::Gone | Verdict::Refused)
}
