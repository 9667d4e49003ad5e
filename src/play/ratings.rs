//! Ratings between people: games that have ended are rated one after the other, by whichever process comes to
//! it first.

use tokio::sync::{Mutex, Notify};
use zerosum_games::family::Family;
use zerosum_games::side::BySide;

use crate::play::Play;
use crate::session::standings::{Listed, Listing, PastPoints, RatedGame, Standing, rated};
use crate::session::{Session, UserId, standings};
use crate::store::ratings::UnratedGame;
use crate::store::{Commit, StoreError};

/// Games read at once.
const UNRATED_BATCH: u32 = 50;

/// Races that are lost to other processes before it is left to them.
const RACES_LOST_MAX: u32 = 8;

/// So many people of a table are read.
pub const LISTED_MAX: u32 = 20;

/// Has one game after the other rated in this process.
#[derive(Debug, Default)]
pub(super) struct Rater {
    ended: Notify,
    // Held over calls of the store, so that this process does not race with itself.
    rating: Mutex<()>,
}

impl Rater {
    /// A game has ended like this.
    pub(super) fn note_commit(&self, session: &Session) {
        if standings::of(session).is_some() {
            self.ended.notify_one();
        }
    }
}

impl Play {
    /// Waits until a game has ended here that is to be rated.
    pub async fn rated_game_ended(&self) {
        self.rater.ended.notified().await;
    }

    /// Rates up to so many games as are read at once, and says whether there may be more.
    pub async fn rate_games(&self) -> Result<bool, StoreError> {
        let _rating = self.rater.rating.lock().await;
        let mut lost = 0;
        loop {
            let (mut turn, games) = self.store.unrated_games(UNRATED_BATCH).await?;
            let is_full = u32::try_from(games.len()).is_ok_and(|count| count == UNRATED_BATCH);
            let mut is_lost = false;
            for UnratedGame { game, ended } in games {
                let after = rated(self.before(&game).await?, game.outcome, ended);
                if self.store.rate(turn, &game, after).await? == Commit::Conflict {
                    is_lost = true;
                    break;
                }
                turn.0 += 1;
            }
            lost += u32::from(is_lost);
            if !is_lost || lost == RACES_LOST_MAX {
                return Ok(is_full);
            }
        }
    }

    /// How the two of a game stand.
    async fn before(&self, game: &RatedGame) -> Result<BySide<Standing>, StoreError> {
        Ok(BySide {
            first: self.standing(game.players.first, game.family).await?,
            second: self.standing(game.players.second, game.family).await?,
        })
    }

    async fn standing(&self, person: UserId, family: Family) -> Result<Standing, StoreError> {
        let standings = self.store.standings(person).await?;
        let known = standings.into_iter().find(|(other, _)| *other == family);
        Ok(known.map_or(Standing::NEW, |(_, standing)| standing))
    }

    /// The rating of a person among people in the games of a family: 1500 if none has counted yet.
    pub async fn points_between_people(
        &self,
        person: UserId,
        family: Family,
    ) -> Result<f64, StoreError> {
        Ok(self.standing(person, family).await?.points)
    }

    /// How a person stands now in each family in which a game of theirs has counted.
    pub async fn standings(&self, person: UserId) -> Result<Vec<(Family, Standing)>, StoreError> {
        let (standings, now) = (self.store.standings(person).await?, self.now());
        Ok(standings.into_iter().map(|(family, known)| (family, known.rested(now))).collect())
    }

    /// The same as it is stored.
    pub async fn stored_standings(
        &self,
        person: UserId,
    ) -> Result<Vec<(Family, Standing)>, StoreError> {
        self.store.standings(person).await
    }

    /// What the rating of a person was after each of their latest games, the oldest first.
    pub async fn rating_history(
        &self,
        person: UserId,
        family: Family,
    ) -> Result<Vec<PastPoints>, StoreError> {
        self.store.rating_history(person, family).await
    }

    /// The best people of a table as they stand now, and those last whose points are provisional.
    pub async fn best(&self, listing: Listing, family: Family) -> Result<Vec<Listed>, StoreError> {
        let (mut best, now) = (self.store.best(listing, family, LISTED_MAX).await?, self.now());
        for listed in &mut best {
            listed.standing = listed.standing.rested(now);
        }
        // They come in the order of their points, which rest does not change.
        best.sort_by_key(|listed| listed.standing.is_provisional());
        Ok(best)
    }

    /// Puts a person into a table, unless they are in too many or their games are not counted.
    pub async fn list(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError> {
        self.store.list(person, listing).await
    }

    /// Takes a person out of a table, if they are in it.
    pub async fn unlist(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError> {
        self.store.unlist(person, listing).await
    }

    /// Takes a person out of all tables.
    pub async fn unlist_everywhere(&self, person: UserId) -> Result<(), StoreError> {
        for listing in self.store.listings_of(person).await? {
            self.store.unlist(person, listing).await?;
        }
        Ok(())
    }

    /// The tables in which a person is.
    pub async fn listings_of(&self, person: UserId) -> Result<Vec<Listing>, StoreError> {
        self.store.listings_of(person).await
    }
}
