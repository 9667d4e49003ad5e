//! Changing messages of the bot.

use serde_json::Value;

use crate::api::error::ApiError;
use crate::api::input::{InputText, MAX_CAPTION_UNITS, Purpose, editable_message, markup, spend};
use crate::api::messages::printed;
use crate::api::method::Answer;
use crate::api::params::Params;
use crate::shared::Shared;
use crate::state::keyboard::{Keyboard, Markup};
use crate::state::message::{Content, Message};
use crate::state::{Event, ServerState, now};
use crate::text::{FormattedText, utf16_length};

pub(crate) fn edit_message_text(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let text = InputText::message(params)?;
    let markup = markup(params)?;
    let text = text.into_text(Purpose::Edit);
    edit(shared, params, markup, |message| match &message.content {
        Content::Text(_) => Ok(Content::Text(text?)),
        // The real server does not look at the kind of an inline message.
        content if message.inline_id.is_some() => captioned(content, text.and_then(as_caption)),
        _ => Err(ApiError::bad_request("There is no text in the message to edit")),
    })
}

pub(crate) fn edit_message_caption(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let caption = InputText::caption(params)?;
    let markup = markup(params)?;
    let caption = caption.into_caption(Purpose::Edit);
    edit(shared, params, markup, |message| match &message.content {
        Content::Text(_) if message.inline_id.is_some() => match caption? {
            text if text.text.is_empty() => Err(ApiError::bad_request("MESSAGE_EMPTY")),
            text => Ok(Content::Text(text)),
        },
        content => captioned(content, caption),
    })
}

/// Takes a text for the caption of a file.
fn as_caption(text: FormattedText) -> Result<FormattedText, ApiError> {
    match utf16_length(&text.text) > MAX_CAPTION_UNITS {
        true => Err(ApiError::bad_request("MEDIA_CAPTION_TOO_LONG")),
        false => Ok(text),
    }
}

/// Returns a file with another caption.
fn captioned(
    content: &Content,
    caption: Result<FormattedText, ApiError>,
) -> Result<Content, ApiError> {
    match content.clone() {
        Content::Photo { photo, .. } => Ok(Content::Photo { photo, caption: caption? }),
        Content::Animation { animation, .. } => {
            Ok(Content::Animation { animation, caption: caption? })
        }
        Content::Document { document, .. } => Ok(Content::Document { document, caption: caption? }),
        Content::Text(_)
        | Content::BotAdded
        | Content::BotRemoved
        | Content::TopicCreated(_)
        | Content::TopicClosed(_)
        | Content::Joined(_)
        | Content::Left(_)
        | Content::UpgradedTo(_)
        | Content::UpgradedFrom(_) => {
            Err(ApiError::bad_request("There is no caption in the message to edit"))
        }
    }
}

pub(crate) fn edit_message_reply_markup(
    shared: &Shared,
    params: &Params,
) -> Result<Answer, ApiError> {
    let markup = markup(params)?;
    edit(shared, params, markup, |message| Ok(message.content.clone()))
}

/// Gives a message of the bot new content and a new keyboard; without one, the old keyboard goes.
pub(crate) fn edit(
    shared: &Shared,
    params: &Params,
    markup: Markup,
    new_content: impl FnOnce(&Message) -> Result<Content, ApiError>,
) -> Result<Answer, ApiError> {
    let message = shared.write(|state| {
        let message = editable_message(state, params)?;
        let (chat_id, message_id) = (message.chat_id, message.message_id);
        let is_inline = message.inline_id.is_some();
        let content = new_content(message)?;
        let kind = state.chats.get(&chat_id).filter(|_| !is_inline).map(|chat| chat.kind);
        let keyboard = markup.into_edited_keyboard(kind)?;
        if message.content == content && message.keyboard == keyboard {
            return Err(ApiError::bad_request(
                "message is not modified: specified new message content and reply markup are exactly the same as a \
                 current content and reply markup of the message",
            ));
        }
        spend(state, chat_id)?;
        replace(state, chat_id, message_id, content, keyboard);
        // The bot learns nothing about an inline message.
        if is_inline { Ok(Value::Bool(true)) } else { printed(state, chat_id, message_id) }
    })?;
    Answer::json(&message)
}

fn replace(
    state: &mut ServerState,
    chat_id: i64,
    message_id: i32,
    content: Content,
    keyboard: Option<Keyboard>,
) {
    let chat = state.chats.get_mut(&chat_id);
    if let Some(message) = chat.and_then(|chat| chat.messages.get_mut(&message_id)) {
        if message.content != content {
            // People see a message as edited only when more than its keyboard has changed.
            message.edit_date = Some(now());
        }
        message.content = content;
        message.keyboard = keyboard;
        message.edits += 1;
        state.events.push(Event::Message(chat_id, message_id));
    }
}
