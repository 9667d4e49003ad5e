//! Chance of winning: the value of a position as a share of games, draws counted as half a win.
//!
//! A decided or exact score has a certain chance. An estimate is turned into one by a logistic curve,
//! which `zerosum reviews fit` fits to games of the engines; docs/engines.md has its loss.

use std::fmt;

use zerosum_games::any::GameSpec;

use crate::Verdict;
use crate::review::proven;
use crate::score::Score;
use crate::searcher::ScoredMove;

/// Bounds of the chance of an estimate: it is never as sure as a proof.
const ESTIMATE_MIN: f64 = 0.05;
const ESTIMATE_MAX: f64 = 0.95;

/// Share of games that a side wins, in thousandths, draws counted as half a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chance(u16);

impl Chance {
    pub const CERTAIN: Chance = Chance(1_000);
    pub const EVEN: Chance = Chance(500);
    pub const NONE: Chance = Chance(0);

    /// The chance of the side that makes this move.
    pub fn of(spec: GameSpec, scored: &ScoredMove) -> Chance {
        match proven(scored) {
            Some(Verdict::Win { .. }) => Chance::CERTAIN,
            Some(Verdict::Draw) => Chance::EVEN,
            Some(Verdict::Loss { .. }) => Chance::NONE,
            None => Chance::of_estimate(Curve::of(spec), scored.score.value()),
        }
    }

    fn of_estimate(curve: Curve, value: i32) -> Chance {
        // Between 50 and 950.
        Chance((curve.share(value.into()) * 1_000.0).round() as u16)
    }

    /// The chance in thousandths.
    pub fn thousandths(self) -> u16 {
        self.0
    }

    /// The chance in percent, rounded to a multiple of five: an estimate is not worth more digits.
    pub fn about_percent(self) -> u16 {
        (self.0 + 25) / 50 * 5
    }

    /// The part of this chance that the other one lacks, in thousandths.
    pub fn above(self, other: Chance) -> u16 {
        self.0.saturating_sub(other.0)
    }
}

/// Logistic curve from the estimates of a game's evaluation to the share of games won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Log odds of an estimate of 0.
    pub offset: f64,
    /// Change of the log odds for every 1,000 units of an estimate.
    pub slope: f64,
}

impl Curve {
    /// The fitted curve of a game. Solved games have no estimates.
    pub fn of(spec: GameSpec) -> Curve {
        match Family::of(spec) {
            Family::ShortRow => Curve { offset: -0.090, slope: 10.168 },
            Family::LongRow => Curve { offset: -0.088, slope: 5.997 },
            Family::Ultimate => Curve { offset: -0.062, slope: 2.592 },
            Family::ConnectFour => Curve { offset: 0.096, slope: 10.265 },
            Family::Strategic => Curve { offset: -0.019, slope: 0.099 },
        }
    }

    /// The share of games won at this estimate, as it is told.
    pub fn share(self, value: f64) -> f64 {
        self.logistic(value).clamp(ESTIMATE_MIN, ESTIMATE_MAX)
    }

    /// The estimate at which this share of games is won.
    fn estimate(self, share: f64) -> f64 {
        ((share / (1.0 - share)).ln() - self.offset) * 1_000.0 / self.slope
    }

    /// The same without the bounds of an estimate.
    pub fn logistic(self, value: f64) -> f64 {
        1.0 / (1.0 + (-(self.offset + self.slope * value / 1_000.0)).exp())
    }
}

/// The estimate whose chance is nearest to that of a proven score.
pub(super) fn nearest_estimate(spec: GameSpec, score: Score) -> Score {
    let share = match (score.is_won(), score.is_lost()) {
        (true, _) => ESTIMATE_MAX,
        (_, true) => ESTIMATE_MIN,
        (false, false) => 0.5,
    };
    // Tens of thousands at most.
    Score::of_estimate(Curve::of(spec).estimate(share).round() as i32)
}

/// Games with one curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Rows of up to four. 3x3 and Catch the Sheep are here too, though no curve is ever asked for them.
    ShortRow,
    /// Rows of five and more.
    LongRow,
    ConnectFour,
    Ultimate,
    Strategic,
}

/// Length of a row from which on it counts as long.
const LONG_ROW: u16 = 5;

impl Family {
    pub fn of(spec: GameSpec) -> Family {
        match spec {
            GameSpec::Mnk(spec) if spec.k() >= LONG_ROW => Family::LongRow,
            GameSpec::TicTacToe | GameSpec::Sheep(_) | GameSpec::Mnk(_) => Family::ShortRow,
            GameSpec::ConnectFour(_) => Family::ConnectFour,
            GameSpec::Ultimate(_) => Family::Ultimate,
            GameSpec::Strategic(_) => Family::Strategic,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Family::ShortRow => "rows of three and four",
            Family::LongRow => "rows of five and more",
            Family::ConnectFour => "Connect Four",
            Family::Ultimate => "Ultimate",
            Family::Strategic => "Strategic",
        })
    }
}
