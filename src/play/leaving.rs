//! Games that end because somebody has left the chat in which they are played: a group, or their own with the
//! bot, which they have closed.

use crate::play::Play;
use crate::play::announcements::Cause;
use crate::play::door::OPEN_GAMES_MAX;
use crate::session::UserId;
use crate::session::board::{Board, ChatId, Placement};
use crate::store::StoreError;

/// How often a game is looked at again that has changed meanwhile.
const TRIES_MAX: u32 = 3;

/// How often all games are looked at of which some could not be ended.
const LOOKS_MAX: u32 = 2;

impl Play {
    /// Ends the games of this chat in which somebody has a seat who has left it, and tells how many have ended
    /// by that. Whoever is told of it again, or by another process, finds none. A game that cannot be ended
    /// keeps no other one going, and is tried once more.
    ///
    /// Whoever has closed their own chat leaves those who play them in theirs. Their games against engines
    /// wait, and so do those that they also see elsewhere.
    pub async fn leave_chat(&self, chat: ChatId, user: UserId) -> Result<u32, StoreError> {
        let (mut ended, mut failed) = (0, None);
        for _ in 0..LOOKS_MAX {
            failed = None;
            for board in self.open_boards(chat, user, OPEN_GAMES_MAX).await? {
                if !is_left_with(&board, chat, user) {
                    continue;
                }
                match self.leave(chat, board, user).await {
                    Ok(is_ended) => ended += u32::from(is_ended),
                    Err(error) => failed = failed.or(Some(error)),
                }
            }
            if failed.is_none() {
                break;
            }
        }
        failed.map_or(Ok(ended), Err)
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

/// Whether somebody who leaves this chat cannot go on with a game that is shown there.
fn is_left_with(board: &Board, chat: ChatId, user: UserId) -> bool {
    let is_private = |placement: Placement| placement.surface().is_private();
    let is_between_chats =
        || board.session.opponent_of(user).is_some() && board.placements().all(is_private);
    !chat.is_private() || is_between_chats()
}
