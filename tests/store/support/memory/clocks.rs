//! Clocks of games, in memory.

use std::future::ready;
use std::time::Duration;

use async_trait::async_trait;
use futures::FutureExt;
use futures::future::BoxFuture;
use zerosum::session::Session;
use zerosum::session::game::clock::{self, PlayTime};
use zerosum::store::games::clocks::{Clocks, TimedBoard};
use zerosum::store::host::operations::Switch;
use zerosum::store::{Commit, StoreError};

use crate::memory_store::MemoryStore;
use crate::memory_store::state::Entry;

#[async_trait]
impl Clocks for MemoryStore {
    async fn beat(&self, PlayTime(reached): PlayTime) -> Result<PlayTime, StoreError> {
        let mut state = self.state()?;
        let is_running = state.boards.values().any(|entry| entry.due.is_some());
        if is_running && !state.switches.contains(&Switch::Maintenance) {
            state.played = state.played.max(reached);
        }
        Ok(PlayTime(state.played))
    }

    async fn played(&self) -> Result<PlayTime, StoreError> {
        Ok(PlayTime(self.state()?.played))
    }

    async fn overdue(
        &self,
        PlayTime(by): PlayTime,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        let state = self.state()?;
        let is_here = |entry: &&Entry| {
            state.absence_of(entry).is_none_or(|absence| absence.returned.is_some())
        };
        let due = state.boards.values().filter(is_here).filter_map(|entry| {
            entry.due.filter(|due| *due <= by).map(|at| TimedBoard { at, id: entry.id })
        });
        Ok(page(due.collect(), after, limit))
    }

    async fn start_clock(&self, started: &Session) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let is_waiting = |entry: &&mut Entry| {
            entry.revision == started.revision() && !entry.is_over && entry.due.is_none()
        };
        match state.boards.get_mut(&started.id()).filter(is_waiting) {
            Some(entry) => {
                entry.clock = started.clock().map(clock::encode);
                entry.due = started.due().map(|PlayTime(due)| due);
                Ok(Commit::Done)
            }
            None => Ok(Commit::Conflict),
        }
    }

    fn start_clock_soon(&self, started: &Session) -> BoxFuture<'static, Option<Commit>> {
        let started = self.start_clock(started).now_or_never().and_then(Result::ok);
        ready(started).boxed()
    }

    async fn stop_clock(&self, TimedBoard { at, id }: TimedBoard) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        match state.boards.get_mut(&id).filter(|entry| entry.due == Some(at)) {
            Some(entry) => {
                entry.due = None;
                Ok(Commit::Done)
            }
            None => Ok(Commit::Conflict),
        }
    }

    async fn abandoned(
        &self,
        untouched: Duration,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        let state = self.state()?;
        let untouched = i64::try_from(untouched.as_micros()).unwrap_or(i64::MAX);
        let before = self.clock.now().saturating_sub(untouched);
        let abandoned = state.boards.values().filter(|entry| {
            let is_between_two = entry.guest.is_some() && entry.due.is_none();
            let is_here = state
                .absence_of(entry)
                .is_none_or(|absence| absence.returned.is_some_and(|back| back < before));
            is_between_two && is_here && !entry.is_over && entry.touched < before
        });
        let abandoned = abandoned.map(|entry| TimedBoard { at: entry.touched, id: entry.id });
        Ok(page(abandoned.collect(), after, limit))
    }

    async fn is_untouched(&self, TimedBoard { at, id }: TimedBoard) -> Result<bool, StoreError> {
        Ok(self.state()?.boards.get(&id).is_some_and(|entry| entry.touched == at))
    }
}

pub(super) fn page(
    mut boards: Vec<TimedBoard>,
    after: Option<TimedBoard>,
    limit: u32,
) -> Vec<TimedBoard> {
    boards.sort_unstable();
    let behind = boards.into_iter().filter(|board| after.is_none_or(|after| *board > after));
    behind.take(usize::try_from(limit).unwrap_or(usize::MAX)).collect()
}
