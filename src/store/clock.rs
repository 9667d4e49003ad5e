//! The time at which games change.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Tells the time in microseconds since 1970. Always later than before, even if the machine's
/// clock is set back, so that the game that changed last has the latest time. Several processes on
/// one database each have a clock of their own, and agree as well as their machines do.
#[derive(Debug)]
pub(super) struct Clock {
    last: AtomicI64,
}

impl Clock {
    /// A clock that goes on from the time of the last change.
    pub(super) fn starting_at(last: i64) -> Clock {
        Clock { last: AtomicI64::new(last) }
    }

    /// The time that has been reached.
    pub(super) fn now(&self) -> i64 {
        micros(SystemTime::now()).max(self.last.load(Ordering::Relaxed))
    }

    /// The time so long ago.
    pub(super) fn ago(&self, elapsed: Duration) -> i64 {
        self.now().saturating_sub(i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX))
    }

    /// A time later than all before.
    pub(super) fn tick(&self) -> i64 {
        let now = micros(SystemTime::now());
        let later = |last: i64| now.max(last.saturating_add(1));
        let last =
            self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(later(last)));
        later(last.unwrap_or_else(|last| last))
    }
}

/// A time in microseconds since 1970.
pub(super) fn micros(time: SystemTime) -> i64 {
    let since_1970 = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_on_when_the_machines_clock_is_set_back() {
        let in_2096 = 4_000_000_000_000_000;
        let clock = Clock::starting_at(in_2096);
        assert_eq!(clock.tick(), in_2096 + 1);
        assert_eq!(clock.tick(), in_2096 + 2);
    }
}
