//! How long a search may take, so that its answer is there in time.
//!
//! A machine under load wakes a thread late, by some milliseconds. So a search is told to end a
//! little before its time is up, and if it has not ended when there is only just time to answer,
//! the answer is what it thought last. How late the machine has been lately is time less to think.

use std::time::{Duration, Instant};

use zerosum_games::side::Side;

use crate::ugi::protocol::Go;

/// How long before the end of its time a search is told to end, on a machine that is never late.
const SEARCH_MARGIN: Duration = Duration::from_millis(20);

/// How long before the end of its time an answer is given at the latest, on such a machine.
const ANSWER_MARGIN: Duration = Duration::from_millis(12);

/// A search that is told to stop may take so long to come up with its answer.
const STOP_PATIENCE: Duration = Duration::from_millis(2);

/// If nobody says after how many moves there is more time, so many are to come.
const MOVES_TO_GO: u32 = 25;

/// What a clock must not fall below: the way of a move to whoever holds the clock.
const CLOCK_RESERVE: Duration = Duration::from_millis(50);

/// The instants that a search must keep to; none if it has no limit of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deadlines {
    /// When it is told to end.
    pub(crate) search: Option<Instant>,
    /// When it is answered for.
    pub(crate) answer: Option<Instant>,
}

/// How late this machine has been lately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lateness(Duration);

impl Lateness {
    /// Notes by how much something came late that was to come at an instant. What was worst is
    /// believed for a while, and less with every time that it is not as bad.
    pub(crate) fn note(&mut self, due: Instant, came: Instant) {
        let late = came.saturating_duration_since(due);
        self.0 = late.max(self.0 / 16 * 15);
    }
}

impl Deadlines {
    /// The deadlines of a search that was asked for at an instant.
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

    /// The same for a search that is told to stop at an instant.
    #[must_use]
    pub(crate) fn stopped(self, now: Instant) -> Deadlines {
        let last = now + STOP_PATIENCE;
        let answer = self.answer.map_or(last, |answer| answer.min(last));
        Deadlines { search: Some(now), answer: Some(answer) }
    }
}

/// What a side to move may take for its move; `None` if nothing says so.
pub(crate) fn allowance(go: &Go, turn: Side) -> Option<Duration> {
    let share = go.clock.get(turn).map(|left| {
        let moves = go.moves_to_go.unwrap_or(MOVES_TO_GO).max(1);
        // Most of what comes in is spent, and a part is kept for what is harder.
        let wanted = left / moves + *go.increment.get(turn) / 4 * 3;
        wanted.min(left.saturating_sub(CLOCK_RESERVE))
    });
    match (go.move_time, share) {
        (Some(move_time), Some(share)) => Some(move_time.min(share)),
        (move_time, share) => move_time.or(share),
    }
}
