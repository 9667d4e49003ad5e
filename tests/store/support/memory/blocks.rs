//! Blocks between people, in memory.

use std::cmp::Reverse;

use async_trait::async_trait;
use zerosum::session::UserId;
use zerosum::store::people::blocks::{BLOCKED_MAX, Blocked, Blocks};
use zerosum::store::{Commit, StoreError};

use crate::memory_store::MemoryStore;
use crate::memory_store::state::State;

impl State {
    /// Removes the blocks that a person has made, and keeps the blocks against them without a name.
    pub(super) fn keep_blocks_of(&mut self, user: UserId) {
        for ((person, blocked), known) in &self.blocks {
            if *blocked == user {
                self.kept_blocks.insert((*person, user), known.since);
            }
        }
        self.blocks.retain(|(person, blocked), _| *person != user && *blocked != user);
        self.kept_blocks.retain(|(person, _), _| *person != user);
    }

    /// Restores the blocks against a person who has come back.
    pub(super) fn restore_blocks_of(&mut self, user: UserId) {
        let kept = self.kept_blocks.extract_if(.., |(_, blocked), _| *blocked == user);
        for (pair, since) in kept {
            self.blocks.insert(pair, Blocked { user: Some(user), name: String::new(), since });
        }
    }
}

#[async_trait]
impl Blocks for MemoryStore {
    async fn block(&self, person: UserId, blocked: &Blocked) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let Some(user) = blocked.user else { return Ok(Commit::Conflict) };
        let key = (person, user);
        let kept = state.kept_blocks.keys().filter(|kept| **kept != key);
        let count = state.blocks.keys().chain(kept).filter(|(other, _)| *other == person).count();
        let has_room = u32::try_from(count).is_ok_and(|count| count < BLOCKED_MAX);
        let is_known = state.people.contains_key(&person);
        if !is_known || !has_room || state.blocks.contains_key(&key) {
            return Ok(Commit::Conflict);
        }
        state.kept_blocks.remove(&key);
        state.blocks.insert(key, blocked.clone());
        Ok(Commit::Done)
    }

    async fn unblock(&self, person: UserId, since: i64) -> Result<Commit, StoreError> {
        let state = &mut *self.state()?;
        let before = state.blocks.len() + state.kept_blocks.len();
        state.blocks.retain(|(by, _), blocked| *by != person || blocked.since != since);
        state.kept_blocks.retain(|(by, _), then| *by != person || *then != since);
        let is_removed = state.blocks.len() + state.kept_blocks.len() < before;
        Ok(if is_removed { Commit::Done } else { Commit::Conflict })
    }

    async fn blocked_by(&self, person: UserId) -> Result<Vec<Blocked>, StoreError> {
        let state = self.state()?;
        let own = state.blocks.iter().filter(|((other, _), _)| *other == person);
        let kept = state.kept_blocks.iter().filter(|((other, _), _)| *other == person);
        let kept =
            kept.map(|(_, since)| Blocked { user: None, name: String::new(), since: *since });
        let mut blocked: Vec<Blocked> =
            own.map(|(_, blocked)| blocked.clone()).chain(kept).collect();
        blocked.sort_by_key(|blocked| (Reverse(blocked.since), blocked.user));
        Ok(blocked)
    }

    async fn are_apart(&self, one: UserId, other: UserId) -> Result<bool, StoreError> {
        let state = self.state()?;
        let has_blocked = |person, blocked| {
            let pair = (person, blocked);
            state.blocks.contains_key(&pair) || state.kept_blocks.contains_key(&pair)
        };
        Ok(has_blocked(one, other) || has_blocked(other, one))
    }
}
