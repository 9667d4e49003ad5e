//! How strongly a person plays against the levels, by Glicko-2
//! (<http://www.glicko.net/glicko/glicko2.pdf>), with a week for a rating period.
//!
//! The ratings follow from the results that are kept and are stored nowhere. Only games without help count.
//! The levels have fixed ratings, which were measured, so nothing that people do moves the scale: a beginner
//! of the program has 1000 points in each game. How a person plays against people tell
//! [`standings`](crate::session::standings).

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};
use zerosum_games::family::Family;
use zerosum_search::level::Level;

use crate::session::habits::Ending;
use crate::session::results::{Opponent, Played};

/// A week, in microseconds.
const PERIOD_MICROS: i64 = 7 * 24 * 60 * 60 * 1_000_000;

/// After so many periods without a game a rating is as uncertain as that of somebody new, or nearly so.
const IDLE_PERIODS_MAX: i64 = 200;

/// Whoever is new is taken for a beginner, with the uncertainty that Glicko-2 begins with.
const POINTS_AT_FIRST: f64 = 1_000.0;

/// How far the measured rating of a level may be from the true one.
const LEVEL_DEVIATION: f64 = 50.0;

/// A rating that is less certain than this is provisional.
const CERTAIN_DEVIATION: f64 = 110.0;

/// How strongly somebody plays the games of a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub family: Family,
    /// As many as a beginner of the program has, 1000, or more or less.
    pub points: f64,
    /// How uncertain that is: with 95 % the true points are within twice as much of them.
    pub deviation: f64,
    /// Whether it is too uncertain yet to be relied on.
    pub is_provisional: bool,
}

/// How strongly somebody plays against the levels who has played these games, the latest first, at this
/// time in microseconds since 1970: a rating for each family of which they have played a game without help.
pub fn against_levels(games: &[Played], now: i64) -> Vec<Rating> {
    Family::ALL.iter().filter_map(|family| rating_of(*family, games, now)).collect()
}

fn rating_of(family: Family, games: &[Played], now: i64) -> Option<Rating> {
    let mut rating = Glicko2Rating { rating: POINTS_AT_FIRST, ..Glicko2Rating::new() };
    let counted: Vec<(i64, (Glicko2Rating, Outcomes))> = games
        .iter()
        .rev()
        .filter(|played| played.result.spec.family() == family)
        .filter_map(|played| Some((period_of(played.ended), outcome_of(played)?)))
        .collect();
    let (mut period, _) = *counted.first()?;
    for chunk in counted.chunk_by(|(one, _), (other, _)| one == other) {
        let (began, _) = chunk[0];
        rating = rested(rating, began - period);
        let outcomes: Vec<(Glicko2Rating, Outcomes)> =
            chunk.iter().map(|(_, outcome)| *outcome).collect();
        rating = glicko2_rating_period(&rating, &outcomes, &Glicko2Config::new());
        period = began + 1;
    }
    rating = rested(rating, period_of(now) - period);
    Some(Rating {
        family,
        points: rating.rating,
        deviation: rating.deviation,
        is_provisional: rating.deviation > CERTAIN_DEVIATION,
    })
}

/// The level that was played against, and how that ended; `None` if the game does not count.
fn outcome_of(played: &Played) -> Option<(Glicko2Rating, Outcomes)> {
    let Opponent::Engine(level) = played.result.opponent else { return None };
    let outcome = match played.result.ending {
        Ending::Won => Outcomes::WIN,
        Ending::Drawn => Outcomes::DRAW,
        Ending::Lost => Outcomes::LOSS,
    };
    let points = points_of(played.result.spec.family(), level);
    let level =
        Glicko2Rating { rating: points.into(), deviation: LEVEL_DEVIATION, ..Glicko2Rating::new() };
    played.result.is_unaided.then_some((level, outcome))
}

/// How strong a level is. Each difference between two neighbours is that of a match of them, both sides of
/// each opening, and 400 points where one wins all games, or nearly: docs/operations/performance.md
/// has the commands and the results. The best level of Strategic takes all the time it is given; that it is 100 points
/// stronger is a guess until a match of it was played on a quiet machine.
pub fn points_of(family: Family, level: Level) -> i32 {
    let [casual, strong, best] = match family {
        Family::TicTacToe => [1_220, 1_284, 1_477],
        Family::Mnk => [1_063, 1_214, 1_515],
        Family::Ultimate => [1_180, 1_341, 1_741],
        Family::Strategic => [1_400, 1_800, 1_900],
        Family::Sheep => [1_400, 1_800, 2_030],
    };
    match level {
        Level::Beginner => 1_000,
        Level::Casual => casual,
        Level::Strong => strong,
        Level::Best => best,
    }
}

/// The same after so many periods without a game.
fn rested(rating: Glicko2Rating, periods: i64) -> Glicko2Rating {
    (0..periods.min(IDLE_PERIODS_MAX)).fold(rating, |rating, _| decay_deviation(&rating))
}

fn period_of(time: i64) -> i64 {
    time.div_euclid(PERIOD_MICROS)
}
