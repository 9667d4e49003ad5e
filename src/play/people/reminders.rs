//! Reminders: a player who wants them is notified before their clock runs out, in games with a day per
//! move.

use std::time::Duration;

use zerosum_session::board::{Board, ChatId};
use zerosum_session::game::clock::PlayTime;
use zerosum_session::{Awaiting, UserId};
use zerosum_store::games::clocks::TimedBoard;
use zerosum_store::{Commit, StoreError};

use crate::play::Play;

/// Remaining play time at which the reminder is sent.
pub(crate) const REMINDER_BEFORE: Duration = Duration::from_secs(3 * 60 * 60);

/// A reminder to be sent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reminder {
    pub user: UserId,
    /// The board as it is shown in the player's private chat.
    pub board: Board,
}

impl Play {
    /// Returns up to `limit` games whose player may have to be reminded, after the cursor `after`.
    pub(crate) async fn to_remind(
        &self,
        now: PlayTime,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        self.store.to_remind(now, now.after(REMINDER_BEFORE), after, limit).await
    }

    /// Returns the player to be reminded of a game found by [`Play::to_remind`] and its board; `None` if
    /// the player has moved meanwhile.
    pub(crate) async fn player_to_remind(
        &self,
        found: TimedBoard,
    ) -> Result<Option<(UserId, Board)>, StoreError> {
        let Some(board) = self.store.load(found.id).await? else { return Ok(None) };
        let session = &board.session;
        let is_same_move = session.due() == Some(PlayTime(found.at));
        Ok(match session.awaiting() {
            Awaiting::Human { user, .. } if is_same_move => Some((user, board)),
            _ => None,
        })
    }

    /// Claims the reminder of a game found by [`Play::to_remind`], once for each move. `None` if the
    /// player does not want reminders, cannot be reached by the bot, or does not play in their private
    /// chat.
    pub(crate) async fn claim_reminder(
        &self,
        found: TimedBoard,
        (user, board): (UserId, Board),
    ) -> Result<Option<Reminder>, StoreError> {
        if self.store.claim_reminder(found).await? == Commit::Conflict {
            return Ok(None);
        }
        let person = self.store.person(user).await?;
        let is_reachable = person.is_some_and(|person| person.is_reachable);
        if !is_reachable || !self.store.has_reminders(user).await? {
            return Ok(None);
        }
        Ok(board.seen_in(ChatId::of_person(user)).map(|board| Reminder { user, board }))
    }
}
