//! Messages that show boards, in memory.

use std::ops::Bound;
use std::time::Duration;

use async_trait::async_trait;
use zerosum::session::board::{Board, ChatId, MessageId};
use zerosum::session::{Revision, SessionId};
use zerosum::store::games::screens::{EndedLease, ProcessId, Screens};
use zerosum::store::{Commit, Grace, StoreError};
use zerosum_games::side::Side;

use crate::memory_store::state::Entry;
use crate::memory_store::{MemoryStore, readable};

#[async_trait]
impl Screens for MemoryStore {
    async fn timed_behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError> {
        let state = self.state()?;
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        let entries = state.boards.range((after, Bound::Unbounded)).map(|(_, entry)| entry);
        let is_left = |entry: &&Entry| {
            let is_timed = entry.clock.is_some() && !entry.is_over;
            is_timed && entry.spots().any(|spot| self.is_left_behind(entry, spot, grace))
        };
        Ok(readable(entries.filter(is_left), limit))
    }

    async fn recall(
        &self,
        id: SessionId,
        chat: ChatId,
        gone: Option<MessageId>,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let now = self.clock.now();
        let spot = state.boards.get_mut(&id).and_then(|entry| entry.spot_on(chat));
        Ok(match spot {
            Some(spot)
                if spot.placement.message == gone
                    && (gone.is_some() || spot.placement.shown == Revision::LAST) =>
            {
                (spot.placement.message, spot.placement.shown) = (None, Revision::NONE);
                spot.claimed = now;
                Commit::Done
            }
            Some(_) | None => Commit::Conflict,
        })
    }

    async fn renew_claim(&self, id: SessionId, chat: ChatId) -> Result<Commit, StoreError> {
        let now = self.clock.now();
        let mut state = self.state()?;
        let spot = state.boards.get_mut(&id).and_then(|entry| entry.spot_on(chat));
        match spot.filter(|spot| spot.placement.message.is_none()) {
            Some(spot) => {
                spot.claimed = now;
                Ok(Commit::Done)
            }
            None => Ok(Commit::Conflict),
        }
    }

    async fn claim_notice(
        &self,
        id: SessionId,
        chat: ChatId,
        side: Side,
        quiet_for: Duration,
        claimed_for: Duration,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let now = self.clock.now();
        let Some(entry) = state.boards.get_mut(&id) else { return Ok(Commit::Conflict) };
        let acted = *entry.acted.get(side);
        let is_recent =
            |time: Option<i64>| time.is_some_and(|time| self.clock.is_within(quiet_for, time));
        Ok(match entry.spot_on(chat) {
            Some(spot)
                if spot.placement.message.is_some()
                    && !is_recent(spot.placed)
                    && !spot
                        .placed
                        .is_some_and(|time| self.clock.is_within(claimed_for, -time))
                    && !is_recent(acted) =>
            {
                spot.placed = Some(-now);
                Commit::Done
            }
            Some(_) | None => Commit::Conflict,
        })
    }

    async fn renew_lease(&self, process: ProcessId) -> Result<(), StoreError> {
        let now = self.clock.now();
        self.state()?.leases.insert(process, now);
        Ok(())
    }

    async fn ended_leases(&self, silent_for: Duration) -> Result<Vec<EndedLease>, StoreError> {
        let state = self.state()?;
        let ended =
            state.leases.iter().filter(|(_, beat)| !self.clock.is_within(silent_for, **beat));
        Ok(ended.map(|(process, beat)| EndedLease { process: *process, beat: *beat }).collect())
    }

    async fn drop_lease(&self, EndedLease { process, beat }: EndedLease) -> Result<(), StoreError> {
        self.state()?.leases.retain(|other, renewed| *other != process || *renewed != beat);
        Ok(())
    }
}
