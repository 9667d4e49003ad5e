//! The time, by the clock of this machine.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Clock that gives every change a later time than the one before.
#[derive(Debug, Default)]
pub(super) struct Clock {
    last: AtomicI64,
}

impl Clock {
    pub(super) fn now(&self) -> i64 {
        micros(SystemTime::now()).max(self.last.load(Ordering::Relaxed))
    }

    pub(super) fn tick(&self) -> i64 {
        let now = micros(SystemTime::now());
        let next = |last: i64| Some(now.max(last + 1));
        let last = self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        last.map_or(now, |last| now.max(last + 1))
    }

    /// Returns whether the time is no longer ago than this.
    pub(super) fn is_within(&self, grace: Duration, time: i64) -> bool {
        let grace = i64::try_from(grace.as_micros()).unwrap_or(i64::MAX);
        time > self.now().saturating_sub(grace)
    }
}

/// A time in microseconds since 1970.
pub(super) fn micros(time: SystemTime) -> i64 {
    let since_1970 = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX)
}

/// Time from microseconds since 1970.
pub(super) fn time_of(micros: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_micros(micros.max(0).unsigned_abs())
}
