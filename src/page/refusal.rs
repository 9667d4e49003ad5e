//! Refusals of requests, as a status and a sentence.

use std::fmt::Display;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use zerosum_metrics::labels::PageAnswer;
use zerosum_render::locales::page::PageLabel;
use zerosum_render::page::live::LiveSnapshot;

use crate::web::body::BodyError;

/// Time for which further failures of the store are not logged.
const AWAY_LOGGED_PERIOD: Duration = Duration::from_secs(60);

/// Time of the last failure of the store that was logged.
static AWAY_LOGGED_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// The reason a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    NotFound,
    /// With the methods that are allowed.
    OtherMethod(&'static str),
    OtherHost,
    UriTooLong,
    NotJson,
    Malformed,
    TooLarge,
    TooSlow,
    Broken,
    TooFast,
    Full,
    Failed,
    /// The bot is not at work yet.
    Starting,
    /// The store does not answer.
    Away,
    /// An invitation that seats no one any more, with the sentence that says so.
    Gone(String),
    /// No pass is shown, or one that does not count.
    NoPass,
    /// An action that is not possible, with the sentence that says so and the state that does not allow it.
    Denied {
        say: String,
        state: Option<Box<LiveSnapshot>>,
    },
}

impl Refusal {
    /// Refuses an action with a sentence.
    pub(crate) fn denied(say: String) -> Refusal {
        Refusal::Denied { say, state: None }
    }

    /// Refuses a request because the store has failed, and logs that, but not for each of very many requests.
    pub(crate) fn away(error: impl Display) -> Refusal {
        let mut logged_at = AWAY_LOGGED_AT.lock().unwrap_or_else(PoisonError::into_inner);
        if logged_at.is_none_or(|at| at.elapsed() >= AWAY_LOGGED_PERIOD) {
            *logged_at = Some(Instant::now());
            log::error!("the page cannot reach the store: {error}");
        }
        Refusal::Away
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Refusal::NotFound => StatusCode::NOT_FOUND,
            Refusal::OtherMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Refusal::UriTooLong => StatusCode::URI_TOO_LONG,
            Refusal::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Refusal::Malformed | Refusal::Broken => StatusCode::BAD_REQUEST,
            Refusal::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refusal::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Full | Refusal::Starting | Refusal::Away => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::NoPass => StatusCode::UNAUTHORIZED,
            Refusal::Gone(_) => StatusCode::GONE,
            Refusal::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            Refusal::Denied { .. } => StatusCode::CONFLICT,
        }
    }

    /// Its label in the metrics, whose word is also its name in the answer.
    pub(crate) fn label(&self) -> PageAnswer {
        match self {
            Refusal::NotFound => PageAnswer::NotFound,
            Refusal::OtherMethod(_) => PageAnswer::OtherMethod,
            Refusal::OtherHost => PageAnswer::OtherHost,
            Refusal::UriTooLong | Refusal::TooLarge => PageAnswer::TooLarge,
            Refusal::NotJson => PageAnswer::NotJson,
            Refusal::Malformed => PageAnswer::Malformed,
            Refusal::TooSlow => PageAnswer::TooSlow,
            Refusal::Broken => PageAnswer::Broken,
            Refusal::TooFast => PageAnswer::TooFast,
            Refusal::Full => PageAnswer::Full,
            Refusal::Failed => PageAnswer::Failed,
            Refusal::Starting => PageAnswer::Starting,
            Refusal::Away => PageAnswer::Away,
            Refusal::NoPass => PageAnswer::NoPass,
            Refusal::Gone(_) => PageAnswer::Gone,
            Refusal::Denied { .. } => PageAnswer::Denied,
        }
    }

    /// The sentence for a visitor, unless it is part of the refusal.
    pub(crate) fn sentence(&self) -> PageLabel {
        match self {
            Refusal::TooFast => PageLabel::TooFast,
            Refusal::Full => PageLabel::Busy,
            Refusal::Starting | Refusal::Away => PageLabel::Away,
            Refusal::NoPass => PageLabel::NoPass,
            Refusal::NotFound => PageLabel::NotFound,
            _ => PageLabel::Failed,
        }
    }

    /// Returns whether the same request may succeed in a moment.
    pub(crate) fn passes(&self) -> bool {
        matches!(self, Refusal::TooFast | Refusal::Full | Refusal::Starting | Refusal::Away)
    }
}

impl From<BodyError> for Refusal {
    fn from(error: BodyError) -> Refusal {
        match error {
            BodyError::TooLarge => Refusal::TooLarge,
            BodyError::TooSlow => Refusal::TooSlow,
            BodyError::Broken => Refusal::Broken,
        }
    }
}
