//! Reactions of the bot to messages.

use serde_json::Value;

use crate::api::error::ApiError;
use crate::api::input::{spend, writable_chat};
use crate::api::method::Answer;
use crate::api::params::Params;
use crate::shared::Shared;
use crate::state::Event;

/// Emoji that all may react with, as the Bot API lists them.
const EMOJI: [&str; 73] = [
    "❤",
    "👍",
    "👎",
    "🔥",
    "🥰",
    "👏",
    "😁",
    "🤔",
    "🤯",
    "😱",
    "🤬",
    "😢",
    "🎉",
    "🤩",
    "🤮",
    "💩",
    "🙏",
    "👌",
    "🕊",
    "🤡",
    "🥱",
    "🥴",
    "😍",
    "🐳",
    "❤‍🔥",
    "🌚",
    "🌭",
    "💯",
    "🤣",
    "⚡",
    "🍌",
    "🏆",
    "💔",
    "🤨",
    "😐",
    "🍓",
    "🍾",
    "💋",
    "🖕",
    "😈",
    "😴",
    "😭",
    "🤓",
    "👻",
    "👨‍💻",
    "👀",
    "🎃",
    "🙈",
    "😇",
    "😨",
    "🤝",
    "✍",
    "🤗",
    "🫡",
    "🎅",
    "🎄",
    "☃",
    "💅",
    "🤪",
    "🗿",
    "🆒",
    "💘",
    "🙉",
    "🦄",
    "😘",
    "💊",
    "🙊",
    "😎",
    "👾",
    "🤷‍♂",
    "🤷",
    "🤷‍♀",
    "😡",
];

/// Puts the bot's reaction on a message, or takes it away.
pub(crate) fn set_message_reaction(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let reactions = reactions_of(params)?;
    shared.write(|state| {
        let chat_id = writable_chat(state, params)?;
        let message_id = params.integer("message_id").and_then(|id| i32::try_from(id).ok());
        let message = message_id.and_then(|id| state.chat(chat_id).ok()?.messages.get(&id));
        let message = message.ok_or_else(|| ApiError::bad_request("message to react not found"))?;
        let message_id = message.message_id;
        let reaction = match &reactions[..] {
            [] if message.reaction.is_none() => {
                return Err(ApiError::bad_request("REACTION_EMPTY"));
            }
            [] => None,
            [Some(emoji)] if EMOJI.contains(&emoji.as_str()) && !message.is_service() => {
                Some(emoji.clone())
            }
            [_] => return Err(ApiError::bad_request("REACTION_INVALID")),
            [..] => return Err(ApiError::bad_request("REACTIONS_TOO_MANY")),
        };
        spend(state, chat_id)?;
        let chat = state.chats.get_mut(&chat_id);
        if let Some(message) = chat.and_then(|chat| chat.messages.get_mut(&message_id)) {
            message.reaction = reaction;
        }
        state.events.push(Event::Message(chat_id, message_id));
        Answer::done()
    })
}

/// The reactions asked for: emoji, and `None` for a custom one, which only the chat's own settings can allow.
fn reactions_of(params: &Params) -> Result<Vec<Option<String>>, ApiError> {
    let given = params.structure("reaction", "Can't parse reaction types JSON object")?;
    match given {
        None => Ok(Vec::new()),
        Some(Value::Array(reactions)) => reactions.iter().map(reaction_of).collect(),
        Some(_) => Err(ApiError::bad_request("expected an Array of ReactionType")),
    }
}

fn reaction_of(value: &Value) -> Result<Option<String>, ApiError> {
    let fail =
        |mistake: &str| ApiError::bad_request(format!("can't parse ReactionType: {mistake}"));
    let Value::Object(object) = value else { return Err(fail("expected an Object")) };
    let field = |name: &str| match object.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Null) | None => Err(fail(&format!("Can't find field \"{name}\""))),
        Some(_) => Err(fail(&format!("Field \"{name}\" must be of type String"))),
    };
    match field("type")?.as_str() {
        "emoji" => field("emoji").map(Some),
        "custom_emoji" => field("custom_emoji_id").map(|_| None),
        _ => Err(fail("invalid reaction type specified")),
    }
}
