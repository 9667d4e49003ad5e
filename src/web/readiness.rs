//! Whether the bot is ready to serve people: it has started, does not leave, and what it stands on
//! answers. Others note what they see; asking costs a look into memory, however many ask.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// For how long an answer of Telegram counts. The longest poll ends sooner.
pub const TELEGRAM_LATELY: Duration = Duration::from_secs(40);

/// For how long calls of Telegram may fail, without one that succeeds, until it counts as away.
pub const TELEGRAM_TROUBLE_MAX: Duration = Duration::from_secs(5);

/// For how long an answer of the store counts.
pub const STORE_LATELY: Duration = Duration::from_secs(10);

/// A moment that has not come.
const NEVER: u64 = 0;

/// See the module.
#[derive(Debug)]
pub struct Readiness {
    start: Instant,
    has_started: AtomicBool,
    is_leaving: AtomicBool,
    store_answered_at: AtomicU64,
    telegram_answered_at: AtomicU64,
    /// When the first call since the last success failed.
    telegram_failing_since: AtomicU64,
}

/// What is ready and what is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadyState {
    pub has_started: bool,
    pub is_leaving: bool,
    pub has_store: bool,
    pub has_telegram: bool,
}

impl ReadyState {
    pub fn is_ready(self) -> bool {
        self.has_started && !self.is_leaving && self.has_store && self.has_telegram
    }
}

impl Readiness {
    /// Nothing has started or answered yet.
    pub fn new() -> Readiness {
        Readiness {
            start: Instant::now(),
            has_started: AtomicBool::new(false),
            is_leaving: AtomicBool::new(false),
            store_answered_at: AtomicU64::new(NEVER),
            telegram_answered_at: AtomicU64::new(NEVER),
            telegram_failing_since: AtomicU64::new(NEVER),
        }
    }

    pub fn note_started(&self) {
        self.has_started.store(true, Ordering::Relaxed);
    }

    pub fn note_leaving(&self) {
        self.is_leaving.store(true, Ordering::Relaxed);
    }

    /// The store was asked whether it is there.
    pub fn note_store(&self, answers: bool) {
        let at = if answers { self.now() } else { NEVER };
        self.store_answered_at.store(at, Ordering::Relaxed);
    }

    /// A call of Telegram has succeeded, or Telegram has called.
    pub fn note_telegram(&self) {
        self.telegram_failing_since.store(NEVER, Ordering::Relaxed);
        self.telegram_answered_at.store(self.now(), Ordering::Relaxed);
    }

    /// A call of Telegram was not answered, or answered with an error of its own.
    pub fn note_telegram_trouble(&self) {
        let _ = self.telegram_failing_since.compare_exchange(
            NEVER,
            self.now(),
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    /// Whether the last call of Telegram failed.
    pub fn is_telegram_failing(&self) -> bool {
        self.age(&self.telegram_failing_since).is_some()
    }

    /// How long ago Telegram answered or called; `None` if it never has.
    pub fn telegram_silence(&self) -> Option<Duration> {
        self.age(&self.telegram_answered_at)
    }

    pub fn state(&self) -> ReadyState {
        let is_within = |at: &AtomicU64, max| self.age(at).is_some_and(|age: Duration| age <= max);
        let is_failing =
            self.age(&self.telegram_failing_since).is_some_and(|age| age > TELEGRAM_TROUBLE_MAX);
        ReadyState {
            has_started: self.has_started.load(Ordering::Relaxed),
            is_leaving: self.is_leaving.load(Ordering::Relaxed),
            has_store: is_within(&self.store_answered_at, STORE_LATELY),
            has_telegram: is_within(&self.telegram_answered_at, TELEGRAM_LATELY) && !is_failing,
        }
    }

    /// Milliseconds since the start, never [`NEVER`].
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
