//! Rematches: another game between two people after a finished one, which one offers and the other
//! accepts. The finished game keeps its record; the next one is another session.

use std::time::Instant;

use zerosum_session::board::Board;
use zerosum_session::choice::Next;
use zerosum_session::game::rematch::Another;
use zerosum_session::{Session, UserId};
use zerosum_store::StoreError;

use crate::play::Play;
use crate::play::announcements::Cause;
use crate::play::games::looks::ViewRequest;
use crate::play::games::transitions::NotDone;

impl Play {
    /// Determines the outcome of a request on this board, within the time limit of a press. Nothing is
    /// written.
    pub async fn ask_for_another(
        &self,
        look: ViewRequest,
        next: Next,
    ) -> Result<(Board, Another), NotDone> {
        let ViewRequest { user, surface, id, seen } = look;
        let board = self.in_time(self.board(surface, id)).await?.ok_or(NotDone::Unknown)?;
        match board.session.another(user, seen, next, self.now()) {
            Ok(another) => Ok((board, another)),
            Err(refusal) => Err(NotDone::Refused(refusal, board)),
        }
    }

    /// Offers a rematch, on behalf of a person who pressed at this moment. `None` if another writer was
    /// faster, perhaps with the same offer; a repeated request finds out.
    pub async fn offer_another(
        &self,
        seen: &Board,
        session: Session,
        (by, arrived): (UserId, Instant),
    ) -> Result<Option<Board>, StoreError> {
        let offering = async {
            let cause = Cause::AfterGame { by, arrived: Some(arrived) };
            let offered = self.commit(seen, session, cause).await?;
            if offered.is_none() {
                // The cached copy may lack the other player's offer.
                self.load(seen.surface(), seen.session.id()).await?;
            }
            Ok(offered)
        };
        self.in_time(offering).await
    }
}
