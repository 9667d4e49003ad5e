//! Questions about chats and their members.
//!
//! A bot for several people asks who is in a chat and which members may change its settings there.

use serde_json::{Value, json};

use crate::api::error::ApiError;
use crate::api::input::known_chat;
use crate::api::method::Answer;
use crate::api::params::Params;
use crate::shared::Shared;
use crate::state::ServerState;
use crate::state::people::{Access, BotStatus, Chat};

/// Number of different reactions that a message can carry on Telegram.
const MAX_REACTION_COUNT: u8 = 11;

pub(crate) fn get_chat(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let chat = shared.read(|state| {
        let chat = known_chat(state, params)?;
        chat.check(Access::Read)?;
        let mut value = state.chat_json(chat);
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

pub(crate) fn get_chat_member(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let user_id = params
        .integer("user_id")
        .filter(|id| *id > 0)
        .ok_or_else(|| ApiError::bad_request("Invalid user_id specified"))?;
    let member = shared.read(|state| {
        let chat = known_chat(state, params)?;
        let is_about_itself = user_id == state.bot.id;
        chat.check(if is_about_itself { Access::Read } else { Access::ReadMembers })?;
        if is_about_itself {
            return Ok(state.bot_member_json(chat.bot));
        }
        if !state.users.contains_key(&user_id) {
            return Err(ApiError::bad_request("user not found"));
        }
        Ok(member_json(state, chat, user_id))
    })?;
    Answer::json(&member)
}

/// Returns the owner of the group and its other administrators.
pub(crate) fn get_chat_administrators(
    shared: &Shared,
    params: &Params,
) -> Result<Answer, ApiError> {
    let administrators = shared.read(|state| {
        let chat = known_chat(state, params)?;
        if chat.is_private() {
            let reason = "there are no administrators in the private chat";
            return Err(ApiError::bad_request(reason));
        }
        chat.check(Access::ReadMembers)?;
        let all = chat.owner.iter().chain(&chat.administrators);
        let present = all.filter(|person| chat.members.contains(person));
        let people = present.map(|person| member_json(state, chat, *person));
        let bot = (chat.bot == BotStatus::Administrator).then(|| state.bot_member_json(chat.bot));
        Ok(Vec::from_iter(people.chain(bot)))
    })?;
    Answer::json(&administrators)
}

/// Prints a user as a member of a chat, or as a user who is not one.
pub(crate) fn member_json(state: &ServerState, chat: &Chat, user_id: i64) -> Value {
    let user = state.user_json(user_id);
    if !chat.members.contains(&user_id) {
        json!({ "user": user, "status": "left" })
    } else if chat.owner == Some(user_id) {
        json!({ "user": user, "status": "creator", "is_anonymous": false })
    } else if chat.administrators.contains(&user_id) {
        administrator_json(&user)
    } else {
        json!({ "user": user, "status": "member" })
    }
}

/// Prints a user as an administrator with the rights that Telegram gives by default.
pub(crate) fn administrator_json(user: &Value) -> Value {
    json!({
        "user": user,
        "status": "administrator",
        "can_be_edited": false,
        "is_anonymous": false,
        "can_manage_chat": true,
        "can_delete_messages": true,
        "can_manage_video_chats": true,
        "can_restrict_members": true,
        "can_promote_members": false,
        "can_change_info": true,
        "can_invite_users": true,
        "can_post_stories": false,
        "can_edit_stories": false,
        "can_delete_stories": false,
        "can_pin_messages": true,
        "can_manage_topics": false,
    })
}

pub(crate) fn get_chat_member_count(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let count = shared.read(|state| {
        let chat = known_chat(state, params)?;
        chat.check(Access::ReadMembers)?;
        let bot = usize::from(chat.is_private() || chat.bot.is_present());
        Ok(chat.members.len() + bot)
    })?;
    Answer::json(&count)
}
