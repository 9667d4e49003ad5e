//! Requests for a board that change nothing: to see another part of it, to open a panel, or to go
//! on after its end.

use zerosum_session::board::{Board, Surface};
use zerosum_session::{Actor, Refusal, Revision, Session, SessionId, UserId};

use crate::play::Play;
use crate::play::games::transitions::{NotDone, PRESS_PATIENCE};

/// A request to view a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ViewRequest {
    pub user: UserId,
    pub surface: Surface,
    pub id: SessionId,
    pub seen: Revision,
}

impl Play {
    /// Finds the board of a session in which this check allows the person's request, within the time limit
    /// of a press.
    pub(crate) async fn view(
        &self,
        request: ViewRequest,
        check: impl Fn(&Session, Actor, Revision) -> Result<(), Refusal>,
    ) -> Result<Board, NotDone> {
        let ViewRequest { user, surface, id, seen } = request;
        let board =
            self.in_time(PRESS_PATIENCE, self.board(surface, id)).await?.ok_or(NotDone::Unknown)?;
        match check(&board.session, Actor::User(user), seen) {
            Ok(()) => Ok(board),
            Err(refusal) => Err(NotDone::Refused(refusal, board)),
        }
    }

    /// Refuses a board on which one of the two has blocked the other.
    pub(crate) async fn refuse_blocked(
        &self,
        board: Board,
        user: UserId,
    ) -> Result<Board, NotDone> {
        match self.in_time(PRESS_PATIENCE, self.is_blocked_between(&board.session, user)).await? {
            true => Err(NotDone::Refused(Refusal::Blocked, board)),
            false => Ok(board),
        }
    }
}
