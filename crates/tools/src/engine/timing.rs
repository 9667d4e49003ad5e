//! Time limits of a search, so that its answer comes in time.
//!
//! A machine under load wakes a thread some milliseconds late. So a search is told to end a little before its
//! time is up, and if it has not ended when there is only just time to answer, its latest result is the
//! answer. The recent lateness of the machine is subtracted from the time to think.

use std::time::{Duration, Instant};

use zerosum_search::limits::Limits;

/// Time before the limit at which a search is told to end, on a machine that is never late.
const SEARCH_MARGIN: Duration = Duration::from_millis(20);

/// Time before the limit at which an answer is given at the latest, on such a machine.
const ANSWER_MARGIN: Duration = Duration::from_millis(12);

/// Time for a search that is told to stop to return its answer. Searches report none in their first milliseconds.
const STOP_PATIENCE: Duration = Duration::from_millis(20);

/// In less time than this a move is made as fast as possible.
const TURN_MIN: Duration = Duration::from_millis(20);

/// Positions looked at for a move that is made as fast as possible.
pub(crate) const NODES_AT_ONCE: u64 = 1_000;

/// Assumed number of moves until more time is added, if it is not given.
const MOVES_TO_GO: u32 = 25;

/// Minimum of the clock: time for a move to reach the program that runs the clock.
const CLOCK_RESERVE: Duration = Duration::from_millis(50);

/// Lateness above this is no lateness of the machine: the process was suspended meanwhile.
const SUSPENDED_MIN: Duration = Duration::from_secs(1);

/// Instants that a search must keep to; `None` if it has no time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deadlines {
    /// Instant at which the search is told to end.
    pub(crate) search: Option<Instant>,
    /// Instant at which an answer is given without the search.
    pub(crate) answer: Option<Instant>,
}

/// Recent lateness of this machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lateness(Duration);

impl Lateness {
    /// Records how late an event came. The worst lateness is assumed for a while, and decays with every event
    /// that is less late. Time in which the process was suspended does not count.
    pub(crate) fn note(&mut self, due: Instant, came: Instant) {
        let late = came.saturating_duration_since(due);
        let late = if late < SUSPENDED_MIN { late } else { Duration::ZERO };
        self.0 = late.max(self.0 / 16 * 15);
    }
}

impl Deadlines {
    /// Computes the deadlines of a search that was requested at an instant.
    pub(crate) fn of(asked: Instant, allowance: Option<Duration>, lateness: Lateness) -> Deadlines {
        // An instant beyond what the clock can tell is none.
        let before_end = |margin: Duration| {
            allowance.and_then(|allowance| asked.checked_add(allowance.saturating_sub(margin)))
        };
        let allowed = allowance.unwrap_or_default();
        Deadlines {
            search: before_end((SEARCH_MARGIN + lateness.0).min(allowed / 2)),
            answer: before_end((ANSWER_MARGIN + lateness.0).min(allowed / 8 * 3)),
        }
    }

    /// Returns the deadlines of the same search once it is told to stop at an instant.
    #[must_use]
    pub(crate) fn stopped(self, now: Instant) -> Deadlines {
        let last = now + STOP_PATIENCE;
        let answer = self.answer.map_or(last, |answer| answer.min(last));
        Deadlines { search: Some(now), answer: Some(answer) }
    }
}

/// Clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Time left on it.
    pub(crate) left: Duration,
    /// Time added for every move.
    pub(crate) increment: Duration,
    /// Number of moves until more time is added, if that is known.
    pub(crate) moves_to_go: Option<u32>,
}

impl Clock {
    /// Time to spend on the next move.
    fn share(self) -> Duration {
        let moves = self.moves_to_go.unwrap_or(MOVES_TO_GO).max(1);
        // Most of what comes in is spent, and a part is kept for what is harder.
        let wanted = self.left / moves + self.increment / 4 * 3;
        wanted.min(self.left.saturating_sub(CLOCK_RESERVE))
    }
}

/// Time that the side to move may take for its move; `None` without a time limit.
pub(crate) fn allowance(move_time: Option<Duration>, clock: Option<Clock>) -> Option<Duration> {
    match (move_time, clock.map(Clock::share)) {
        (Some(move_time), Some(share)) => Some(move_time.min(share)),
        (move_time, share) => move_time.or(share),
    }
}

/// Returns the limits and the time of a search. In too short a time it would not report a move: then it looks at a few
/// positions, however long that takes.
pub(crate) fn paced(limits: Limits, time: Option<Duration>) -> (Limits, Option<Duration>) {
    match time {
        Some(time) if time < TURN_MIN => {
            (Limits { nodes_max: limits.nodes_max.min(NODES_AT_ONCE), ..limits }, None)
        }
        time => (limits, time),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use crate::engine::timing::{Deadlines, Lateness};

    #[test]
    fn a_machine_that_was_late_is_given_more_time_and_a_suspended_process_is_not() {
        let asked = Instant::now();
        let allowance = Some(Duration::from_secs(10));
        let answer_after = |late: Duration| {
            let mut lateness = Lateness::default();
            lateness.note(asked, asked + late);
            Deadlines::of(asked, allowance, lateness).answer.expect("there is a limit")
        };
        let in_time = answer_after(Duration::ZERO);
        let late = Duration::from_millis(300);
        assert_eq!(answer_after(late), in_time - late);
        assert_eq!(answer_after(Duration::from_secs(600)), in_time);
    }
}
