//! Calls of the Bot API: timeouts, retries and the meaning of failures.

use std::future::{Future, pending};
use std::time::Duration;

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use teloxide::requests::Payload;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError};

/// Maximum pause between two calls, even if Telegram asks for more: the bot must show that it is alive.
pub(crate) const PAUSE_MAX: Duration = Duration::from_secs(60);

/// Timeout of a call that can be repeated. Only getUpdates may take longer.
pub(crate) const CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// Timeout of a call that sends a message. It is longer, because a repeated call would send the message
/// twice.
pub(crate) const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// Pause before the second try; it doubles with each further one.
const BACKOFF_FIRST: Duration = Duration::from_millis(100);

/// Maximum pause, unless Telegram asks for a longer one.
const BACKOFF_MAX: Duration = Duration::from_secs(5);

/// Meaning of a failure for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The message already has this content.
    NotModified,
    /// The message, the chat or the right to write there is gone for good.
    Gone,
    /// Telegram asks for this pause.
    Wait(Duration),
    /// The network or Telegram is in trouble; the call was not executed.
    Unavailable,
    /// The network or Telegram is in trouble; the call may have been executed.
    OutcomeUnknown,
    /// The token is not, or no longer, valid.
    WrongToken,
    /// Telegram refuses the call for a reason that is not known to pass.
    Refused,
    /// Too many calls wait already. Telegram was not called.
    Crowded,
}

/// Telegram's error for editing the text of a photo message.
pub(in crate::telegram) const ERR_NO_TEXT_TO_EDIT: &str = "no text in the message to edit";

/// Telegram's errors, besides "Forbidden", for places where nothing can be written any more. The words
/// in capitals come from Telegram's servers; the Bot API passes them on as bad requests, even those that
/// forbid something.
const WORDS_FOR_GONE: [&str; 20] = [
    "not found",
    "can't be edited",
    ERR_NO_TEXT_TO_EDIT,
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
    "TOPIC_ID_INVALID",
    "USER_BANNED_IN_CHANNEL",
];

/// Those for a right that a person or the bot has not at this time.
const WORDS_FOR_RIGHTS: [&str; 5] = [
    "not enough rights",
    "have no rights",
    "need administrator rights",
    "_FORBIDDEN",
    "CHAT_RESTRICTED",
];

/// Telegram's errors for a message that is gone, or can never be changed again, in a chat that is there.
const WORDS_FOR_GONE_MESSAGE: [&str; 4] = [
    "message to edit not found",
    "message can't be edited",
    "MESSAGE_EDIT_TIME_EXPIRED",
    "MESSAGE_ID_INVALID",
];

/// Telegram's errors for a topic in which nothing can be written, in a group with others.
const WORDS_FOR_CLOSED_TOPIC: [&str; 4] =
    ["TOPIC_CLOSED", "TOPIC_DELETED", "TOPIC_ID_INVALID", "message thread not found"];

impl CallError {
    pub(crate) fn kind(&self) -> FailureKind {
        let (code, description, retry_after) = match self {
            CallError::Network(_) => return FailureKind::OutcomeUnknown,
            CallError::NotMade(_) => return FailureKind::Unavailable,
            CallError::Crowded => return FailureKind::Crowded,
            CallError::Refused { code, description, retry_after, .. } => {
                (*code, description, *retry_after)
            }
        };
        let says = |words: &str| description.contains(words);
        match code {
            _ if retry_after.is_some() => FailureKind::Wait(retry_after.unwrap_or_default()),
            401 | 404 => FailureKind::WrongToken,
            403 => FailureKind::Gone,
            400 if says("message is not modified") => FailureKind::NotModified,
            400 if WORDS_FOR_GONE.into_iter().any(says) => FailureKind::Gone,
            // A gateway does not know whether its server has executed the call.
            502 | 504 => FailureKind::OutcomeUnknown,
            429 | 500.. => FailureKind::Unavailable,
            _ => FailureKind::Refused,
        }
    }

    /// Returns whether only the message is gone or fixed, so that another one can be sent in its place.
    pub(crate) fn is_of_message(&self) -> bool {
        self.is_bad_request_with(&WORDS_FOR_GONE_MESSAGE)
    }

    /// Returns whether only the topic is closed or deleted.
    pub(crate) fn is_of_topic(&self) -> bool {
        self.is_bad_request_with(&WORDS_FOR_CLOSED_TOPIC)
    }

    /// Returns whether only a right is missing, which may come back.
    pub(crate) fn is_of_rights(&self) -> bool {
        self.is_bad_request_with(&WORDS_FOR_RIGHTS)
    }

    /// Returns whether Telegram has refused the call with some of these words.
    pub(in crate::telegram) fn is_bad_request_with(&self, words: &[&str]) -> bool {
        let CallError::Refused { code: 400, description, .. } = self else { return false };
        words.iter().any(|words| description.contains(words))
    }
}

/// Number of tries of a call, and the longest pause between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RetryPolicy {
    pub tries_max: u32,
    /// Maximum pause. The call is given up if Telegram asks for a longer one.
    pub pause_max: Duration,
    /// Handling of a try whose outcome is unknown.
    pub on_unknown: OnUnknown,
}

/// Handling of a call that may have been executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnUnknown {
    /// The call is idempotent, so it is repeated.
    Harmless,
    /// The call is repeated once at most, after this pause.
    RetryOnce(Duration),
}

/// Makes one try of an idempotent call.
pub(crate) async fn call<P>(client: &Client, payload: &P) -> Result<P::Output, CallError>
where
    P: Payload + Serialize,
    P::Output: DeserializeOwned,
{
    api::call(client, payload, CALL_TIMEOUT).await
}

/// Like [`call`], but does not parse the result.
pub(crate) async fn done<P: Payload + Serialize>(
    client: &Client,
    payload: &P,
) -> Result<(), CallError> {
    let IgnoredAny = api::call(client, payload, CALL_TIMEOUT).await?;
    Ok(())
}

/// Makes an idempotent call with retries, with the pauses that Telegram asks for or else with backoff.
pub(crate) async fn call_with_retries<P>(
    client: &Client,
    payload: &P,
    policy: RetryPolicy,
) -> Result<P::Output, CallError>
where
    P: Payload + Serialize,
    P::Output: DeserializeOwned,
{
    retry_with(policy, None, || call(client, payload)).await
}

/// Retries an attempt, which may consist of several calls, by a policy, until it is cancelled.
pub(crate) async fn retry_with<T, F>(
    policy: RetryPolicy,
    cancel: Option<&CancellationToken>,
    attempt: impl Fn() -> F,
) -> Result<T, CallError>
where
    F: Future<Output = Result<T, CallError>>,
{
    let mut tries = 1;
    // The error of the first try, if that may have taken effect.
    let mut unclear = None;
    loop {
        let error = match attempt().await {
            Ok(output) => return Ok(output),
            Err(error) => error,
        };
        let mut is_unclear = unclear.is_some();
        let pause = match error.kind() {
            FailureKind::Wait(pause) => pause,
            FailureKind::Unavailable => backoff(tries),
            FailureKind::OutcomeUnknown => match policy.on_unknown {
                OnUnknown::Harmless => backoff(tries),
                OnUnknown::RetryOnce(_) if is_unclear => return Err(error),
                OnUnknown::RetryOnce(pause) => {
                    is_unclear = true;
                    pause
                }
            },
            FailureKind::NotModified
            | FailureKind::Gone
            | FailureKind::WrongToken
            | FailureKind::Refused
            | FailureKind::Crowded => return Err(error),
        };
        let error = unclear.take().unwrap_or(error);
        if tries == policy.tries_max || pause > policy.pause_max {
            return Err(error);
        }
        tries += 1;
        tokio::select! {
            biased;
            () = cancelled(cancel) => return Err(error),
            () = sleep(pause) => {}
        }
        unclear = is_unclear.then_some(error);
    }
}

/// Waits until a token is cancelled; forever if there is none.
async fn cancelled(token: Option<&CancellationToken>) {
    match token {
        Some(token) => token.cancelled().await,
        None => pending().await,
    }
}

/// Pause after this many failures in a row: doubling, bounded, and randomly up to a half shorter, so
/// that clients that failed together do not retry together.
pub(crate) fn backoff(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    let pause = BACKOFF_FIRST.saturating_mul(1 << doublings).min(BACKOFF_MAX);
    pause.mul_f64(1.0 - fastrand::f64() / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(code: u16, description: &str) -> FailureKind {
        let description = description.to_owned();
        CallError::Refused { code, description, retry_after: None, moved_to: None }.kind()
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
            assert_eq!(kind_of(code, description), FailureKind::Gone, "{description}");
        }
    }

    #[test]
    fn a_message_or_a_topic_that_is_gone_is_told_from_a_chat_that_is() {
        let refused = |description: &str| CallError::Refused {
            code: 400,
            description: format!("Bad Request: {description}"),
            retry_after: None,
            moved_to: None,
        };
        for (description, is_of_message, is_of_topic) in [
            ("message to edit not found", true, false),
            ("MESSAGE_ID_INVALID", true, false),
            ("message can't be edited", true, false),
            ("TOPIC_CLOSED", false, true),
            ("TOPIC_DELETED", false, true),
            ("message thread not found", false, true),
            ("chat not found", false, false),
            ("not enough rights to send text messages to the chat", false, false),
        ] {
            let error = refused(description);
            assert_eq!(error.kind(), FailureKind::Gone, "{description}");
            let told = (error.is_of_message(), error.is_of_topic());
            assert_eq!(told, (is_of_message, is_of_topic), "{description}");
        }
    }

    #[test]
    fn what_passes_is_told_from_what_does_not() {
        for (code, description, expected) in [
            (400, "Bad Request: message is not modified: specified", FailureKind::NotModified),
            (400, "Bad Request: message is too long", FailureKind::Refused),
            (401, "Unauthorized", FailureKind::WrongToken),
            (404, "Not Found", FailureKind::WrongToken),
            (429, "Too Many Requests", FailureKind::Unavailable),
            (500, "Internal Server Error: restart", FailureKind::Unavailable),
            (502, "Bad Gateway", FailureKind::OutcomeUnknown),
            (503, "Service Unavailable", FailureKind::Unavailable),
            (504, "Gateway Timeout", FailureKind::OutcomeUnknown),
        ] {
            assert_eq!(kind_of(code, description), expected, "{description}");
        }
    }
}
