//! Bot API client with its metrics and health.

pub mod api;
pub mod calls;
pub mod lookup;
pub mod identity;
pub mod migration;
pub mod administrators;
pub mod members;
pub mod downloads;
pub mod profile;

use std::sync::Arc;
use std::time::Duration;

use teloxide::Bot;
use zerosum_metrics::Metrics;
use zerosum_metrics::labels::{self, CallOutcome, Method};

use crate::health::readiness::Readiness;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::FailureKind;
use crate::telegram::client::identity::Identity;

/// Bot API client. Every call of the Bot API is made with one.
#[derive(Clone)]
pub struct Client {
    pub bot: Bot,
    pub metrics: Arc<Metrics>,
    pub readiness: Arc<Readiness>,
    /// Identity of the bot.
    pub identity: Arc<Identity>,
}

impl Client {
    /// Creates a client with fresh metrics and an empty identity.
    pub fn new(bot: Bot) -> Client {
        let identity = Arc::<Identity>::default();
        Client { bot, metrics: Arc::default(), readiness: Arc::default(), identity }
    }

    /// Records that Telegram has delivered an update.
    pub(crate) fn note_update(&self, label: labels::Update) {
        self.readiness.note_telegram_update();
        self.metrics.play.updates.count(label);
    }

    /// Records a call that was handed over in the response to a webhook request, so that Telegram makes it
    /// itself.
    pub(crate) fn note_handed_over(&self, method: Method) {
        self.metrics.telegram.calls.count((method, CallOutcome::HandedOver));
    }

    /// Records the outcome and the duration of a call.
    pub(crate) fn note(&self, method: &str, error: Option<&CallError>, time: Duration) {
        let method = Method::of(method);
        let (outcome, is_trouble) = match error {
            None => (CallOutcome::Ok, false),
            Some(error) => outcome_of(error),
        };
        let figures = &self.metrics.telegram;
        figures.calls.count((method, outcome));
        // A poll lasts until an update arrives.
        if method != Method::GetUpdates {
            figures.seconds.observe(method, time);
        }
        if let Some(FailureKind::Wait(pause)) = error.map(CallError::kind) {
            figures.retry_after_seconds.add(pause.as_secs());
        }
        if is_trouble {
            self.readiness.note_telegram_trouble();
        } else {
            self.readiness.note_telegram();
        }
    }
}

/// Returns the outcome of a failed call, and whether it means that Telegram is in trouble.
fn outcome_of(error: &CallError) -> (CallOutcome, bool) {
    match (error.kind(), error) {
        (FailureKind::NotModified, _) => (CallOutcome::NotModified, false),
        (FailureKind::Gone, _) => (CallOutcome::Gone, false),
        (FailureKind::Wait(_), _) => (CallOutcome::TooManyRequests, false),
        (FailureKind::Unavailable, CallError::Refused { code: 429, .. }) => {
            (CallOutcome::TooManyRequests, false)
        }
        (FailureKind::Unavailable | FailureKind::OutcomeUnknown, CallError::Refused { .. }) => {
            (CallOutcome::ServerError, true)
        }
        // The call was never made.
        (FailureKind::Crowded, _) | (FailureKind::Unavailable, CallError::Crowded) => {
            (CallOutcome::NoAnswer, false)
        }
        (FailureKind::Unavailable, CallError::Network(_) | CallError::NotMade(_))
        | (FailureKind::OutcomeUnknown, _) => (CallOutcome::NoAnswer, true),
        (FailureKind::WrongToken, _) => (CallOutcome::WrongToken, true),
        (FailureKind::Refused, _) => (CallOutcome::Refused, false),
    }
}
