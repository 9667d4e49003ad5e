//! Whom people have blocked, in memory.

use std::cmp::Reverse;

use async_trait::async_trait;
use zerosum::session::UserId;
use zerosum::store::blocks::{BLOCKED_MAX, Blocked, Blocks};
use zerosum::store::{Commit, StoreError};

use crate::memory_store::MemoryStore;

#[async_trait]
impl Blocks for MemoryStore {
    async fn block(&self, person: UserId, blocked: &Blocked) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let key = (person, blocked.user);
        let count = state.blocks.keys().filter(|(other, _)| *other == person).count();
        let has_room = u32::try_from(count).is_ok_and(|count| count < BLOCKED_MAX);
        let is_known = state.people.contains_key(&person);
        if !is_known || !has_room || state.blocks.contains_key(&key) {
            return Ok(Commit::Conflict);
        }
        state.blocks.insert(key, blocked.clone());
        Ok(Commit::Done)
    }

    async fn unblock(&self, person: UserId, blocked: UserId) -> Result<Commit, StoreError> {
        let removed = self.state()?.blocks.remove(&(person, blocked));
        Ok(if removed.is_some() { Commit::Done } else { Commit::Conflict })
    }

    async fn blocked_by(&self, person: UserId) -> Result<Vec<Blocked>, StoreError> {
        let state = self.state()?;
        let own = state.blocks.iter().filter(|((other, _), _)| *other == person);
        let mut blocked: Vec<Blocked> = own.map(|(_, blocked)| blocked.clone()).collect();
        blocked.sort_by_key(|blocked| (Reverse(blocked.since), blocked.user));
        Ok(blocked)
    }

    async fn are_apart(&self, one: UserId, other: UserId) -> Result<bool, StoreError> {
        let state = self.state()?;
        let has_blocked = |person, blocked| state.blocks.contains_key(&(person, blocked));
        Ok(has_blocked(one, other) || has_blocked(other, one))
    }
}
