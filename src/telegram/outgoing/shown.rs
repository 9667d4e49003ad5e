//! What is known of the content of a message.

use std::time::{Duration, Instant};

use zerosum_session::{Revision, SessionId};

use crate::telegram::outgoing::outbox::Kind;

/// Time within which an edit becomes visible to all clients.
const DOUBT_AFTER: Duration = Duration::from_secs(2);

/// Last known content of a message.
#[derive(Clone, Copy, Default)]
pub struct Shown {
    /// A hash of the view.
    pub hash: u64,
    pub board: Option<(SessionId, Revision)>,
    pub kind: Kind,
    pub drawn_at: Option<Instant>,
}

impl Shown {
    /// Returns whether a press that arrived at this time can have been made with the last edit in view.
    pub fn was_in_view(&self, arrived: Instant) -> bool {
        self.drawn_at.is_none_or(|at| arrived.saturating_duration_since(at) > DOUBT_AFTER)
    }

    /// Returns whether the message was drawn so lately that no other process has drawn it since.
    pub fn is_fresh(&self) -> bool {
        self.drawn_at.is_some_and(|at| at.elapsed() <= DOUBT_AFTER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_that_came_before_an_edit_does_not_know_of_it_however_late_it_is_worked_on() {
        let arrived = Instant::now();
        let second = Duration::from_secs(1);
        let knows_of = |drawn_at: Option<Instant>, arrived: Instant| {
            Shown { drawn_at, ..Shown::default() }.was_in_view(arrived)
        };
        assert!(!knows_of(Some(arrived + second), arrived));
        assert!(!knows_of(Some(arrived), arrived + DOUBT_AFTER));
        assert!(knows_of(Some(arrived), arrived + DOUBT_AFTER + second));
        assert!(knows_of(None, arrived));
    }
}
