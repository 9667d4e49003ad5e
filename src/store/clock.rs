//! The time at which games change, and the time that a store has lived through.
//!
//! A clock may be wrong, by years and at any moment, so two times are kept apart. The *clock* says
//! what time it is: the machine's, or that of the server of a shared database. The store's *own
//! time* is kept in the database and goes on only while a process is at work, at the pace at which
//! time is lived through. A jump of the clock, in either direction, does not move it. While it lags
//! behind the clock, for example after the bot was switched off, it catches up slowly.

// The lock is held for some arithmetic only.
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The beginning of 2025, when there was no store yet: a clock that tells an earlier time is wrong.
const EARLIEST: i64 = 1_735_689_600_000_000;

/// The clocks of those who share a database agree better than this, since they all go by the
/// server's. What lies further ahead was written by a clock that was wrong.
const AHEAD_MAX_MICROS: i64 = 5_000_000;

/// While a store's own time lags, it gains one part of so many that are lived through.
const CATCHING_UP: i64 = 4;

/// Tells the time in microseconds since 1970. Always later than before, so that the game that
/// changed last has the latest time, unless the clock turns out to have been far ahead; and never
/// earlier than what the store has lived through, however far behind the clock is.
#[derive(Debug)]
pub(super) struct Clock {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The clock when it was last asked.
    clock: Moment,
    /// The store's own time when it was last written.
    reached: Moment,
    /// The last time that a game was given.
    last: i64,
}

/// A time, and when it was that.
#[derive(Clone, Copy, Debug)]
struct Moment {
    at: Instant,
    micros: i64,
}

/// The times, both included, that are no longer ago than some grace. Whatever lies before is too
/// long ago, and whatever lies behind has not come yet and was never true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lately {
    pub from: i64,
    pub to: i64,
}

impl Clock {
    /// A clock that has just said this, of a store whose own time is that.
    pub(super) fn new(clock: i64, reached: i64) -> Clock {
        let [clock, reached] = [clock, reached].map(Moment::now);
        Clock { state: Mutex::new(State { clock, reached, last: 0 }) }
    }

    pub(super) fn now(&self) -> i64 {
        self.state().now()
    }

    /// The times within so long ago.
    pub(super) fn lately(&self, grace: Duration) -> Lately {
        let now = self.now();
        let grace = i64::try_from(grace.as_micros()).unwrap_or(i64::MAX);
        Lately { from: now.saturating_sub(grace).saturating_add(1), to: self.latest() }
    }

    /// Whatever is later than this was written by a clock that was ahead.
    pub(super) fn latest(&self) -> i64 {
        self.now().saturating_add(AHEAD_MAX_MICROS)
    }

    /// The parameters of [`crate::store::sql::REDATE_BOARDS`] for so many boards: the times that
    /// they get have all come.
    pub(super) fn redating(&self, limit: i64) -> [i64; 3] {
        [self.now().saturating_sub(limit), self.latest(), limit]
    }

    /// A time later than all before.
    pub(super) fn tick(&self) -> i64 {
        let mut state = self.state();
        let later = state.now().max(state.last_if_plausible().saturating_add(1));
        state.last = later;
        later
    }

    /// Goes on from what the clock says now.
    pub(super) fn set(&self, clock: i64) {
        self.state().clock = Moment::now(clock);
    }

    /// The store's own time by now: what was lived through since it was last written has passed,
    /// and a little more if it lags behind the clock.
    pub(super) fn lived(&self) -> i64 {
        let State { clock, reached, last: _ } = *self.state();
        let elapsed = i64::try_from(reached.at.elapsed().as_micros()).unwrap_or(i64::MAX);
        let lived = reached.micros.saturating_add(elapsed);
        let lag = clock.passed().saturating_sub(lived).max(0);
        lived.saturating_add(lag.min(elapsed / CATCHING_UP))
    }

    /// Notes what is written as the store's own time.
    pub(super) fn note_reached(&self, reached: i64) {
        self.state().reached = Moment::now(reached);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics half-way through a change.
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

    /// The last time that a game was given, or nothing if the clock was ahead then.
    fn last_if_plausible(&self) -> i64 {
        if self.last <= self.base().saturating_add(AHEAD_MAX_MICROS) { self.last } else { 0 }
    }
}

impl Moment {
    fn now(micros: i64) -> Moment {
        Moment { at: Instant::now(), micros }
    }

    /// What the time is by now.
    fn passed(self) -> i64 {
        let elapsed = i64::try_from(self.at.elapsed().as_micros()).unwrap_or(i64::MAX);
        self.micros.saturating_add(elapsed)
    }
}

/// Where the own time of a store begins whose newest game changed then, or which has no game. No
/// later than either of the two tells: of a clock that is ahead at that very moment nothing follows
/// for games that are there.
pub(super) fn beginning(clock: i64, newest: Option<i64>) -> i64 {
    newest.map_or(clock, |newest| newest.min(clock)).max(EARLIEST)
}

/// What the machine's clock says.
pub(super) fn of_machine() -> i64 {
    micros(SystemTime::now())
}

/// A time in microseconds since 1970.
pub(super) fn micros(time: SystemTime) -> i64 {
    let since_1970 = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX)
}

/// The time of so many microseconds since 1970.
pub(super) fn time_of(micros: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_micros(micros.max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60 * 60 * 1_000_000;
    const TODAY: i64 = 2_000_000_000_000_000;

    /// The clock as if so much had been lived through since its last moments.
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
            let Lately { from, to } = clock.lately(grace);
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
            let passed = clock.lived() - TODAY;
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
