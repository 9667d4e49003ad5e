//! The calls that carry a photo: forms of several parts, in which everything but the photo is text
//! or JSON.

use reqwest::multipart::Form;
use serde::{Deserialize, Serialize};
use teloxide::types::{InlineKeyboardMarkup, ReplyParameters};

use crate::session::board::{ChatId, ChatMessage, MessageId, TopicId};
use crate::telegram::api::{self, CallError, Upload};
use crate::telegram::calls::{CALL_TIMEOUT, SEND_TIMEOUT};
use crate::telegram::client::Client;

/// The part in which the photo is.
const PART: &str = "picture";

/// A photo with what is below it.
#[derive(Clone, Debug)]
pub struct Photo<'a> {
    pub upload: &'a Upload,
    /// Plain text.
    pub caption: &'a str,
    pub keyboard: Option<InlineKeyboardMarkup>,
}

/// All that is read of a message that was sent.
#[derive(Deserialize)]
struct Sent {
    message_id: i32,
}

/// The new content of a message.
#[derive(Serialize)]
struct Media<'a> {
    r#type: &'a str,
    media: &'a str,
    caption: &'a str,
}

/// Sends a photo as a new message.
pub async fn send(
    client: &Client,
    (chat, topic): (ChatId, Option<TopicId>),
    photo: Photo<'_>,
    reply: Option<ReplyParameters>,
) -> Result<MessageId, CallError> {
    let mut form = Form::new()
        .text("chat_id", chat.0.to_string())
        .text("caption", photo.caption.to_owned())
        .text("photo", attached())
        .part(PART, api::part(photo.upload)?);
    if let Some(keyboard) = &photo.keyboard {
        form = form.text("reply_markup", written(keyboard)?);
    }
    if let Some(TopicId(topic)) = topic {
        form = form.text("message_thread_id", topic.to_string());
    }
    if let Some(reply) = &reply {
        form = form.text("reply_parameters", written(reply)?);
    }
    let Sent { message_id } = api::upload(client, "sendPhoto", form, SEND_TIMEOUT).await?;
    Ok(MessageId(message_id))
}

/// Puts a photo in the place of what a message was, with its caption and its keyboard.
pub async fn replace(client: &Client, at: ChatMessage, photo: Photo<'_>) -> Result<(), CallError> {
    let media = Media { r#type: "photo", media: &attached(), caption: photo.caption };
    let mut form = Form::new()
        .text("chat_id", at.chat.0.to_string())
        .text("message_id", at.message.0.to_string())
        .text("media", written(&media)?)
        .part(PART, api::part(photo.upload)?);
    if let Some(keyboard) = &photo.keyboard {
        form = form.text("reply_markup", written(keyboard)?);
    }
    let Sent { .. } = api::upload(client, "editMessageMedia", form, CALL_TIMEOUT).await?;
    Ok(())
}

fn attached() -> String {
    format!("attach://{PART}")
}

fn written(value: &impl Serialize) -> Result<String, CallError> {
    serde_json::to_string(value)
        .map_err(|error| CallError::NotMade(format!("a photo's form cannot be written: {error}")))
}
