//! The queue of updates between people and the bot.
//!
//! A bot may ask for kinds of update that never happen here, so all their names are known.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::Value;

use crate::api::error::ApiError;

/// Updates beyond this number are dropped, the oldest first, as Telegram drops those of yesterday.
pub(crate) const PENDING_UPDATES_KEPT: usize = 100_000;
/// Confirmed updates kept so that they can be delivered again.
const CONFIRMED_UPDATES_KEPT: usize = 1_000;
/// An offset this far beyond the queue is taken for a mistake and ignored, as the real server does.
const FUTURE_OFFSET_TOLERANCE: i64 = 10;

/// The kinds of update that are not sent unless they are asked for.
const KINDS_NOT_SENT_BY_DEFAULT: [&str; 3] =
    ["chat_member", "message_reaction", "message_reaction_count"];
const KINDS: [&str; 23] = [
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "business_connection",
    "business_message",
    "edited_business_message",
    "deleted_business_messages",
    "message_reaction",
    "message_reaction_count",
    "inline_query",
    "chosen_inline_result",
    "callback_query",
    "shipping_query",
    "pre_checkout_query",
    "purchased_paid_media",
    "poll",
    "poll_answer",
    "my_chat_member",
    "chat_member",
    "chat_join_request",
    "chat_boost",
    "removed_chat_boost",
];

/// One update, printed once.
#[derive(Clone, Debug)]
pub(crate) struct Update {
    pub(crate) id: i64,
    pub(crate) body: Arc<str>,
    /// `None` if it may be delivered beside any other.
    pub(crate) source: Option<Source>,
}

/// The chat or person from which updates of a kind come. A webhook gets them one after the other, as from the real
/// server (`webhook_queue_id` in `Client.cpp` of tdlib/telegram-bot-api).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Source {
    /// Distinguishes kinds that do not wait for each other.
    kind: &'static str,
    /// Of a chat or a user.
    id: i64,
}

impl Source {
    fn of(update: &serde_json::Map<String, Value>) -> Option<Self> {
        let (kind, content) = update.iter().next()?;
        let (kind, id) = match kind.as_str() {
            "message" | "edited_message" => ("message", &content["chat"]["id"]),
            "callback_query" => ("callback_query", &content["from"]["id"]),
            "inline_query" => ("inline_query", &content["from"]["id"]),
            "chosen_inline_result" => ("chosen_inline_result", &content["from"]["id"]),
            "my_chat_member" => ("my_chat_member", &content["chat"]["id"]),
            "chat_member" => ("chat_member", &content["new_chat_member"]["user"]["id"]),
            _ => return None,
        };
        id.as_i64().map(|id| Self { kind, id })
    }
}

/// Reason why a waiting poll ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interruption {
    OtherPoll,
    Webhook,
}

impl Interruption {
    pub(crate) fn error(self) -> ApiError {
        match self {
            Self::OtherPoll => ApiError::conflict(
                "terminated by other getUpdates request; make sure that only one bot instance is running",
            ),
            Self::Webhook => ApiError::conflict("terminated by setWebhook request"),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Updates {
    pending: VecDeque<Update>,
    confirmed: VecDeque<Update>,
    last_id: i64,
    /// The kinds the bot asked for; `None` is the default set.
    allowed: Option<Vec<String>>,
    /// The number of the newest poll; older ones are over.
    poll: u64,
    interruption: Option<Interruption>,
    /// Counts the changes that a waiting poll has to look at.
    pub(crate) generation: u64,
}

impl Updates {
    /// Queues an update unless the bot does not want its kind; returns its id.
    pub(crate) fn push(&mut self, kind: &str, content: Value) -> Option<i64> {
        if !self.wants(kind) {
            return None;
        }
        let mut update = serde_json::Map::with_capacity(2);
        update.insert(kind.to_owned(), content);
        Some(self.push_raw(update))
    }

    /// Queues any object as an update, whether or not the bot asked for its kind.
    pub(crate) fn push_raw(&mut self, mut update: serde_json::Map<String, Value>) -> i64 {
        self.last_id += 1;
        update.remove("update_id");
        let source = Source::of(&update);
        update.insert("update_id".to_owned(), Value::from(self.last_id));
        let body = Value::Object(update).to_string().into();
        self.enqueue(Update { id: self.last_id, body, source });
        self.last_id
    }

    /// Queues the content of an earlier update again, under a new id; an old one would count as confirmed already.
    pub(crate) fn push_again(&mut self, update_id: i64) -> Option<i64> {
        let known = self.pending.iter().chain(&self.confirmed);
        let update = known.rev().find(|update| update.id == update_id)?;
        let value = serde_json::from_str(&update.body).ok()?;
        Some(self.push_raw(value))
    }

    /// Remembers the kinds the bot asks for. Unknown names are ignored; none that is known means the default set.
    pub(crate) fn allow(&mut self, names: &[String]) {
        let known: Vec<String> = names
            .iter()
            .map(|name| name.to_lowercase())
            .filter(|name| KINDS.contains(&name.as_str()))
            .collect();
        self.allowed = (!known.is_empty()).then_some(known);
    }

    /// Begins a poll: ends the one before, and forgets what the offset confirms.
    pub(crate) fn begin_poll(&mut self, offset: i64) -> u64 {
        self.poll += 1;
        self.interruption = Some(Interruption::OtherPoll);
        self.generation += 1;
        if offset < 0 {
            let kept = usize::try_from(-offset).unwrap_or(usize::MAX);
            while self.pending.len() > kept {
                self.confirm_first();
            }
        } else if offset <= self.last_id + 1 + FUTURE_OFFSET_TOLERANCE {
            while self.pending.front().is_some_and(|update| update.id < offset) {
                self.confirm_first();
            }
        }
        self.poll
    }

    /// Returns the updates that a poll gets now; an error if another poll or a webhook has ended it.
    pub(crate) fn look(&self, poll: u64, limit: usize) -> Result<Vec<Update>, ApiError> {
        if poll != self.poll {
            let interruption = self.interruption.unwrap_or(Interruption::OtherPoll);
            return Err(interruption.error());
        }
        Ok(self.pending.iter().take(limit).cloned().collect())
    }

    /// Ends the waiting poll because a webhook was set.
    pub(crate) fn end_polls(&mut self) {
        self.poll += 1;
        self.interruption = Some(Interruption::Webhook);
        self.generation += 1;
    }

    /// The first updates with a higher id, for the webhook.
    pub(crate) fn after(&self, id: i64, limit: usize) -> Vec<Update> {
        let first = self.pending.partition_point(|update| update.id <= id);
        self.pending.range(first..).take(limit).cloned().collect()
    }

    /// Forgets one update that was delivered.
    pub(crate) fn confirm(&mut self, update_id: i64) {
        if let Ok(index) = self.pending.binary_search_by_key(&update_id, |update| update.id)
            && let Some(update) = self.pending.remove(index)
        {
            self.keep_confirmed(update);
        }
    }

    pub(crate) fn drop_pending(&mut self) {
        self.pending.clear();
    }

    pub(crate) fn pending_ids(&self) -> impl Iterator<Item = i64> {
        self.pending.iter().map(|update| update.id)
    }

    pub(crate) fn is_pending(&self, update_id: i64) -> bool {
        self.pending.binary_search_by_key(&update_id, |update| update.id).is_ok()
    }

    pub(crate) fn pending_count(&self) -> usize {
        self.pending.len()
    }

    pub(crate) fn last_id(&self) -> i64 {
        self.last_id
    }

    pub(crate) fn polls(&self) -> u64 {
        self.poll
    }

    pub(crate) fn allowed(&self) -> Option<&[String]> {
        self.allowed.as_deref()
    }

    fn wants(&self, kind: &str) -> bool {
        match &self.allowed {
            Some(allowed) => allowed.iter().any(|name| name == kind),
            None => !KINDS_NOT_SENT_BY_DEFAULT.contains(&kind),
        }
    }

    fn enqueue(&mut self, update: Update) {
        self.pending.push_back(update);
        if self.pending.len() > PENDING_UPDATES_KEPT {
            self.pending.pop_front();
        }
        self.generation += 1;
    }

    fn confirm_first(&mut self) {
        if let Some(update) = self.pending.pop_front() {
            self.keep_confirmed(update);
        }
    }

    fn keep_confirmed(&mut self, update: Update) {
        self.confirmed.push_back(update);
        if self.confirmed.len() > CONFIRMED_UPDATES_KEPT {
            self.confirmed.pop_front();
        }
    }
}
