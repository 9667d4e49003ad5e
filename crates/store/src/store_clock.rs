//! The time at which games change, and the time that has elapsed for a store.
//!
//! A clock may be wrong, by years and at any moment, so two times are kept apart. The *clock* is the wall
//! clock: the machine's, or that of the server of a shared database. The store's *own time* is kept in
//! the database and advances only while a process is running, at the pace of a monotonic clock. A jump of
//! the wall clock, in either direction, does not move it. While it lags behind the wall clock, for
//! example after the bot was switched off, it catches up slowly.

// The lock is held for arithmetic only.
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The beginning of 2025, before any store existed: a clock that shows an earlier time is wrong.
const EARLIEST: i64 = 1_735_689_600_000_000;

/// Maximum disagreement between the clocks of processes that share a database; all follow the server's
/// clock. A time further ahead was written by a clock that was wrong.
const AHEAD_MAX_MICROS: i64 = 5_000_000;

/// While a store's own time lags, it gains one extra part per this many parts of elapsed time.
const CATCHING_UP: i64 = 4;

/// Tells the time in microseconds since 1970. Strictly increasing, so that the most recently changed game
/// has the latest time, unless the clock turns out to have been far ahead. Never earlier than the store's
/// own time, however far behind the clock is.
#[derive(Debug)]
pub(crate) struct Clock {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The clock as of its last reading.
    clock: Moment,
    /// The store's own time as of its last write.
    reached: Moment,
    /// The last time assigned to a game.
    last: i64,
    /// True if times that were yet to come are to be repaired.
    was_ahead: bool,
}

/// A time, and the instant at which it was read.
#[derive(Clone, Copy, Debug)]
struct Moment {
    at: Instant,
    micros: i64,
}

/// The times, both bounds included, that lie within some grace before now. Earlier times are too long
/// ago; later times are in the future and were written by a wrong clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecentRange {
    pub from: i64,
    pub to: i64,
}

impl Clock {
    /// Creates a clock from its current reading and the store's own time.
    pub(crate) fn new(clock: i64, reached: i64) -> Clock {
        let [clock, reached] = [clock, reached].map(Moment::now);
        Clock { state: Mutex::new(State { clock, reached, last: 0, was_ahead: false }) }
    }

    pub(crate) fn now(&self) -> i64 {
        self.state().now()
    }

    /// Returns the range of times within `grace` before now.
    pub(crate) fn lately(&self, grace: Duration) -> RecentRange {
        let now = self.now();
        let grace = i64::try_from(grace.as_micros()).unwrap_or(i64::MAX);
        RecentRange { from: now.saturating_sub(grace).saturating_add(1), to: self.latest() }
    }

    /// Returns the latest plausible time: anything later was written by a clock that was ahead.
    pub(crate) fn latest(&self) -> i64 {
        self.now().saturating_add(AHEAD_MAX_MICROS)
    }

    /// Returns the parameters of [`crate::sql::host::REDATE_BOARDS`] for `limit` boards. The times they
    /// get are all in the past.
    pub(crate) fn repair_future_dates(&self, limit: i64) -> [i64; 3] {
        [self.now().saturating_sub(limit), self.latest(), limit]
    }

    /// Returns a time later than all before.
    pub(crate) fn tick(&self) -> i64 {
        let mut state = self.state();
        let later = state.now().max(state.last_if_plausible().saturating_add(1));
        state.last = later;
        later
    }

    /// Continues from the clock's current reading.
    pub(crate) fn set(&self, clock: i64) {
        self.state().clock = Moment::now(clock);
    }

    /// Records that games had times that were yet to come.
    pub(crate) fn note_was_ahead(&self) {
        self.state().was_ahead = true;
    }

    /// Returns once whether games had times that were yet to come.
    pub(crate) fn take_was_ahead(&self) -> bool {
        std::mem::take(&mut self.state().was_ahead)
    }

    /// Lets this time elapse, and moves the wall clock ahead by that one besides.
    pub(crate) fn advance(&self, elapsed: i64, ahead: i64) {
        let mut state = self.state();
        state.clock.micros += elapsed + ahead;
        state.reached.micros += elapsed;
    }

    /// Returns the store's own time: the last written value plus the time elapsed since, and a little
    /// more if it lags behind the clock.
    pub(crate) fn uptime(&self) -> i64 {
        let State { clock, reached, .. } = *self.state();
        let elapsed = i64::try_from(reached.at.elapsed().as_micros()).unwrap_or(i64::MAX);
        let lived = reached.micros.saturating_add(elapsed);
        let lag = clock.passed().saturating_sub(lived).max(0);
        lived.saturating_add(lag.min(elapsed / CATCHING_UP))
    }

    /// Records the store's own time as it was written.
    pub(crate) fn note_reached(&self, reached: i64) {
        self.state().reached = Moment::now(reached);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No change can panic half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn now(&self) -> i64 {
        self.base().max(self.last_if_plausible())
    }

    fn base(&self) -> i64 {
        self.clock.passed().max(self.reached.passed()).max(EARLIEST)
    }

    /// The last time assigned to a game, or 0 if the clock was ahead then.
    fn last_if_plausible(&self) -> i64 {
        if self.last <= self.base().saturating_add(AHEAD_MAX_MICROS) { self.last } else { 0 }
    }
}

impl Moment {
    fn now(micros: i64) -> Moment {
        Moment { at: Instant::now(), micros }
    }

    /// Returns the time as of now.
    fn passed(self) -> i64 {
        let elapsed = i64::try_from(self.at.elapsed().as_micros()).unwrap_or(i64::MAX);
        self.micros.saturating_add(elapsed)
    }
}

/// Returns the initial own time of a store whose newest game changed at `newest`, or which has no game.
/// It is the earlier of the two times, so that a clock that is ahead at this moment has no effect on
/// existing games.
pub(crate) fn beginning(clock: i64, newest: Option<i64>) -> i64 {
    newest.map_or(clock, |newest| newest.min(clock)).max(EARLIEST)
}

/// Reads the machine's clock.
pub(crate) fn of_machine() -> i64 {
    micros(SystemTime::now())
}

/// Converts a time to microseconds since 1970.
pub(crate) fn micros(time: SystemTime) -> i64 {
    let since_1970 = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX)
}

/// Converts microseconds since 1970 to a time.
pub(crate) fn time_of(micros: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_micros(micros.max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60 * 60 * 1_000_000;
    const TODAY: i64 = 2_000_000_000_000_000;

    /// Moves the clock's readings back, as if this much time had elapsed since.
    fn after(clock: &Clock, lived: Duration) {
        let mut state = clock.state();
        let ago = Instant::now().checked_sub(lived).expect("the machine has run for that long");
        state.clock.at = ago;
        state.reached.at = ago;
    }

    #[test]
    fn every_time_is_later_than_all_before_when_the_clock_goes_back_a_little() {
        let clock = Clock::new(TODAY, TODAY);
        let first = clock.tick();
        clock.set(TODAY - 1_000_000);
        let second = clock.tick();
        assert!(first < second && second < clock.tick());
        assert!(clock.now() >= second);
    }

    #[test]
    fn a_clock_that_was_far_ahead_is_forgotten_once_it_is_right() {
        let clock = Clock::new(TODAY + 400 * DAY, TODAY);
        assert!(clock.tick() >= TODAY + 400 * DAY);
        clock.set(TODAY);
        assert!(clock.tick() < TODAY + DAY && clock.now() < TODAY + DAY);
    }

    #[test]
    fn no_game_is_given_a_time_before_what_was_lived_through() {
        for behind in [0, TODAY - 400 * DAY] {
            let clock = Clock::new(behind, TODAY);
            assert!(clock.tick() >= TODAY);
        }
        assert!(Clock::new(0, 0).tick() >= EARLIEST);
    }

    #[test]
    fn what_has_not_come_yet_is_not_lately() {
        let clock = Clock::new(TODAY, TODAY);
        for grace in [Duration::ZERO, Duration::from_secs(60), Duration::MAX] {
            let RecentRange { from, to } = clock.lately(grace);
            assert!(!(from..=to).contains(&(TODAY + DAY)), "{grace:?}");
            assert_eq!((from..=to).contains(&(TODAY - 1)), !grace.is_zero(), "{grace:?}");
        }
    }

    #[test]
    fn only_what_is_lived_through_moves_the_own_time() {
        for (ahead, gained) in [(400 * DAY, 2_500_000), (0, 0), (-400 * DAY, 0)] {
            let clock = Clock::new(TODAY, TODAY);
            after(&clock, Duration::from_secs(10));
            clock.set(TODAY + 10_000_000 + ahead);
            let passed = clock.uptime() - TODAY;
            let expected = 10_000_000 + gained;
            assert!((expected..expected + 1_000_000).contains(&passed), "{ahead}: {passed}");
        }
    }

    #[test]
    fn the_own_time_begins_with_the_earlier_of_two_that_may_be_wrong() {
        assert_eq!(beginning(TODAY, None), TODAY);
        assert_eq!(beginning(TODAY + 400 * DAY, Some(TODAY)), TODAY);
        assert_eq!(beginning(TODAY, Some(TODAY + 400 * DAY)), TODAY);
        assert_eq!(beginning(0, Some(TODAY)), EARLIEST);
    }
}
