//! Ratings of people against each other, by Glicko-2 (<http://www.glicko.net/glicko/glicko2.pdf>): the games
//! that count, and their effect on the ratings of the two players.
//!
//! Each game is a rating period of its own, and each whole week without one makes a rating less certain, as
//! an empty period does. Standings are independent of [`ratings`](crate::people::ratings), which are against
//! the levels and follow from other games.

// Only a span of time; clocks are not in `core`.
use core::time::Duration;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};
use zerosum_games::Outcome;
use zerosum_games::family::Family;
use zerosum_games::side::{BySide, Side};

use crate::board::ChatId;
use crate::game::clock::{ClockEnd, TimeControl};
use crate::people::habits::Ending;
use crate::{Seat, Session, SessionId, UserId};

/// A week, in microseconds.
const PERIOD_MICROS: i64 = 7 * 24 * 60 * 60 * 1_000_000;

/// Number of weeks without a game after which a rating is nearly as uncertain as that of a new player.
const IDLE_PERIODS_MAX: i64 = 2_000;

/// Maximum number of games between the same two people that count within [`SAME_TWO_WITHIN`], so that a
/// player cannot raise another one's rating without limit by losing to them.
pub const RATED_OF_SAME_TWO_MAX: u32 = 10;

/// Span of time in which games between the same two people are limited: a day.
pub const SAME_TWO_WITHIN: Duration = Duration::from_secs(24 * 60 * 60);

/// Deviation above which a rating is provisional.
const CERTAIN_DEVIATION: f64 = 110.0;

/// Rating of a person in the games of a family against people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Rating points; a new player has 1500.
    pub points: f64,
    /// Standard deviation of the points: with a probability of 95 %, the true ones are within twice this.
    pub deviation: f64,
    pub volatility: f64,
    /// Number of games that have counted.
    pub games: u32,
    /// Time at which the last of them ended, in microseconds since 1970.
    pub rated_at: i64,
}

/// A game that counts for the ratings of the two who have played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    pub id: SessionId,
    pub players: BySide<UserId>,
    pub family: Family,
    pub outcome: Outcome,
}

/// Rating after a number of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PastPoints {
    pub games: u32,
    pub points: f64,
    /// Time at which the last of them ended, in microseconds since 1970.
    pub rated_at: i64,
}

/// Table of ratings, with the players who have agreed to be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Listing {
    /// Players of all chats.
    Worldwide,
    Group(ChatId),
}

/// Entry of a table of ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub user: UserId,
    pub name: String,
    pub standing: Standing,
}

impl Standing {
    /// Standing of a player without rated games.
    pub const NEW: Standing =
        Standing { points: 1_500.0, deviation: 350.0, volatility: 0.06, games: 0, rated_at: 0 };

    /// Returns whether it is still too uncertain to be relied on.
    pub fn is_provisional(&self) -> bool {
        self.deviation > CERTAIN_DEVIATION
    }

    /// Returns the standing at this time, in microseconds since 1970: less certain after whole weeks without
    /// a game.
    #[must_use]
    pub fn rested(self, now: i64) -> Standing {
        if self.games == 0 {
            return self;
        }
        let periods = now.saturating_sub(self.rated_at).div_euclid(PERIOD_MICROS);
        let rating = (0..periods.min(IDLE_PERIODS_MAX))
            .fold(self.rating(), |rating, _| decay_deviation(&rating));
        Standing { deviation: rating.deviation, ..self }
    }

    /// Returns the standing after a rating period with these games, each given as the opponent's standing
    /// before it and the ending. `rated_at` stays as it is.
    #[must_use]
    pub fn after(self, games: &[(Standing, Ending)]) -> Standing {
        let outcome_of = |ending: &Ending| match ending {
            Ending::Won => Outcomes::WIN,
            Ending::Drawn => Outcomes::DRAW,
            Ending::Lost => Outcomes::LOSS,
        };
        let outcomes: Vec<(Glicko2Rating, Outcomes)> =
            games.iter().map(|(other, ending)| (other.rating(), outcome_of(ending))).collect();
        let rating = glicko2_rating_period(&self.rating(), &outcomes, &Glicko2Config::new());
        let Glicko2Rating { rating: points, deviation, volatility } = rating;
        let counted = u32::try_from(games.len()).unwrap_or(u32::MAX);
        Standing {
            points,
            deviation,
            volatility,
            games: self.games.saturating_add(counted),
            rated_at: self.rated_at,
        }
    }

    fn rating(&self) -> Glicko2Rating {
        let Standing { points, deviation, volatility, .. } = *self;
        Glicko2Rating { rating: points, deviation, volatility }
    }
}

/// Returns the standings of both players after a game that ended at this time, in microseconds since 1970.
pub fn rated(before: BySide<Standing>, outcome: Outcome, ended: i64) -> BySide<Standing> {
    let rested = BySide { first: before.first.rested(ended), second: before.second.rested(ended) };
    let after = |side: Side| {
        let ending = match outcome {
            Outcome::Draw => Ending::Drawn,
            Outcome::Win(winner) if winner == side => Ending::Won,
            Outcome::Win(_) => Ending::Lost,
        };
        let standing = rested.get(side).after(&[(*rested.get(!side), ending)]);
        // Games are not always rated in the order in which they ended.
        Standing { rated_at: ended.max(standing.rated_at), ..standing }
    };
    BySide { first: after(Side::First), second: after(Side::Second) }
}

/// Returns the rated game of a session, if it is over and counts: between two people, with a clock, played
/// from its start to its end, without a move taken back.
pub fn of(session: &Session) -> Option<RatedGame> {
    let outcome = session.outcome()?;
    let BySide { first: Seat::Human(first), second: Seat::Human(second) } = *session.seats() else {
        return None;
    };
    let has_clock = session.time_control() != TimeControl::Unlimited;
    let is_played = !session.is_replay() && !session.is_resumed() && !session.is_helped();
    let is_abandoned = session.clock_end() == Some(ClockEnd::Abandoned);
    let is_whole = !session.has_taken_back() && session.counts_between_people();
    let is_known = !first.is_guest() && !second.is_guest();
    let counts = first != second && is_known && has_clock && is_played && !is_abandoned && is_whole;
    let (id, family) = (session.id(), session.spec().family());
    counts.then_some(RatedGame { id, players: BySide { first, second }, family, outcome })
}

impl Session {
    /// Returns whether it is in play and will count for the ratings of its two players if it ends regularly.
    pub fn is_played_for_ratings(&self) -> bool {
        let BySide { first: Seat::Human(first), second: Seat::Human(second) } = *self.seats()
        else {
            return false;
        };
        let has_clock = self.time_control() != TimeControl::Unlimited;
        let is_played = !self.is_replay() && !self.is_resumed() && !self.is_helped();
        let is_open = self.outcome().is_none() && !self.has_taken_back();
        let is_known = !first.is_guest() && !second.is_guest();
        first != second && is_known && has_clock && is_played && is_open
    }
}

/// Returns the name of a family in the store.
pub fn name_of(family: Family) -> &'static str {
    match family {
        Family::TicTacToe => "3x3",
        Family::Mnk => "mnk",
        Family::ConnectFour => "connect-four",
        Family::Ultimate => "ultimate",
        Family::Strategic => "strategic",
        Family::Sheep => "sheep",
    }
}

/// Returns the family with this name.
pub fn family_named(name: &str) -> Option<Family> {
    Family::ALL.iter().copied().find(|family| name_of(*family) == name)
}
