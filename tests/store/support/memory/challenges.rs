//! Seats that are kept for somebody, in memory.

use async_trait::async_trait;
use zerosum::session::UserId;
use zerosum::session::reservation::Reservation;
use zerosum::store::StoreError;
use zerosum::store::challenges::{
    CHALLENGES_BETWEEN_MAX, CHALLENGES_BY_PERSON_MAX, CHALLENGES_OF_PERSON_MAX, ChallengeCounts,
    Challenges,
};

use crate::memory_store::MemoryStore;
use crate::memory_store::state::State;

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

    /// How many seats are kept like this.
    fn kept(&self, is_so: impl Fn(UserId, Reservation) -> bool) -> u32 {
        let entries = self.boards.values();
        let all = entries.filter_map(|entry| Some((entry.owner, entry.reservation?)));
        let count = all.filter(|(owner, kept)| is_so(*owner, *kept)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Whether this person may wait for that one, who is remembered.
    pub(super) fn may_challenge(&self, owner: UserId, kept: Reservation, now: i64) -> bool {
        self.people.contains_key(&kept.user)
            && self.challenges(owner, now).waiting_by < CHALLENGES_BY_PERSON_MAX
            && self.challenges(kept.user, now).waiting_for < CHALLENGES_OF_PERSON_MAX
            && self.challenges_between(owner, kept.user, now) < CHALLENGES_BETWEEN_MAX
    }

    /// Nobody waits for this person any more.
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
