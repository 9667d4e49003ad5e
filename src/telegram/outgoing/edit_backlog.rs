//! Messages that wait for an edit slot, in the order of their arrival.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use zerosum_session::UserId;
use zerosum_session::board::Place;

/// Maximum number of boards that wait for a slot. Others are left to the sweep.
pub(crate) const BOARDS_WAITING_MAX: usize = 4_096;

/// Maximum number of boards of one person that wait for a slot.
pub(crate) const BOARDS_WAITING_PER_PERSON_MAX: usize = 64;

/// Messages that wait for an edit slot.
#[derive(Default)]
pub(crate) struct EditBacklog {
    /// The messages with the people who count for them, the longest waiting first.
    order: VecDeque<(Place, UserId)>,
    /// Number of waiting messages of each person.
    by_person: HashMap<UserId, usize>,
}

impl EditBacklog {
    /// Number of messages that wait.
    pub(crate) fn count(&self) -> usize {
        self.order.len()
    }

    /// The message at this index, the longest waiting first, with the person who counts for it.
    pub(crate) fn get(&self, index: usize) -> Option<(Place, UserId)> {
        self.order.get(index).copied()
    }

    /// Adds a message. Returns false if too many wait already.
    pub(crate) fn push(&mut self, place: Place, person: UserId) -> bool {
        let of_person = self.by_person.get(&person).copied().unwrap_or_default();
        if self.order.len() >= BOARDS_WAITING_MAX || of_person >= BOARDS_WAITING_PER_PERSON_MAX {
            return false;
        }
        self.by_person.insert(person, of_person + 1);
        self.order.push_back((place, person));
        true
    }

    /// Removes a message, if it waits.
    pub(crate) fn remove(&mut self, place: Place) {
        if let Some(index) = self.order.iter().position(|(other, _)| *other == place) {
            self.remove_at(index);
        }
    }

    /// Removes the message at this index.
    pub(crate) fn remove_at(&mut self, index: usize) {
        let Some((_, person)) = self.order.remove(index) else { return };
        if let Entry::Occupied(mut count) = self.by_person.entry(person) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}
