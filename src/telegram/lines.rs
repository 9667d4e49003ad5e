//! Waiting lines: what one person says in one chat is worked on in the order they said it.
//!
//! `/new` and then `/board` mean something else than the other way round. Presses need no line,
//! because they carry the revision they saw.

use std::collections::VecDeque;
use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

use crate::session::UserId;
use crate::session::board::ChatId;

/// Who speaks where.
pub type Speaker = (ChatId, UserId);

/// The lines of all who speak, without whoever is being served. A line holds no more than
/// [`crate::telegram::gate::WORDS_PER_PERSON_MAX`], because that many are let in.
#[derive(Debug)]
pub struct Lines<T> {
    waiting: DashMap<Speaker, VecDeque<T>>,
}

/// What became of something that was put into a line.
pub enum Queued<T> {
    /// Nobody is being served there: serve this, and then whatever [`Lines::next`] gives.
    First(T),
    /// It is served after those before it, by whoever serves them.
    Behind,
}

impl<T> Lines<T> {
    pub fn new() -> Arc<Lines<T>> {
        Arc::new(Lines { waiting: DashMap::new() })
    }

    /// Puts something into a line. If others are before it, it is changed by `on_waiting`.
    pub fn put(&self, speaker: Speaker, mut item: T, on_waiting: impl FnOnce(&mut T)) -> Queued<T> {
        match self.waiting.entry(speaker) {
            Entry::Vacant(line) => {
                line.insert(VecDeque::new());
                Queued::First(item)
            }
            Entry::Occupied(mut line) => {
                on_waiting(&mut item);
                line.get_mut().push_back(item);
                Queued::Behind
            }
        }
    }

    /// How many wait in all lines together.
    pub fn waiting(&self) -> usize {
        self.waiting.iter().map(|line| line.len()).sum()
    }

    /// What is to be served next; `None` closes the line.
    pub fn next(&self, speaker: Speaker) -> Option<T> {
        let mut next = None;
        self.waiting.remove_if_mut(&speaker, |_, line| {
            next = line.pop_front();
            next.is_none()
        });
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_served_in_order_and_closes_when_it_is_empty() {
        let lines = Lines::new();
        let (anna, boris) = ((ChatId(1), UserId(1)), (ChatId(1), UserId(2)));
        let put = |speaker, letter: char| lines.put(speaker, letter, char::make_ascii_uppercase);
        assert!(matches!(put(anna, 'a'), Queued::First('a')));
        assert!(matches!(put(anna, 'b'), Queued::Behind));
        assert!(matches!(put(boris, 'x'), Queued::First('x')));
        assert!(matches!(put(anna, 'c'), Queued::Behind));
        assert_eq!(lines.next(anna), Some('B'));
        assert_eq!(lines.next(anna), Some('C'));
        assert_eq!(lines.next(anna), None);
        assert!(matches!(put(anna, 'd'), Queued::First('d')));
        assert_eq!(lines.next(boris), None);
        assert_eq!(lines.next(boris), None);
    }
}
