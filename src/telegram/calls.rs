//! Calls of the Bot API: how long to wait, when to try again, and what a failure means.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use teloxide::Bot;
use teloxide::requests::Payload;
use tokio::time::sleep;

use crate::telegram::api::{self, CallError};

/// How long a call may take. Only getUpdates may take longer.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// The pause before the second try; it doubles with every further one.
const BACKOFF_FIRST: Duration = Duration::from_millis(100);

/// No pause is longer, unless Telegram asks for it.
const BACKOFF_MAX: Duration = Duration::from_secs(5);

/// What a failure means for whoever called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The message already looks like that.
    NotModified,
    /// The message, the chat or the right to write there is gone for good.
    Gone,
    /// Telegram asks to wait that long.
    Wait(Duration),
    /// The network or Telegram is in trouble; the call may have got through.
    Trouble,
    /// The token is not, or no longer, that of a bot.
    WrongToken,
    /// Telegram will never accept this call.
    Refused,
}

/// What Telegram says of places where nothing can be written any more, beside "Forbidden".
const WORDS_FOR_GONE: [&str; 9] = [
    "not found",
    "can't be edited",
    "MESSAGE_ID_INVALID",
    "group is deactivated",
    "upgraded to a supergroup",
    "not enough rights",
    "have no rights",
    "CHAT_WRITE_FORBIDDEN",
    "TOPIC_CLOSED",
];

impl CallError {
    pub fn verdict(&self) -> Verdict {
        let (code, description, retry_after) = match self {
            CallError::Network(_) => return Verdict::Trouble,
            CallError::Refused { code, description, retry_after } => {
                (*code, description, *retry_after)
            }
        };
        let says = |words: &str| description.contains(words);
        match code {
            _ if retry_after.is_some() => Verdict::Wait(retry_after.unwrap_or_default()),
            401 | 404 => Verdict::WrongToken,
            403 => Verdict::Gone,
            400 if says("message is not modified") => Verdict::NotModified,
            400 if WORDS_FOR_GONE.into_iter().any(says) => Verdict::Gone,
            429 | 500.. => Verdict::Trouble,
            _ => Verdict::Refused,
        }
    }
}

/// How often a call is tried, and how long a pause is put up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    pub tries_max: u32,
    /// A longer pause than this is not waited for, even if Telegram asks for it.
    pub pause_max: Duration,
}

/// One try.
pub async fn once<P>(bot: &Bot, payload: &P) -> Result<P::Output, CallError>
where
    P: Payload + Serialize,
    P::Output: DeserializeOwned,
{
    api::call(bot, payload, CALL_TIMEOUT).await
}

/// As many tries as the patience has, with pauses as Telegram asks for them or as the trouble
/// lasts.
pub async fn patiently<P>(
    bot: &Bot,
    payload: &P,
    patience: Patience,
) -> Result<P::Output, CallError>
where
    P: Payload + Serialize,
    P::Output: DeserializeOwned,
{
    let mut tries = 1;
    loop {
        let error = match once(bot, payload).await {
            Ok(output) => return Ok(output),
            Err(error) => error,
        };
        let pause = match error.verdict() {
            Verdict::Wait(pause) => pause,
            Verdict::Trouble => backoff(tries),
            Verdict::NotModified | Verdict::Gone | Verdict::WrongToken | Verdict::Refused => {
                return Err(error);
            }
        };
        if tries == patience.tries_max || pause > patience.pause_max {
            return Err(error);
        }
        tries += 1;
        sleep(pause).await;
    }
}

/// The pause after so many failures in a row: doubling, bounded, and by chance up to a half
/// shorter, so that many who failed together do not come back together.
pub fn backoff(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    let pause = BACKOFF_FIRST.saturating_mul(1 << doublings).min(BACKOFF_MAX);
    pause.mul_f64(1.0 - fastrand::f64() / 2.0)
}
