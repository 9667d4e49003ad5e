//! Clocks: how much play time has passed, and which games are to be ended in the place of their players.
//!
//! Play time is a number in the database that goes on by what processes live through, while a clock runs
//! somewhere and there is no maintenance. No clock of any machine has a part in it, so whatever such a clock
//! says, nobody loses a game by it; and while nobody is at work, no time passes.

use std::time::Duration;

use async_trait::async_trait;

use crate::session::SessionId;
use crate::session::clock::PlayTime;
use crate::store::database::Database;
use crate::store::hosting::Switch;
use crate::store::relational::RelationalStore;
use crate::store::row::{commit_of, session_column, session_of};
use crate::store::statement::{Lock, Row};
use crate::store::{Commit, StoreError, sql};

/// A game in a list by some time, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimedBoard {
    /// When its clock ran out, in play time, or when the game last changed.
    pub at: i64,
    pub id: SessionId,
}

/// The clocks.
#[async_trait]
pub trait Clocks: Send + Sync {
    /// Has play time go on to this moment, unless it has come further, no clock runs, or there is
    /// maintenance. Tells where it is now.
    async fn beat(&self, reached: PlayTime) -> Result<PlayTime, StoreError>;

    /// Where play time is.
    async fn played(&self) -> Result<PlayTime, StoreError>;

    /// Up to `limit` games whose clock has run out by then, in the order in which they did, behind `after`.
    async fn overdue(
        &self,
        by: PlayTime,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError>;

    /// Takes a game out of that list, if its clock is still to run out at that time.
    async fn stop_clock(&self, board: TimedBoard) -> Result<Commit, StoreError>;

    /// Up to `limit` games of two people in which no clock runs and nothing was done for so long, the longest
    /// untouched first, behind `after`. Only those of which the clock and the store's own time say so.
    async fn abandoned(
        &self,
        untouched: Duration,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError>;

    /// Whether a game in that list has not changed since.
    async fn is_untouched(&self, board: TimedBoard) -> Result<bool, StoreError>;
}

#[async_trait]
impl<D: Database> Clocks for RelationalStore<D> {
    async fn beat(&self, PlayTime(reached): PlayTime) -> Result<PlayTime, StoreError> {
        let values = [reached.into(), Switch::Maintenance.name().into()];
        self.write(Lock::Other, sql::clocks::BEAT, values).await?;
        self.played().await
    }

    async fn played(&self) -> Result<PlayTime, StoreError> {
        self.number(sql::clocks::PLAYED, []).await.map(PlayTime)
    }

    async fn overdue(
        &self,
        PlayTime(by): PlayTime,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        let (at, id) = columns_of(after);
        let values = [by.into(), at.into(), id.into(), limit.into()];
        let rows = self.rows(sql::clocks::OVERDUE, values).await?;
        rows.into_iter().map(timed_board_of).collect()
    }

    async fn stop_clock(&self, TimedBoard { at, id }: TimedBoard) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let values = [id.into(), at.into()];
        self.write(Lock::Board(id, None), sql::clocks::STOP_CLOCK, values).await.map(commit_of)
    }

    async fn abandoned(
        &self,
        untouched: Duration,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        let (at, id) = columns_of(after);
        let untouched = i64::try_from(untouched.as_micros()).unwrap_or(i64::MAX);
        let before = self.clock.now().saturating_sub(untouched);
        let values = [before.into(), untouched.into(), at.into(), id.into(), limit.into()];
        let rows = self.rows(sql::clocks::ABANDONED, values).await?;
        rows.into_iter().map(timed_board_of).collect()
    }

    async fn is_untouched(&self, TimedBoard { at, id }: TimedBoard) -> Result<bool, StoreError> {
        let values = [session_column(id).into(), at.into()];
        self.number(sql::clocks::COUNT_UNTOUCHED, values).await.map(|count| count > 0)
    }
}

pub(super) fn columns_of(board: Option<TimedBoard>) -> (i64, i64) {
    board.map_or((i64::MIN, i64::MIN), |TimedBoard { at, id }| (at, session_column(id)))
}

pub(super) fn timed_board_of(row: Row) -> Result<TimedBoard, StoreError> {
    Ok(TimedBoard { id: session_of(row.integer(0)?), at: row.integer(1)? })
}
