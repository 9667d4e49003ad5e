//! Maintenance of a store: its own time, and the deletion of old games.

use std::num::NonZeroU32;
use std::time::{Duration, SystemTime};

use zerosum_session::UserId;

use crate::row::{commit_of, finished_board_of, user_column};
use crate::sql;
use crate::statement::{Lock, Statement, Value, Write};
use crate::store::Store;
use crate::store_clock::{micros, time_of};
use crate::types::FinishedBoard;
use crate::types::{Commit, StoreError};

/// Number of boards with a time in the future that are redated at once.
const REDATED_AT_ONCE: i64 = 1_000;

/// Two times that agree unless a clock is wrong or no process was running for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreTime {
    /// The clock: that of the server of a shared database, else that of the machine.
    pub clock: SystemTime,
    /// The store's own time, which advances only with elapsed time. A jump of the clock does not move it.
    pub reached: SystemTime,
}

/// The boards to be purged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purge {
    /// Deletes finished games that last changed before this.
    pub over_before: SystemTime,
    /// Deletes games in play, which have been abandoned, that last changed before this.
    pub open_before: SystemTime,
    /// Maximum number of boards deleted at once.
    pub limit: u32,
}

impl Store {
    /// Advances the store's own time by the time elapsed since the last call, and returns it. To be
    /// called often: time after the last call of a process does not count.
    ///
    /// Boards with a time in the future, written by a clock that was ahead, get a past time, in the same
    /// order.
    pub async fn advance_uptime(&self) -> Result<StoreTime, StoreError> {
        let clock = self.database.clock().await?;
        self.clock.set(clock);
        let values = self.clock.repair_future_dates(REDATED_AT_ONCE).map(Value::from);
        // Boards are locked before the row that every process writes, as everywhere.
        let mut write = Write::new(Lock::Other, sql::host::REDATE_BOARDS, values);
        let times = || [self.clock.now().into(), self.clock.latest().into()];
        write.then.push(Statement::new(sql::host::REDATE_INVITATIONS, times()));
        write.then.push(Statement::new(sql::host::REDATE_SEEKERS, times()));
        write.then.push(Statement::new(sql::host::REACH, [self.clock.uptime().into()]));
        let redated = self.run(write).await?;
        let reached = self.number(sql::host::REACHED, []).await?;
        self.clock.note_reached(reached);
        if redated > 0 || self.clock.take_was_ahead() {
            self.redate_the_rest().await;
        }
        Ok(StoreTime { clock: time_of(clock), reached: time_of(reached) })
    }

    /// Claims a purge, if that much of the store's own time has passed since the last one. Of several
    /// claims, exactly one succeeds.
    pub async fn claim_purge(&self, period: Duration) -> Result<Commit, StoreError> {
        let period = i64::try_from(period.as_micros()).unwrap_or(i64::MAX);
        let mut write = Write::new(Lock::Other, sql::host::CLAIM_PURGE, [period.into()]);
        write.then.push(Statement::new(sql::host::CLEAR_CURSORS, []));
        // Nearly always it is not time yet, which is no lost race.
        self.run(write).await.map(commit_of)
    }

    /// Deletes old boards and returns their number. A board that changes at the same time is kept.
    pub async fn purge(&self, purge: Purge) -> Result<u64, StoreError> {
        let Purge { over_before, open_before, limit } = purge;
        let values = [micros(over_before).into(), micros(open_before).into(), limit.into()];
        self.count_purged(self.write(Lock::Other, sql::host::PURGE, values).await?)
    }

    /// Returns the number of boards that such a purge would delete.
    pub async fn count_stale(&self, purge: Purge) -> Result<u64, StoreError> {
        let Purge { over_before, open_before, limit } = purge;
        let values = [micros(over_before).into(), micros(open_before).into(), limit.into()];
        Ok(self.number(sql::host::COUNT_STALE, values).await?.cast_unsigned())
    }

    /// Returns the finished board that is `steps` places after this one, or after the start, in the
    /// list of all finished boards by owner and age; `None` if the list ends before.
    pub async fn finished_behind(
        &self,
        board: Option<FinishedBoard>,
        steps: NonZeroU32,
    ) -> Result<Option<FinishedBoard>, StoreError> {
        let (owner, touched) =
            board.map_or((i64::MIN, i64::MIN), |board| (user_column(board.owner), board.touched));
        let values = [owner.into(), touched.into(), (steps.get() - 1).into()];
        let row = self.row(sql::host::FINISHED_BOARD_BEHIND, values).await?;
        row.map(finished_board_of).transpose()
    }

    /// Deletes up to `limit` finished boards of a person, the oldest first, while more than `kept` are
    /// left. Returns the number of deleted boards.
    pub async fn trim(&self, owner: UserId, kept: u32, limit: u32) -> Result<u64, StoreError> {
        let values = [user_column(owner).into(), kept.into(), limit.into()];
        self.count_purged(self.write(Lock::Other, sql::host::TRIM, values).await?)
    }

    /// Repairs the times of results, ratings and absences that are yet to come, after a clock was ahead. Without the
    /// repair these games count as the latest ones for longer.
    async fn redate_the_rest(&self) {
        for sql in sql::host::REDATE_THE_REST {
            let values = [self.clock.now().into(), self.clock.latest().into()];
            if let Err(error) = self.write(Lock::Other, sql, values).await {
                log::warn!("cannot repair times written by a wrong clock yet: {error}");
                self.clock.note_was_ahead();
            }
        }
    }

    fn count_purged(&self, boards: u64) -> Result<u64, StoreError> {
        self.metrics().store.boards_purged.add(boards);
        Ok(boards)
    }
}
