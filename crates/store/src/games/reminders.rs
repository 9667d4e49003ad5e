//! Reminders before a clock runs out: the people who want them, and the moves already reminded of.
//!
//! The wish for reminders is deleted with its person. The database enforces this, because an older
//! version of the program, which does not know of reminders, may delete people. The mark on a game is the
//! time at which its clock runs out, which differs for each of its moves, and is deleted with the game.

use zerosum_session::UserId;
use zerosum_session::game::clock::PlayTime;

use crate::games::clocks::{TimedBoard, columns_of, timed_board_of};
use crate::row::{session_column, user_column};
use crate::sql;
use crate::statement::{Lock, Write};
use crate::store::Store;
use crate::types::{Commit, StoreError};

impl Store {
    /// Switches reminders for a person on or off. [`Commit::Conflict`] if that is the state already, or
    /// if they are not remembered.
    pub async fn set_reminders(&self, person: UserId, is_on: bool) -> Result<Commit, StoreError> {
        let id = user_column(person);
        let statement =
            if is_on { sql::clocks::HAVE_REMINDED } else { sql::clocks::FORGET_REMINDERS };
        self.commit_write(Write::new(Lock::Person(id), statement, [id.into()])).await
    }

    /// Returns whether a person wants reminders.
    pub async fn has_reminders(&self, person: UserId) -> Result<bool, StoreError> {
        let values = [user_column(person).into()];
        Ok(self.number(sql::clocks::HAS_REMINDERS, values).await? > 0)
    }

    /// Returns up to `limit` games with a day per move whose clock runs out after `now` and not after
    /// `by`, and whose player has not been reminded of this move, in the order in which their clocks run
    /// out, after the cursor `after`.
    pub async fn to_remind(
        &self,
        PlayTime(now): PlayTime,
        PlayTime(by): PlayTime,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        let (at, id) = columns_of(after);
        let values = [now.into(), by.into(), at.into(), id.into(), limit.into()];
        let rows = self.rows(sql::clocks::TO_REMIND, values).await?;
        rows.into_iter().map(timed_board_of).collect()
    }

    /// Records that the player is reminded of that move, unless they have been already or the clock has
    /// stopped. Of several claims, exactly one succeeds.
    pub async fn claim_reminder(
        &self,
        TimedBoard { at, id }: TimedBoard,
    ) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let (lock, values) = (Lock::Board(id, None), [at.into(), id.into()]);
        self.commit_write(Write::new(lock, sql::clocks::CLAIM_REMINDER, values)).await
    }
}
