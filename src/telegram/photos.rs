//! The calls that carry a photo: forms of several parts, in which everything but the photo is text
//! or JSON.

use std::sync::Arc;
use std::time::Duration;

use reqwest::multipart::Form;
use serde::{Deserialize, Serialize};
use serde_json::json;
use teloxide::types::{InlineKeyboardMarkup, ReplyParameters};

use crate::session::board::{ChatId, ChatMessage, MessageId, TopicId};
use crate::session::inline_message::InlineMessageId;
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

/// All that is read of a photo that was sent to be kept.
#[derive(Deserialize)]
struct Stored {
    /// The same in several sizes, the largest last.
    photo: Vec<Size>,
}

#[derive(Deserialize)]
struct Size {
    file_id: String,
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

/// Sends a photo to a chat only so that Telegram has it, and says how Telegram calls it.
pub async fn store(
    client: &Client,
    ChatId(chat): ChatId,
    upload: &Upload,
    timeout: Duration,
) -> Result<Arc<str>, CallError> {
    let form = Form::new()
        .text("chat_id", chat.to_string())
        .text("disable_notification", "true")
        .text("photo", attached())
        .part(PART, api::part(upload)?);
    let Stored { photo } = api::upload(client, "sendPhoto", form, timeout).await?;
    let largest = photo.into_iter().next_back().map(|size| size.file_id.into());
    largest.ok_or_else(|| CallError::Network("a photo of no size".to_owned()))
}

/// Puts a photo that Telegram has in the place of what an inline message was.
pub async fn replace_inline(
    client: &Client,
    id: InlineMessageId,
    file_id: &str,
    (caption, keyboard): (&str, InlineKeyboardMarkup),
) -> Result<(), CallError> {
    let media = Media { r#type: "photo", media: file_id, caption };
    let body =
        json!({ "inline_message_id": id.as_str(), "media": media, "reply_markup": keyboard });
    let body = body.to_string().into_bytes();
    // Its result is always true.
    api::post(client, "editMessageMedia", body, CALL_TIMEOUT, |_| Ok(())).await
}

fn attached() -> String {
    format!("attach://{PART}")
}

fn written(value: &impl Serialize) -> Result<String, CallError> {
    serde_json::to_string(value)
        .map_err(|error| CallError::NotMade(format!("a photo's form cannot be written: {error}")))
}
