//! Alternates between priorities when more calls wait than may be made.

use crate::telegram::outgoing::rate_limit::Priority;

/// Maximum ends of games that pass waiting edits before one edit goes.
const EDITS_PASSED_OVER_MAX: u32 = 3;

/// Maximum calls that pass waiting sweeps and broadcasts before one of those goes.
const LEAST_URGENT_PASSED_OVER_MAX: u32 = 7;

/// Order of the priorities within one budget.
///
/// More urgent ones go first, but none starves: a priority that was passed over too often goes next.
/// Priorities below an edit leave a part of the budget free, so that a later edit finds room at once.
#[derive(Debug)]
pub(super) struct Alternation {
    /// Maximum edits that pass waiting replies before one reply goes.
    replies_passed_over_max: u32,
    edits_passed_over: u32,
    replies_passed_over: u32,
    least_urgent_passed_over: u32,
}

/// A priority that may go, and whether it has to leave the reserve free.
pub(super) type Candidate = (Priority, bool);

impl Alternation {
    pub(super) fn new(replies_passed_over_max: u32) -> Alternation {
        Alternation {
            replies_passed_over_max,
            edits_passed_over: 0,
            replies_passed_over: 0,
            least_urgent_passed_over: 0,
        }
    }

    /// Returns the priorities in the order in which they may go next.
    pub(super) fn order(&self) -> [Candidate; Priority::ALL.len()] {
        let is_edit_due = self.edits_passed_over >= EDITS_PASSED_OVER_MAX;
        let is_reply_due = self.replies_passed_over >= self.replies_passed_over_max;
        let are_rest_due = self.least_urgent_passed_over >= LEAST_URGENT_PASSED_OVER_MAX;
        let (end, edit) = ((Priority::Final, false), (Priority::Edit, false));
        let reply = (Priority::Reply, !is_reply_due);
        let [first, second, third] = match (is_edit_due, is_reply_due) {
            (true, true) => [edit, reply, end],
            (true, false) => [edit, end, reply],
            (false, true) => [reply, end, edit],
            (false, false) => [end, edit, reply],
        };
        let (sweep, broadcast) =
            ((Priority::Sweep, !are_rest_due), (Priority::Broadcast, !are_rest_due));
        match are_rest_due {
            true => [broadcast, sweep, first, second, third],
            false => [first, second, third, sweep, broadcast],
        }
    }

    /// Records the priority that has gone, and which ones still wait.
    pub(super) fn note(&mut self, gone: Priority, waits: impl Fn(Priority) -> bool) {
        let passed_over = |count: u32, waits: bool| if waits { count.saturating_add(1) } else { 0 };
        let are_rest_waiting = waits(Priority::Sweep) || waits(Priority::Broadcast);
        match gone {
            Priority::Final => {
                self.edits_passed_over = passed_over(self.edits_passed_over, waits(Priority::Edit));
            }
            Priority::Edit => self.edits_passed_over = 0,
            Priority::Reply | Priority::Sweep | Priority::Broadcast => {}
        }
        match gone {
            Priority::Final | Priority::Edit => {
                self.replies_passed_over =
                    passed_over(self.replies_passed_over, waits(Priority::Reply));
            }
            Priority::Reply => self.replies_passed_over = 0,
            Priority::Sweep | Priority::Broadcast => {}
        }
        match gone {
            Priority::Final | Priority::Edit | Priority::Reply => {
                self.least_urgent_passed_over =
                    passed_over(self.least_urgent_passed_over, are_rest_waiting);
            }
            Priority::Sweep | Priority::Broadcast => self.least_urgent_passed_over = 0,
        }
    }
}
