//! Refusals of requests, as a status and a sentence.

use axum::http::StatusCode;
use zerosum_metrics::labels::PageAnswer;
use zerosum_render::locales::page::PageLabel;

use crate::web::body::BodyError;

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
    /// A move that is not possible, with the sentence that says so.
    Illegal(String),
}

impl Refusal {
    pub fn status(&self) -> StatusCode {
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
            Refusal::Full => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            Refusal::Illegal(_) => StatusCode::CONFLICT,
        }
    }

    /// Its label in the metrics, whose word is also its name in the answer.
    pub fn label(&self) -> PageAnswer {
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
            Refusal::Illegal(_) => PageAnswer::Illegal,
        }
    }

    /// The sentence for a visitor, unless it is part of the refusal.
    pub fn sentence(&self) -> PageLabel {
        match self {
            Refusal::TooFast => PageLabel::TooFast,
            Refusal::Full => PageLabel::Busy,
            _ => PageLabel::Failed,
        }
    }

    /// Returns whether the same request may succeed in a moment.
    pub fn passes(&self) -> bool {
        matches!(self, Refusal::TooFast | Refusal::Full)
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
