//! Seats that are kept for one person, in memory.

use async_trait::async_trait;
use zerosum::session::UserId;
use zerosum::session::game::reservation::Reservation;
use zerosum::store::StoreError;
use zerosum::store::people::challenges::{
    CHALLENGES_BETWEEN_MAX, CHALLENGES_BY_PERSON_MAX, CHALLENGES_OF_PERSON_MAX, ChallengeCounts,
    Challenges,
};

use crate::memory_store::MemoryStore;
use crate::memory_store::state::{State, count_of};

#[async_trait]
impl Challenges for MemoryStore {
    async fn challenges(&self, person: UserId) -> Result<ChallengeCounts, StoreError> {
        let now = self.clock.now();
        Ok(self.state()?.challenges(person, now))
    }

    async fn challenges_between(&self, person: UserId, other: UserId) -> Result<u32, StoreError> {
        let now = self.clock.now();
        Ok(self.state()?.challenges_between(person, other, now))
    }

    async fn seats_kept_since(&self, person: UserId, limit: u32) -> Result<Vec<i64>, StoreError> {
        let state = self.state()?;
        let kept = state.boards.values().filter_map(|entry| entry.reservation);
        let mut since: Vec<i64> =
            kept.filter(|kept| kept.user == person).map(|kept| kept.since).collect();
        since.sort_unstable();
        since.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(since)
    }

    async fn note_declined(
        &self,
        person: UserId,
        other: UserId,
        at: i64,
    ) -> Result<(), StoreError> {
        self.state()?.declined.insert((person, other), at);
        Ok(())
    }

    async fn declined_at(&self, person: UserId, other: UserId) -> Result<Option<i64>, StoreError> {
        Ok(self.state()?.declined.get(&(person, other)).copied())
    }

    async fn purge_declined(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let declined = &mut self.state()?.declined;
        let old = declined.iter().filter(|(_, at)| **at < before).map(|(pair, _)| *pair);
        let old: Vec<(UserId, UserId)> =
            old.take(usize::try_from(limit).unwrap_or(usize::MAX)).collect();
        for pair in &old {
            declined.remove(pair);
        }
        Ok(count_of(old.len()))
    }
}

impl State {
    fn challenges(&self, person: UserId, now: i64) -> ChallengeCounts {
        ChallengeCounts {
            waiting_by: self.kept(|owner, kept| owner == person && !kept.is_over(now)),
            waiting_for: self.kept(|_, kept| kept.user == person && !kept.is_over(now)),
            noted: self.kept(|_, kept| kept.user == person),
        }
    }

    fn challenges_between(&self, person: UserId, other: UserId, now: i64) -> u32 {
        self.kept(|owner, kept| (owner, kept.user) == (person, other) && !kept.is_over(now))
    }

    /// Number of kept seats that satisfy the condition.
    fn kept(&self, is_so: impl Fn(UserId, Reservation) -> bool) -> u32 {
        let entries = self.boards.values();
        let all = entries.filter_map(|entry| Some((entry.owner, entry.reservation?)));
        let count = all.filter(|(owner, kept)| is_so(*owner, *kept)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Returns whether `owner` may challenge the person of this reservation, who has to be stored.
    pub(super) fn may_challenge(&self, owner: UserId, kept: Reservation, now: i64) -> bool {
        self.people.contains_key(&kept.user)
            && self.challenges(owner, now).waiting_by < CHALLENGES_BY_PERSON_MAX
            && self.challenges(kept.user, now).waiting_for < CHALLENGES_OF_PERSON_MAX
            && self.challenges_between(owner, kept.user, now) < CHALLENGES_BETWEEN_MAX
    }

    /// Opens all seats that are kept for this person.
    pub(super) fn open_seats_of(&mut self, user: UserId) {
        let is_theirs = |kept: Reservation| kept.user == user;
        for entry in
            self.boards.values_mut().filter(|entry| entry.reservation.is_some_and(is_theirs))
        {
            entry.reservation = None;
            entry.revision.0 += 1;
        }
    }
}
