//! Backlog of boards whose edit found no slot. Each is drawn as soon as a slot is free for it, the
//! longest waiting first.
//!
//! A board that finds no place here either is left to the sweep.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
// Held only while the entries are searched.
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::session::board::BoxedSurface;
use crate::session::{SessionId, UserId};

/// Maximum number of boards that wait.
pub const BACKLOG_MAX: usize = 4_096;

/// Maximum number of waiting boards of one person.
pub const BACKLOG_PER_PERSON_MAX: usize = 64;

/// A board on one of its surfaces, with the person whose quota its edit uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub surface: BoxedSurface,
    pub id: SessionId,
    pub person: UserId,
}

/// Queue of boards that wait for an edit slot.
#[derive(Default)]
pub struct Backlog {
    entries: Mutex<Entries>,
    arrival: Notify,
}

#[derive(Default)]
struct Entries {
    order: VecDeque<Waiting>,
    /// Keys of the entries in `order`, each of which is unique.
    known: HashSet<(BoxedSurface, SessionId)>,
    /// Number of entries of each person.
    by_person: HashMap<UserId, usize>,
}

impl Waiting {
    fn key(&self) -> (BoxedSurface, SessionId) {
        (self.surface.clone(), self.id)
    }
}

impl Backlog {
    /// Queues a board. Returns false if too many wait already.
    pub fn put(&self, waiting: Waiting) -> bool {
        let mut entries = self.entries();
        let (key, person) = (waiting.key(), waiting.person);
        if entries.known.contains(&key) {
            return true;
        }
        let of_person = entries.by_person.get(&person).copied().unwrap_or_default();
        if entries.order.len() >= BACKLOG_MAX || of_person >= BACKLOG_PER_PERSON_MAX {
            return false;
        }
        entries.known.insert(key);
        entries.by_person.insert(person, of_person + 1);
        entries.order.push_back(waiting);
        self.arrival.notify_one();
        true
    }

    /// Takes out the first board for which there is room.
    pub fn take(&self, has_room: impl Fn(&Waiting) -> bool) -> Option<Waiting> {
        let mut entries = self.entries();
        let place = entries.order.iter().position(has_room)?;
        let taken = entries.order.remove(place)?;
        entries.known.remove(&taken.key());
        if let Entry::Occupied(mut count) = entries.by_person.entry(taken.person) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
        Some(taken)
    }

    /// Waits until a board has been queued since the last call.
    pub async fn arrival(&self) {
        self.arrival.notified().await;
    }

    /// Number of boards that wait.
    pub fn count(&self) -> usize {
        self.entries().order.len()
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::session::board::ChatId;

    fn waiting(chat: i64, id: u64) -> Waiting {
        let person = UserId(chat.unsigned_abs());
        Waiting { surface: ChatId(chat).into(), id: SessionId(id), person }
    }

    #[test]
    fn the_first_for_which_there_is_room_comes_first_and_everything_once() {
        let backlog = Backlog::default();
        for (chat, id) in [(1, 1), (1, 2), (2, 1), (1, 1), (2, 1)] {
            assert!(backlog.put(waiting(chat, id)));
        }
        assert_eq!(backlog.count(), 3);
        assert_eq!(backlog.take(|_| false), None);
        assert_eq!(backlog.take(|board| board.person == UserId(2)), Some(waiting(2, 1)));
        assert_eq!(backlog.take(|_| true), Some(waiting(1, 1)));
        // A board that was taken out may be queued again.
        assert!(backlog.put(waiting(1, 1)));
        assert_eq!(backlog.take(|_| true), Some(waiting(1, 2)));
        assert_eq!(backlog.take(|_| true), Some(waiting(1, 1)));
        assert_eq!(backlog.take(|_| true), None);
    }

    #[test]
    fn there_is_an_end_to_it() {
        let backlog = Backlog::default();
        let puts =
            |chat, count: u64| (0..count).filter(|id| backlog.put(waiting(chat, *id))).count();
        assert_eq!(puts(1, 1_000), BACKLOG_PER_PERSON_MAX);
        let others = (2..1_000).map(|chat| puts(chat, 9)).sum::<usize>();
        assert_eq!(BACKLOG_PER_PERSON_MAX + others, BACKLOG_MAX);
        assert_eq!(backlog.take(|_| true), Some(waiting(1, 0)));
        assert!(backlog.put(waiting(1, 0)), "what was taken out leaves room");
    }
}
