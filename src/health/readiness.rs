//! Readiness of the bot: it has started, is not shutting down, and its dependencies answer. Other modules
//! record what they observe; a readiness check only reads memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::health::connectivity::Connectivity;

/// Time for which an answer of Telegram counts. The longest poll ends sooner.
pub(crate) const TELEGRAM_LATELY: Duration = Duration::from_secs(40);

/// Time for which calls of Telegram may fail, without one that succeeds, before it counts as unavailable.
pub(crate) const TELEGRAM_TROUBLE_MAX: Duration = Duration::from_secs(5);

/// Time for which an answer of the store counts.
pub(crate) const STORE_LATELY: Duration = Duration::from_secs(10);

/// A time that stands for no event.
const NEVER: u64 = 0;

/// The observations that readiness is derived from.
#[derive(Debug)]
pub struct Readiness {
    start: Instant,
    has_started: AtomicBool,
    is_leaving: AtomicBool,
    store_answered_at: AtomicU64,
    telegram_answered_at: AtomicU64,
    /// The time of the first failed call since the last success.
    telegram_failing_since: AtomicU64,
    pub connectivity: Arc<Connectivity>,
}

/// The state of each condition of readiness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadyState {
    pub has_started: bool,
    pub is_leaving: bool,
    pub has_store: bool,
    /// Telegram answers calls.
    pub has_telegram: bool,
    /// Updates can arrive.
    pub has_updates: bool,
}

impl ReadyState {
    pub(crate) fn is_ready(self) -> bool {
        self.has_started && !self.is_leaving && self.has_store && self.is_in_touch()
    }

    /// Returns whether Telegram can be reached in both directions.
    pub(crate) fn is_in_touch(self) -> bool {
        self.has_telegram && self.has_updates
    }
}

impl Readiness {
    /// Creates the state before anything has started or answered.
    pub fn new() -> Readiness {
        Readiness {
            start: Instant::now(),
            has_started: AtomicBool::new(false),
            is_leaving: AtomicBool::new(false),
            store_answered_at: AtomicU64::new(NEVER),
            telegram_answered_at: AtomicU64::new(NEVER),
            telegram_failing_since: AtomicU64::new(NEVER),
            connectivity: Arc::default(),
        }
    }

    pub(crate) fn note_started(&self) {
        self.has_started.store(true, Ordering::Relaxed);
    }

    pub(crate) fn note_leaving(&self) {
        self.is_leaving.store(true, Ordering::Relaxed);
    }

    /// Records whether the store answered a ping.
    pub(crate) fn note_store(&self, answers: bool) {
        let at = if answers { self.now() } else { NEVER };
        self.store_answered_at.store(at, Ordering::Relaxed);
    }

    /// Records that a call of Telegram has succeeded.
    pub fn note_telegram(&self) {
        self.telegram_failing_since.store(NEVER, Ordering::Relaxed);
        self.note_telegram_update();
    }

    /// Records that Telegram has delivered an update, although calls may fail.
    pub(crate) fn note_telegram_update(&self) {
        self.telegram_answered_at.store(self.now(), Ordering::Relaxed);
    }

    /// Records that a call of Telegram was not answered, or answered with a server error.
    pub(crate) fn note_telegram_trouble(&self) {
        let _ = self.telegram_failing_since.compare_exchange(
            NEVER,
            self.now(),
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    /// Returns whether the last call of Telegram failed.
    pub(crate) fn is_telegram_failing(&self) -> bool {
        self.age(&self.telegram_failing_since).is_some()
    }

    /// Returns the time since Telegram last answered or called; `None` if it never has.
    pub(crate) fn telegram_silence(&self) -> Option<Duration> {
        self.age(&self.telegram_answered_at)
    }

    pub(crate) fn state(&self) -> ReadyState {
        let is_within = |at: &AtomicU64, max| self.age(at).is_some_and(|age: Duration| age <= max);
        let is_failing =
            self.age(&self.telegram_failing_since).is_some_and(|age| age > TELEGRAM_TROUBLE_MAX);
        ReadyState {
            has_started: self.has_started.load(Ordering::Relaxed),
            is_leaving: self.is_leaving.load(Ordering::Relaxed),
            has_store: is_within(&self.store_answered_at, STORE_LATELY),
            has_telegram: is_within(&self.telegram_answered_at, TELEGRAM_LATELY) && !is_failing,
            has_updates: self.connectivity.is_up(),
        }
    }

    /// Returns the milliseconds since the start, never [`NEVER`].
    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1)
    }

    fn age(&self, at: &AtomicU64) -> Option<Duration> {
        match at.load(Ordering::Relaxed) {
            NEVER => None,
            at => Some(Duration::from_millis(self.now().saturating_sub(at))),
        }
    }
}

impl Default for Readiness {
    fn default() -> Readiness {
        Readiness::new()
    }
}
