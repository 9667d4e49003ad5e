//! Sending and deleting messages, typing, and answering presses.

use crate::api::error::ApiError;
use crate::api::input::{InputText, Purpose, Reply, markup, spend, topic, writable_chat};
use crate::api::method::Answer;
use crate::api::params::Params;
use crate::shared::Shared;
use crate::state::callbacks::CallbackState;
use crate::state::message::Content;
use crate::state::{Event, ServerState, now};

const MAX_TOAST_CHARACTERS: usize = 200;
/// Older messages can no longer be deleted by a bot.
const MAX_DELETABLE_AGE_SECONDS: i64 = 48 * 60 * 60;
const CHAT_ACTIONS: [&str; 15] = [
    "cancel",
    "typing",
    "record_video",
    "upload_video",
    "record_audio",
    "record_voice",
    "upload_audio",
    "upload_voice",
    "upload_photo",
    "upload_document",
    "choose_sticker",
    "pick_up_location",
    "find_location",
    "record_video_note",
    "upload_video_note",
];

pub(crate) fn send_message(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let text = InputText::message(params)?;
    let markup = markup(params)?;
    let reply = Reply::read(params)?;
    // Judged here, outside the lock, but reported after what is wrong with the chat.
    let text = text.into_text(Purpose::Send);
    let message = shared.write(|state| {
        let chat_id = writable_chat(state, params)?;
        let reply_to = reply.resolve(state.chat(chat_id)?)?;
        let topic = topic(state.chat(chat_id)?, params, reply_to)?;
        let content = Content::Text(text?);
        let keyboard = markup.into_keyboard(Some(state.chat(chat_id)?.kind))?;
        spend(state, chat_id)?;
        let message_id = state.post(chat_id, state.bot.id, content, keyboard, reply_to, topic)?;
        printed(state, chat_id, message_id)
    })?;
    Answer::json(&message)
}

/// The message as the Bot API prints it.
pub(crate) fn printed(
    state: &ServerState,
    chat_id: i64,
    message_id: i32,
) -> Result<serde_json::Value, ApiError> {
    let chat = state.chat(chat_id)?;
    let message =
        chat.messages.get(&message_id).ok_or_else(|| ApiError::bad_request("message not found"))?;
    Ok(state.message_json(chat, message))
}

pub(crate) fn send_chat_action(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let action = params
        .text("action")
        .map(|action| action.to_lowercase())
        .filter(|action| CHAT_ACTIONS.contains(&action.as_str()))
        .ok_or_else(|| ApiError::bad_request("Wrong parameter action in request"))?;
    shared.write(|state| {
        let chat_id = writable_chat(state, params)?;
        topic(state.chat(chat_id)?, params, None)?;
        state.events.push(Event::Typing(chat_id, action));
        Answer::done()
    })
}

pub(crate) fn delete_message(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let message_id = params.integer("message_id").unwrap_or_default();
    if params.text("chat_id").is_none() {
        return Err(ApiError::bad_request("Chat identifier is not specified"));
    }
    if message_id == 0 {
        return Err(ApiError::bad_request("Message identifier is not specified"));
    }
    shared.write(|state| {
        let chat_id = writable_chat(state, params)?;
        let bot_id = state.bot.id;
        let chat = state.chat(chat_id)?;
        let message = i32::try_from(message_id)
            .ok()
            .and_then(|id| chat.messages.get(&id))
            .ok_or_else(|| ApiError::bad_request("message to delete not found"))?;
        if message.from_id != bot_id && !chat.is_private() {
            return Err(ApiError::bad_request("Message can't be deleted"));
        }
        if now() - message.date > MAX_DELETABLE_AGE_SECONDS {
            return Err(ApiError::bad_request("Message can't be deleted for everyone"));
        }
        let message_id = message.message_id;
        state
            .clear_message(chat_id, message_id)
            .map_err(|_| ApiError::bad_request("message to delete not found"))?;
        Answer::done()
    })
}

pub(crate) fn answer_callback_query(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let id = params.text("callback_query_id").unwrap_or_default();
    let text = params.text("text").unwrap_or_default();
    let show_alert = params.flag("show_alert");
    shared.write(|state| {
        if text.chars().count() > MAX_TOAST_CHARACTERS {
            return Err(ApiError::bad_request("MESSAGE_TOO_LONG"));
        }
        if params.text("url").is_some_and(|url| !is_answer_url(&url)) {
            return Err(ApiError::bad_request("URL_INVALID"));
        }
        let lifetime = state.settings.callback_lifetime;
        let callback = state.callbacks.answer(&id, text, show_alert, lifetime)?;
        if let CallbackState::Answered { text, show_alert } = &callback.state {
            let toast = Event::Toast {
                user_id: callback.user_id,
                chat_id: callback.chat_id,
                callback_id: callback.id,
                text: text.clone(),
                show_alert: *show_alert,
            };
            state.events.push(toast);
        }
        Answer::done()
    })
}

/// An answer can open the bot itself and nothing else.
fn is_answer_url(url: &str) -> bool {
    ["https://t.me/", "http://t.me/", "t.me/", "tg://"].iter().any(|start| url.starts_with(start))
}
