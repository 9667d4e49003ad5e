//! Counts, switches and broadcasts for the owner of an instance, in memory.

use std::collections::btree_map::Entry as Slot;
use std::ops::Bound;

use async_trait::async_trait;
use zerosum::session::UserId;
use zerosum::session::broadcast;
use zerosum::session::broadcast::{Broadcast, BroadcastId, Step, Tally};
use zerosum::store::Count;
use zerosum::store::host::operations::{Counts, Operations, Switch};
use zerosum::store::{Commit, StoreError};

use crate::memory_store::state::{Entry, count_of};
use crate::memory_store::{MemoryStore, above};

#[async_trait]
impl Operations for MemoryStore {
    async fn counts(&self) -> Result<Counts, StoreError> {
        let exact = |number: usize| Count { number: count_of(number), is_exact: true };
        let state = self.state()?;
        let over = state.boards.values().filter(|entry| entry.is_over).count();
        let reachable = state.people.values().filter(|person| person.is_reachable).count();
        let is_between = |entry: &&Entry| entry.guest.is_some() && !entry.is_over;
        let between = state.boards.values().filter(is_between).count();
        let waiting = state.invitations_waiting(self.clock.now());
        Ok(Counts {
            people: exact(state.people.len()),
            people_reachable: exact(reachable),
            boards_in_play: exact(state.boards.len() - over),
            boards_over: exact(over),
            boards_between_people: exact(between),
            seekers: exact(state.seekers.len()),
            invitations: exact(waiting),
        })
    }

    async fn is_on(&self, switch: Switch) -> Result<bool, StoreError> {
        Ok(self.state()?.switches.contains(&switch))
    }

    async fn set_switch(&self, switch: Switch, is_on: bool) -> Result<(), StoreError> {
        let mut state = self.state()?;
        if is_on {
            state.switches.insert(switch)
        } else {
            state.switches.remove(&switch)
        };
        Ok(())
    }

    async fn create_broadcast(&self, broadcast: &Broadcast) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let Slot::Vacant(slot) = state.broadcasts.entry(broadcast.id) else {
            return Ok(Commit::Conflict);
        };
        slot.insert(broadcast.clone());
        Ok(Commit::Done)
    }

    async fn broadcast(&self, id: BroadcastId) -> Result<Option<Broadcast>, StoreError> {
        Ok(self.state()?.broadcasts.get(&id).cloned())
    }

    async fn broadcasts_by(
        &self,
        author: UserId,
        after: Option<BroadcastId>,
        limit: u32,
    ) -> Result<Vec<Broadcast>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let state = self.state()?;
        let broadcasts = state.broadcasts.range((above(after), Bound::Unbounded));
        let theirs = broadcasts.map(|(_, broadcast)| broadcast).filter(|one| one.author == author);
        Ok(theirs.take(limit).cloned().collect())
    }

    async fn broadcasts_unfinished(&self) -> Result<Vec<Broadcast>, StoreError> {
        let state = self.state()?;
        let is_running = |broadcast: &&Broadcast| broadcast.state == broadcast::State::Running;
        Ok(state.broadcasts.values().filter(is_running).cloned().collect())
    }

    async fn advance_broadcast(
        &self,
        id: BroadcastId,
        seen: Option<UserId>,
        step: Step,
        tally: Tally,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let running = state.running(id).filter(|broadcast| broadcast.cursor == seen);
        let Some(broadcast) = running else { return Ok(Commit::Conflict) };
        add(&mut broadcast.tally, tally);
        match step {
            Step::Claim(last) => broadcast.cursor = Some(last),
            Step::Finish => end(broadcast, broadcast::State::Done),
        }
        Ok(Commit::Done)
    }

    async fn tally_broadcast(&self, id: BroadcastId, tally: Tally) -> Result<(), StoreError> {
        if let Some(broadcast) = self.state()?.broadcasts.get_mut(&id) {
            add(&mut broadcast.tally, tally);
        }
        Ok(())
    }

    async fn stop_broadcast(&self, id: BroadcastId) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let Some(broadcast) = state.running(id) else { return Ok(Commit::Conflict) };
        end(broadcast, broadcast::State::Stopped);
        Ok(Commit::Done)
    }
}

fn end(broadcast: &mut Broadcast, state: broadcast::State) {
    broadcast.state = state;
    broadcast.text.clear();
}

fn add(total: &mut Tally, tally: Tally) {
    total.sent += tally.sent;
    total.failed += tally.failed;
}
