//! Shown marks that wait to be written.
//!
//! A mark says what a screen shows, and it is worth nothing once its session has gone on: that the
//! screen then lags behind is true until the next mark. So marks wait a while, and in a lively game
//! only the last one is ever written.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use crate::session::board::MessageId;
use crate::session::{Revision, SessionId};

/// How long a mark waits.
pub(super) const MARKS_LINGER: Duration = Duration::from_millis(500);

/// Marks that wait at most; the oldest are due at once if there are more.
pub(super) const MARKS_WAITING_MAX: usize = 8_192;

/// A message that shows a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub id: SessionId,
    pub message: MessageId,
    pub shown: Revision,
}

/// The marks that wait.
#[derive(Debug, Default)]
pub(super) struct Marks {
    waiting: HashMap<SessionId, (Mark, Instant)>,
    /// When marks fall due, the earliest first. Some of them do not wait any more.
    schedule: VecDeque<(Instant, SessionId)>,
}

impl Marks {
    /// Keeps a mark. It replaces an older one of the same session.
    pub fn put(&mut self, mark: Mark, now: Instant) {
        let due = now + MARKS_LINGER;
        self.waiting.insert(mark.id, (mark, due));
        self.schedule.push_back((due, mark.id));
    }

    /// Drops the mark of a session that goes on.
    pub fn drop_of(&mut self, id: SessionId) {
        self.waiting.remove(&id);
    }

    /// When the next mark falls due; `None` if none waits.
    pub fn next_due(&mut self) -> Option<Instant> {
        while let Some((due, id)) = self.schedule.front() {
            let is_waiting = self.waiting.get(id).is_some_and(|(_, own_due)| own_due == due);
            if is_waiting {
                return Some(*due);
            }
            self.schedule.pop_front();
        }
        None
    }

    /// Takes up to so many marks that are due.
    pub fn take_due(&mut self, now: Instant, most: usize) -> Vec<Mark> {
        let mut due_marks = Vec::new();
        while due_marks.len() < most
            && let Some(due) = self.next_due()
            && (due <= now || self.waiting.len() > MARKS_WAITING_MAX)
            && let Some((_, id)) = self.schedule.pop_front()
        {
            due_marks.extend(self.waiting.remove(&id).map(|(mark, _)| mark));
        }
        due_marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(id: u64, shown: u32) -> Mark {
        Mark { id: SessionId(id), message: MessageId(1), shown: Revision(shown) }
    }

    #[test]
    fn a_mark_falls_due_unless_its_session_goes_on() {
        let start = Instant::now();
        let mut marks = Marks::default();
        for id in 1..=3 {
            marks.put(mark(id, 1), start);
        }
        marks.drop_of(SessionId(2));
        let later = start + MARKS_LINGER / 2;
        marks.put(mark(3, 2), later);
        assert_eq!(marks.take_due(later, 9), []);
        assert_eq!(marks.take_due(start + MARKS_LINGER, 9), [mark(1, 1)]);
        assert_eq!(marks.next_due(), Some(later + MARKS_LINGER));
        assert_eq!(marks.take_due(later + MARKS_LINGER, 9), [mark(3, 2)]);
        assert_eq!(marks.next_due(), None);
    }

    #[test]
    fn no_more_marks_wait_than_may() {
        let start = Instant::now();
        let mut marks = Marks::default();
        for id in (0..).take(MARKS_WAITING_MAX + 1) {
            marks.put(mark(id, 1), start);
        }
        assert_eq!(marks.take_due(start, 9), [mark(0, 1)]);
        assert_eq!(marks.take_due(start + MARKS_LINGER, 9).len(), 9);
    }
}
