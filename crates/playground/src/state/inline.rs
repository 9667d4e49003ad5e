//! Inline mode: queries that people make in any chat, the results the bot offers, and the ones they choose.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::actions::ActionError;
use crate::api::error::ApiError;
use crate::settings::{InlineMode, random_number};
use crate::state::keyboard::Keyboard;
use crate::state::message::{Content, Message};
use crate::state::people::{BotStatus, ChatKind};
use crate::state::{Event, ServerState};

/// Queries, and messages that can be edited, beyond this number are forgotten, the oldest first.
const KEPT: usize = 20_000;
/// An answer that takes longer is refused.
const QUERY_LIFETIME: Duration = Duration::from_secs(30);
/// Ids begin here, so that they look like Telegram's and never fit a small integer.
const FIRST_QUERY_ID: u64 = 4_300_000_000_000_000_000;
const MAX_QUERY_CHARACTERS: usize = 256;
/// The letters of base64url in the order of their values.
const BASE64URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Ids of inline messages are 20 or 24 bytes long.
const INLINE_ID_LETTERS: [usize; 2] = [27, 32];
/// Number of the data center of inline messages.
const DATA_CENTER: u32 = 2;
const MAX_DATA_CENTER: usize = 1_000;

/// Inline query of a person, and the bot's answer.
#[derive(Clone, Debug)]
pub(crate) struct InlineQuery {
    pub(crate) id: u64,
    pub(crate) user_id: i64,
    pub(crate) chat_id: i64,
    pub(crate) query: String,
    asked: Instant,
    /// True if the query was expired before its time.
    is_expired: bool,
    pub(crate) answer: Option<InlineAnswer>,
}

/// Answer of the bot to an inline query.
#[derive(Clone, Debug)]
pub(crate) struct InlineAnswer {
    pub(crate) results: Vec<InlineResult>,
    pub(crate) next_offset: String,
    pub(crate) is_personal: bool,
    pub(crate) cache_seconds: i64,
    /// Label of the button above the results, and the parameter it starts the bot with.
    pub(crate) start: Option<(String, String)>,
}

/// Result that a person can choose to send.
#[derive(Clone, Debug)]
pub(crate) struct InlineResult {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) description: Option<String>,
    pub(crate) content: Content,
    pub(crate) keyboard: Option<Keyboard>,
}

impl InlineQuery {
    fn is_old(&self) -> bool {
        self.is_expired || self.asked.elapsed() > QUERY_LIFETIME
    }
}

#[derive(Debug, Default)]
pub(crate) struct Inline {
    queries: HashMap<u64, InlineQuery>,
    order: VecDeque<u64>,
    asked: u64,
    /// Chat and message id of each message that the bot knows only by an inline message id.
    messages: HashMap<String, (i64, i32)>,
    message_order: VecDeque<String>,
}

impl Inline {
    fn ask(&mut self, user_id: i64, chat_id: i64, query: String) -> u64 {
        let id = FIRST_QUERY_ID + self.asked;
        self.asked += 1;
        let (asked, is_expired, answer) = (Instant::now(), false, None);
        let query = InlineQuery { id, user_id, chat_id, query, asked, is_expired, answer };
        self.queries.insert(id, query);
        self.order.push_back(id);
        if self.order.len() > KEPT {
            self.order.pop_front().and_then(|oldest| self.queries.remove(&oldest));
        }
        id
    }

    /// Answers a query; only the first answer within the lifetime counts.
    pub(crate) fn answer(&mut self, id: &str, answer: InlineAnswer) -> Result<u64, ApiError> {
        let waiting = id
            .parse()
            .ok()
            .and_then(|id| self.queries.get_mut(&id))
            .filter(|query| query.answer.is_none() && !query.is_old());
        let query = waiting.ok_or_else(ApiError::query_too_old)?;
        query.answer = Some(answer);
        Ok(query.id)
    }

    /// Expires a query before its time.
    pub(crate) fn expire(&mut self, id: &str) {
        let query = id.parse().ok().and_then(|id| self.queries.get_mut(&id));
        if let Some(query) = query {
            query.is_expired = true;
        }
    }

    pub(crate) fn get(&self, id: &str) -> Option<&InlineQuery> {
        self.queries.get(&id.parse().ok()?)
    }

    pub(crate) fn unanswered(&self) -> impl Iterator<Item = &InlineQuery> {
        let queries = self.order.iter().filter_map(|id| self.queries.get(id));
        queries.filter(|query| query.answer.is_none())
    }

    /// Gives a message an inline id, by which the bot can edit it in a chat it does not know.
    fn name_message(&mut self, chat_id: i64, message_id: i32) -> String {
        let id = inline_id();
        self.messages.insert(id.clone(), (chat_id, message_id));
        self.message_order.push_back(id.clone());
        if self.message_order.len() > KEPT {
            self.message_order.pop_front().and_then(|oldest| self.messages.remove(&oldest));
        }
        id
    }
}

/// An id like Telegram's: 24 bytes in the letters of base64url, of which the first four number a data center.
fn inline_id() -> String {
    let random = || random_number().to_le_bytes();
    let center: [u8; 4] = DATA_CENTER.to_le_bytes();
    let bytes = [center.as_slice(), &random(), &random(), &random()[..4]].concat();
    base64url(&bytes)
}

/// Prints bytes in the letters of base64url, without padding.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    let letters = bytes.chunks(3).flat_map(|bytes| {
        let first = bytes.iter().fold(0, |bits, byte| bits << 8 | usize::from(*byte));
        let bits = first << (8 * (3 - bytes.len()));
        let letters = [18, 12, 6, 0].map(|shift| char::from(BASE64URL[bits >> shift & 63]));
        letters.into_iter().take(bytes.len() + 1)
    });
    letters.collect()
}

/// Returns whether an inline message id is well-formed, known or not.
pub(crate) fn is_readable(id: &str) -> bool {
    let value = |letter| BASE64URL.iter().position(|known| *known == letter);
    let Some(values) = id.bytes().map(value).collect::<Option<Vec<usize>>>() else { return false };
    let bits = values.iter().take(6).fold(0, |bits, value| bits << 6 | value);
    let bytes = [28, 20, 12, 4].map(|shift| bits >> shift & 0xFF);
    let center = bytes.iter().rev().fold(0, |center, byte| center << 8 | byte);
    INLINE_ID_LETTERS.contains(&values.len()) && (1..=MAX_DATA_CENTER).contains(&center)
}

impl ServerState {
    /// Makes an inline query as a person, in any of their chats.
    pub(crate) fn ask_inline(
        &mut self,
        user: i64,
        chat: i64,
        query: &str,
        offset: &str,
    ) -> Result<u64, ActionError> {
        if self.settings.inline_mode == InlineMode::Off {
            return Err(ActionError::NoInlineMode);
        }
        self.check_member(user, chat)?;
        if query.chars().count() > MAX_QUERY_CHARACTERS {
            return Err(ActionError::LongQuery);
        }
        let kind = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?.kind;
        let id = self.inline.ask(user, chat, query.to_owned());
        let update = json!({
            "id": id.to_string(),
            "from": self.user_json(user),
            "chat_type": kind.chat_type(),
            "query": query,
            "offset": offset,
        });
        self.updates.push("inline_query", update);
        Ok(id)
    }

    /// Sends one of the offered results as a person; returns the id of the message.
    pub(crate) fn choose_inline_result(
        &mut self,
        query_id: &str,
        result_id: &str,
        topic: Option<i32>,
    ) -> Result<(i64, i32), ActionError> {
        let no_result = || ActionError::NoInlineResult(result_id.to_owned());
        let query = self.inline.get(query_id).ok_or_else(no_result)?;
        let (user, chat, words) = (query.user_id, query.chat_id, query.query.clone());
        let results = query.answer.as_ref().map(|answer| answer.results.iter());
        let result = results.into_iter().flatten().find(|result| result.id == result_id);
        let InlineResult { content, keyboard, .. } = result.cloned().ok_or_else(no_result)?;
        self.check_member(user, chat)?;
        self.check_place(chat, topic)?;
        let has_keyboard = keyboard.is_some();
        let message_id = self
            .post(chat, user, content, keyboard, None, topic)
            .map_err(|_| ActionError::NoChat(chat))?;
        // Without buttons Telegram gives a message no id by which it could be edited.
        let inline_id = has_keyboard.then(|| self.inline.name_message(chat, message_id));
        let message = self.find_mut(chat, message_id)?;
        message.via_bot = true;
        message.inline_id.clone_from(&inline_id);
        self.tell_bot("message", chat, message_id);
        if self.settings.inline_mode == InlineMode::OnWithFeedback {
            let mut chosen =
                json!({ "from": self.user_json(user), "query": words, "result_id": result_id });
            if let Some(id) = inline_id {
                chosen["inline_message_id"] = json!(id);
            }
            self.updates.push("chosen_inline_result", chosen);
        }
        Ok((chat, message_id))
    }

    /// The message with this id of its own, unless it has gone.
    pub(crate) fn inline_message(&self, id: &str) -> Option<&Message> {
        let (chat_id, message_id) = self.inline.messages.get(id)?;
        self.message(*chat_id, *message_id)
    }

    /// Adds a chat of two people, of which the bot never hears.
    pub(crate) fn add_conversation(&mut self, people: [i64; 2]) -> i64 {
        let names = people.map(|id| self.users.get(&id).map_or("", |user| &user.first_name));
        let title = names.join(" & ");
        let id = self.add_shared_chat(ChatKind::Conversation, &title, &people);
        if let Some(chat) = self.chats.get_mut(&id) {
            chat.bot = BotStatus::NotStarted;
        }
        id
    }

    /// A chat for each two of these people.
    pub(crate) fn add_conversations(&mut self, people: &[i64]) {
        for (index, second) in people.iter().enumerate() {
            for first in &people[..index] {
                self.add_conversation([*first, *second]);
            }
        }
    }

    /// Prints an answer for the page.
    pub(crate) fn inline_page_json(&self, query_id: u64) -> Option<Value> {
        let query = self.inline.queries.get(&query_id)?;
        let answer = query.answer.as_ref()?;
        let results = answer.results.iter().map(|result| {
            json!({ "id": result.id, "title": result.title, "description": result.description })
        });
        let mut value = json!({
            "user_id": query.user_id,
            "chat_id": query.chat_id,
            "query_id": query.id.to_string(),
            "results": results.collect::<Vec<_>>(),
        });
        if let Some((text, parameter)) = &answer.start {
            value["start"] = json!({ "text": text, "parameter": parameter });
        }
        Some(value)
    }

    /// Takes the bot's answer to a query.
    pub(crate) fn answer_inline(&mut self, id: &str, answer: InlineAnswer) -> Result<(), ApiError> {
        let id = self.inline.answer(id, answer)?;
        self.events.push(Event::InlineAnswer(id));
        Ok(())
    }
}
