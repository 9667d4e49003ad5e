//! Checks of people who are about to take the open seat of a board.

use zerosum_session::board::{Board, Surface};
use zerosum_session::{Seat, UserId};
use zerosum_store::StoreError;

use crate::play::Play;
use crate::play::games::transitions::TooMany;

/// Reason why a person cannot take an open seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeatRefusal {
    /// The seat is reserved for another person.
    Reserved,
    /// One of the two players has blocked the other.
    Blocked,
    TooManyGames(TooMany),
}

impl Play {
    /// Checks that a person can take the open seat of a board, as shown on this surface.
    pub(crate) async fn check_arrival(
        &self,
        board: &Board,
        surface: Surface,
        user: UserId,
    ) -> Result<Result<(), SeatRefusal>, StoreError> {
        let session = &board.session;
        if session.is_kept_from(user, self.now()) {
            return Ok(Err(SeatRefusal::Reserved));
        }
        for seat in [session.seats().first, session.seats().second] {
            if let Seat::Human(other) = seat
                && self.store.are_apart(user, other).await?
            {
                return Ok(Err(SeatRefusal::Blocked));
            }
        }
        Ok(self.check_games(surface, user).await?.map_err(SeatRefusal::TooManyGames))
    }
}
