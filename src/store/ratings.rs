//! Ratings between people: which games have yet to be rated, how strongly people play, and who is in which
//! table.
//!
//! A game that counts is noted with the commit that ends it. Any process rates it afterwards, in one
//! transaction that takes the next turn: a race for it has one winner, so that each game counts once and
//! ratings follow one after the other. All of it goes with its person, and when the person does not want
//! their games to be counted.

use std::time::Duration;

use async_trait::async_trait;
use zerosum_games::Outcome;
use zerosum_games::family::Family;
use zerosum_games::side::{BySide, Side};

use crate::session::board::ChatId;
use crate::session::standings::{
    self, Listed, Listing, PastPoints, RATED_OF_SAME_TWO_MAX, RatedGame, SAME_TWO_WITHIN, Standing,
    family_named, name_of,
};
use crate::session::{Session, UserId};
use crate::store::database::Database;
use crate::store::relational::RelationalStore;
use crate::store::row::{
    commit_of, count_of, session_column, session_of, session_values, user_column, user_of,
};
use crate::store::statement::{Lock, Row, Statement, Value, Write};
use crate::store::{Commit, StoreError, sql};

/// What a rating was is known of so many games.
pub const HISTORY_KEPT_MAX: u32 = 100;

/// How long it is known that a game was rated: nobody tries for so long to write the commit that ended it.
pub const RATED_KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// In so many tables one person can be.
pub const LISTINGS_MAX: u32 = 100;

// Games that have counted are known for as long as they keep others of the same two from counting.
const _: () = assert!(SAME_TWO_WITHIN.as_secs() < RATED_KEPT.as_secs());

/// Thousandths of a point, in which points and deviations are stored.
const POINT: f64 = 1_000.0;

/// In which volatilities are stored.
const VOLATILITY: f64 = 1_000_000_000.0;

/// The chat of the table of all, which no chat has for its number.
const WORLDWIDE: i64 = 0;

/// How many games have been rated. Whoever rates one has seen that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingTurn(pub i64);

/// A game that has yet to be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnratedGame {
    pub game: RatedGame,
    /// In microseconds since 1970.
    pub ended: i64,
}

/// See the module.
#[async_trait]
pub trait Ratings: Send + Sync {
    /// Whose turn it is, and up to `limit` games that have yet to be rated, those first that ended first.
    /// What is read of their people afterwards may be newer.
    async fn unrated_games(&self, limit: u32)
    -> Result<(RatingTurn, Vec<UnratedGame>), StoreError>;

    /// Rates a game: so its people stand from now on. [`Commit::Conflict`] if a game was rated since that
    /// turn was seen, or this one was before.
    async fn rate(
        &self,
        seen: RatingTurn,
        game: &RatedGame,
        standings: BySide<Standing>,
    ) -> Result<Commit, StoreError>;

    /// How a person stands in each family in which a game of theirs has counted.
    async fn standings(&self, person: UserId) -> Result<Vec<(Family, Standing)>, StoreError>;

    /// What the rating of a person was after each of their latest games, up to [`HISTORY_KEPT_MAX`] of
    /// them, the oldest first.
    async fn rating_history(
        &self,
        person: UserId,
        family: Family,
    ) -> Result<Vec<PastPoints>, StoreError>;

    /// Puts a person into a table. [`Commit::Conflict`] if they are in it, are in [`LISTINGS_MAX`], are not
    /// remembered or do not want their games to be counted.
    async fn list(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError>;

    /// Takes a person out of a table. [`Commit::Conflict`] if they are not in it.
    async fn unlist(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError>;

    /// The tables in which a person is.
    async fn listings_of(&self, person: UserId) -> Result<Vec<Listing>, StoreError>;

    /// Up to `limit` people of a table, those with the most points first, and those last whose points were
    /// provisional when they played last.
    async fn best(
        &self,
        listing: Listing,
        family: Family,
        limit: u32,
    ) -> Result<Vec<Listed>, StoreError>;

    /// Forgets up to `limit` games that were rated and ended before that, and tells how many.
    async fn purge_rated_games(&self, before: i64, limit: u32) -> Result<u64, StoreError>;
}

#[async_trait]
impl<D: Database> Ratings for RelationalStore<D> {
    async fn unrated_games(
        &self,
        limit: u32,
    ) -> Result<(RatingTurn, Vec<UnratedGame>), StoreError> {
        // In this order: what is rated in between has a later turn.
        let turn = self.number(sql::ratings::RATING_TURN, []).await?;
        let rows = self.rows(sql::ratings::UNRATED_GAMES, [limit.into()]).await?;
        let games: Result<Vec<Option<UnratedGame>>, StoreError> =
            rows.into_iter().map(unrated_of).collect();
        Ok((RatingTurn(turn), games?.into_iter().flatten().collect()))
    }

    async fn rate(
        &self,
        RatingTurn(seen): RatingTurn,
        game: &RatedGame,
        standings: BySide<Standing>,
    ) -> Result<Commit, StoreError> {
        let (session, turn) = (session_column(game.id), seen.saturating_add(1));
        let values = [session.into(), seen.into()];
        let mut write = Write::new(Lock::Other, sql::ratings::TAKE_RATING_TURN, values);
        for side in Side::ALL {
            let (person, standing) = (*game.players.get(side), standings.get(side));
            let [points, deviation, volatility, games, rated_at, is_provisional] =
                standing_values(standing);
            let (id, family) = (user_column(person), name_of(game.family));
            let values = [
                id.into(),
                family.into(),
                points,
                deviation,
                volatility,
                games.clone(),
                rated_at,
                is_provisional,
                turn.into(),
                session.into(),
            ];
            write.then.push(Statement::new(sql::ratings::PUT_RATING, values));
            let values = [id.into(), family.into(), games, turn.into(), session.into()];
            write.then.push(Statement::new(sql::ratings::NOTE_RATING, values));
            if let Some(gone) = standing.games.checked_sub(HISTORY_KEPT_MAX) {
                let values = [id.into(), family.into(), gone.into()];
                write.then.push(Statement::new(sql::ratings::TRIM_RATING_HISTORY, values));
            }
        }
        let values = [session.into(), turn.into()];
        write.then.push(Statement::new(sql::ratings::MARK_RATED, values));
        self.database.write(write).await.map(commit_of)
    }

    async fn standings(&self, person: UserId) -> Result<Vec<(Family, Standing)>, StoreError> {
        let rows = self.rows(sql::ratings::STANDINGS, [user_column(person).into()]).await?;
        let mut standings = Vec::with_capacity(rows.len());
        for mut row in rows {
            if let Some(family) = family_named(&row.text(0)?) {
                standings.push((family, standing_of(&row, 1)?));
            }
        }
        standings.sort_by_key(|(family, _)| Family::ALL.iter().position(|other| other == family));
        Ok(standings)
    }

    async fn rating_history(
        &self,
        person: UserId,
        family: Family,
    ) -> Result<Vec<PastPoints>, StoreError> {
        let values = [user_column(person).into(), name_of(family).into(), HISTORY_KEPT_MAX.into()];
        let rows = self.rows(sql::ratings::RATING_HISTORY, values).await?;
        let past = |row: &Row| {
            let (games, rated_at) = (count_of(row.integer(0)?), row.integer(2)?);
            Ok(PastPoints { games, points: number_of(row.integer(1)?, POINT)?, rated_at })
        };
        rows.iter().rev().map(past).collect()
    }

    async fn list(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError> {
        let id = user_column(person);
        let values = [chat_column(listing).into(), id.into(), LISTINGS_MAX.into()];
        self.write(Lock::Person(id), sql::ratings::LIST, values).await.map(commit_of)
    }

    async fn unlist(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError> {
        let id = user_column(person);
        let values = [chat_column(listing).into(), id.into()];
        self.write(Lock::Person(id), sql::ratings::UNLIST, values).await.map(commit_of)
    }

    async fn listings_of(&self, person: UserId) -> Result<Vec<Listing>, StoreError> {
        let values = [user_column(person).into(), LISTINGS_MAX.into()];
        let rows = self.rows(sql::ratings::LISTINGS_OF, values).await?;
        let listing = |row: &Row| {
            Ok(match row.integer(0)? {
                WORLDWIDE => Listing::Worldwide,
                chat => Listing::Group(ChatId(chat)),
            })
        };
        rows.iter().map(listing).collect()
    }

    async fn best(
        &self,
        listing: Listing,
        family: Family,
        limit: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let statement = match listing {
            Listing::Worldwide => sql::ratings::BEST_OF_ALL,
            Listing::Group(_) => sql::ratings::BEST_IN_GROUP,
        };
        let values = [chat_column(listing).into(), name_of(family).into(), limit.into()];
        let rows = self.rows(statement, values).await?;
        let listed = |mut row: Row| {
            let (user, name) = (user_of(row.integer(0)?), row.text(1)?);
            Ok(Listed { user, name, standing: standing_of(&row, 3)? })
        };
        rows.into_iter().map(listed).collect()
    }

    async fn purge_rated_games(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let values = [before.into(), limit.into()];
        self.write(Lock::Other, sql::ratings::PURGE_RATED_GAMES, values).await
    }
}

/// What notes a game for the ratings, together with the commit of this session at that time. Nothing unless it
/// counts, nor if it was over before.
pub(super) fn note_of(session: &Session, touched: i64) -> Option<Statement> {
    let RatedGame { id, players, family, outcome } = standings::of(session)?;
    let [revision, _, _, record] = session_values(session);
    let values = [
        user_column(players.first).into(),
        user_column(players.second).into(),
        name_of(family).into(),
        outcome_name(outcome).into(),
        session_column(id).into(),
        revision,
        record,
        i64::try_from(SAME_TWO_WITHIN.as_micros()).unwrap_or(i64::MAX).into(),
        RATED_OF_SAME_TWO_MAX.into(),
        touched.into(),
    ];
    Some(Statement::new(sql::ratings::NOTE_RATED_GAME, values))
}

/// What forgets all of this of a person who does not want their games to be counted.
pub(super) fn forgettings_of(person: i64) -> impl Iterator<Item = Statement> {
    let all = [
        sql::ratings::FORGET_UNRATED_GAMES,
        sql::ratings::FORGET_STANDINGS,
        sql::ratings::FORGET_RATING_HISTORY,
        sql::ratings::FORGET_LISTINGS,
    ];
    all.into_iter().map(move |sql| Statement::new(sql, [person.into()]))
}

/// What takes the table of a group along that becomes another chat.
pub(super) fn movings_of(from: ChatId, to: ChatId) -> [Statement; 2] {
    [
        Statement::new(sql::ratings::MOVE_LISTINGS, [to.0.into(), from.0.into()]),
        Statement::new(sql::ratings::DROP_LISTINGS, [from.0.into()]),
    ]
}

/// `None` of a game of which a newer version knows more.
fn unrated_of(mut row: Row) -> Result<Option<UnratedGame>, StoreError> {
    let (family, outcome) = (family_named(&row.text(3)?), outcome_named(&row.text(4)?));
    let (Some(first), Some(second)) = (row.optional_integer(1)?, row.optional_integer(2)?) else {
        return Ok(None);
    };
    let (Some(family), Some(outcome)) = (family, outcome) else { return Ok(None) };
    let players = BySide { first: user_of(first), second: user_of(second) };
    let game = RatedGame { id: session_of(row.integer(0)?), players, family, outcome };
    Ok(Some(UnratedGame { game, ended: row.integer(5)? }))
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "first",
        Outcome::Win(Side::Second) => "second",
        Outcome::Draw => "draw",
    }
}

fn outcome_named(name: &str) -> Option<Outcome> {
    let all = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
    all.into_iter().find(|outcome| outcome_name(*outcome) == name)
}

fn standing_values(standing: &Standing) -> [Value; 6] {
    let Standing { points, deviation, volatility, games, rated_at } = *standing;
    [
        stored(points, POINT).into(),
        stored(deviation, POINT).into(),
        stored(volatility, VOLATILITY).into(),
        games.into(),
        rated_at.into(),
        standing.is_provisional().into(),
    ]
}

/// The standing in the columns from this one on.
fn standing_of(row: &Row, column: usize) -> Result<Standing, StoreError> {
    Ok(Standing {
        points: number_of(row.integer(column)?, POINT)?,
        deviation: number_of(row.integer(column + 1)?, POINT)?,
        volatility: number_of(row.integer(column + 2)?, VOLATILITY)?,
        games: count_of(row.integer(column + 3)?),
        rated_at: row.integer(column + 4)?,
    })
}

fn stored(number: f64, unit: f64) -> i64 {
    // It is far from the limits, at which this stays.
    (number * unit).round() as i64
}

fn number_of(stored: i64, unit: f64) -> Result<f64, StoreError> {
    let stored = i32::try_from(stored)
        .map_err(|_| StoreError::Database("a rating cannot be read back".to_owned()))?;
    Ok(f64::from(stored) / unit)
}

fn chat_column(listing: Listing) -> i64 {
    match listing {
        Listing::Worldwide => WORLDWIDE,
        Listing::Group(ChatId(chat)) => chat,
    }
}
