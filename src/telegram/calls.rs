//! Calls of the Bot API: how long to wait, when to try again, and what a failure means.

use std::future::IntoFuture;
use std::time::Duration;

use teloxide::requests::{Output, Request};
use teloxide::{ApiError, RequestError};
use thiserror::Error;
use tokio::time::{sleep, timeout};

/// How long a call may take that does no harm if it is made twice. After a server error teloxide
/// sleeps for ten seconds before it says so, which this cuts short.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// How long sending a message may take: long enough to hear of a server error, because a message
/// whose fate is unknown cannot be sent again.
pub const SEND_TIMEOUT: Duration = Duration::from_secs(15);

/// The pause before the second try; it doubles with every further one.
const BACKOFF_FIRST: Duration = Duration::from_millis(100);

/// No pause is longer, unless Telegram asks for it.
const BACKOFF_MAX: Duration = Duration::from_secs(5);

/// Why a call came to nothing.
#[derive(Debug, Error)]
pub enum CallError {
    #[error("{}", describe(.0))]
    Failed(#[from] RequestError),
    #[error("no answer within {} s", .0.as_secs())]
    TimedOut(Duration),
}

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
    /// Telegram will never accept this call.
    Refused,
}

/// An error in words, without what people wrote: an answer that cannot be read quotes it, and so
/// may the reason why it cannot.
fn describe(error: &RequestError) -> String {
    match error {
        RequestError::InvalidJson { source, .. } => {
            format!("Telegram's answer is odd from column {} on", source.column())
        }
        error => error.to_string(),
    }
}

impl CallError {
    pub fn verdict(&self) -> Verdict {
        match self {
            CallError::TimedOut(_) => Verdict::Trouble,
            CallError::Failed(error) => match error {
                RequestError::RetryAfter(seconds) => Verdict::Wait(seconds.duration()),
                RequestError::MigrateToChatId(_) => Verdict::Gone,
                RequestError::Network(_)
                | RequestError::Io(_)
                | RequestError::InvalidJson { .. } => Verdict::Trouble,
                RequestError::Api(error) => verdict_on(error),
            },
        }
    }
}

fn verdict_on(error: &ApiError) -> Verdict {
    match error {
        ApiError::MessageNotModified => Verdict::NotModified,
        ApiError::BotBlocked
        | ApiError::BotKicked
        | ApiError::BotKickedFromSupergroup
        | ApiError::BotKickedFromChannel
        | ApiError::UserDeactivated
        | ApiError::ChatNotFound
        | ApiError::GroupDeactivated
        | ApiError::CantInitiateConversation
        | ApiError::CantTalkWithBots
        | ApiError::MessageToEditNotFound
        | ApiError::MessageCantBeEdited
        | ApiError::MessageIdInvalid
        | ApiError::NotEnoughRightsToPostMessages => Verdict::Gone,
        // The library knows errors by their exact words, which Telegram changes from time to time.
        ApiError::Unknown(description) => verdict_on_words(description),
        _ => Verdict::Refused,
    }
}

fn verdict_on_words(description: &str) -> Verdict {
    let says = |words: &str| description.contains(words);
    if says("message is not modified") {
        Verdict::NotModified
    } else if description.starts_with("Forbidden")
        || says("not found")
        || says("can't be edited")
        || says("not enough rights")
        || says("have no rights")
        || says("CHAT_WRITE_FORBIDDEN")
        || says("CHAT_RESTRICTED")
        || says("TOPIC_CLOSED")
    {
        Verdict::Gone
    } else if description.starts_with("Bad Request") || description.starts_with("Unauthorized") {
        Verdict::Refused
    } else {
        Verdict::Trouble
    }
}

/// How often a call is tried, and how long each try may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    pub tries_max: u32,
    pub timeout: Duration,
    /// A longer pause than this is not waited for, even if Telegram asks for it.
    pub pause_max: Duration,
    /// Whether a call that was not answered in time is made again. It may have got through, so a
    /// message would be sent twice.
    pub repeats_after_timeout: bool,
}

/// One try.
pub async fn once<R>(limit: Duration, request: R) -> Result<Output<R>, CallError>
where
    R: Request<Err = RequestError> + IntoFuture,
{
    match timeout(limit, request.send()).await {
        Ok(result) => Ok(result?),
        Err(_) => Err(CallError::TimedOut(limit)),
    }
}

/// As many tries as the patience has, with pauses as Telegram asks for them or as the trouble
/// lasts.
pub async fn patiently<R>(
    patience: Patience,
    request: impl Fn() -> R,
) -> Result<Output<R>, CallError>
where
    R: Request<Err = RequestError> + IntoFuture,
{
    let mut tries = 1;
    loop {
        let error = match once(patience.timeout, request()).await {
            Ok(output) => return Ok(output),
            Err(error) => error,
        };
        let pause = match (&error, error.verdict()) {
            (CallError::TimedOut(_), _) if !patience.repeats_after_timeout => return Err(error),
            (_, Verdict::Wait(pause)) => pause,
            (_, Verdict::Trouble) => backoff(tries),
            (_, Verdict::NotModified | Verdict::Gone | Verdict::Refused) => return Err(error),
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
