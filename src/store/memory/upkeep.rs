//! The upkeep.

use std::time::Duration;

use async_trait::async_trait;

use crate::session::SessionId;
use crate::store::clock::{self, micros, time_of};
use crate::store::memory::{Entry, MemoryStore, State, count_of};
use crate::store::upkeep::{Purge, StoreTime, Upkeep};
use crate::store::{Commit, StoreError};

#[async_trait]
impl Upkeep for MemoryStore {
    async fn reach(&self) -> Result<StoreTime, StoreError> {
        let mut state = self.state()?;
        let clock = clock::of_machine();
        self.clock.set(clock);
        let reached = self.clock.lived();
        self.clock.note_reached(reached);
        let latest = self.clock.latest();
        let boards = state.boards.values_mut();
        let mut ahead: Vec<_> = boards.filter(|entry| entry.touched > latest).collect();
        ahead.sort_by_key(|entry| entry.touched);
        for entry in ahead {
            entry.touched = self.clock.tick();
        }
        Ok(StoreTime { clock: time_of(clock), reached: time_of(reached) })
    }

    async fn claim_purge(&self, period: Duration) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let reached = self.clock.lived();
        let period = i64::try_from(period.as_micros()).unwrap_or(i64::MAX);
        if state.purged > reached.saturating_sub(period) {
            return Ok(Commit::Conflict);
        }
        state.purged = reached;
        Ok(Commit::Done)
    }

    async fn purge(&self, purge: Purge) -> Result<u64, StoreError> {
        let mut state = self.state()?;
        let stale = stale(&state, purge);
        for id in &stale {
            if let Some(entry) = state.boards.remove(id)
                && let Some(ids) = state.by_owner.get_mut(&entry.board.owner)
            {
                ids.remove(id);
            }
        }
        Ok(count_of(stale.len()))
    }

    async fn count_stale(&self, purge: Purge) -> Result<u64, StoreError> {
        Ok(count_of(stale(&*self.state()?, purge).len()))
    }
}

fn stale(state: &State, purge: Purge) -> Vec<SessionId> {
    let (over_before, open_before) = (micros(purge.over_before), micros(purge.open_before));
    let is_stale =
        |entry: &Entry| entry.touched < if entry.is_over() { over_before } else { open_before };
    let stale = state.boards.iter().filter(|(_, entry)| is_stale(entry));
    let limit = usize::try_from(purge.limit).unwrap_or(usize::MAX);
    stale.map(|(id, _)| *id).take(limit).collect()
}
