//! Drops the cached copies of deleted people in every process, and keeps those of all others.
//!
//! The process that deletes a person notifies the others. A notice may be lost, or an older version may
//! send none. The store counts deletions, so a process that has been notified of fewer for a while drops
//! all copies.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use zerosum_session::UserId;
use zerosum_store::StoreError;

use crate::play::Play;

/// Maximum number of people whose copies are dropped individually. For more, all copies are dropped.
const DROPPED_AT_ONCE_MAX: usize = 64;

/// The deletions that this process knows of.
#[derive(Debug, Default)]
pub(in crate::play) struct Deleted(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Deletions that were announced here, or made by this process.
    heard: u64,
    /// Deletions that were never announced. `None` before the store was asked.
    unheard: Option<u64>,
    /// The count at which some announcements were missing.
    missing_at: Option<u64>,
    /// People deleted since the store was asked last, and in the interval before.
    lately: BTreeSet<UserId>,
    before: BTreeSet<UserId>,
}

impl Deleted {
    fn note(&self, user: UserId) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.heard += 1;
        if state.lately.len() <= DROPPED_AT_ONCE_MAX {
            state.lately.insert(user);
        }
    }

    /// Compares with the number of deletions in the store. Returns the people whose copies have to go; `None`
    /// if all have to. Each person is returned twice, because a read that began before a deletion may become
    /// a copy just after the first drop.
    fn note_count(&self, count: u64) -> Option<BTreeSet<UserId>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = state.heard;
        let of = |count: u64| count.saturating_sub(heard);
        let known = state.unheard.unwrap_or(of(count));
        // A notice takes a moment, so it is considered lost only if it was missing the time before.
        let unheard_before = state.missing_at.map_or(0, of);
        let is_lost = unheard_before > known;
        let known = if is_lost { unheard_before } else { known.min(of(count)) };
        state.unheard = Some(known);
        state.missing_at = (of(count) > known).then_some(count);
        let lately = std::mem::take(&mut state.lately);
        let before = std::mem::replace(&mut state.before, lately.clone());
        let is_many = lately.len().max(before.len()) > DROPPED_AT_ONCE_MAX;
        if is_lost || is_many { None } else { Some(&lately | &before) }
    }
}

impl Play {
    /// Records that a person was deleted, by this process or another one.
    pub fn note_deleted(&self, user: UserId) {
        self.deleted.note(user);
        self.live.drop_people(&BTreeSet::from([user]));
        self.tables.drop_all();
        self.subscribers.each(|subscriber| subscriber.on_deletion());
    }

    /// Drops the copies of people who were deleted by any process.
    pub async fn follow_deletions(&self) -> Result<(), StoreError> {
        match self.deleted.note_count(self.store.deletions().await?) {
            Some(people) if people.is_empty() => {}
            Some(people) => self.live.drop_people(&people),
            None => self.live.clear(),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: UserId = UserId(1);
    const BEN: UserId = UserId(2);

    fn some(people: &[UserId]) -> Option<BTreeSet<UserId>> {
        Some(people.iter().copied().collect())
    }

    #[test]
    fn only_announced_people_are_dropped_and_each_twice() {
        let deleted = Deleted::default();
        // Deletions before this process started.
        assert_eq!(deleted.note_count(7), some(&[]));
        deleted.note(ANN);
        assert_eq!(deleted.note_count(8), some(&[ANN]));
        assert_eq!(deleted.note_count(8), some(&[ANN]));
        assert_eq!(deleted.note_count(8), some(&[]));
        // A notice that arrives after its count, repeatedly.
        for count in 9..20 {
            assert_ne!(deleted.note_count(count), None);
            deleted.note(BEN);
        }
        assert_eq!(deleted.note_count(19), some(&[BEN]));
    }

    #[test]
    fn a_notice_that_never_comes_has_everything_dropped_once() {
        let deleted = Deleted::default();
        assert_eq!(deleted.note_count(7), some(&[]));
        assert_eq!(deleted.note_count(8), some(&[]));
        assert_eq!(deleted.note_count(8), None);
        assert_eq!(deleted.note_count(8), some(&[]));
        // The same for the next one; deletions with a notice do not drop everything.
        deleted.note(ANN);
        assert_eq!(deleted.note_count(9), some(&[ANN]));
        assert_eq!(deleted.note_count(10), some(&[ANN]));
        assert_eq!(deleted.note_count(11), None);
        assert_eq!(deleted.note_count(11), None);
        assert_eq!(deleted.note_count(11), some(&[]));
    }

    #[test]
    fn of_very_many_at_once_everything_is_dropped() {
        let deleted = Deleted::default();
        assert_eq!(deleted.note_count(0), some(&[]));
        (0..1_000).for_each(|user| deleted.note(UserId(user)));
        assert_eq!(deleted.note_count(1_000), None);
    }
}
