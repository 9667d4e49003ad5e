//! Ratings between people: the games yet to be rated, people's playing strength, and the members of each
//! leaderboard.
//!
//! A game that counts is recorded by the commit that ends it. Any process rates it afterwards, in one
//! transaction that takes the next turn: a race for the turn has one winner, so each game counts once and
//! ratings are sequential. All ratings are deleted with their person, and when the person does not want
//! their games to be counted. The games that such a person was playing then still count for the
//! opponents.
//!
//! Only a limited number of games between the same two people count in a day. They are counted by a
//! [keyed number](zerosum_session::game::keyed) of the two, which outlives their data.

use std::time::Duration;

use zerosum_games::Outcome;
use zerosum_games::family::Family;
use zerosum_games::side::{BySide, Side};
use zerosum_session::board::ChatId;
use zerosum_session::game::keyed::PersonKey;
use zerosum_session::people::standings::{
    self, Listed, Listing, PastPoints, RATED_OF_SAME_TWO_MAX, RatedGame, Standing, family_named,
    name_of,
};
use zerosum_session::{Session, UserId};

use crate::row::{
    count_of, keyed_column, session_column, session_of, session_values, user_column, user_of,
};
use crate::sql;
use crate::statement::{Lock, Row, Statement, Value, Write};
use crate::store::Store;
use crate::store_clock::RecentRange;
use crate::types::{Commit, StoreError};

/// Number of games for which the past rating of a person is kept.
pub const HISTORY_KEPT_MAX: u32 = 100;

/// Time for which it is known that a game was rated. No commit that ends a game is retried for that long.
pub const RATED_KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// Maximum number of leaderboards that one person can be in.
pub const LISTINGS_MAX: u32 = 100;

/// Points and deviations are stored in thousandths.
const POINT: f64 = 1_000.0;

/// Volatilities are stored in billionths.
const VOLATILITY: f64 = 1_000_000_000.0;

/// The chat number of the worldwide leaderboard, which no chat has.
const WORLDWIDE: i64 = 0;

/// The number of games rated so far. A process that rates a game states the turn it has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingTurn(pub i64);

/// A game yet to be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnratedGame {
    pub game: RatedGame,
    /// In microseconds since 1970.
    pub ended: i64,
}

impl Store {
    /// Returns the current turn, and up to `limit` games yet to be rated, in the order in which they
    /// ended, after the cursor `after`. Unreadable rows are skipped. The ratings of their people, read afterwards,
    /// may be newer.
    pub async fn unrated_games(
        &self,
        after: Option<UnratedGame>,
        limit: u32,
    ) -> Result<(RatingTurn, Vec<UnratedGame>), StoreError> {
        // In this order: any game rated in between has a later turn.
        let turn = self.number(sql::ratings::RATING_TURN, []).await?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let behind = |UnratedGame { game, ended }| (ended, session_column(game.id));
        let (mut ended, mut session) = after.map_or((i64::MIN, i64::MIN), behind);
        let mut games = Vec::new();
        loop {
            let wanted = limit - games.len();
            let size = i64::try_from(wanted).unwrap_or(i64::MAX);
            let values = [ended.into(), session.into(), size.into()];
            let rows = self.rows(sql::ratings::UNRATED_GAMES, values).await?;
            let is_last = rows.len() < wanted;
            if let Some(last) = rows.last() {
                (ended, session) = (last.integer(5)?, last.integer(0)?);
            }
            games.extend(rows.into_iter().filter_map(|row| self.unrated_if_readable(row)));
            // Skipped rows make room for others.
            if is_last || games.len() == limit {
                return Ok((RatingTurn(turn), games));
            }
        }
    }

    /// Rates a game: sets the new standings of its people. [`Commit::Conflict`] if any game was rated
    /// since that turn was seen, or this one was rated before.
    pub async fn rate(
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
        self.commit_write(write).await
    }

    /// Returns the standing of a person in each family in which a game of theirs has counted.
    pub async fn standings(&self, person: UserId) -> Result<Vec<(Family, Standing)>, StoreError> {
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

    /// Returns the rating of a person after each of their latest games, up to [`HISTORY_KEPT_MAX`] of
    /// them, the oldest first.
    pub async fn rating_history(
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

    /// Adds a person to a leaderboard. [`Commit::Conflict`] if they are in it already, are in
    /// [`LISTINGS_MAX`], are not remembered or do not want their games to be counted.
    pub async fn list(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError> {
        let id = user_column(person);
        let values = [chat_column(listing).into(), id.into(), LISTINGS_MAX.into()];
        self.commit_write(Write::new(Lock::Person(id), sql::ratings::LIST, values)).await
    }

    /// Removes a person from a leaderboard. [`Commit::Conflict`] if they are not in it.
    pub async fn unlist(&self, person: UserId, listing: Listing) -> Result<Commit, StoreError> {
        let id = user_column(person);
        let values = [chat_column(listing).into(), id.into()];
        self.commit_write(Write::new(Lock::Person(id), sql::ratings::UNLIST, values)).await
    }

    /// Returns the leaderboards that a person is in.
    pub async fn listings_of(&self, person: UserId) -> Result<Vec<Listing>, StoreError> {
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

    /// Returns up to `limit` people of a leaderboard, by descending points; people whose points were
    /// provisional in their last game come last.
    pub async fn best(
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

    /// Deletes up to `limit` games that were rated and ended before that time, and returns their number.
    pub async fn purge_rated_games(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let values = [before.into(), limit.into()];
        self.write(Lock::Other, sql::ratings::PURGE_RATED_GAMES, values).await
    }

    /// Deletes the records of which two people played, for up to `limit` games that ended before that
    /// time, and returns their number.
    pub async fn purge_rated_pairs(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let values = [before.into(), self.clock.latest().into(), limit.into()];
        self.write(Lock::Other, sql::keyed::PURGE_RATED_PAIRS, values).await
    }

    /// Reads a game yet to be rated, unless the row is unreadable, which is logged once.
    fn unrated_if_readable(&self, row: Row) -> Option<UnratedGame> {
        let session = row.integer(0);
        match (unrated_of(row), session) {
            (Ok(Some(unrated)), _) => Some(unrated),
            (_, Ok(session)) if self.unreadable_games.is_new(session) => {
                let id = session_of(session).0;
                log::error!("session {id:x}: cannot be rated: the stored game is unreadable");
                None
            }
            (_, _) => None,
        }
    }
}

/// Builds the statements that record a game for the ratings, along with the commit of this session at
/// that time. Empty unless the game counts, if it was over before, or if the daily limit of games between
/// the same two people has been reached within these times.
pub(crate) fn notes_of(
    session: &Session,
    touched: i64,
    key: PersonKey,
    within: RecentRange,
) -> Option<[Statement; 2]> {
    let RatedGame { id, players, family, outcome } = standings::of(session)?;
    let [revision, _, _, record] = session_values(session);
    let pair = keyed_column(key.pair(players.first, players.second));
    let values = [
        user_column(players.first).into(),
        user_column(players.second).into(),
        name_of(family).into(),
        outcome_name(outcome).into(),
        session_column(id).into(),
        revision,
        record,
        pair.into(),
        within.from.into(),
        within.to.into(),
        RATED_OF_SAME_TWO_MAX.into(),
        touched.into(),
    ];
    let game = Statement::new(sql::ratings::NOTE_RATED_GAME, values);
    let values = [pair.into(), session_column(id).into()];
    Some([game, Statement::new(sql::keyed::NOTE_RATED_PAIR, values)])
}

/// Keeps the games in play of a person counting to their end, although they have just switched counting
/// off.
pub(crate) fn counting_on(person: i64) -> Statement {
    Statement::new(sql::ratings::COUNT_ON, [person.into()])
}

/// Builds the statements that delete the ratings of a person who has switched counting off. Games that
/// are over and yet to be rated still count for the opponent.
pub(crate) fn forgettings_of(person: i64) -> impl Iterator<Item = Statement> {
    let all = [
        sql::ratings::FORGET_STANDINGS,
        sql::ratings::FORGET_RATING_HISTORY,
        sql::ratings::FORGET_LISTINGS,
    ];
    all.into_iter().map(move |sql| Statement::new(sql, [person.into()]))
}

/// Moves the leaderboard of a group that becomes another chat.
pub(crate) fn movings_of(from: ChatId, to: ChatId) -> [Statement; 2] {
    [
        Statement::new(sql::ratings::MOVE_LISTINGS, [to.0.into(), from.0.into()]),
        Statement::new(sql::ratings::DROP_LISTINGS, [from.0.into()]),
    ]
}

/// Reads an unrated game; `None` if it uses values of a newer version.
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

/// Reads the standing in the columns from this one on.
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
    // The value is far from the limits of `i64`, at which the cast saturates.
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
