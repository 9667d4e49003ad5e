//! Questions about chats and their members.

use serde_json::json;

use crate::playground::api::error::ApiError;
use crate::playground::api::input::known_chat;
use crate::playground::api::method::Answer;
use crate::playground::api::params::Params;
use crate::playground::people::{ChatKind, Standing};
use crate::playground::shared::Shared;

/// How many different reactions Telegram lets a message carry.
const MAX_REACTION_COUNT: u8 = 11;

pub fn get_chat(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let chat = shared.read(|world| {
        let chat = known_chat(world, params)?;
        if chat.kind == ChatKind::Supergroup {
            chat.check_writable()?;
        }
        let mut value = world.chat_json(chat);
        value["accent_color_id"] = json!(0);
        value["max_reaction_count"] = json!(MAX_REACTION_COUNT);
        value["accepted_gift_types"] = json!({
            "unlimited_gifts": false,
            "limited_gifts": false,
            "unique_gifts": false,
            "premium_subscription": false,
            "gifts_from_channels": false,
        });
        Ok(value)
    })?;
    Answer::json(&chat)
}

pub fn get_chat_member(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let user_id = params
        .integer("user_id")
        .filter(|id| *id > 0)
        .ok_or_else(|| ApiError::bad_request("Invalid user_id specified"))?;
    let member = shared.read(|world| {
        let chat = known_chat(world, params)?;
        if chat.kind == ChatKind::Supergroup {
            chat.check_writable()?;
        }
        if user_id == world.bot.id {
            return Ok(world.bot_member_json(chat.bot));
        }
        if !world.users.contains_key(&user_id) {
            return Err(ApiError::bad_request("user not found"));
        }
        let status = if chat.members.contains(&user_id) { "member" } else { "left" };
        Ok(json!({ "user": world.user_json(user_id), "status": status }))
    })?;
    Answer::json(&member)
}

pub fn get_chat_member_count(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let count = shared.read(|world| {
        let chat = known_chat(world, params)?;
        if chat.kind == ChatKind::Supergroup {
            chat.check_writable()?;
        }
        let bot = usize::from(chat.is_private() || chat.bot == Standing::Present);
        Ok(chat.members.len() + bot)
    })?;
    Answer::json(&count)
}
