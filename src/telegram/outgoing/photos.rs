//! Calls that carry a photo or an animation, as multipart forms in which all other fields are text or JSON.

use std::sync::Arc;
use std::time::Duration;

use reqwest::multipart::Form;
use serde::{Deserialize, Serialize};
use serde_json::json;
use teloxide::types::{InlineKeyboardMarkup, ReplyParameters};
use zerosum_session::board::{ChatId, ChatMessage, MessageId, TopicId};
use zerosum_session::inline_message::InlineMessageId;

use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError, Sent, Upload};
use crate::telegram::client::calls::{CALL_TIMEOUT, SEND_TIMEOUT};

/// Name of the part with the photo.
const PART: &str = "picture";

/// A photo with its caption and keyboard.
#[derive(Clone, Debug)]
pub(crate) struct Photo<'a> {
    pub upload: &'a Upload,
    /// Plain text.
    pub caption: &'a str,
    pub keyboard: Option<InlineKeyboardMarkup>,
}

/// The fields that are parsed of a photo sent to the storage chat.
#[derive(Deserialize)]
struct Stored {
    /// The photo in several sizes, the largest last.
    photo: Vec<Size>,
}

#[derive(Deserialize)]
struct Size {
    file_id: String,
}

/// The fields that are parsed of an animation sent to the storage chat.
#[derive(Deserialize)]
struct StoredAnimation {
    animation: Size,
}

/// The new content of a message.
#[derive(Serialize)]
struct Media<'a> {
    r#type: &'a str,
    media: &'a str,
    caption: &'a str,
}

/// Sends a photo as a new message.
pub(crate) async fn send(
    client: &Client,
    (chat, topic, is_silent): (ChatId, Option<TopicId>, bool),
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
    if is_silent {
        form = form.text("disable_notification", "true");
    }
    if let Some(reply) = &reply {
        form = form.text("reply_parameters", written(reply)?);
    }
    let Sent { message_id } = api::upload(client, "sendPhoto", form, SEND_TIMEOUT).await?;
    Ok(MessageId(message_id))
}

/// Replaces the content of a message by a photo, with its caption and keyboard.
pub(crate) async fn replace(
    client: &Client,
    at: ChatMessage,
    photo: Photo<'_>,
) -> Result<(), CallError> {
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

/// Uploads a photo to the storage chat and returns its file id.
pub(crate) async fn store(
    client: &Client,
    ChatId(chat): ChatId,
    upload: &Upload,
    timeout: Duration,
) -> Result<Arc<str>, CallError> {
    let form = to_be_stored(chat, "photo", upload)?;
    let Stored { photo } = api::upload(client, "sendPhoto", form, timeout).await?;
    let largest = photo.into_iter().next_back().map(|size| size.file_id.into());
    largest.ok_or_else(|| CallError::Network("a photo of no size".to_owned()))
}

/// Uploads an animation to the storage chat and returns its file id.
pub(crate) async fn store_animation(
    client: &Client,
    ChatId(chat): ChatId,
    upload: &Upload,
    timeout: Duration,
) -> Result<Arc<str>, CallError> {
    let form = to_be_stored(chat, "animation", upload)?;
    let StoredAnimation { animation } = api::upload(client, "sendAnimation", form, timeout).await?;
    Ok(animation.file_id.into())
}

/// Form of a file for the storage chat, in this field.
fn to_be_stored(chat: i64, field: &'static str, upload: &Upload) -> Result<Form, CallError> {
    Ok(Form::new()
        .text("chat_id", chat.to_string())
        .text("disable_notification", "true")
        .text(field, attached())
        .part(PART, api::part(upload)?))
}

/// Replaces the content of an inline message by a photo that Telegram has stored.
pub(crate) async fn replace_inline(
    client: &Client,
    id: InlineMessageId,
    file_id: &str,
    (caption, keyboard): (&str, InlineKeyboardMarkup),
) -> Result<(), CallError> {
    let media = Media { r#type: "photo", media: file_id, caption };
    let body =
        json!({ "inline_message_id": id.as_str(), "media": media, "reply_markup": keyboard });
    let body = body.to_string().into_bytes();
    // The result is always true.
    api::post(client, "editMessageMedia", body, CALL_TIMEOUT, |_| Ok(())).await
}

fn attached() -> String {
    format!("attach://{PART}")
}

fn written(value: &impl Serialize) -> Result<String, CallError> {
    serde_json::to_string(value)
        .map_err(|error| CallError::NotMade(format!("a photo's form cannot be written: {error}")))
}
