//! From the bytes of one update to what the library can read of it.
//!
//! Nothing of the bytes is believed: an update may be of any kind, of one that does not exist yet,
//! of any depth, or no update at all. Whatever delivers updates reads them by [`read`].

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use teloxide::types::{Update, UpdateId, UpdateKind};
use thiserror::Error;

/// What the bot reacts to and therefore asks for.
pub const ALLOWED_UPDATES: [&str; 5] =
    ["message", "callback_query", "inline_query", "my_chat_member", "chat_member"];

/// Objects and arrays within each other in what is read. Telegram's own have some ten at most: a
/// reply to a note that pins a message with a keyboard. The library reads a message in a message by
/// a call in a call, each with a large frame, and some dozens of them overflow a thread's stack.
pub const NESTING_MAX: usize = 12;

/// What is nested no deeper is read on the stack at hand.
const NESTING_USUAL: usize = 8;

/// The stack on which the rest is read.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// An update, as far as it can be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbered {
    /// Telegram counts its updates; the next one has the next number.
    pub number: i64,
    pub contents: Contents,
}

/// What an update carries.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// Something the bot asks for: [`ALLOWED_UPDATES`].
    Asked(Box<Update>),
    /// Something else, which Telegram may hold from before it was told what to send.
    Unasked,
    /// Something the bot asks for, in a form that cannot be read.
    Unreadable,
}

/// The bytes are no JSON object with the number of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not an update")]
pub struct NotAnUpdate;

/// What is read of an update before all of it. The rest is skipped, at any depth.
#[derive(Deserialize)]
struct Envelope<'a> {
    update_id: i64,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    #[serde(borrow)]
    callback_query: Option<&'a RawValue>,
    #[serde(borrow)]
    inline_query: Option<&'a RawValue>,
    #[serde(borrow)]
    my_chat_member: Option<&'a RawValue>,
    #[serde(borrow)]
    chat_member: Option<&'a RawValue>,
}

/// Reads one update from its JSON.
pub fn read(json: &[u8]) -> Result<Numbered, NotAnUpdate> {
    let envelope: Envelope<'_> = serde_json::from_slice(json).map_err(|_| NotAnUpdate)?;
    let Envelope { update_id: number, .. } = envelope;
    let Envelope { message, callback_query, inline_query, my_chat_member, chat_member, .. } =
        envelope;
    // The library gets these parts and never the whole update: it panics over some of the others.
    let kind = match (message, callback_query, inline_query, my_chat_member, chat_member) {
        (None, None, None, None, None) => {
            return Ok(Numbered { number, contents: Contents::Unasked });
        }
        (Some(message), None, None, None, None) => part(message).map(UpdateKind::Message),
        (None, Some(query), None, None, None) => part(query).map(UpdateKind::CallbackQuery),
        (None, None, Some(query), None, None) => part(query).map(UpdateKind::InlineQuery),
        (None, None, None, Some(change), None) => part(change).map(UpdateKind::MyChatMember),
        (None, None, None, None, Some(change)) => part(change).map(UpdateKind::ChatMember),
        _ => None,
    };
    let id = number.try_into().ok().map(UpdateId);
    let contents = match id.zip(kind) {
        Some((id, kind)) => Contents::Asked(Box::new(Update { id, kind })),
        None => Contents::Unreadable,
    };
    Ok(Numbered { number, contents })
}

fn part<T: DeserializeOwned>(raw: &RawValue) -> Option<T> {
    let read = || serde_json::from_str(raw.get()).ok();
    match nesting(raw.get()) {
        0..=NESTING_USUAL => read(),
        nesting if nesting <= NESTING_MAX => stacker::grow(STACK_BYTES, read),
        _ => None,
    }
}

/// How many objects and arrays of a valid JSON text are within each other.
fn nesting(json: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut is_in_string, mut is_escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_in_string => is_escaped = true,
            b'"' => is_in_string = !is_in_string,
            _ if is_in_string => {}
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}
