//! Counts rejected requests and logs a summary at intervals.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use zerosum_metrics::labels;

use crate::web::body::BodyError;

/// Minimum time between two log lines about rejections.
pub(crate) const REPORT_PAUSE: Duration = Duration::from_secs(60);

/// Reasons why a request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    OtherPath,
    OtherMethod,
    WrongSecret,
    NotJson,
    TooLarge,
    TooSlow,
    /// The connection ended during the request.
    Broken,
    NotAnUpdate,
    /// Too many updates are in flight.
    Full,
    /// The update was not decided in time.
    Undecided,
}

impl Rejection {
    const ALL: [Rejection; 10] = [
        Rejection::OtherPath,
        Rejection::OtherMethod,
        Rejection::WrongSecret,
        Rejection::NotJson,
        Rejection::TooLarge,
        Rejection::TooSlow,
        Rejection::Broken,
        Rejection::NotAnUpdate,
        Rejection::Full,
        Rejection::Undecided,
    ];

    pub(crate) fn status(self) -> StatusCode {
        match self {
            Rejection::OtherPath => StatusCode::NOT_FOUND,
            Rejection::OtherMethod => StatusCode::METHOD_NOT_ALLOWED,
            Rejection::WrongSecret => StatusCode::UNAUTHORIZED,
            Rejection::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Rejection::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Rejection::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Rejection::Broken | Rejection::NotAnUpdate => StatusCode::BAD_REQUEST,
            Rejection::Full | Rejection::Undecided => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Label of the rejection in the metrics.
    pub(crate) fn label(self) -> labels::Rejection {
        match self {
            Rejection::OtherPath => labels::Rejection::OtherPath,
            Rejection::OtherMethod => labels::Rejection::OtherMethod,
            Rejection::WrongSecret => labels::Rejection::WrongSecret,
            Rejection::NotJson => labels::Rejection::NotJson,
            Rejection::TooLarge => labels::Rejection::TooLarge,
            Rejection::TooSlow => labels::Rejection::TooSlow,
            Rejection::Broken => labels::Rejection::Broken,
            Rejection::NotAnUpdate => labels::Rejection::NotAnUpdate,
            Rejection::Full => labels::Rejection::Full,
            Rejection::Undecided => labels::Rejection::Undecided,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Rejection::OtherPath => "to another path",
            Rejection::OtherMethod => "by another method",
            Rejection::WrongSecret => "without the secret",
            Rejection::NotJson => "not JSON by their type",
            Rejection::TooLarge => "too large",
            Rejection::TooSlow => "too slow",
            Rejection::Broken => "broken off",
            Rejection::NotAnUpdate => "no updates",
            Rejection::Full => "too many at once",
            Rejection::Undecided => "not decided in time",
        }
    }
}

impl From<BodyError> for Rejection {
    fn from(error: BodyError) -> Rejection {
        match error {
            BodyError::TooLarge => Rejection::TooLarge,
            BodyError::TooSlow => Rejection::TooSlow,
            BodyError::Broken => Rejection::Broken,
        }
    }
}

/// Counts rejections. Any client that can reach the listener can cause them, so they have no log lines
/// of their own.
#[derive(Debug, Default)]
pub(crate) struct Rejections {
    counts: [AtomicU64; Rejection::ALL.len()],
    reported_at: Mutex<Option<Instant>>,
}

impl Rejections {
    /// Counts a rejection, and logs the counts if the last report is old.
    pub(crate) fn note(&self, rejection: Rejection) {
        self.counts[rejection as usize].fetch_add(1, Ordering::Relaxed);
        let is_due = {
            let mut reported_at = self.reported_at.lock().unwrap_or_else(PoisonError::into_inner);
            let is_due = reported_at.is_none_or(|at| at.elapsed() >= REPORT_PAUSE);
            if is_due {
                *reported_at = Some(Instant::now());
            }
            is_due
        };
        if is_due {
            self.report();
        }
    }

    /// Logs the counts since the last report, if there are any.
    pub(crate) fn report(&self) {
        let mut total = 0;
        let mut reasons = String::new();
        for rejection in Rejection::ALL {
            let count = self.counts[rejection as usize].swap(0, Ordering::Relaxed);
            if count > 0 {
                total += count;
                let comma = if reasons.is_empty() { "" } else { ", " };
                // Writing to a string cannot fail.
                let _ = write!(reasons, "{comma}{count} {}", rejection.words());
            }
        }
        if total > 0 {
            log::warn!("the webhook has rejected {total} requests: {reasons}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rejection_has_a_count_of_its_own() {
        for (index, rejection) in Rejection::ALL.into_iter().enumerate() {
            assert_eq!(rejection as usize, index);
        }
    }
}
