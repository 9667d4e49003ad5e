//! Ratings of a person against the levels, by Glicko-2
//! (<http://www.glicko.net/glicko/glicko2.pdf>), with a week for a rating period.
//!
//! The ratings follow from the stored results and are not stored themselves. Only games without help count.
//! The levels have fixed, measured ratings, so the results of people do not move the scale: the beginner
//! level has 1000 points in each game. Ratings of people against each other are in
//! [`standings`](crate::people::standings).

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};
use zerosum_games::family::Family;
use zerosum_search::level::Level;

use crate::people::habits::Ending;
use crate::people::results::{OpponentKind, Played};

/// A week, in microseconds.
const PERIOD_MICROS: i64 = 7 * 24 * 60 * 60 * 1_000_000;

/// Number of periods without a game after which a rating is nearly as uncertain as that of a new player.
const IDLE_PERIODS_MAX: i64 = 200;

/// Points of a new player: those of the beginner level, with the initial deviation of Glicko-2.
const POINTS_AT_FIRST: f64 = 1_000.0;

/// Rating deviation of a level, whose rating was measured.
const LEVEL_DEVIATION: f64 = 50.0;

/// Deviation above which a rating is provisional.
const CERTAIN_DEVIATION: f64 = 110.0;

/// Rating of a person in the games of a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub family: Family,
    /// Rating points; the beginner level has 1000.
    pub points: f64,
    /// Standard deviation of the points: with a probability of 95 %, the true ones are within twice this.
    pub deviation: f64,
    /// Set if the rating is still too uncertain to be relied on.
    pub is_provisional: bool,
}

/// Returns the ratings, at a time in microseconds since 1970, of a person who has played these games, the
/// latest first: one for each family of which they have played a game against a level without help.
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

/// Returns the rating of the level and the result against it; `None` if the game does not count.
fn outcome_of(played: &Played) -> Option<(Glicko2Rating, Outcomes)> {
    let OpponentKind::Engine(level) = played.result.opponent else { return None };
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

/// Returns the rating of a level. The difference between two neighbouring levels is the result of a match
/// between them, with both sides of each opening, and 400 points if one won all games, or nearly all:
/// docs/operations/performance.md has the commands and the results. The best level of Strategic uses all the
/// time it is given; its 100 points more are an estimate, as no match of it was played on a quiet machine.
pub fn points_of(family: Family, level: Level) -> i32 {
    let [novice, casual, strong, best] = match family {
        // There is no level below the beginner, and a request for one gets that.
        Family::TicTacToe => [1_000, 1_282, 1_421, 1_581],
        Family::Mnk => [666, 1_151, 1_282, 1_489],
        Family::ConnectFour => [769, 1_338, 1_582, 1_797],
        Family::Ultimate => [710, 1_180, 1_341, 1_741],
        Family::Strategic => [641, 1_400, 1_800, 1_900],
        Family::Sheep => [1_000, 1_258, 1_613, 2_013],
    };
    match level {
        Level::Novice => novice,
        Level::Beginner => 1_000,
        Level::Casual => casual,
        Level::Strong => strong,
        Level::Best => best,
    }
}

/// Returns the rating after this number of periods without a game.
fn rested(rating: Glicko2Rating, periods: i64) -> Glicko2Rating {
    (0..periods.min(IDLE_PERIODS_MAX)).fold(rating, |rating, _| decay_deviation(&rating))
}

fn period_of(time: i64) -> i64 {
    time.div_euclid(PERIOD_MICROS)
}
