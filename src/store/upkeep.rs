//! What the upkeep of a store needs: its own time, and games that are of no use any more.

use std::num::NonZeroU32;
use std::time::{Duration, SystemTime};

use async_trait::async_trait;

use crate::session::UserId;
use crate::store::clock::{micros, time_of};
use crate::store::database::Database;
use crate::store::deletion::FinishedBoard;
use crate::store::relational::RelationalStore;
use crate::store::row::{commit_of, finished_board_of, user_column};
use crate::store::statement::{Lock, Statement, Value, Write};
use crate::store::{Commit, StoreError, sql};

/// Boards with a time that has not come yet which are given another one at once.
const REDATED_AT_ONCE: i64 = 1_000;

/// Two times that agree unless a clock is wrong or the store was at rest for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreTime {
    /// What the clock says: that of the server of a shared database, else that of the machine.
    pub clock: SystemTime,
    /// The store's own time, which goes on only by what is lived through. A clock that jumps does
    /// not move it.
    pub reached: SystemTime,
}

/// Which boards are of no use any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purge {
    /// Of games that are over: those that changed last before this.
    pub over_before: SystemTime,
    /// Of games in play, which have been abandoned: those that changed last before this.
    pub open_before: SystemTime,
    /// Deletes no more at once.
    pub limit: u32,
}

/// The upkeep.
#[async_trait]
pub trait Upkeep: Send + Sync {
    /// Has the store's own time go on by what was lived through since the last call, and tells it.
    /// To be called often: what is lived through after the last call of a process does not count.
    ///
    /// Boards that a clock which was ahead has given a time that has not come yet get one that
    /// has, in the same order.
    async fn reach(&self) -> Result<StoreTime, StoreError>;

    /// Sets about a purge, if so much of the store's own time has passed since somebody last did:
    /// of many who claim it, one does.
    async fn claim_purge(&self, period: Duration) -> Result<Commit, StoreError>;

    /// Deletes boards that are of no use any more and tells how many. A board that changes at the
    /// same time stays.
    async fn purge(&self, purge: Purge) -> Result<u64, StoreError>;

    /// How many boards such a purge would delete.
    async fn count_stale(&self, purge: Purge) -> Result<u64, StoreError>;

    /// The finished board that is `steps` places behind this one, or behind the start, in a list of
    /// all of them by owner and age; `None` if the list ends before.
    async fn finished_behind(
        &self,
        board: Option<FinishedBoard>,
        steps: NonZeroU32,
    ) -> Result<Option<FinishedBoard>, StoreError>;

    /// Deletes up to `limit` finished boards of a person, the oldest first, as long as more than
    /// `kept` are left. Tells how many.
    async fn trim(&self, owner: UserId, kept: u32, limit: u32) -> Result<u64, StoreError>;
}

#[async_trait]
impl<D: Database> Upkeep for RelationalStore<D> {
    async fn reach(&self) -> Result<StoreTime, StoreError> {
        let clock = self.database.clock().await?;
        self.clock.set(clock);
        let values = self.clock.redating(REDATED_AT_ONCE).map(Value::from);
        // Boards are locked before the row that every process writes, as everywhere.
        let mut write = Write::new(Lock::Other, sql::REDATE_BOARDS, values);
        write.then.push(Statement::new(sql::REACH, [self.clock.lived().into()]));
        self.database.write(write).await?;
        let reached = self.number(sql::REACHED, []).await?;
        self.clock.note_reached(reached);
        Ok(StoreTime { clock: time_of(clock), reached: time_of(reached) })
    }

    async fn claim_purge(&self, period: Duration) -> Result<Commit, StoreError> {
        let period = i64::try_from(period.as_micros()).unwrap_or(i64::MAX);
        self.write(Lock::Other, sql::CLAIM_PURGE, [period.into()]).await.map(commit_of)
    }

    async fn purge(&self, purge: Purge) -> Result<u64, StoreError> {
        let Purge { over_before, open_before, limit } = purge;
        let values = [micros(over_before).into(), micros(open_before).into(), limit.into()];
        self.write(Lock::Other, sql::PURGE, values).await
    }

    async fn count_stale(&self, purge: Purge) -> Result<u64, StoreError> {
        let Purge { over_before, open_before, limit } = purge;
        let values = [micros(over_before).into(), micros(open_before).into(), limit.into()];
        Ok(self.number(sql::COUNT_STALE, values).await?.cast_unsigned())
    }

    async fn finished_behind(
        &self,
        board: Option<FinishedBoard>,
        steps: NonZeroU32,
    ) -> Result<Option<FinishedBoard>, StoreError> {
        let (owner, touched) =
            board.map_or((i64::MIN, i64::MIN), |board| (user_column(board.owner), board.touched));
        let values = [owner.into(), touched.into(), (steps.get() - 1).into()];
        let row = self.row(sql::FINISHED_BOARD_BEHIND, values).await?;
        row.map(finished_board_of).transpose()
    }

    async fn trim(&self, owner: UserId, kept: u32, limit: u32) -> Result<u64, StoreError> {
        let values = [user_column(owner).into(), kept.into(), limit.into()];
        self.write(Lock::Other, sql::TRIM, values).await
    }
}
