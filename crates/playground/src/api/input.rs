//! Input that several methods share: texts, keyboards, answered messages, chats and messages to change.

use serde_json::Value;

use crate::api::error::ApiError;
use crate::api::params::Params;
use crate::rate_limits;
use crate::state::ServerState;
use crate::state::inline;
use crate::state::keyboard::{self, Markup};
use crate::state::message::Message;
use crate::state::people::{Access, Chat};
use crate::text::clean::{self, GivenEntity};
use crate::text::{self, Entity, EntityKind, FormattedText, ParseMode, utf16_length};

pub(crate) const MAX_TEXT_UNITS: usize = 4_096;
pub(crate) const MAX_CAPTION_UNITS: usize = 1_024;
/// A text longer than this is refused before it is parsed.
const MAX_RAW_TEXT_BYTES: usize = 1 << 15;

/// Use of a text; the real server words its refusals differently for new and for changed messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Send,
    Edit,
}

/// A text that has been read but not yet judged; the real server looks at the chat in between.
pub(crate) struct InputText(Given);

enum Given {
    Parsed(FormattedText),
    Listed(String, Vec<GivenEntity>),
}

impl InputText {
    /// Reads the text of a message.
    pub(crate) fn message(params: &Params) -> Result<Self, ApiError> {
        let text =
            params.text("text").ok_or_else(|| ApiError::bad_request("Message text is empty"))?;
        let entities = params.structure("entities", "").unwrap_or_default();
        Self::read(text, params.text("parse_mode"), entities).map_err(ApiError::bad_request)
    }

    /// Reads a caption, which may be missing.
    pub(crate) fn caption(params: &Params) -> Result<Self, ApiError> {
        let text = params.text("caption").unwrap_or_default();
        let entities = params.structure("caption_entities", "").unwrap_or_default();
        Self::read(text, params.text("parse_mode"), entities).map_err(ApiError::bad_request)
    }

    /// Reads a text with a mode or a list of entities, of which the mode wins; or returns why it cannot be
    /// read.
    pub(crate) fn read(
        text: String,
        mode: Option<String>,
        entities: Option<Value>,
    ) -> Result<Self, String> {
        if text.len() > MAX_RAW_TEXT_BYTES {
            return Err("Text is too long".to_owned());
        }
        let mode = match mode.unwrap_or_default().to_lowercase().as_str() {
            "" | "none" => None,
            "html" => Some(ParseMode::Html),
            "markdown" => Some(ParseMode::Markdown),
            "markdownv2" => Some(ParseMode::MarkdownV2),
            _ => return Err("Unsupported parse_mode".to_owned()),
        };
        if let Some(mode) = mode {
            let parsed = text::parse(&text, mode)
                .map_err(|reason| format!("Can't parse entities: {reason}"))?;
            return Ok(Self(Given::Parsed(parsed)));
        }
        let listed = match entities {
            Some(Value::Array(entities)) => entities,
            Some(_) | None => Vec::new(),
        };
        let mut given = Vec::with_capacity(listed.len());
        for entity in &listed {
            given.extend(given_entity(entity)?);
        }
        Ok(Self(Given::Listed(text, given)))
    }

    /// The text as a message keeps it.
    pub(crate) fn into_text(self, purpose: Purpose) -> Result<FormattedText, ApiError> {
        let text =
            self.finished()?.ok_or_else(|| ApiError::bad_request("Text must be non-empty"))?;
        if utf16_length(&text.text) > MAX_TEXT_UNITS {
            return Err(ApiError::bad_request(match purpose {
                Purpose::Send => "Message is too long",
                Purpose::Edit => "MESSAGE_TOO_LONG",
            }));
        }
        Ok(text)
    }

    /// The caption as a message keeps it; it may be empty.
    pub(crate) fn into_caption(self, purpose: Purpose) -> Result<FormattedText, ApiError> {
        let caption = self.finished()?.unwrap_or_default();
        if utf16_length(&caption.text) > MAX_CAPTION_UNITS {
            return Err(ApiError::bad_request(match purpose {
                Purpose::Send => "Message caption is too long",
                Purpose::Edit => "MEDIA_CAPTION_TOO_LONG",
            }));
        }
        Ok(caption)
    }

    fn finished(self) -> Result<Option<FormattedText>, ApiError> {
        let formatted = match self.0 {
            Given::Parsed(formatted) => formatted,
            Given::Listed(text, entities) => {
                clean::checked(text, entities).map_err(ApiError::bad_request)?
            }
        };
        Ok(clean::finished(formatted))
    }
}

/// Reads one listed entity; kinds that Telegram finds by itself are skipped.
fn given_entity(value: &Value) -> Result<Option<GivenEntity>, String> {
    let fail = |reason: &str| format!("Can't parse MessageEntity: {reason}");
    let object = value.as_object().ok_or_else(|| fail("expected an Object"))?;
    let integer = |field: &str| match object.get(field) {
        None | Some(Value::Null) => Err(fail(&format!("Can't find field \"{field}\""))),
        Some(number) => number
            .as_i64()
            .or_else(|| number.as_str()?.parse().ok())
            .ok_or_else(|| fail(&format!("Field \"{field}\" must be of type Number"))),
    };
    let string = |field: &str| object.get(field).and_then(Value::as_str).map(str::to_owned);
    let (offset, length) = (integer("offset")?, integer("length")?);
    let name = string("type").ok_or_else(|| fail("Can't find field \"type\""))?;
    let kind = EntityKind::named(&name).ok_or_else(|| fail("Unsupported type specified"))?;
    let mut entity = Entity::new(kind, 0, 0);
    match kind {
        EntityKind::Mention
        | EntityKind::Hashtag
        | EntityKind::Cashtag
        | EntityKind::BotCommand
        | EntityKind::Url
        | EntityKind::Email
        | EntityKind::PhoneNumber => return Ok(None),
        EntityKind::Pre => {
            entity.language = string("language").filter(|language| !language.is_empty())
        }
        EntityKind::TextLink => {
            let url = string("url").ok_or_else(|| fail("Can't find field \"url\""))?;
            match text::link::checked(&url) {
                Ok(url) => entity.url = Some(url),
                Err(_) => return Ok(None),
            }
        }
        EntityKind::TextMention => {
            let user = object.get("user").filter(|user| user.get("id").is_some_and(Value::is_i64));
            entity.user = Some(user.cloned().ok_or_else(|| fail("Can't find field \"user\""))?);
        }
        EntityKind::CustomEmoji => entity.custom_emoji_id = string("custom_emoji_id"),
        EntityKind::Blockquote
        | EntityKind::ExpandableBlockquote
        | EntityKind::Code
        | EntityKind::Bold
        | EntityKind::Italic
        | EntityKind::Underline
        | EntityKind::Strikethrough
        | EntityKind::Spoiler => {}
    }
    Ok(Some(GivenEntity { offset, length, entity }))
}

/// Reads the `reply_markup` of a call.
pub(crate) fn markup(params: &Params) -> Result<Markup, ApiError> {
    let markup =
        params.structure("reply_markup", "Can't parse reply keyboard markup JSON object")?;
    keyboard::parse(markup.as_ref())
}

/// Reference to the message that a new one answers.
pub(crate) struct Reply {
    message_id: i64,
    allow_without: bool,
}

impl Reply {
    /// Reads `reply_parameters`, or else the two older parameters.
    pub(crate) fn read(params: &Params) -> Result<Self, ApiError> {
        let given =
            params.structure("reply_parameters", "Can't parse reply parameters JSON object")?;
        let Some(given) = given else {
            return Ok(Self {
                message_id: params.integer("reply_to_message_id").unwrap_or_default(),
                allow_without: params.flag("allow_sending_without_reply"),
            });
        };
        let object = given
            .as_object()
            .ok_or_else(|| ApiError::bad_request("Object expected as reply parameters"))?;
        let message_id = match object.get("message_id") {
            None if object.is_empty() => 0,
            None => return Err(ApiError::bad_request("Can't find field \"message_id\"")),
            Some(id) => id.as_i64().or_else(|| id.as_str()?.parse().ok()).ok_or_else(|| {
                ApiError::bad_request("Field \"message_id\" must be of type Number")
            })?,
        };
        let allow_without = object.get("allow_sending_without_reply").and_then(Value::as_bool);
        Ok(Self { message_id, allow_without: allow_without.unwrap_or_default() })
    }

    /// The answered message, if there is to be one and it exists.
    pub(crate) fn resolve(&self, chat: &Chat) -> Result<Option<i32>, ApiError> {
        if self.message_id <= 0 {
            return Ok(None);
        }
        let known = i32::try_from(self.message_id).ok().filter(|id| chat.messages.contains_key(id));
        match known {
            Some(id) => Ok(Some(id)),
            None if self.allow_without => Ok(None),
            None => Err(ApiError::bad_request("message to be replied not found")),
        }
    }
}

/// The topic a call writes to: the one it names, or else that of the message it answers.
pub(crate) fn topic(
    chat: &Chat,
    params: &Params,
    reply_to: Option<i32>,
) -> Result<Option<i32>, ApiError> {
    let named = params.integer("message_thread_id").filter(|topic| *topic != 0);
    let topic = match named {
        None => reply_to.and_then(|id| chat.messages.get(&id)?.topic),
        // Of a chat that is no forum as well: not every version of the real server overlooks it there.
        Some(named) => {
            let known = i32::try_from(named).ok().filter(|topic| chat.topics.contains_key(topic));
            Some(known.ok_or_else(|| ApiError::bad_request("message thread not found"))?)
        }
    };
    // A bot that administers a group has no right to manage its topics here.
    if chat.is_closed(topic) {
        return Err(ApiError::bad_request("TOPIC_CLOSED"));
    }
    Ok(topic)
}

/// The chat a call writes to.
pub(crate) fn writable_chat(state: &ServerState, params: &Params) -> Result<i64, ApiError> {
    let chat = known_chat(state, params)?;
    chat.check(Access::Write)?;
    Ok(chat.id)
}

/// The chat a call is about; anything that is no number names no chat.
pub(crate) fn known_chat<'a>(
    state: &'a ServerState,
    params: &Params,
) -> Result<&'a Chat, ApiError> {
    if params.text("chat_id").is_none() {
        return Err(ApiError::bad_request("chat_id is empty"));
    }
    state.chat(params.chat_id().unwrap_or_default())
}

/// Returns whether a call edits a message that it names by an inline message id, without its chat.
pub(crate) fn is_inline(params: &Params) -> bool {
    params.text("chat_id").is_none() && params.integer("message_id").unwrap_or_default() == 0
}

/// The message a call edits: one of the bot's own in a chat in which it can edit, or one sent by way of it in any chat.
pub(crate) fn editable_message<'a>(
    state: &'a ServerState,
    params: &Params,
) -> Result<&'a Message, ApiError> {
    let message_id = params.integer("message_id").unwrap_or_default();
    if is_inline(params) {
        let id = params
            .text("inline_message_id")
            .ok_or_else(|| ApiError::bad_request("Message identifier is not specified"))?;
        if !inline::is_readable(&id) {
            return Err(ApiError::bad_request("Invalid inline message identifier specified"));
        }
        return state
            .inline_message(&id)
            .ok_or_else(|| ApiError::bad_request("MESSAGE_ID_INVALID"));
    }
    let chat = known_chat(state, params)?;
    chat.check(Access::Edit)?;
    let message = i32::try_from(message_id)
        .ok()
        .and_then(|id| chat.messages.get(&id))
        .ok_or_else(|| ApiError::bad_request("message to edit not found"))?;
    if chat.upgraded_to.is_some() {
        // The Bot API lets it through, and Telegram's servers refuse it in words of their own, which are nowhere
        // written down. These are ones that they have for a chat that is none.
        return Err(ApiError::bad_request("PEER_ID_INVALID"));
    }
    if message.from_id != state.bot.id || message.is_service() {
        return Err(ApiError::bad_request("Message can't be edited"));
    }
    Ok(message)
}

/// Takes one message out of the limits of the bot's speed.
pub(crate) fn spend(state: &mut ServerState, chat_id: i64) -> Result<(), ApiError> {
    let limits = &state.settings.send_limits;
    match state.chats.get_mut(&chat_id) {
        Some(chat) => {
            let now = std::time::Instant::now();
            rate_limits::spend(limits, &mut state.overall_usage, &mut chat.pace, chat.kind, now)
        }
        None => Ok(()),
    }
}
