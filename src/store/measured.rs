//! A store that counts what is asked of it, how long that takes and what becomes of it, whatever
//! store it is.

use std::future::Future;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use futures::future::BoxFuture;

use crate::metrics::Metrics;
use crate::metrics::labels::{Delivery, StoreCall, StoreFault, StoreOutcome};
use crate::metrics::series::Held;
use crate::metrics::store::Storing;
use crate::session::board::{Board, ChatId, MessageId, TopicId};
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::broadcast::{Broadcast, BroadcastId, Step, Tally};
use crate::store::deletion::{Deletion, FinishedBoard};
use crate::store::upkeep::{Purge, StoreTime, Upkeep};
use crate::store::{
    Boards, Commit, Counts, Grace, Hosting, OpenGames, People, Person, Store, StoreError,
    StoredBoard, Switch,
};

/// See the module.
pub struct MeasuredStore {
    inner: Arc<dyn Store>,
    metrics: Arc<Metrics>,
}

impl MeasuredStore {
    pub fn new(inner: Arc<dyn Store>, metrics: Arc<Metrics>) -> MeasuredStore {
        MeasuredStore { inner, metrics }
    }

    async fn measure<T>(
        &self,
        call: StoreCall,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        self.measure_as(call, work, |_| StoreOutcome::Done).await
    }

    /// Measures a write that may lose a race.
    async fn measure_write(
        &self,
        call: StoreCall,
        work: impl Future<Output = Result<Commit, StoreError>>,
    ) -> Result<Commit, StoreError> {
        let outcome_of = |commit: &Commit| match commit {
            Commit::Done => StoreOutcome::Done,
            Commit::Conflict => StoreOutcome::Conflict,
        };
        self.measure_as(call, work, outcome_of).await
    }

    async fn measure_as<T>(
        &self,
        call: StoreCall,
        work: impl Future<Output = Result<T, StoreError>>,
        outcome_of: impl FnOnce(&T) -> StoreOutcome,
    ) -> Result<T, StoreError> {
        let mut measuring = Measuring::begin(&self.metrics.store, call);
        let ended = work.await;
        measuring.outcome = match &ended {
            Ok(value) => outcome_of(value),
            Err(error) => {
                measuring.figures.errors.count(fault_of(error));
                StoreOutcome::Failed
            }
        };
        ended
    }

    fn note_tally(&self, tally: Tally) {
        let messages = &self.metrics.store.broadcast_messages;
        messages.add(Delivery::Sent, tally.sent);
        messages.add(Delivery::Failed, tally.failed);
    }
}

/// A call that is under way. It is counted when this is dropped, also if nobody waits for its end.
struct Measuring<'a> {
    figures: &'a Storing,
    call: StoreCall,
    began: Instant,
    outcome: StoreOutcome,
    _held: Held,
}

impl Measuring<'_> {
    fn begin(figures: &Storing, call: StoreCall) -> Measuring<'_> {
        let (began, outcome) = (Instant::now(), StoreOutcome::Abandoned);
        Measuring { figures, call, began, outcome, _held: figures.in_flight.hold() }
    }
}

impl Drop for Measuring<'_> {
    fn drop(&mut self) {
        self.figures.seconds.observe(self.call, self.began.elapsed());
        self.figures.calls.count((self.call, self.outcome));
    }
}

fn fault_of(error: &StoreError) -> StoreFault {
    match error {
        StoreError::Overloaded => StoreFault::Overloaded,
        StoreError::Closed => StoreFault::Closed,
        StoreError::Record(..) => StoreFault::Record,
        StoreError::Database(_) => StoreFault::Database,
        StoreError::Away(_) => StoreFault::Away,
    }
}

#[async_trait]
impl Boards for MeasuredStore {
    async fn create(&self, board: &Board, max: OpenGames) -> Result<Commit, StoreError> {
        self.measure_write(StoreCall::Create, self.inner.create(board, max)).await
    }

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        self.measure(StoreCall::Load, self.inner.load(id)).await
    }

    async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError> {
        self.measure_write(StoreCall::Commit, self.inner.commit(session, seen)).await
    }

    async fn reopen(
        &self,
        session: &Session,
        seen: Revision,
        max: OpenGames,
    ) -> Result<Commit, StoreError> {
        self.measure_write(StoreCall::Reopen, self.inner.reopen(session, seen, max)).await
    }

    async fn place(
        &self,
        id: SessionId,
        message: MessageId,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        self.measure(StoreCall::Place, self.inner.place(id, message, topic, shown)).await
    }

    async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<u64, StoreError> {
        self.measure(StoreCall::MoveChat, self.inner.move_chat(from, to)).await
    }

    async fn displace(&self, id: SessionId, message: MessageId) -> Result<(), StoreError> {
        self.measure(StoreCall::Displace, self.inner.displace(id, message)).await
    }

    fn note_shown(
        &self,
        id: SessionId,
        message: MessageId,
        shown: Revision,
    ) -> BoxFuture<'static, Option<Commit>> {
        self.inner.note_shown(id, message, shown)
    }

    async fn latest_open(&self, chat: ChatId, owner: UserId) -> Result<Option<Board>, StoreError> {
        self.measure(StoreCall::LatestOpen, self.inner.latest_open(chat, owner)).await
    }

    async fn count_open(&self, chat: ChatId, owner: UserId) -> Result<OpenGames, StoreError> {
        self.measure(StoreCall::CountOpen, self.inner.count_open(chat, owner)).await
    }

    async fn boards_of(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        self.measure(StoreCall::BoardsOf, self.inner.boards_of(person, after, limit)).await
    }

    async fn behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError> {
        self.measure(StoreCall::Behind, self.inner.behind(after, limit, grace)).await
    }

    async fn claim(&self, id: SessionId, grace: Grace) -> Result<Commit, StoreError> {
        self.measure_write(StoreCall::Claim, self.inner.claim(id, grace)).await
    }

    async fn awaiting_engine(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Duration,
    ) -> Result<Vec<Board>, StoreError> {
        let found = self.inner.awaiting_engine(after, limit, grace);
        self.measure(StoreCall::AwaitingEngine, found).await
    }

    async fn claim_turn(
        &self,
        id: SessionId,
        seen: Revision,
        grace: Duration,
    ) -> Result<Commit, StoreError> {
        self.measure_write(StoreCall::ClaimTurn, self.inner.claim_turn(id, seen, grace)).await
    }
}

#[async_trait]
impl People for MeasuredStore {
    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        self.measure(StoreCall::Person, self.inner.person(user)).await
    }

    async fn put_person(
        &self,
        user: UserId,
        seen: Option<&Person>,
        person: &Person,
    ) -> Result<Commit, StoreError> {
        self.measure_write(StoreCall::PutPerson, self.inner.put_person(user, seen, person)).await
    }

    async fn set_reachable(&self, user: UserId, is_reachable: bool) -> Result<(), StoreError> {
        self.measure(StoreCall::SetReachable, self.inner.set_reachable(user, is_reachable)).await
    }

    async fn delete_person(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        self.measure(StoreCall::DeletePerson, self.inner.delete_person(user, limit)).await
    }

    async fn departed(&self, limit: u32) -> Result<Vec<UserId>, StoreError> {
        self.measure(StoreCall::Departed, self.inner.departed(limit)).await
    }

    async fn delete_boards_left(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        let deleted = self.inner.delete_boards_left(user, limit);
        self.measure(StoreCall::DeleteBoardsLeft, deleted).await
    }

    async fn deletions(&self) -> Result<u64, StoreError> {
        self.measure(StoreCall::Deletions, self.inner.deletions()).await
    }

    async fn people_after(
        &self,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        self.measure(StoreCall::PeopleAfter, self.inner.people_after(after, limit)).await
    }
}

#[async_trait]
impl Hosting for MeasuredStore {
    async fn counts(&self) -> Result<Counts, StoreError> {
        self.measure(StoreCall::Counts, self.inner.counts()).await
    }

    async fn is_on(&self, switch: Switch) -> Result<bool, StoreError> {
        self.measure(StoreCall::IsOn, self.inner.is_on(switch)).await
    }

    async fn set_switch(&self, switch: Switch, is_on: bool) -> Result<(), StoreError> {
        self.measure(StoreCall::SetSwitch, self.inner.set_switch(switch, is_on)).await
    }

    async fn create_broadcast(&self, broadcast: &Broadcast) -> Result<Commit, StoreError> {
        self.measure_write(StoreCall::CreateBroadcast, self.inner.create_broadcast(broadcast)).await
    }

    async fn broadcast(&self, id: BroadcastId) -> Result<Option<Broadcast>, StoreError> {
        self.measure(StoreCall::Broadcast, self.inner.broadcast(id)).await
    }

    async fn broadcasts_by(
        &self,
        author: UserId,
        after: Option<BroadcastId>,
        limit: u32,
    ) -> Result<Vec<Broadcast>, StoreError> {
        self.measure(StoreCall::BroadcastsBy, self.inner.broadcasts_by(author, after, limit)).await
    }

    async fn broadcasts_unfinished(&self) -> Result<Vec<Broadcast>, StoreError> {
        self.measure(StoreCall::BroadcastsUnfinished, self.inner.broadcasts_unfinished()).await
    }

    async fn advance_broadcast(
        &self,
        id: BroadcastId,
        seen: Option<UserId>,
        step: Step,
        tally: Tally,
    ) -> Result<Commit, StoreError> {
        let advanced = self
            .measure_write(
                StoreCall::AdvanceBroadcast,
                self.inner.advance_broadcast(id, seen, step, tally),
            )
            .await?;
        if advanced == Commit::Done {
            self.note_tally(tally);
        }
        Ok(advanced)
    }

    async fn tally_broadcast(&self, id: BroadcastId, tally: Tally) -> Result<(), StoreError> {
        let tallied =
            self.measure(StoreCall::TallyBroadcast, self.inner.tally_broadcast(id, tally)).await;
        if tallied.is_ok() {
            self.note_tally(tally);
        }
        tallied
    }

    async fn stop_broadcast(&self, id: BroadcastId) -> Result<Commit, StoreError> {
        self.measure_write(StoreCall::StopBroadcast, self.inner.stop_broadcast(id)).await
    }
}

#[async_trait]
impl Upkeep for MeasuredStore {
    async fn reach(&self) -> Result<StoreTime, StoreError> {
        self.measure(StoreCall::Reach, self.inner.reach()).await
    }

    async fn claim_purge(&self, period: Duration) -> Result<Commit, StoreError> {
        self.measure(StoreCall::ClaimPurge, self.inner.claim_purge(period)).await
    }

    async fn purge(&self, purge: Purge) -> Result<u64, StoreError> {
        let purged = self.measure(StoreCall::Purge, self.inner.purge(purge)).await?;
        self.metrics.store.boards_purged.add(purged);
        Ok(purged)
    }

    async fn finished_behind(
        &self,
        board: Option<FinishedBoard>,
        steps: NonZeroU32,
    ) -> Result<Option<FinishedBoard>, StoreError> {
        let found = self.inner.finished_behind(board, steps);
        self.measure(StoreCall::FinishedBehind, found).await
    }

    async fn trim(&self, owner: UserId, kept: u32, limit: u32) -> Result<u64, StoreError> {
        let trimmed = self.inner.trim(owner, kept, limit);
        let trimmed = self.measure(StoreCall::Trim, trimmed).await?;
        self.metrics.store.boards_purged.add(trimmed);
        Ok(trimmed)
    }

    async fn count_stale(&self, purge: Purge) -> Result<u64, StoreError> {
        self.measure(StoreCall::CountStale, self.inner.count_stale(purge)).await
    }
}

#[async_trait]
impl Store for MeasuredStore {
    fn kind(&self) -> &'static str {
        self.inner.kind()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.measure(StoreCall::Ping, self.inner.ping()).await
    }

    fn is_shared(&self) -> bool {
        self.inner.is_shared()
    }

    async fn close(&self) {
        self.inner.close().await;
    }
}
