//! Clocks of games: the elapsed play time, and the games that are to be ended on behalf of their players.
//!
//! Play time is a number in the database that advances with the time elapsed in running processes, while
//! a clock runs in some game and there is no maintenance. It depends on no machine's wall clock, so a
//! wrong clock never loses a game, and no time passes while no process is running.

use std::time::Duration;

use zerosum_session::game::clock::PlayTime;
use zerosum_session::{Session, SessionId};

use crate::host::operations::Switch;
use crate::row::{clock_values, commit_of, session_column, session_of};
use crate::sql;
use crate::statement::{Lock, Row, Write};
use crate::store::Store;
use crate::types::{Commit, StoreError};

/// A game in a list ordered by some time in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimedBoard {
    /// The time its clock ran out, in play time, or the time the game last changed.
    pub at: i64,
    pub id: SessionId,
}

impl Store {
    /// Advances play time to this moment, unless it is already later, no clock runs, or there is
    /// maintenance. Returns the current play time.
    pub async fn advance_play_time(
        &self,
        PlayTime(reached): PlayTime,
    ) -> Result<PlayTime, StoreError> {
        let values = [reached.into(), Switch::Maintenance.name().into()];
        self.write(Lock::Other, sql::clocks::ADVANCE_PLAY_TIME, values).await?;
        self.played().await
    }

    /// Returns the current play time.
    pub async fn played(&self) -> Result<PlayTime, StoreError> {
        self.number(sql::clocks::PLAYED, []).await.map(PlayTime)
    }

    /// Returns up to `limit` games whose clock has run out by then, in the order in which they ran out,
    /// after the cursor `after`.
    pub async fn overdue(
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

    /// Records that the clock of this session, otherwise unchanged, has started. [`Commit::Conflict`] if
    /// the session has changed or its clock has been started since.
    pub async fn start_clock(&self, started: &Session) -> Result<Commit, StoreError> {
        self.commit_write(starting(started)).await
    }

    /// Like [`Store::start_clock`], but written within a fraction of a second, unless the session
    /// changes before that. `None` if the write is lost.
    pub fn start_clock_soon(
        &self,
        started: &Session,
    ) -> impl Future<Output = Option<Commit>> + use<> {
        let noted = self.database.mark(starting(started));
        async { noted.await.ok()?.ok().map(commit_of) }
    }

    /// Removes a game from the list of overdue games, if its clock is still set to run out at that time.
    pub async fn stop_clock(
        &self,
        TimedBoard { at, id }: TimedBoard,
    ) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let values = [id.into(), at.into()];
        self.commit_write(Write::new(Lock::Board(id, None), sql::clocks::STOP_CLOCK, values)).await
    }

    /// Returns up to `limit` games between two people in which no clock runs and nothing has happened for
    /// that long, the longest untouched first, after the cursor `after`. Both the clock and the store's own time
    /// must agree.
    pub async fn abandoned(
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

    /// Returns whether a game of that list has not changed since.
    pub async fn is_untouched(
        &self,
        TimedBoard { at, id }: TimedBoard,
    ) -> Result<bool, StoreError> {
        let values = [session_column(id).into(), at.into()];
        self.number(sql::clocks::COUNT_UNTOUCHED, values).await.map(|count| count > 0)
    }
}

fn starting(started: &Session) -> Write {
    let id = session_column(started.id());
    let [clock, due] = clock_values(started);
    let values = [clock, due, id.into(), started.revision().0.into()];
    Write::new(Lock::Board(id, None), sql::clocks::START_CLOCK, values)
}

pub(crate) fn columns_of(board: Option<TimedBoard>) -> (i64, i64) {
    board.map_or((i64::MIN, i64::MIN), |TimedBoard { at, id }| (at, session_column(id)))
}

pub(crate) fn timed_board_of(row: Row) -> Result<TimedBoard, StoreError> {
    Ok(TimedBoard { id: session_of(row.integer(0)?), at: row.integer(1)? })
}
