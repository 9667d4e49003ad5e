//! Finds out whether a group has become a supergroup, which has another id.
//!
//! Telegram reports the new id in the error of a message to the old group. An edit there just fails, so
//! Telegram has to be asked for the reason.

use std::time::Duration;

use teloxide::payloads::GetChatMemberCount;
use teloxide::types;
use zerosum_session::board::ChatId;

use crate::telegram::client::Client;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::{self, FailureKind, OnUnknown, RetryPolicy};

/// Retry policy of the lookup of a migrated group.
const QUESTION_RETRIES: RetryPolicy = RetryPolicy {
    tries_max: 3,
    pause_max: Duration::from_secs(3),
    on_unknown: OnUnknown::Harmless,
};

/// Returns the supergroup that a chat has become, if that is the reason of a refused call.
pub(crate) async fn target_of(client: &Client, from: ChatId, error: &CallError) -> Option<ChatId> {
    match moved_to(error) {
        None if may_have_moved(from, error) => ask(client, from).await,
        moved_to => moved_to,
    }
}

/// Looks up the chat to which a group has migrated: counting the members of a migrated group fails with
/// its new id.
async fn ask(client: &Client, group: ChatId) -> Option<ChatId> {
    let question = GetChatMemberCount::new(types::ChatId(group.0));
    let answer = calls::call_with_retries(client, &question, QUESTION_RETRIES).await;
    answer.err().as_ref().and_then(moved_to)
}

fn moved_to(error: &CallError) -> Option<ChatId> {
    let CallError::Refused { moved_to, .. } = error else { return None };
    *moved_to
}

/// Returns whether a refusal may be caused by a migration of the group.
fn may_have_moved(chat: ChatId, error: &CallError) -> bool {
    let is_bad = matches!(error, CallError::Refused { code: 400, .. });
    chat.is_basic_group()
        && is_bad
        && matches!(error.kind(), FailureKind::Gone | FailureKind::Refused)
}
