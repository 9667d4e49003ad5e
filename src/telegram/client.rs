//! The way to Telegram: teloxide's client, and who wants to know how it goes.

use std::sync::Arc;
use std::time::Duration;

use teloxide::Bot;

use crate::metrics::Metrics;
use crate::metrics::labels::{self, CallOutcome, Method};
use crate::telegram::Identity;
use crate::telegram::api::CallError;
use crate::telegram::calls::Verdict;
use crate::web::readiness::Readiness;

/// See the module. Every call of the Bot API is made with one.
#[derive(Clone)]
pub struct Client {
    pub bot: Bot,
    pub metrics: Arc<Metrics>,
    pub readiness: Arc<Readiness>,
    /// Who the bot is.
    pub identity: Arc<Identity>,
}

impl Client {
    /// A client of which nobody has heard yet, and which knows nothing of the bot.
    pub fn new(bot: Bot) -> Client {
        let identity = Arc::<Identity>::default();
        Client { bot, metrics: Arc::default(), readiness: Arc::default(), identity }
    }

    /// Telegram has delivered an update.
    pub fn note_update(&self, label: labels::Update) {
        self.readiness.note_telegram();
        self.metrics.play.updates.count(label);
    }

    /// Notes a call that Telegram makes itself, as the answer to an update says.
    pub fn note_handed_over(&self, method: Method) {
        self.metrics.telegram.calls.count((method, CallOutcome::HandedOver));
    }

    /// Notes what became of a call and how long it took.
    pub fn note(&self, method: &str, error: Option<&CallError>, time: Duration) {
        let method = Method::of(method);
        let (outcome, is_trouble) = match error {
            None => (CallOutcome::Ok, false),
            Some(error) => outcome_of(error),
        };
        let figures = &self.metrics.telegram;
        figures.calls.count((method, outcome));
        // A poll lasts as long as nobody writes.
        if method != Method::GetUpdates {
            figures.seconds.observe(method, time);
        }
        if let Some(Verdict::Wait(pause)) = error.map(CallError::verdict) {
            figures.retry_after_seconds.add(pause.as_secs());
        }
        if is_trouble {
            self.readiness.note_telegram_trouble();
        } else {
            self.readiness.note_telegram();
        }
    }
}

/// What became of a call that failed, and whether that means that Telegram is in trouble.
fn outcome_of(error: &CallError) -> (CallOutcome, bool) {
    match (error.verdict(), error) {
        (Verdict::NotModified, _) => (CallOutcome::NotModified, false),
        (Verdict::Gone, _) => (CallOutcome::Gone, false),
        (Verdict::Wait(_), _) => (CallOutcome::TooManyRequests, false),
        (Verdict::Trouble, CallError::Refused { code: 429, .. }) => {
            (CallOutcome::TooManyRequests, false)
        }
        (Verdict::Trouble, CallError::Refused { .. }) => (CallOutcome::ServerError, true),
        // Such a call was never made.
        (Verdict::Crowded, _) | (Verdict::Trouble, CallError::Crowded) => {
            (CallOutcome::NoAnswer, false)
        }
        (Verdict::Trouble, CallError::Network(_) | CallError::NotMade(_))
        | (Verdict::Unclear, _) => (CallOutcome::NoAnswer, true),
        (Verdict::WrongToken, _) => (CallOutcome::WrongToken, true),
        (Verdict::Refused, _) => (CallOutcome::Refused, false),
    }
}
