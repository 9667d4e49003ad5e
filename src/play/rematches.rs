//! Another game of two people after one that is over, which one of them has to offer and the other one to want.

use std::time::Instant;

use crate::play::Play;
use crate::play::announcements::Cause;
use crate::play::looks::Look;
use crate::session::board::Board;
use crate::session::choice::Next;
use crate::session::rematch::Another;
use crate::session::{Refusal, Session};
use crate::store::StoreError;

/// What comes of it that somebody wants another game after the one of a board.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// It begins.
    Begins(Board),
    /// It is to be offered: the session of the board is to be this one.
    Offers(Board, Box<Session>),
    Refused(Refusal, Board),
    /// There is no such session there.
    Unknown,
}

impl Play {
    /// Finds out what comes of it, no later than a press is answered. Nothing is written.
    pub async fn ask_for_another(&self, look: Look, next: Next) -> Result<Asked, StoreError> {
        let Look { user, surface, id, seen } = look;
        let Some(board) = self.in_time(self.board(surface, id)).await? else {
            return Ok(Asked::Unknown);
        };
        Ok(match board.session.another(user, seen, next, self.now()) {
            Ok(Another::Begins) => Asked::Begins(board),
            Ok(Another::Offered(session)) => Asked::Offers(board, session),
            Err(refusal) => Asked::Refused(refusal, board),
        })
    }

    /// Offers another game, at the wish of somebody who has pressed at this moment. `None` if somebody else was
    /// quicker, who may want the same; whoever asks once more finds out.
    pub async fn offer_another(
        &self,
        seen: &Board,
        session: Session,
        arrived: Instant,
    ) -> Result<Option<Board>, StoreError> {
        let offering = async {
            let offered =
                self.commit(seen, session, Cause::Afterwards { arrived: Some(arrived) }).await?;
            if offered.is_none() {
                // What is live here may not tell yet what the other one wants.
                self.load(seen.surface(), seen.session.id()).await?;
            }
            Ok(offered)
        };
        self.in_time(offering).await
    }
}
