//! A number for how a game ends, so that a search can compare.
//!
//! The textbook gives +10 for a win, 0 for a draw and -10 for a loss. Those three numbers find a
//! perfect move, yet not a sensible one: a win in seven plies is worth as much as a win in one, and
//! a player who is lost anyway gives up the game at once. So a score is depth-aware. A win is worth
//! less by every ply it takes and a loss weighs less by every ply it is put off, and the highest
//! score is then the fastest win or the most stubborn defence.

use std::ops::Neg;

use zerosum_games::Outcome;
use zerosum_games::side::Side;

use crate::Verdict;

/// Score of an immediate win. The textbook's 10 is enough for the nine plies of tic-tac-toe; this
/// is enough for every game, because a distance is a `u16` and even the slowest win stays above
/// 900,000. All estimates lie below that, so they never outweigh a decided game.
const WON: i32 = 1_000_000;

/// No estimate of a game that goes on is larger: it never outweighs a game that is decided.
const ESTIMATE_MAX: i32 = 900_000;

/// The worth of a position for one side. A better score is greater, and the opponent's score of
/// the same position is its negative.
///
/// A score is made once, where a line ends, from the distance between that end and the root of the
/// search. Nothing adjusts it on the way up, so the scores of one search compare directly, and a
/// search that stops early because of one is right to do so.
///
/// Invariant: between [`Score::LOWEST`] and [`Score::HIGHEST`], both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// No score is higher: the game is won already.
    pub const HIGHEST: Score = Score(WON);

    /// No score is lower: the game is lost already.
    pub const LOWEST: Score = Score(-WON);

    /// The score for a side of a game that ends this way, `plies` plies below the root.
    pub fn of_end(outcome: Outcome, side: Side, plies: u16) -> Score {
        let verdict = match outcome {
            Outcome::Win(winner) if winner == side => Verdict::Win { plies },
            Outcome::Win(_) => Verdict::Loss { plies },
            Outcome::Draw => Verdict::Draw,
        };
        Score::from(verdict)
    }

    /// The score of an estimate, in the evaluation's own units; 0 is even.
    pub fn of_estimate(worth: i32) -> Score {
        Score(worth.clamp(-ESTIMATE_MAX, ESTIMATE_MAX))
    }

    /// The score of that number, as [`Score::value`] tells it.
    pub(crate) fn of_value(value: i32) -> Score {
        Score(value.clamp(-WON, WON))
    }

    /// The number itself: an estimate in its evaluation's units, or about a million for a decided
    /// game.
    pub fn value(self) -> i32 {
        self.0
    }

    /// Returns whether it stands for a game that is won or lost, and not for an estimate or a draw.
    pub fn is_decided(self) -> bool {
        self.0.abs() > ESTIMATE_MAX
    }

    /// Returns whether it stands for a game that is won.
    pub fn is_won(self) -> bool {
        self.0 > ESTIMATE_MAX
    }

    /// Returns whether it stands for a game that is lost.
    pub fn is_lost(self) -> bool {
        self.0 < -ESTIMATE_MAX
    }

    /// Returns whether it stands for a game that is won or lost after this many plies at most.
    pub fn is_decided_within(self, plies: u16) -> bool {
        self.0.abs() >= WON - i32::from(plies)
    }

    /// The greatest score that is less than this one, for bounds that let equals through.
    #[must_use]
    pub fn just_below(self) -> Score {
        Score(self.0 - 1).max(Score::LOWEST)
    }

    /// The score seen from `plies` plies further up, where a decided game is that much further off.
    #[must_use]
    pub fn delayed(self, plies: u16) -> Score {
        self.shifted(-i32::from(plies))
    }

    /// The score seen from `plies` plies further down: the inverse of [`Score::delayed`].
    #[must_use]
    pub fn hastened(self, plies: u16) -> Score {
        self.shifted(i32::from(plies))
    }

    /// Moves a decided score away from even by this much, and leaves others alone.
    fn shifted(self, by: i32) -> Score {
        if self.is_won() {
            Score((self.0 + by).min(WON))
        } else if self.is_lost() {
            Score((self.0 - by).max(-WON))
        } else {
            self
        }
    }

    /// The verdict of the score about the end of the game, distances counted from the root. A score
    /// that is neither won nor lost reads as a draw.
    pub fn verdict(self) -> Verdict {
        match u16::try_from(WON - self.0.abs()) {
            Ok(plies) if self.0 > 0 => Verdict::Win { plies },
            Ok(plies) => Verdict::Loss { plies },
            Err(_) => Verdict::Draw,
        }
    }
}

impl From<Verdict> for Score {
    fn from(verdict: Verdict) -> Score {
        match verdict {
            Verdict::Win { plies } => Score(WON - i32::from(plies)),
            Verdict::Draw => Score(0),
            Verdict::Loss { plies } => Score(i32::from(plies) - WON),
        }
    }
}

impl Neg for Score {
    type Output = Score;

    /// The opponent's score.
    fn neg(self) -> Score {
        Score(-self.0)
    }
}
