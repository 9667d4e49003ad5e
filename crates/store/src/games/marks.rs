//! Shown marks that wait to be written.
//!
//! A mark records the revision that a screen shows. It is worthless once its session has changed, because
//! the screen then lags behind until the next mark. So marks wait a while, and in a lively game only the
//! last one is ever written.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use crate::batch::{Job, MARKS_LINGER};
use crate::statement::Lock;

/// Maximum number of waiting marks; beyond it the oldest are due at once.
pub(crate) const MARKS_WAITING_MAX: usize = 8_192;

/// The waiting marks, at most one for each placement of a board.
#[derive(Default)]
pub(crate) struct Marks {
    /// Boxed, because a tree moves its values.
    waiting: BTreeMap<Lock, Box<(Job, Instant)>>,
    /// The times at which marks fall due, the earliest first. Some of these marks may no longer be
    /// waiting.
    schedule: VecDeque<(Instant, Lock)>,
}

impl Marks {
    /// Adds a mark. It replaces an older one of the same placement.
    pub(crate) fn put(&mut self, mark: Job, now: Instant) {
        let (due, lock) = (now + MARKS_LINGER, mark.write.lock);
        self.waiting.insert(lock, Box::new((mark, due)));
        self.schedule.push_back((due, lock));
    }

    /// Drops the marks of a board that has changed.
    pub(crate) fn drop_of(&mut self, board: i64) {
        let is_its = |lock: &Lock| matches!(lock, Lock::Board(other, _) if *other == board);
        while let Some((lock, _)) = self.waiting.range(Lock::Board(board, None)..).next()
            && is_its(lock)
        {
            let lock = *lock;
            self.waiting.remove(&lock);
        }
    }

    /// Returns the time at which the next mark falls due; `None` if none is waiting.
    pub(crate) fn next_due(&mut self) -> Option<Instant> {
        while let Some((due, lock)) = self.schedule.front() {
            let is_waiting = self.waiting.get(lock).is_some_and(|waiting| waiting.1 == *due);
            if is_waiting {
                return Some(*due);
            }
            self.schedule.pop_front();
        }
        None
    }

    /// Takes up to `most` marks that are due.
    pub(crate) fn take_due(&mut self, now: Instant, most: usize) -> Vec<Job> {
        let mut due_marks = Vec::new();
        while due_marks.len() < most
            && let Some(due) = self.next_due()
            && (due <= now || self.waiting.len() > MARKS_WAITING_MAX)
            && let Some((_, lock)) = self.schedule.pop_front()
        {
            due_marks.extend(self.waiting.remove(&lock).map(|waiting| waiting.0));
        }
        due_marks
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;
    use zerosum_session::board::{ChatId, Surface};
    use zerosum_session::inline_message::InlineMessageId;

    use super::*;
    use crate::sql;
    use crate::statement::{Value, Write};

    /// Returns the lock of a board's mark.
    fn lock(board: i64) -> Lock {
        Lock::Board(board, Some(Surface::Chat(ChatId(-board))))
    }

    fn mark(board: i64, shown: i64) -> Job {
        let write = Write::new(lock(board), sql::boards::NOTE_SHOWN, [Value::Integer(shown)]);
        Job { write, answer: oneshot::channel().0 }
    }

    /// Takes the due marks: the boards and the values shown.
    fn taken(marks: &mut Marks, now: Instant) -> Vec<(Lock, Vec<Value>)> {
        let due = marks.take_due(now, 9).into_iter();
        due.map(|mark| (mark.write.lock, mark.write.first.values)).collect()
    }

    #[test]
    fn a_mark_falls_due_unless_its_board_goes_on() {
        let start = Instant::now();
        let mut marks = Marks::default();
        for board in 1..=3 {
            marks.put(mark(board, 1), start);
        }
        let inline = InlineMessageId::parse("~").expect("an id");
        for surface in [Surface::Chat(ChatId(7)), Surface::Inline(inline)] {
            let elsewhere = Write::new(Lock::Board(2, Some(surface)), sql::boards::NOTE_SHOWN, []);
            marks.put(Job { write: elsewhere, answer: oneshot::channel().0 }, start);
        }
        marks.drop_of(2);
        let later = start + MARKS_LINGER / 2;
        marks.put(mark(3, 2), later);
        assert_eq!(taken(&mut marks, later), []);
        let first = (lock(1), vec![Value::Integer(1)]);
        assert_eq!(taken(&mut marks, start + MARKS_LINGER), [first]);
        assert_eq!(marks.next_due(), Some(later + MARKS_LINGER));
        let third = (lock(3), vec![Value::Integer(2)]);
        assert_eq!(taken(&mut marks, later + MARKS_LINGER), [third]);
        assert_eq!(marks.next_due(), None);
    }

    #[test]
    fn no_more_marks_wait_than_may() {
        let start = Instant::now();
        let mut marks = Marks::default();
        for board in (0..).take(MARKS_WAITING_MAX + 1) {
            marks.put(mark(board, 1), start);
        }
        assert_eq!(taken(&mut marks, start).len(), 1);
        assert_eq!(taken(&mut marks, start + MARKS_LINGER).len(), 9);
    }
}
