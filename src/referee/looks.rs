//! Looks: somebody is about to move and wants to see another part of their board. Nothing is
//! written.

use crate::referee::Referee;
use crate::session::board::{Board, ChatId};
use crate::session::{Actor, Refusal, Revision, SessionId, UserId};
use crate::store::StoreError;

/// Somebody wants to look for a move in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub user: UserId,
    pub chat: ChatId,
    pub id: SessionId,
    pub seen: Revision,
}

/// What became of a look.
#[derive(Clone, Debug, PartialEq)]
pub enum Looked {
    /// They are to move in this board.
    AtTurn(Board),
    /// They are not; this is the board as it stands.
    Refused(Refusal, Board),
    /// There is no such session in this chat.
    Unknown,
}

impl Referee {
    /// Finds the board of a look, no later than a press is answered.
    pub async fn look(&self, look: Look) -> Result<Looked, StoreError> {
        let Look { user, chat, id, seen } = look;
        let Some(board) = self.in_time(self.board(chat, id)).await? else {
            return Ok(Looked::Unknown);
        };
        Ok(match board.session.check_turn(Actor::User(user), seen) {
            Ok(()) => Looked::AtTurn(board),
            Err(refusal) => Looked::Refused(refusal, board),
        })
    }
}
