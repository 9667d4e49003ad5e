//! Games that end because somebody has left the group in which they are played.

use crate::play::Play;
use crate::play::announcements::Cause;
use crate::play::door::OPEN_GAMES_MAX;
use crate::session::UserId;
use crate::session::board::{Board, ChatId};
use crate::store::StoreError;

/// How often a game is looked at again that has changed meanwhile.
const TRIES_MAX: u32 = 3;

impl Play {
    /// Ends the games of this group in which somebody has a seat who has left it, and tells how many have ended
    /// by that. Whoever is told of it again, or by another process, finds none.
    pub async fn leave_group(&self, chat: ChatId, user: UserId) -> Result<u32, StoreError> {
        let mut ended = 0;
        for board in self.open_boards(chat, user, OPEN_GAMES_MAX).await? {
            ended += u32::from(self.leave(chat, board, user).await?);
        }
        Ok(ended)
    }

    async fn leave(
        &self,
        chat: ChatId,
        mut board: Board,
        user: UserId,
    ) -> Result<bool, StoreError> {
        for _ in 0..TRIES_MAX {
            let Some(left) = board.session.left_by(user) else { return Ok(false) };
            let session = self.timed(left, Some(&board.session)).await?;
            if self.commit(&board, session, Cause::Clock).await?.is_some() {
                return Ok(true);
            }
            match self.load(chat.into(), board.session.id()).await? {
                Some(newer) => board = newer,
                None => return Ok(false),
            }
        }
        Err(StoreError::Overloaded)
    }
}
