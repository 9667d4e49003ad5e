//! Looks: somebody is about to move and wants to see another part of their board, wants to say something to
//! their opponent, or has come to the end of a game and wants another one. Nothing is written.

use crate::play::Play;
use crate::session::board::{Board, Surface};
use crate::session::{Actor, Refusal, Revision, Session, SessionId, UserId};
use crate::store::StoreError;

/// Somebody wants to look at a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub user: UserId,
    pub surface: Surface,
    pub id: SessionId,
    pub seen: Revision,
}

/// What became of a look.
#[derive(Clone, Debug, PartialEq)]
pub enum Looked {
    /// It is as they think: they are to move in this board, can agree on something there, or have seen its
    /// end.
    Seen(Board),
    /// They are not; this is the board as it stands.
    Refused(Refusal, Board),
    /// There is no such session there.
    Unknown,
}

impl Play {
    /// Finds the board of a look, no later than a press is answered.
    pub async fn look(&self, look: Look) -> Result<Looked, StoreError> {
        self.look_by(look, Session::check_turn).await
    }

    /// Finds the board of a game between two people, either of whom looks, no later than a press is answered.
    pub async fn look_to_agree(&self, look: Look) -> Result<Looked, StoreError> {
        self.look_by(look, Session::check_agreement).await
    }

    /// The same, also of a game that is over.
    pub async fn look_to_greet(&self, look: Look) -> Result<Looked, StoreError> {
        self.look_by(look, Session::check_greeting).await
    }

    /// Finds the board of a game that is over, no later than a press is answered.
    pub async fn look_back(&self, look: Look) -> Result<Looked, StoreError> {
        self.look_by(look, Session::check_end).await
    }

    async fn look_by(
        &self,
        look: Look,
        check: impl Fn(&Session, Actor, Revision) -> Result<(), Refusal>,
    ) -> Result<Looked, StoreError> {
        let Look { user, surface, id, seen } = look;
        let Some(board) = self.in_time(self.board(surface, id)).await? else {
            return Ok(Looked::Unknown);
        };
        Ok(match check(&board.session, Actor::User(user), seen) {
            Ok(()) => Looked::Seen(board),
            Err(refusal) => Looked::Refused(refusal, board),
        })
    }
}
