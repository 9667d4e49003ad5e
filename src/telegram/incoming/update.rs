//! Parses one update from JSON.
//!
//! The input is not trusted: an update may be of any kind, including future ones, of any nesting depth,
//! or malformed. Polling and the webhook both parse updates with [`read`], and only the fields that the
//! bot uses (`received`).

use serde::Deserialize;
use serde_json::value::RawValue;
use teloxide::types::{Update, UpdateId, UpdateKind};
use thiserror::Error;

use crate::telegram::incoming::received;

/// Kinds of updates that the bot asks Telegram for.
pub(crate) const ALLOWED_UPDATES: [&str; 5] =
    ["message", "callback_query", "inline_query", "my_chat_member", "chat_member"];

/// An update with its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbered {
    /// Telegram's number of the update, ascending by one.
    pub number: i64,
    pub contents: Contents,
}

/// Contents of an update.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// An update of a kind in `ALLOWED_UPDATES`.
    Asked(Box<Update>),
    /// An update of another kind, which Telegram may have queued before the bot set its allowed kinds.
    Unasked,
    /// An update of a kind in `ALLOWED_UPDATES` that cannot be parsed.
    Unreadable,
}

/// Error for input that is not a JSON object with an update number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not an update")]
pub struct NotAnUpdate;

/// Outer fields of an update. Other fields are skipped, at any depth.
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
    let kind = match (message, callback_query, inline_query, my_chat_member, chat_member) {
        (None, None, None, None, None) => {
            return Ok(Numbered { number, contents: Contents::Unasked });
        }
        (Some(message), None, None, None, None) => {
            received::message(message).map(UpdateKind::Message)
        }
        (None, Some(query), None, None, None) => {
            received::callback_query(query).map(UpdateKind::CallbackQuery)
        }
        (None, None, Some(query), None, None) => {
            received::inline_query(query).map(UpdateKind::InlineQuery)
        }
        (None, None, None, Some(change), None) => {
            received::chat_member(change).map(UpdateKind::MyChatMember)
        }
        (None, None, None, None, Some(change)) => {
            received::chat_member(change).map(UpdateKind::ChatMember)
        }
        _ => None,
    };
    let id = number.try_into().ok().map(UpdateId);
    let contents = match id.zip(kind) {
        Some((id, kind)) => Contents::Asked(Box::new(Update { id, kind })),
        None => Contents::Unreadable,
    };
    Ok(Numbered { number, contents })
}
