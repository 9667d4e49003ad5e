//! Purges and the store's own time, in memory.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::ops::Bound;
use std::time::Duration;

use async_trait::async_trait;
use zerosum::session::{SessionId, UserId};
use zerosum::store::FinishedBoard;
use zerosum::store::host::upkeep::{Purge, StoreTime, Upkeep};
use zerosum::store::{Commit, StoreError};

use crate::memory_store::clock::{micros, time_of};
use crate::memory_store::state::{Entry, State, count_of};
use crate::memory_store::{MemoryStore, above};

#[async_trait]
impl Upkeep for MemoryStore {
    async fn advance_uptime(&self) -> Result<StoreTime, StoreError> {
        drop(self.state()?);
        let now = time_of(self.clock.now());
        Ok(StoreTime { clock: now, reached: now })
    }

    async fn claim_purge(&self, period: Duration) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let reached = self.clock.now();
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
        let removed = stale.iter().filter_map(|id| state.remove(*id)).count();
        Ok(count_of(removed))
    }

    async fn finished_behind(
        &self,
        board: Option<FinishedBoard>,
        steps: NonZeroU32,
    ) -> Result<Option<FinishedBoard>, StoreError> {
        let steps = usize::try_from(steps.get()).unwrap_or(usize::MAX);
        let state = self.state()?;
        let finished = state.boards.values().filter(|entry| entry.is_over);
        let list: BTreeSet<FinishedBoard> = finished
            .map(|entry| FinishedBoard { owner: entry.owner, touched: entry.touched })
            .collect();
        Ok(list.range((above(board), Bound::Unbounded)).nth(steps - 1).copied())
    }

    async fn trim(&self, owner: UserId, kept: u32, limit: u32) -> Result<u64, StoreError> {
        let at_most = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
        let mut state = self.state()?;
        let finished = state.finished_of(owner);
        let mut finished: Vec<_> = finished.map(|entry| (entry.touched, entry.id)).collect();
        finished.sort_unstable();
        let too_many = finished.len().saturating_sub(at_most(kept)).min(at_most(limit));
        let oldest = finished.iter().take(too_many);
        Ok(count_of(oldest.filter_map(|(_, id)| state.remove(*id)).count()))
    }

    async fn count_stale(&self, purge: Purge) -> Result<u64, StoreError> {
        Ok(count_of(stale(&*self.state()?, purge).len()))
    }
}

fn stale(state: &State, purge: Purge) -> Vec<SessionId> {
    let (over_before, open_before) = (micros(purge.over_before), micros(purge.open_before));
    let is_stale =
        |entry: &Entry| entry.touched < if entry.is_over { over_before } else { open_before };
    let stale = state.boards.iter().filter(|(_, entry)| is_stale(entry));
    let limit = usize::try_from(purge.limit).unwrap_or(usize::MAX);
    stale.map(|(id, _)| *id).take(limit).collect()
}
