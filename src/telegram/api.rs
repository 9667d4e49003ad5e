//! One call of the Bot API over HTTP, with teloxide's payloads and types.
//!
//! The call is not made by teloxide's own client code, because that sleeps ten seconds after every
//! server error before it says so, knows errors only by their exact words, and puts whole answers,
//! which may quote what people wrote, into its errors.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use teloxide::Bot;
use teloxide::requests::Payload;
use thiserror::Error;

/// Why a call came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CallError {
    /// Telegram has answered and does not do it.
    #[error("answer {code}: {description}")]
    Refused {
        code: u16,
        description: String,
        /// How long Telegram asks to wait before the next call.
        retry_after: Option<Duration>,
    },
    /// There is no answer, or one that is not Telegram's. The call may have got through.
    #[error("no answer: {0}")]
    Network(String),
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
}

/// Calls the method of a payload and reads its result.
pub async fn call<P>(bot: &Bot, payload: &P, timeout: Duration) -> Result<P::Output, CallError>
where
    P: Payload + Serialize,
    P::Output: DeserializeOwned,
{
    // The payloads of inline messages are named after the method and what they are for.
    let method = P::NAME.trim_end_matches("Inline");
    let body = serde_json::to_vec(payload)
        .map_err(|error| CallError::Network(format!("{method} cannot be written: {error}")))?;
    post(bot, method, body, timeout, |result| serde_json::from_str(result.get())).await
}

/// Posts a JSON body to a method and reads the result of the answer.
pub async fn post<T>(
    bot: &Bot,
    method: &str,
    body: Vec<u8>,
    timeout: Duration,
    read: impl FnOnce(&RawValue) -> serde_json::Result<T>,
) -> Result<T, CallError> {
    let mut url = bot.api_url();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push(&format!("bot{}", bot.token())).push(method);
    }
    let response = bot
        .client()
        .post(url)
        .timeout(timeout)
        .header("content-type", "application/json")
        .body(body)
        .send()
        .await
        .map_err(network)?;
    let status = response.status().as_u16();
    let bytes = response.bytes().await.map_err(network)?;
    // Something in between may answer in Telegram's stead, with any status.
    let Ok(answer) = serde_json::from_slice::<Answer>(&bytes) else {
        return Err(CallError::Network(format!("status {status} without an answer")));
    };
    match (answer.result, answer.error_code) {
        (Some(result), _) => read(result).map_err(|error| {
            // The error itself may quote what people wrote.
            let (line, column) = (error.line(), error.column());
            CallError::Network(format!("an odd answer at line {line}, column {column}"))
        }),
        (None, Some(code)) => Err(CallError::Refused {
            code,
            description: answer.description.unwrap_or_default(),
            retry_after: answer
                .parameters
                .and_then(|parameters| parameters.retry_after)
                .map(Duration::from_secs),
        }),
        (None, None) => Err(CallError::Network(format!("status {status} without a result"))),
    }
}

/// An error with its causes, without the URL, which carries the token.
fn network(error: reqwest::Error) -> CallError {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    CallError::Network(text)
}
