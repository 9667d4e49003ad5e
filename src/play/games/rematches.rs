//! Rematches: another game between two people after a finished one, which one offers and the other
//! accepts. The finished game keeps its record; the next one is another session.

use std::time::Instant;

use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::{Next, Opponent};
use zerosum_session::game::rematch::Another;
use zerosum_session::{Session, UserId};
use zerosum_store::StoreError;

use crate::play::Play;
use crate::play::announcements::Cause;
use crate::play::games::transitions::{NotDone, PRESS_PATIENCE};
use crate::play::games::view_requests::ViewRequest;

/// Reason for which a person can have no other game with an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CannotPlay {
    /// One of them has blocked the other.
    Blocked,
    /// The opponent has left or cannot be written to.
    Away,
    /// The opponent does not see the board.
    Unseen,
    /// The opponent has too many games.
    Busy,
}

impl Play {
    /// Checks that a player can offer the opponent another game.
    pub(crate) async fn check_offer(
        &self,
        before: &Board,
        user: UserId,
    ) -> Result<Result<(), CannotPlay>, StoreError> {
        let Some(other) = before.session.opponent_of(user) else { return Ok(Ok(())) };
        if let Err(reason) = self.check_reachable(user, other).await? {
            return Ok(Err(reason));
        }
        // A player who has lost the message is sent the board again, and a guest sees it on the page.
        let is_shown = other.is_guest() || before.is_shown_in(ChatId::of_person(other));
        let is_seen = before.is_private() && is_shown;
        Ok(if is_seen { Ok(()) } else { Err(CannotPlay::Unseen) })
    }

    /// Checks that the opponent can play the next game in private chats.
    pub(crate) async fn check_opponent(
        &self,
        user: UserId,
        opponent: Opponent,
    ) -> Result<Result<(), CannotPlay>, StoreError> {
        let other = match opponent {
            Opponent::Anybody => return Ok(Err(CannotPlay::Away)),
            Opponent::Person(other) => other,
            Opponent::Engine(_) => return Ok(Ok(())),
        };
        if let Err(reason) = self.check_reachable(user, other).await? {
            return Ok(Err(reason));
        }
        let checked = self.check_games(ChatId::of_person(other), other).await?;
        Ok(checked.map_err(|_| CannotPlay::Busy))
    }

    /// Checks that neither of two people has blocked the other, and that the other one can be written to.
    async fn check_reachable(
        &self,
        user: UserId,
        other: UserId,
    ) -> Result<Result<(), CannotPlay>, StoreError> {
        if self.store.are_apart(user, other).await? {
            return Ok(Err(CannotPlay::Blocked));
        }
        let person = self.person(other).await?.filter(|_| !other.is_guest());
        let is_away = person.is_some_and(|person| !person.is_reachable);
        Ok(if is_away { Err(CannotPlay::Away) } else { Ok(()) })
    }

    /// Determines the outcome of a request on this board, within the time limit of a press. Nothing is
    /// written.
    pub(crate) async fn ask_for_another(
        &self,
        request: ViewRequest,
        next: Next,
    ) -> Result<(Board, Another), NotDone> {
        let ViewRequest { user, surface, id, seen } = request;
        let board =
            self.in_time(PRESS_PATIENCE, self.board(surface, id)).await?.ok_or(NotDone::Unknown)?;
        match board.session.another(user, seen, next, self.now()) {
            Ok(another) => Ok((board, another)),
            Err(refusal) => Err(NotDone::Refused(refusal, board)),
        }
    }

    /// Offers a rematch, on behalf of a person who pressed at this moment. `None` if another writer was
    /// faster, perhaps with the same offer; a repeated request finds out.
    pub(crate) async fn offer_another(
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
        self.in_time(PRESS_PATIENCE, offering).await
    }
}
