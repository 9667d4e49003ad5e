//! The upkeep.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::ops::Bound;
use std::time::Duration;

use async_trait::async_trait;

use crate::session::{SessionId, UserId};
use crate::store::clock::{self, micros, time_of};
use crate::store::deletion::FinishedBoard;
use crate::store::memory::state::{Entry, State, count_of};
use crate::store::memory::{MemoryStore, above};
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
        state.remove(&stale);
        Ok(count_of(stale.len()))
    }

    async fn finished_behind(
        &self,
        board: Option<FinishedBoard>,
        steps: NonZeroU32,
    ) -> Result<Option<FinishedBoard>, StoreError> {
        let steps = usize::try_from(steps.get()).unwrap_or(usize::MAX);
        let state = self.state()?;
        let finished = state.boards.values().filter(|entry| entry.is_over());
        let list: BTreeSet<FinishedBoard> = finished
            .map(|entry| FinishedBoard { owner: entry.board.owner, touched: entry.touched })
            .collect();
        Ok(list.range((above(board), Bound::Unbounded)).nth(steps - 1).copied())
    }

    async fn trim(&self, owner: UserId, kept: u32, limit: u32) -> Result<u64, StoreError> {
        let at_most = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
        let mut state = self.state()?;
        let finished = state.of_owner(owner).filter(|entry| entry.is_over());
        let mut finished: Vec<_> =
            finished.map(|entry| (entry.touched, entry.board.session.id())).collect();
        finished.sort_unstable();
        let too_many = finished.len().saturating_sub(at_most(kept)).min(at_most(limit));
        let oldest = finished.iter().take(too_many);
        let oldest: Vec<_> = oldest.map(|(_, id)| (*id, owner)).collect();
        state.remove(&oldest);
        Ok(count_of(oldest.len()))
    }

    async fn count_stale(&self, purge: Purge) -> Result<u64, StoreError> {
        Ok(count_of(stale(&*self.state()?, purge).len()))
    }
}

fn stale(state: &State, purge: Purge) -> Vec<(SessionId, UserId)> {
    let (over_before, open_before) = (micros(purge.over_before), micros(purge.open_before));
    let is_stale =
        |entry: &Entry| entry.touched < if entry.is_over() { over_before } else { open_before };
    let stale = state.boards.iter().filter(|(_, entry)| is_stale(entry));
    let limit = usize::try_from(purge.limit).unwrap_or(usize::MAX);
    stale.map(|(id, entry)| (*id, entry.board.owner)).take(limit).collect()
}
