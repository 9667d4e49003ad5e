//! How strongly people play against each other, by Glicko-2
//! (<http://www.glicko.net/glicko/glicko2.pdf>): which games count, and what a game does to the two.
//!
//! Each game is a rating period of its own, and each whole week without one makes a rating less certain, as
//! an empty period does. It has nothing to do with [`ratings`](crate::session::ratings), which tell how
//! strongly somebody plays against the levels and follow from other games.

// A span of time; what tells the time is not in `core`.
use core::time::Duration;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};
use zerosum_games::Outcome;
use zerosum_games::family::Family;
use zerosum_games::side::{BySide, Side};

use crate::session::board::ChatId;
use crate::session::clock::{ClockEnd, TimeControl};
use crate::session::habits::Ending;
use crate::session::{Seat, Session, SessionId, UserId};

/// A week, in microseconds.
const PERIOD_MICROS: i64 = 7 * 24 * 60 * 60 * 1_000_000;

/// After so many weeks without a game a rating is as uncertain as that of somebody new, or nearly so.
const IDLE_PERIODS_MAX: i64 = 2_000;

/// Of the same two people no more games count within [`SAME_TWO_WITHIN`], so that nobody makes another one
/// strong by losing to them all day.
pub const RATED_OF_SAME_TWO_MAX: u32 = 10;

/// A day.
pub const SAME_TWO_WITHIN: Duration = Duration::from_secs(24 * 60 * 60);

/// A rating that is less certain than this is provisional.
const CERTAIN_DEVIATION: f64 = 110.0;

/// How strongly somebody plays the games of a family against people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// As many as everybody begins with, 1500, or more or less.
    pub points: f64,
    /// How uncertain that is: with 95 % the true points are within twice as much of them.
    pub deviation: f64,
    pub volatility: f64,
    /// How many games have counted.
    pub games: u32,
    /// When the last one of them ended, in microseconds since 1970.
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

/// What a rating was after so many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PastPoints {
    pub games: u32,
    pub points: f64,
    /// When the last one of them ended, in microseconds since 1970.
    pub rated_at: i64,
}

/// A table of ratings, in which are those who have agreed to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Listing {
    /// Of all who play anywhere.
    Worldwide,
    Group(ChatId),
}

/// Somebody in a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub user: UserId,
    pub name: String,
    pub standing: Standing,
}

impl Standing {
    /// Of somebody whose games have not counted yet.
    pub const NEW: Standing =
        Standing { points: 1_500.0, deviation: 350.0, volatility: 0.06, games: 0, rated_at: 0 };

    /// Whether it is too uncertain yet to be relied on.
    pub fn is_provisional(&self) -> bool {
        self.deviation > CERTAIN_DEVIATION
    }

    /// The same at this time, in microseconds since 1970: less certain after whole weeks without a game.
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

    /// The same after a rating period with these games, each with whom it was played against, as they stood
    /// before it, and how it has ended.
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

/// What a game that has ended so and then makes of the two who have played it.
pub fn rated(before: BySide<Standing>, outcome: Outcome, ended: i64) -> BySide<Standing> {
    let rested = BySide { first: before.first.rested(ended), second: before.second.rested(ended) };
    let after = |side: Side| {
        let ending = match outcome {
            Outcome::Draw => Ending::Drawn,
            Outcome::Win(winner) if winner == side => Ending::Won,
            Outcome::Win(_) => Ending::Lost,
        };
        let standing = rested.get(side).after(&[(*rested.get(!side), ending)]);
        // A game may come to be rated after one that ended later.
        Standing { rated_at: ended.max(standing.rated_at), ..standing }
    };
    BySide { first: after(Side::First), second: after(Side::Second) }
}

/// The game of a session, if it is over and counts: between two people, with a clock, played to its end and
/// from its start, and no move was taken back.
pub fn of(session: &Session) -> Option<RatedGame> {
    let outcome = session.outcome()?;
    let BySide { first: Seat::Human(first), second: Seat::Human(second) } = *session.seats() else {
        return None;
    };
    let has_clock = session.time_control() != TimeControl::Unlimited;
    let is_played = !session.is_told() && !session.is_resumed() && !session.is_helped();
    let is_abandoned = session.clock_end() == Some(ClockEnd::Abandoned);
    let is_whole = !session.has_taken_back() && session.counts_between_people();
    let counts = first != second && has_clock && is_played && !is_abandoned && is_whole;
    let (id, family) = (session.id(), session.spec().family());
    counts.then_some(RatedGame { id, players: BySide { first, second }, family, outcome })
}

/// The name of a family in what is stored.
pub fn name_of(family: Family) -> &'static str {
    match family {
        Family::TicTacToe => "3x3",
        Family::Mnk => "mnk",
        Family::Ultimate => "ultimate",
        Family::Strategic => "strategic",
        Family::Sheep => "sheep",
    }
}

/// The family of that name.
pub fn family_named(name: &str) -> Option<Family> {
    Family::ALL.iter().copied().find(|family| name_of(*family) == name)
}
