//! People who wait for an opponent, and the creation of their games.

use std::collections::BTreeSet;

use zerosum_games::family::Family;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::people::matching::Match;
use zerosum_session::people::seeker::{Points, SeekerWish};
use zerosum_session::people::standings::Standing;
use zerosum_session::{Session, SessionId, UserId};
use zerosum_store::{Commit, StoreError};

use crate::play::Play;

/// Maximum number of blocks between waiting people that are read before pairing. Pairing checks again.
const APART_READ_MAX: u32 = 50_000;

impl Play {
    /// Starts a person's wait; see [`zerosum_store::Store::seek`].
    pub(crate) async fn seek(
        &self,
        person: UserId,
        game: SessionId,
        wish: SeekerWish,
    ) -> Result<Commit, StoreError> {
        let points = self.points_for_matching(person, wish).await?;
        self.store.seek(person, game, wish, points).await
    }

    pub(crate) async fn change_seeking(
        &self,
        person: UserId,
        game: SessionId,
        (before, wish): (SeekerWish, SeekerWish),
    ) -> Result<Commit, StoreError> {
        let points = self.points_for_matching(person, wish).await?;
        self.store.change_seeking(person, game, before, (wish, points)).await
    }

    /// Returns the points of a person in each family in which a game of theirs has counted.
    pub(crate) async fn points_of(
        &self,
        person: UserId,
    ) -> Result<Vec<(Family, Points)>, StoreError> {
        let standings = self.store.standings(person).await?;
        let points =
            |(family, standing): (Family, Standing)| (family, Points::of_rating(standing.points));
        Ok(standings.into_iter().map(points).collect())
    }

    /// Returns the pairs of waiting people in which the first has blocked the second.
    pub(crate) async fn seekers_apart(&self) -> Result<BTreeSet<(UserId, UserId)>, StoreError> {
        Ok(self.store.seekers_apart(APART_READ_MAX).await?.into_iter().collect())
    }

    /// Pairs two waiting people in a game that begins in the private chats of both. Returns its board,
    /// which is yet to be sent; `None` if one of them no longer waits, or not for this game.
    pub(crate) async fn pair(&self, found: Match<'_>) -> Result<Option<Board>, StoreError> {
        let Match { elder, younger, setup } = found;
        let owner = elder.person;
        let session = self.timed(Session::set_up(elder.game, owner, setup), None).await?;
        let board = Board::new(session, owner, ChatId::of_person(owner)).with_chat_of_guest();
        if self.store.pair(elder, younger, &board).await? == Commit::Conflict {
            return Ok(None);
        }
        Ok(Some(self.begun(board, false)))
    }

    /// Returns a person's rating among people in the game they want, or in the one they usually play if
    /// any will do.
    async fn points_for_matching(
        &self,
        person: UserId,
        wish: SeekerWish,
    ) -> Result<Points, StoreError> {
        let points = self.points_between_people(person, wish.spec.family()).await?;
        Ok(Points::of_rating(points))
    }
}
