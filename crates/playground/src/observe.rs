//! Observations of the handle: looking at the state, and waiting for a change.

use std::time::Duration;

use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::Playground;
use crate::calls::Call;
use crate::state::ServerState;
use crate::views::{AnswerView, InlineAnswerView, MessageView, Snapshot};
use crate::visible::VisibleChange;

/// Error of a wait that ended without the expected change; the newest refused calls often show the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("waited {patience:?} in vain for {what}; refused calls: {refused:?}")]
pub struct Timeout {
    pub what: String,
    pub patience: Duration,
    pub refused: Vec<String>,
}

/// A timeout names at most this many refused calls.
const REFUSED_CALLS_NAMED: usize = 5;

impl Playground {
    pub fn message(&self, chat: i64, message_id: i32) -> Option<MessageView> {
        self.look(|snapshot| snapshot.message(chat, message_id))
    }

    /// The bot's messages in a chat, oldest first.
    pub fn messages(&self, chat: i64) -> Vec<MessageView> {
        self.look(|snapshot| snapshot.messages(chat))
    }

    /// Subscribes to all changes that people see from now on; suits a reader that follows many chats at once.
    pub fn visible_changes(&self) -> broadcast::Receiver<VisibleChange> {
        self.shared().visible_changes()
    }

    /// The kept calls, oldest first; polls that ended well are not among them.
    pub fn calls(&self) -> Vec<Call> {
        self.look(|snapshot| snapshot.calls().cloned().collect())
    }

    /// Number of calls made over HTTP, kept or not. Polls do not count.
    pub fn calls_made(&self) -> u64 {
        self.shared().calls_made()
    }

    /// The kept calls that were refused.
    pub fn rejected_calls(&self) -> Vec<Call> {
        self.look(|snapshot| snapshot.calls().filter(|call| !call.ok()).cloned().collect())
    }

    /// Lists the leftovers that a finished test should not have: messages never taken, presses never
    /// answered, updates never confirmed.
    pub fn leftovers(&self) -> Vec<String> {
        self.look(|snapshot| snapshot.leftovers())
    }

    /// Reads the whole state in one look. The look must not use the handle: the state is locked during it.
    pub fn look<T>(&self, look: impl FnOnce(&Snapshot<'_>) -> T) -> T {
        self.shared().observe(|state| look(&Snapshot(state)))
    }

    /// The bot's oldest message in a chat that was not taken before; takes it.
    pub async fn next_message(&self, chat: i64) -> Result<MessageView, Timeout> {
        self.wait(&format!("a message in chat {chat}"), |state| {
            let message_id = state.chats.get_mut(&chat)?.unread.pop_front()?;
            Snapshot(state).message(chat, message_id)
        })
        .await
    }

    /// Takes a message of the bot that was found by other means; waits for nothing.
    pub fn take_message(&self, chat: i64, message_id: i32) {
        self.shared().write(|state| {
            if let Some(chat) = state.chats.get_mut(&chat) {
                chat.unread.retain(|unread| *unread != message_id);
            }
        });
    }

    /// A message once it has been changed more than `edits` times.
    pub async fn edited(
        &self,
        chat: i64,
        message_id: i32,
        edits: u32,
    ) -> Result<MessageView, Timeout> {
        self.wait(&format!("edit {} of message {message_id} in chat {chat}", edits + 1), |state| {
            let message = Snapshot(state).message(chat, message_id)?;
            (message.edits > edits).then_some(message)
        })
        .await
    }

    /// The answer to a press.
    pub async fn answer(&self, callback_id: &str) -> Result<AnswerView, Timeout> {
        self.wait(&format!("the answer to press {callback_id}"), |state| {
            AnswerView::of(state.callbacks.get(callback_id)?)
        })
        .await
    }

    /// Waits for the bot's answer to an inline query.
    pub async fn inline_answer(&self, query: &str) -> Result<InlineAnswerView, Timeout> {
        self.wait(&format!("the answer to inline query {query}"), |state| {
            InlineAnswerView::of(state.inline.get(query)?)
        })
        .await
    }

    /// Looks after every change until there is something to see. The look must not use the handle: the state is
    /// locked during it.
    pub async fn until<T>(
        &self,
        mut look: impl FnMut(&Snapshot<'_>) -> Option<T>,
    ) -> Result<T, Timeout> {
        self.wait("a condition", |state| look(&Snapshot(state))).await
    }

    /// Waits until every update is confirmed and every press is answered or given up.
    pub async fn settled(&self) -> Result<(), Timeout> {
        self.wait("all updates and presses to be settled", |state| {
            Snapshot(state).is_settled().then_some(())
        })
        .await
    }

    /// Looks after every change, until the patience ends. A look may take things but makes no signal of it.
    async fn wait<T>(
        &self,
        what: &str,
        mut look: impl FnMut(&mut ServerState) -> Option<T>,
    ) -> Result<T, Timeout> {
        let shared = self.shared();
        let patience = shared.settings.patience;
        let deadline = Instant::now() + patience;
        // Subscribed before the first look, so no change after it is missed.
        let mut changes = shared.changes();
        loop {
            if let Some(seen) = shared.observe(&mut look) {
                return Ok(seen);
            }
            let in_time = tokio::time::timeout_at(deadline, changes.changed()).await;
            if in_time.is_err() {
                return Err(Timeout {
                    what: what.to_owned(),
                    patience,
                    refused: self.newest_refusals(),
                });
            }
        }
    }

    fn newest_refusals(&self) -> Vec<String> {
        let refused = self.rejected_calls();
        let newest = refused.iter().rev().take(REFUSED_CALLS_NAMED);
        newest
            .filter_map(|call| {
                Some(format!("{}: {}", call.method, call.error.as_ref()?.description))
            })
            .collect()
    }
}
