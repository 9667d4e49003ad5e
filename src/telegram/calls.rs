//! Calls of the Bot API: how long to wait, when to try again, and what a failure means.

use std::future::Future;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use teloxide::requests::Payload;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::telegram::api::{self, CallError};
use crate::telegram::client::Client;

/// How long a call may take that can be made twice. Only getUpdates may take longer.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a call may take that sends a message. It is waited for longer, because a message that is
/// sent twice is seen twice.
pub const SEND_TIMEOUT: Duration = Duration::from_secs(20);

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
    /// The network or Telegram is in trouble; the call has not got through.
    Trouble,
    /// So it is, and nobody knows whether the call has got through.
    Unclear,
    /// The token is not, or no longer, that of a bot.
    WrongToken,
    /// Telegram will never accept this call.
    Refused,
    /// Too much waits to be sent already. Telegram was not called.
    Crowded,
}

/// What Telegram says of places where nothing can be written any more, beside "Forbidden". The
/// words in capitals are its servers' own; the Bot API passes them on as bad requests, even those
/// that forbid something.
const WORDS_FOR_GONE: [&str; 19] = [
    "not found",
    "can't be edited",
    "no text in the message to edit",
    "upgraded to a supergroup",
    "not enough rights",
    "have no rights",
    "have no access",
    "need administrator rights",
    "_FORBIDDEN",
    "CHANNEL_PRIVATE",
    "CHAT_ADMIN_REQUIRED",
    "CHAT_ID_INVALID",
    "CHAT_RESTRICTED",
    "MESSAGE_EDIT_TIME_EXPIRED",
    "MESSAGE_ID_INVALID",
    "PEER_ID_INVALID",
    "TOPIC_CLOSED",
    "TOPIC_DELETED",
    "USER_BANNED_IN_CHANNEL",
];

impl CallError {
    pub fn verdict(&self) -> Verdict {
        let (code, description, retry_after) = match self {
            CallError::Network(_) => return Verdict::Unclear,
            CallError::NotMade(_) => return Verdict::Trouble,
            CallError::Crowded => return Verdict::Crowded,
            CallError::Refused { code, description, retry_after, .. } => {
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
    /// What comes after a try of which nobody knows whether it got through.
    pub unclear: Unclear,
}

/// What it means that a call may have got through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclear {
    /// Nothing: to make it twice is harmless.
    Harmless,
    /// It is made once more at most, after this pause.
    OnceMore(Duration),
}

/// One try of a call that is harmless twice.
pub async fn once<P>(client: &Client, payload: &P) -> Result<P::Output, CallError>
where
    P: Payload + Serialize,
    P::Output: DeserializeOwned,
{
    api::call(client, payload, CALL_TIMEOUT).await
}

/// As many tries as the patience has, with pauses as Telegram asks for them or as the trouble
/// lasts.
pub async fn patiently<P>(
    client: &Client,
    payload: &P,
    patience: Patience,
) -> Result<P::Output, CallError>
where
    P: Payload + Serialize,
    P::Output: DeserializeOwned,
{
    again_and_again(patience, &CancellationToken::new(), || once(client, payload)).await
}

/// The same for tries that are more than one call. It is not tried again once that is needless.
pub async fn again_and_again<T, F>(
    patience: Patience,
    needless: &CancellationToken,
    attempt: impl Fn() -> F,
) -> Result<T, CallError>
where
    F: Future<Output = Result<T, CallError>>,
{
    let mut tries = 1;
    let mut was_unclear = false;
    loop {
        let error = match attempt().await {
            Ok(output) => return Ok(output),
            Err(error) => error,
        };
        let pause = match error.verdict() {
            Verdict::Wait(pause) => pause,
            Verdict::Trouble => backoff(tries),
            Verdict::Unclear => match patience.unclear {
                Unclear::Harmless => backoff(tries),
                Unclear::OnceMore(_) if was_unclear => return Err(error),
                Unclear::OnceMore(pause) => {
                    was_unclear = true;
                    pause
                }
            },
            Verdict::NotModified
            | Verdict::Gone
            | Verdict::WrongToken
            | Verdict::Refused
            | Verdict::Crowded => return Err(error),
        };
        if tries == patience.tries_max || pause > patience.pause_max {
            return Err(error);
        }
        tries += 1;
        tokio::select! {
            biased;
            () = needless.cancelled() => return Err(error),
            () = sleep(pause) => {}
        }
    }
}

/// The pause after so many failures in a row: doubling, bounded, and by chance up to a half
/// shorter, so that many who failed together do not come back together.
pub fn backoff(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    let pause = BACKOFF_FIRST.saturating_mul(1 << doublings).min(BACKOFF_MAX);
    pause.mul_f64(1.0 - fastrand::f64() / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(code: u16, description: &str) -> Verdict {
        let description = description.to_owned();
        CallError::Refused { code, description, retry_after: None, moved_to: None }.verdict()
    }

    #[test]
    fn a_place_where_nothing_can_be_written_any_more_is_gone() {
        for (code, description) in [
            (403, "Forbidden: bot was blocked by the user"),
            (403, "Forbidden: user is deactivated"),
            (403, "Forbidden: bot can't initiate conversation with a user"),
            (403, "Forbidden: the group chat was deleted"),
            (403, "Forbidden: bot was kicked from the supergroup chat"),
            (403, "Forbidden: bot is not a member of the supergroup chat"),
            (400, "Bad Request: chat not found"),
            (400, "Bad Request: private chat not found"),
            (400, "Bad Request: message to edit not found"),
            (400, "Bad Request: message thread not found"),
            (400, "Bad Request: message can't be edited"),
            (400, "Bad Request: group chat was upgraded to a supergroup chat"),
            (400, "Bad Request: not enough rights to send text messages to the chat"),
            (400, "Bad Request: have no rights to send a message"),
            (400, "Bad Request: CHAT_WRITE_FORBIDDEN"),
            (400, "Bad Request: CHAT_SEND_PLAIN_FORBIDDEN"),
            (400, "Bad Request: CHAT_RESTRICTED"),
            (400, "Bad Request: TOPIC_CLOSED"),
            (400, "Bad Request: PEER_ID_INVALID"),
        ] {
            assert_eq!(verdict(code, description), Verdict::Gone, "{description}");
        }
    }

    #[test]
    fn what_passes_is_told_from_what_does_not() {
        for (code, description, expected) in [
            (400, "Bad Request: message is not modified: specified", Verdict::NotModified),
            (400, "Bad Request: message is too long", Verdict::Refused),
            (401, "Unauthorized", Verdict::WrongToken),
            (404, "Not Found", Verdict::WrongToken),
            (429, "Too Many Requests", Verdict::Trouble),
            (500, "Internal Server Error: restart", Verdict::Trouble),
            (502, "Bad Gateway", Verdict::Trouble),
        ] {
            assert_eq!(verdict(code, description), expected, "{description}");
        }
    }
}
