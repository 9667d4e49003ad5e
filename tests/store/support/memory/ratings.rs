//! Ratings between people, in memory.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use async_trait::async_trait;
use zerosum::session::people::standings::{
    self, Listed, Listing, PastPoints, RATED_OF_SAME_TWO_MAX, RatedGame, SAME_TWO_WITHIN, Standing,
    name_of,
};
use zerosum::session::{Session, SessionId, UserId};
use zerosum::store::people::ratings::{
    HISTORY_KEPT_MAX, LISTINGS_MAX, RatingTurn, Ratings, UnratedGame,
};
use zerosum::store::{Commit, StoreError};
use zerosum_games::family::Family;
use zerosum_games::side::{BySide, Side};

use crate::memory_store::MemoryStore;
use crate::memory_store::state::{State, count_of};

/// State of the ratings.
#[derive(Debug, Default)]
pub(super) struct Rated {
    turn: i64,
    /// Games that have yet to be rated.
    games: BTreeMap<SessionId, UnratedGame>,
    /// Rated games, with the times they ended.
    done: BTreeMap<SessionId, i64>,
    /// Players of the games that count, with the times they ended.
    pairs: BTreeMap<SessionId, (BySide<UserId>, i64)>,
    standings: BTreeMap<(UserId, &'static str), (Family, Standing)>,
    history: BTreeMap<(UserId, &'static str), VecDeque<PastPoints>>,
    listings: BTreeSet<(Listing, UserId)>,
}

impl Rated {
    /// Removes everything about a person.
    pub(super) fn forget(&mut self, person: UserId) {
        self.games.retain(|_, UnratedGame { game, .. }| {
            game.players.find(|player| *player == person).is_none()
        });
        self.standings.retain(|(other, _), _| *other != person);
        self.history.retain(|(other, _), _| *other != person);
        self.listings.retain(|(_, other)| *other != person);
    }
}

impl Rated {
    /// Removes the ratings of a person who does not want to be counted.
    pub(super) fn stop(&mut self, person: UserId) {
        self.standings.retain(|(other, _), _| *other != person);
        self.history.retain(|(other, _), _| *other != person);
        self.listings.retain(|(_, other)| *other != person);
    }
}

impl State {
    /// Makes a person's games in play with others count to their end.
    pub(super) fn count_on(&mut self, person: UserId) {
        for entry in self.boards.values_mut() {
            let is_theirs = entry.owner == person || entry.guest == Some(person);
            entry.counts_on |= is_theirs && !entry.is_over && entry.guest.is_some();
        }
    }

    /// Records a game that ends with this commit, if it counts.
    pub(super) fn note_rated_game(&mut self, session: &Session, ended: i64) {
        let Some(game) = standings::of(session) else { return };
        let counts_on = self.boards.get(&game.id).is_some_and(|entry| entry.counts_on);
        let is_counted =
            |user| self.people.get(&user).is_some_and(|known| known.keeps_results || counts_on);
        let BySide { first, second } = game.players;
        let is_done = self.rated.done.contains_key(&game.id);
        let within = i64::try_from(SAME_TWO_WITHIN.as_micros()).unwrap_or(i64::MAX);
        let lately = self.rated.pairs.values().filter(|(players, then)| {
            let is_same = *players == game.players || *players == game.players.swapped();
            is_same && *then > ended.saturating_sub(within)
        });
        let is_many = count_of(lately.count()) >= u64::from(RATED_OF_SAME_TWO_MAX);
        if !is_done && !is_many && is_counted(first) && is_counted(second) {
            self.rated.games.entry(game.id).or_insert(UnratedGame { game, ended });
            self.rated.pairs.entry(game.id).or_insert((game.players, ended));
        }
    }
}

#[async_trait]
impl Ratings for MemoryStore {
    async fn unrated_games(
        &self,
        after: Option<UnratedGame>,
        limit: u32,
    ) -> Result<(RatingTurn, Vec<UnratedGame>), StoreError> {
        let state = self.state()?;
        let place = |unrated: &UnratedGame| (unrated.ended, unrated.game.id);
        let mut games: Vec<UnratedGame> = state.rated.games.values().copied().collect();
        games.retain(|game| after.is_none_or(|after| place(game) > place(&after)));
        games.sort_by_key(place);
        games.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok((RatingTurn(state.rated.turn), games))
    }

    async fn rate(
        &self,
        seen: RatingTurn,
        game: &RatedGame,
        standings: BySide<Standing>,
    ) -> Result<Commit, StoreError> {
        let state = &mut *self.state()?;
        let (rated, people) = (&mut state.rated, &state.people);
        if RatingTurn(rated.turn) != seen || !rated.games.contains_key(&game.id) {
            return Ok(Commit::Conflict);
        }
        rated.turn += 1;
        let ended = rated.games.remove(&game.id).map_or(0, |unrated| unrated.ended);
        rated.done.insert(game.id, ended);
        for side in Side::ALL {
            let person = people.get(game.players.get(side));
            if !person.is_some_and(|person| person.keeps_results) {
                continue;
            }
            let (key, standing) =
                ((*game.players.get(side), name_of(game.family)), *standings.get(side));
            rated.standings.insert(key, (game.family, standing));
            let Standing { games, points, rated_at, .. } = standing;
            let history = rated.history.entry(key).or_default();
            history.push_back(PastPoints { games, points, rated_at });
            if count_of(history.len()) > HISTORY_KEPT_MAX.into() {
                history.pop_front();
            }
        }
        Ok(Commit::Done)
    }

    async fn standings(&self, person: UserId) -> Result<Vec<(Family, Standing)>, StoreError> {
        let state = self.state()?;
        let of = |family: &Family| state.rated.standings.get(&(person, name_of(*family))).copied();
        Ok(Family::ALL.iter().filter_map(of).collect())
    }

    async fn rating_history(
        &self,
        person: UserId,
        family: Family,
    ) -> Result<Vec<PastPoints>, StoreError> {
        let state = self.state()?;
        let known = state.rated.history.get(&(person, name_of(family)));
        Ok(known.into_iter().flatten().copied().collect())
    }

    async fn list(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let is_counted = state.people.get(&person).is_some_and(|known| known.keeps_results);
        let count = state.rated.listings.iter().filter(|(_, other)| *other == person).count();
        let has_room = count_of(count) < LISTINGS_MAX.into();
        let is_new = is_counted && has_room && state.rated.listings.insert((listing, person));
        Ok(if is_new { Commit::Done } else { Commit::Conflict })
    }

    async fn unlist(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError> {
        let removed = self.state()?.rated.listings.remove(&(listing, person));
        Ok(if removed { Commit::Done } else { Commit::Conflict })
    }

    async fn listings_of(&self, person: UserId) -> Result<Vec<Listing>, StoreError> {
        let state = self.state()?;
        let own = state.rated.listings.iter().filter(|(_, other)| *other == person);
        Ok(own.map(|(listing, _)| *listing).collect())
    }

    async fn best(
        &self,
        listing: Listing,
        family: Family,
        limit: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let state = self.state()?;
        let listed = |(other, user): &(Listing, UserId)| {
            let (_, standing) = *state.rated.standings.get(&(*user, name_of(family)))?;
            let name = state.people.get(user)?.name.clone();
            (*other == listing).then_some(Listed { user: *user, name, standing })
        };
        let mut best: Vec<Listed> = state.rated.listings.iter().filter_map(listed).collect();
        best.sort_by(|one, other| other.standing.points.total_cmp(&one.standing.points));
        best.sort_by_key(|listed| listed.standing.is_provisional());
        best.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(best)
    }

    async fn purge_rated_games(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let rated = &mut self.state()?.rated;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let is_old = |ended: &i64| *ended < before;
        let old: Vec<SessionId> = rated
            .done
            .iter()
            .filter(|(_, ended)| is_old(ended))
            .map(|(id, _)| *id)
            .take(limit)
            .collect();
        for id in &old {
            rated.done.remove(id);
        }
        Ok(count_of(old.len()))
    }

    async fn purge_rated_pairs(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let pairs = &mut self.state()?.rated.pairs;
        let old = pairs.iter().filter(|(_, (_, ended))| *ended < before).map(|(id, _)| *id);
        let old: Vec<SessionId> = old.take(usize::try_from(limit).unwrap_or(usize::MAX)).collect();
        for id in &old {
            pairs.remove(id);
        }
        Ok(count_of(old.len()))
    }
}

impl MemoryStore {
    /// Moves the table of a group.
    pub(super) fn move_listings(&self, from: Listing, to: Listing) -> Result<(), StoreError> {
        let listings = &mut self.state()?.rated.listings;
        let moved = listings.iter().filter(|(listing, _)| *listing == from);
        let people: Vec<UserId> = moved.map(|(_, person)| *person).collect();
        for person in people {
            listings.remove(&(from, person));
            listings.insert((to, person));
        }
        Ok(())
    }
}
