//! Makes calls of the Bot API over HTTP, with teloxide's payloads and types.
//!
//! teloxide's own client code is not used, because it sleeps ten seconds after every server error before
//! it returns, recognizes errors only by their exact words, and puts whole responses, which may quote
//! messages of users, into its errors.

use std::time::{Duration, Instant};

use bytes::Bytes;
use reqwest::multipart::{Form, Part};
use reqwest::{RequestBuilder, Response};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use teloxide::Bot;
use teloxide::requests::Payload;
use thiserror::Error;
use zerosum_metrics::labels::Method;
use zerosum_render::Button;
use zerosum_session::board::{ChatId, MessageId, TopicId};

use crate::telegram::client::Client;
use crate::telegram::incoming::acknowledgement;
use crate::telegram::outgoing::markup;

/// Maximum size of a response. A batch of a hundred updates is far smaller.
const ANSWER_BYTES_MAX: usize = 16 << 20;

/// Maximum length of what an error quotes.
const DESCRIPTION_CHARS_MAX: usize = 200;

/// Reasons why a call failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CallError {
    /// Telegram has answered with an error.
    #[error("answer {code}: {}", described(description))]
    Refused {
        code: u16,
        description: String,
        /// Pause that Telegram asks for before the next call.
        retry_after: Option<Duration>,
        /// The chat to which this one has migrated.
        moved_to: Option<ChatId>,
    },
    /// There is no answer, or one that is not Telegram's. The call may have been executed.
    #[error("no answer: {0}")]
    Network(String),
    /// There was no connection, or the call could not be encoded. It was not executed.
    #[error("the call was not made: {0}")]
    NotMade(String),
    /// Too many calls wait already, so this one was not made.
    #[error("too many calls are waiting")]
    Crowded,
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error_code: Option<u16>,
    description: Option<String>,
    parameters: Option<Parameters>,
}

#[derive(Deserialize)]
struct Parameters {
    retry_after: Option<u64>,
    migrate_to_chat_id: Option<i64>,
}

/// The fields that are parsed of a sent message. Others may be of kinds that are newer than teloxide.
#[derive(Deserialize)]
pub(crate) struct Sent {
    pub message_id: i32,
}

/// Calls the method of a payload and parses its result as `T`.
pub(crate) async fn call<P, T>(
    client: &Client,
    payload: &P,
    timeout: Duration,
) -> Result<T, CallError>
where
    P: Payload + Serialize,
    T: DeserializeOwned,
{
    // The payloads for inline messages are named after the method with a suffix.
    let method = P::NAME.trim_end_matches("Inline");
    let body = serde_json::to_vec(payload)
        .map_err(|error| CallError::NotMade(format!("{method} cannot be written: {error}")))?;
    post(client, method, body, timeout, |result| serde_json::from_str(result.get())).await
}

/// A file to upload.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub name: String,
    pub media_type: &'static str,
    pub content: Bytes,
}

/// Presentation of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A file to open or save.
    Document,
    /// An animation that plays in the chat.
    Animation,
}

/// A file to be sent with a caption.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub chat: ChatId,
    /// The topic that it goes to, in a forum.
    pub topic: Option<TopicId>,
    pub kind: FileKind,
    pub upload: Upload,
    pub caption: String,
    /// The message that it replies to, in a group.
    pub reply_to: Option<MessageId>,
    /// Buttons below it.
    pub keyboard: Vec<Vec<Button>>,
}

/// Sends a file of its kind, with a caption.
pub(crate) async fn send_document(
    client: &Client,
    document: &Document,
    timeout: Duration,
) -> Result<(), CallError> {
    let Document { chat: ChatId(chat), topic, kind, upload, caption, reply_to, keyboard } =
        document;
    let (method, name) = match kind {
        FileKind::Document => ("sendDocument", "document"),
        FileKind::Animation => ("sendAnimation", "animation"),
    };
    let mut form = Form::new()
        .text("chat_id", chat.to_string())
        .text("caption", caption.clone())
        .part(name, part(upload)?);
    if !keyboard.is_empty() {
        let keyboard = markup::of_rows(keyboard, true, &client.identity);
        let keyboard = serde_json::to_string(&keyboard)
            .map_err(|_| CallError::NotMade("a keyboard cannot be written".to_owned()))?;
        form = form.text("reply_markup", keyboard);
    }
    if let Some(TopicId(topic)) = topic {
        form = form.text("message_thread_id", topic.to_string());
    }
    if let Some(MessageId(message)) = reply_to {
        let reply =
            serde_json::json!({ "message_id": message, "allow_sending_without_reply": true });
        form = form.text("reply_parameters", reply.to_string());
    }
    let IgnoredAny = self::upload(client, method, form, timeout).await?;
    Ok(())
}

/// Downloads a file from the path that Telegram has given; `None` if it is longer than `bytes_max`.
pub(crate) async fn fetch(
    client: &Client,
    path: &str,
    bytes_max: usize,
    timeout: Duration,
) -> Result<Option<Vec<u8>>, CallError> {
    let mut url = client.bot.api_url();
    if let Ok(mut segments) = url.path_segments_mut() {
        let bot = format!("bot{}", client.bot.token());
        segments.pop_if_empty().extend(["file", &bot]).extend(path.split('/'));
    }
    let fetching = async {
        let response = client.bot.client().get(url).timeout(timeout).send().await;
        let response = response.map_err(network)?;
        match response.status().as_u16() {
            200 => body_of(response, bytes_max).await,
            // Not the code of the answer: for a method, 404 means a wrong token.
            400..500 => {
                let description = "the file is not there".to_owned();
                Err(CallError::Refused {
                    code: 400,
                    description,
                    retry_after: None,
                    moved_to: None,
                })
            }
            status => Err(CallError::Network(format!("status {status} instead of a file"))),
        }
    };
    measured(client, Method::GetFile.word(), fetching).await
}

/// A file as a part of a form. Its content is shared, not copied.
pub(crate) fn part(upload: &Upload) -> Result<Part, CallError> {
    let size = u64::try_from(upload.content.len()).unwrap_or(u64::MAX);
    Part::stream_with_length(upload.content.clone(), size)
        .file_name(upload.name.clone())
        .mime_str(upload.media_type)
        .map_err(|_| CallError::NotMade("the type of a file cannot be written".to_owned()))
}

/// Posts a form with a file to a method and parses its result.
pub(crate) async fn upload<T: DeserializeOwned>(
    client: &Client,
    method: &str,
    form: Form,
    timeout: Duration,
) -> Result<T, CallError> {
    let request = request(&client.bot, method, timeout).multipart(form);
    let read = |result: &RawValue| serde_json::from_str(result.get());
    measured(client, method, answer(request, read)).await
}

/// Encodes a call as one JSON object that names its method; `None` if that fails.
pub(crate) fn call_of<P: Payload + Serialize>(payload: &P) -> Option<Vec<u8>> {
    #[derive(Serialize)]
    struct Named<'a, P> {
        method: &'a str,
        #[serde(flatten)]
        payload: &'a P,
    }
    serde_json::to_vec(&Named { method: P::NAME, payload }).ok()
}

/// Posts a JSON body to a method and parses its result.
pub(crate) async fn post<T>(
    client: &Client,
    method: &str,
    body: Vec<u8>,
    timeout: Duration,
    read: impl FnOnce(&RawValue) -> serde_json::Result<T>,
) -> Result<T, CallError> {
    let request = request(&client.bot, method, timeout).header("content-type", "application/json");
    measured(client, method, answer(request.body(body), read)).await
}

/// Makes a call and notes its outcome.
async fn measured<T>(
    client: &Client,
    method: &str,
    call: impl Future<Output = Result<T, CallError>>,
) -> Result<T, CallError> {
    acknowledgement::assert_decided();
    let began = Instant::now();
    let ended = call.await;
    client.note(method, ended.as_ref().err(), began.elapsed());
    ended
}

/// Builds a request to a method, without its body.
fn request(bot: &Bot, method: &str, timeout: Duration) -> RequestBuilder {
    let mut url = bot.api_url();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push(&format!("bot{}", bot.token())).push(method);
    }
    bot.client().post(url).timeout(timeout)
}

/// Sends a request and parses the result of its response.
async fn answer<T>(
    request: RequestBuilder,
    read: impl FnOnce(&RawValue) -> serde_json::Result<T>,
) -> Result<T, CallError> {
    let response = request.send().await.map_err(network)?;
    let status = response.status().as_u16();
    let bytes = body_of(response, ANSWER_BYTES_MAX).await?;
    let bytes = bytes.ok_or_else(|| CallError::Network("an answer without end".to_owned()))?;
    // A proxy may answer in Telegram's stead, with any status.
    let Ok(answer) = serde_json::from_slice::<Answer>(&bytes) else {
        return Err(CallError::Network(format!("status {status} without an answer")));
    };
    match (answer.result, answer.error_code) {
        (Some(result), _) => read(result).map_err(|error| {
            // The error itself may quote messages of users.
            let (line, column) = (error.line(), error.column());
            CallError::Network(format!("an odd answer at line {line}, column {column}"))
        }),
        (None, Some(code)) => Err(CallError::Refused {
            code,
            description: answer.description.unwrap_or_default(),
            retry_after: answer
                .parameters
                .as_ref()
                .and_then(|parameters| parameters.retry_after)
                .map(Duration::from_secs),
            moved_to: answer
                .parameters
                .and_then(|parameters| parameters.migrate_to_chat_id)
                .map(ChatId),
        }),
        (None, None) => Err(CallError::Network(format!("status {status} without a result"))),
    }
}

/// Returns a description of limited length for a log, without addresses: those of buttons may let their reader in.
fn described(description: &str) -> String {
    let words = description.split(' ').map(|word| if word.contains("://") { "…" } else { word });
    words.collect::<Vec<&str>>().join(" ").chars().take(DESCRIPTION_CHARS_MAX).collect()
}

/// Reads a body of at most `bytes_max` bytes; `None` if it is longer, and the rest is not read.
async fn body_of(mut response: Response, bytes_max: usize) -> Result<Option<Vec<u8>>, CallError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(network)? {
        if body.len() + chunk.len() > bytes_max {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body))
}

/// Converts an error with its causes, without the URL, which carries the token.
fn network(error: reqwest::Error) -> CallError {
    let is_unconnected = error.is_connect();
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    if is_unconnected { CallError::NotMade(text) } else { CallError::Network(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    use teloxide::payloads::GetMe;
    use teloxide::types::Me;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn an_answer_without_end_is_not_read_to_its_end() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let url = format!("http://{}", listener.local_addr().expect("it listens"));
        let serving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a client calls");
            let mut request = [0; 4_096];
            let _ = stream.read(&mut request).await;
            let head = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
            let mut written = stream.write_all(head).await;
            // Ends when the client stops reading.
            while written.is_ok() {
                written = stream.write_all(&[b' '; 65_536]).await;
            }
        });
        let bot = Bot::new("1:a").set_api_url(url.parse().expect("a URL"));
        let answer: Result<Me, _> =
            call(&Client::new(bot), &GetMe::new(), Duration::from_secs(60)).await;
        let error = CallError::Network("an answer without end".to_owned());
        assert_eq!(answer, Err(error));
        serving.await.expect("it ends");
    }
}
