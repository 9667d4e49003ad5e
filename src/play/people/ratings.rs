//! Ratings between people: finished games are rated one after the other, by any process.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, Notify};
use zerosum_games::family::Family;
use zerosum_games::side::BySide;
use zerosum_session::people::standings;
use zerosum_session::people::standings::{Listed, Listing, RatedGame, Standing, rated};
use zerosum_session::{Session, UserId};
use zerosum_store::people::ratings::{RatingTurn, UnratedGame};
use zerosum_store::{Commit, StoreError};

use crate::bounded::BoundedMap;
use crate::play::Play;

/// Number of games read at once.
const UNRATED_BATCH: u32 = 50;

/// Maximum number of races lost to other processes before rating is left to them.
const RACES_LOST_MAX: u32 = 8;

/// Maximum number of people read of a leaderboard.
pub(crate) const LISTED_MAX: u32 = 20;

/// Time for which a leaderboard is cached, unless this process changes something.
const TABLE_LIFETIME: Duration = Duration::from_secs(5);

/// Maximum number of cached leaderboards.
const TABLES_KEPT_MAX: usize = 256;

/// Rates games one after the other in this process.
#[derive(Debug, Default)]
pub(in crate::play) struct Rater {
    ended: Notify,
    // Held during calls of the store, so that this process does not race with itself.
    rating: Mutex<()>,
}

impl Rater {
    /// Wakes the rater if this session has ended in a way that counts.
    pub(in crate::play) fn note_commit(&self, session: &Session) {
        if standings::of(session).is_some() {
            self.ended.notify_one();
        }
    }
}

/// The result of rating games that were read at once.
enum Batch {
    /// Every game that can be rated has been rated.
    Rated,
    /// Another process was faster.
    Lost,
    /// None of them can be rated.
    PassedOver(StoreError),
}

/// Cached leaderboards. They are reloaded after a while, and at once after a change by this process.
pub(in crate::play) struct Tables {
    kept: BoundedMap<(Listing, Family), Option<Kept>>,
    /// Number of changes so far.
    changes: AtomicU64,
}

struct Kept {
    best: Vec<Listed>,
    read_at: Instant,
    /// The number of changes when the leaderboard was requested.
    changes: u64,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables { kept: BoundedMap::new(TABLES_KEPT_MAX), changes: AtomicU64::new(0) }
    }
}

impl Tables {
    /// Drops all cached leaderboards.
    pub(in crate::play) fn drop_all(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    pub(in crate::play) fn age(&self) {
        self.kept.age();
    }

    fn find(&self, listing: Listing, family: Family) -> Option<Vec<Listed>> {
        let changes = self.changes.load(Ordering::Acquire);
        let is_young =
            |kept: &Kept| kept.changes == changes && kept.read_at.elapsed() <= TABLE_LIFETIME;
        let find = |kept: &Option<Kept>| {
            let kept = kept.as_ref().filter(|kept| is_young(kept))?;
            Some(kept.best.clone())
        };
        self.kept.read((listing, family), find).flatten()
    }
}

impl Play {
    /// Waits until a game to be rated has ended in this process.
    pub(crate) async fn rated_game_ended(&self) {
        self.rater.ended.notified().await;
    }

    /// Rates the games that have ended, as far as the store lets it. What is rated already can be shown in any case.
    pub(crate) async fn rate_what_can_be(&self) {
        if let Err(error) = self.rate_games().await {
            log::warn!("finished games cannot be rated yet: {error}");
        }
    }

    /// Rates one batch of games, and returns whether there may be more. A game whose people are
    /// unreadable is skipped, and its error is returned unless a worse one occurs.
    pub async fn rate_games(&self) -> Result<bool, StoreError> {
        let _rating = self.rater.rating.lock().await;
        let (mut lost, mut after) = (0, None);
        loop {
            let (turn, games) = self.store.unrated_games(after, UNRATED_BATCH).await?;
            let is_full = u32::try_from(games.len()).is_ok_and(|count| count == UNRATED_BATCH);
            match self.rate_batch(turn, &games).await? {
                Batch::Lost if lost + 1 < RACES_LOST_MAX => (lost, after) = (lost + 1, None),
                // The games after these may still be ratable.
                Batch::PassedOver(_) if is_full => after = games.last().copied(),
                Batch::PassedOver(error) => return Err(error),
                Batch::Lost | Batch::Rated => return Ok(is_full),
            }
        }
    }

    async fn rate_batch(
        &self,
        mut turn: RatingTurn,
        games: &[UnratedGame],
    ) -> Result<Batch, StoreError> {
        let mut batch = Batch::Rated;
        let mut is_any_rated = false;
        for UnratedGame { game, ended } in games {
            let before = match self.before(game).await {
                Err(error @ StoreError::Database(_)) => {
                    batch = Batch::PassedOver(error);
                    continue;
                }
                before => before?,
            };
            let after = rated(before, game.outcome, *ended);
            if self.store.rate(turn, game, after).await? == Commit::Conflict {
                return Ok(Batch::Lost);
            }
            self.tables.drop_all();
            is_any_rated = true;
            turn.0 += 1;
        }
        Ok(if is_any_rated { Batch::Rated } else { batch })
    }

    /// Returns the standings of the two players of a game.
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

    /// Returns a person's rating among people in the games of a family: 1500 if none has counted yet.
    pub(crate) async fn points_between_people(
        &self,
        person: UserId,
        family: Family,
    ) -> Result<f64, StoreError> {
        Ok(self.standing(person, family).await?.points)
    }

    /// Returns a person's current standing in each family in which a game of theirs has counted.
    pub(crate) async fn standings(
        &self,
        person: UserId,
    ) -> Result<Vec<(Family, Standing)>, StoreError> {
        let (standings, now) = (self.store.standings(person).await?, self.now());
        Ok(standings.into_iter().map(|(family, known)| (family, known.rested(now))).collect())
    }

    /// Returns the best people of a leaderboard with their current standings; provisional ones come last.
    pub(crate) async fn best(
        &self,
        listing: Listing,
        family: Family,
    ) -> Result<Vec<Listed>, StoreError> {
        let (mut best, now) = (self.best_as_stored(listing, family).await?, self.now());
        for listed in &mut best {
            listed.standing = listed.standing.rested(now);
        }
        // They are ordered by points, which inactivity does not change.
        best.sort_by_key(|listed| listed.standing.is_provisional());
        Ok(best)
    }

    async fn best_as_stored(
        &self,
        listing: Listing,
        family: Family,
    ) -> Result<Vec<Listed>, StoreError> {
        if let Some(best) = self.tables.find(listing, family) {
            return Ok(best);
        }
        let (changes, read_at) = (self.tables.changes.load(Ordering::Acquire), Instant::now());
        let best = self.store.best(listing, family, LISTED_MAX).await?;
        let kept = Kept { best: best.clone(), read_at, changes };
        self.tables.kept.change_or_insert((listing, family), |entry| *entry = Some(kept));
        Ok(best)
    }

    /// Adds a person to a leaderboard, unless they are in too many or their games are not counted.
    pub(crate) async fn list(
        &self,
        person: UserId,
        listing: Listing,
    ) -> Result<Commit, StoreError> {
        let listed = self.store.list(person, listing).await;
        self.tables.drop_all();
        listed
    }

    /// Removes a person from a leaderboard, if they are in it.
    pub(crate) async fn unlist(
        &self,
        person: UserId,
        listing: Listing,
    ) -> Result<Commit, StoreError> {
        let unlisted = self.store.unlist(person, listing).await;
        self.tables.drop_all();
        unlisted
    }

    /// Removes a person from all leaderboards.
    pub(crate) async fn unlist_everywhere(&self, person: UserId) -> Result<(), StoreError> {
        for listing in self.store.listings_of(person).await? {
            self.unlist(person, listing).await?;
        }
        Ok(())
    }
}
