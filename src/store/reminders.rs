//! Who is reminded before their clock runs out, and of which moves somebody was.
//!
//! That a person wants it goes with the person. The database sees to that, too, because an older version of
//! the program, which knows of no reminders, may delete somebody. The mark of a game is the time at which its
//! clock runs out, which no other move of it has, and goes with the game.

use async_trait::async_trait;

use crate::session::UserId;
use crate::session::clock::PlayTime;
use crate::store::clocks::{TimedBoard, columns_of, timed_board_of};
use crate::store::database::Database;
use crate::store::relational::RelationalStore;
use crate::store::row::{commit_of, session_column, user_column};
use crate::store::statement::Lock;
use crate::store::{Commit, StoreError, sql};

/// The reminders.
#[async_trait]
pub trait Reminders: Send + Sync {
    /// Has a person reminded from now on, or no more. [`Commit::Conflict`] if that was so before, or they are
    /// not remembered.
    async fn set_reminders(&self, person: UserId, is_on: bool) -> Result<Commit, StoreError>;

    /// Whether a person wants to be reminded.
    async fn has_reminders(&self, person: UserId) -> Result<bool, StoreError>;

    /// Up to `limit` games with a day for each move whose clock runs out after `now` and by then, and of
    /// whose move nobody was reminded, in the order in which their clocks do, behind `after`.
    async fn to_remind(
        &self,
        now: PlayTime,
        by: PlayTime,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError>;

    /// Notes that somebody is reminded of that move, unless somebody was or its clock runs no more. Of many
    /// who do so at once, one does.
    async fn claim_reminder(&self, board: TimedBoard) -> Result<Commit, StoreError>;
}

#[async_trait]
impl<D: Database> Reminders for RelationalStore<D> {
    async fn set_reminders(&self, person: UserId, is_on: bool) -> Result<Commit, StoreError> {
        let id = user_column(person);
        let statement =
            if is_on { sql::reminders::HAVE_REMINDED } else { sql::reminders::FORGET_REMINDERS };
        self.write(Lock::Person(id), statement, [id.into()]).await.map(commit_of)
    }

    async fn has_reminders(&self, person: UserId) -> Result<bool, StoreError> {
        let values = [user_column(person).into()];
        Ok(self.number(sql::reminders::HAS_REMINDERS, values).await? > 0)
    }

    async fn to_remind(
        &self,
        PlayTime(now): PlayTime,
        PlayTime(by): PlayTime,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        let (at, id) = columns_of(after);
        let values = [now.into(), by.into(), at.into(), id.into(), limit.into()];
        let rows = self.rows(sql::reminders::TO_REMIND, values).await?;
        rows.into_iter().map(timed_board_of).collect()
    }

    async fn claim_reminder(
        &self,
        TimedBoard { at, id }: TimedBoard,
    ) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let values = [at.into(), id.into()];
        let claimed = self.write(Lock::Board(id, None), sql::reminders::CLAIM_REMINDER, values);
        claimed.await.map(commit_of)
    }
}
