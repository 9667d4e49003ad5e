//! Evaluation of positions of the ultimate game that a search does not read to the end.
//!
//! The search depends only on [`Evaluator`], so implementations can be exchanged. The one here,
//! [`LineEvaluator`], computes chances: a global line is as likely as its three local boards
//! together, and the side with the likelier lines is ahead. Its judgement of local boards is in
//! [`patterns`](crate::ultimate::patterns).

use zerosum_games::side::{BySide, Side};
use zerosum_games::ultimate::{BOARDS, Closure, Draws, End, LocalStatus, Ultimate, UltimateRules};
use zerosum_games::{Game, MoveCode};

use crate::ultimate::chances::{Chances, Urgency};
use crate::ultimate::parameters::{DecidedChances, Parameters};
use crate::ultimate::patterns::{Classes, Patterns, Turn};

/// Evaluates positions in play.
pub trait Evaluator {
    /// Data kept with a position, so that a move costs what it changes.
    type View: Clone;

    /// An evaluator for positions of these rules.
    fn of(rules: UltimateRules) -> Self;

    fn view(&self, position: &Ultimate) -> Self::View;

    /// Brings the view up to date after a move has led to the position.
    fn update(&self, view: &mut Self::View, position: &Ultimate, code: MoveCode);

    /// The value of the position for the side to move; 0 is even.
    fn worth(&self, view: &Self::View, position: &Ultimate) -> i32;
}

/// Number of `features` that describe a position.
pub const FEATURES: usize = 14;

/// The weight of each feature.
pub type Weights = [f32; FEATURES];

/// Number of units per factor of e in the odds of winning.
pub const UNIT: f32 = 256.0;

/// Urgency in local boards for rules without fitted parameters.
const URGENCY: Urgency = Urgency { winning: 8.0, preventing: 5.0 };

/// For games that only a line wins, with patterns that are computed. Fitted by logistic regression
/// to more than 96,000 positions of games of this searcher with itself.
const LINE_WEIGHTS: Weights =
    [4.0, -4.0, 0.08, -0.08, 0.05, -0.05, 0.04, -0.04, 0.0, 1.2, 1.2, 1.1, 0.38, 0.0];

/// For games that the number of boards may decide, fitted to 38,000 positions.
const COUNT_WEIGHTS: Weights =
    [4.0, -4.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 0.0, 0.4, 0.4, 1.0, 0.7, 0.0];

/// Parameters fitted for rules under which decided boards are closed, drawn ones count for neither
/// side, and only a line wins.
///
/// The searcher has played itself with computed patterns and 750 to 1,250 nodes a move, from
/// openings of 1 to 12 random plies and with one random move in 25, each game until its result was
/// proven. Of 317,133 positions 95 in 100 were fitted and the rest held out. The target was, to a
/// fifth, the result of the game, and for the rest the chance of winning that the search saw.
/// Patterns begin as computed, and their turns near 0; then Adam on the cross entropy, 8 passes,
/// 1,024 positions at once, with a rate that falls from 0.003 to 0, half of it for patterns. The
/// loss on positions held out went from 0.6582 to 0.6476.
///
/// The positions were not kept, nor was the program that fitted them. `zerosum train` follows the
/// same recipe and compares what it fits with this file.
const FITTED_TO_LINE: &str = include_str!("fitted/line.txt");

/// Like [`FITTED_TO_LINE`], for games that the number of boards may decide: 379,751 positions, and
/// a loss that went from 0.6599 to 0.6358.
const FITTED_TO_COUNT: &str = include_str!("fitted/count.txt");

/// Global lines by the chances of their local boards.
#[derive(Clone, Debug)]
pub struct LineEvaluator {
    patterns: Patterns,
    decided: DecidedChances,
    weights: Weights,
}

/// The chances in each local board.
pub(crate) type BoardChances = [BySide<f32>; BOARDS];

impl Evaluator for LineEvaluator {
    type View = BoardChances;

    fn of(rules: UltimateRules) -> LineEvaluator {
        match (rules.closure, rules.draws, rules.end) {
            (Closure::Decided, Draws::Neutral, End::Line) => LineEvaluator::fitted(FITTED_TO_LINE),
            (Closure::Decided, Draws::Neutral, End::Count) => {
                LineEvaluator::fitted(FITTED_TO_COUNT)
            }
            (Closure::Filled, ..) | (_, Draws::Both, _) => LineEvaluator::thought_out(rules),
        }
    }

    fn view(&self, position: &Ultimate) -> BoardChances {
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|board| self.chances_in(position, board))
    }

    #[inline]
    fn update(&self, view: &mut BoardChances, position: &Ultimate, MoveCode(code): MoveCode) {
        // A move is one of 81, so its board is below 9.
        let board = (code / 9) as u8;
        view[usize::from(board)] = self.chances_in(position, board);
    }

    #[inline]
    fn worth(&self, view: &BoardChances, position: &Ultimate) -> i32 {
        let features = self.features(view, position);
        let sum: f32 = features.iter().zip(&self.weights).map(|(one, weight)| one * weight).sum();
        // Some units of the odds, far from the limits of an integer.
        (sum * UNIT) as i32
    }
}

impl LineEvaluator {
    /// An evaluator with these parameters, which hold a pattern for every class.
    pub fn with(parameters: &Parameters) -> LineEvaluator {
        let Parameters { weights, decided, patterns } = parameters;
        LineEvaluator {
            patterns: Patterns::of_classes(patterns),
            decided: *decided,
            weights: *weights,
        }
    }

    /// An evaluator with computed patterns, not fitted to games.
    pub fn thought_out(rules: UltimateRules) -> LineEvaluator {
        let patterns = Patterns::of_chances(&Chances::new(rules.draws, URGENCY));
        let drawn = match rules.draws {
            Draws::Neutral => 0.0,
            Draws::Both => 1.0,
        };
        let weights = match rules.end {
            End::Line => LINE_WEIGHTS,
            End::Count => COUNT_WEIGHTS,
        };
        LineEvaluator { patterns, decided: DecidedChances { won: 1.0, lost: 0.0, drawn }, weights }
    }

    /// The parameters of this evaluator.
    pub fn parameters(&self) -> Parameters {
        let classes = Classes::new();
        let LineEvaluator { patterns, decided, weights } = self;
        let patterns = classes.fillings().iter().map(|marks| patterns.of(*marks)).collect();
        Parameters { weights: *weights, decided: *decided, patterns }
    }

    /// An evaluator with parameters fitted to games.
    fn fitted(text: &str) -> LineEvaluator {
        LineEvaluator::with(&text.parse().expect("the text holds all numbers"))
    }

    /// The features of a position: the likelihood of global lines and the chances in corners, on
    /// edges and in the middle, each for the side to move and then for its opponent; what the turn
    /// is worth in the target, in own lines, in lines of the opponent and alone; the free choice;
    /// the turn in any case; and how much of the board is decided.
    #[inline]
    pub(crate) fn features(&self, view: &BoardChances, position: &Ultimate) -> Weights {
        let mine = position.turn();
        let own = view.map(|chances| *chances.get(mine));
        let other = view.map(|chances| *chances.get(!mine));
        let mut turn = Turn::default();
        let mut free_choice = 0.0;
        match position.target() {
            None => free_choice = 1.0,
            Some(target) if position.status(target) == LocalStatus::InPlay => {
                let marks = position.marks_in(target);
                turn = self.patterns.turn(*marks.get(mine), *marks.get(!mine));
                turn.own *= lines_through(&own, target);
                turn.other *= lines_through(&other, target);
            }
            Some(_) => {}
        }
        let won = position.won_boards();
        let decided = won.first | won.second | position.drawn_boards();
        // Nine at most.
        let decided = decided.count_ones() as f32 / BOARDS as f32;
        [
            likelihood(&own),
            likelihood(&other),
            own[0] + own[2] + own[6] + own[8],
            other[0] + other[2] + other[6] + other[8],
            own[1] + own[3] + own[5] + own[7],
            other[1] + other[3] + other[5] + other[7],
            own[4],
            other[4],
            turn.own,
            turn.other,
            turn.alone,
            free_choice,
            1.0,
            decided,
        ]
    }

    #[inline]
    fn chances_in(&self, position: &Ultimate, board: u8) -> BySide<f32> {
        let DecidedChances { won, lost, drawn } = self.decided;
        match position.status(board) {
            LocalStatus::InPlay => self.patterns.chances(position.marks_in(board)),
            LocalStatus::Won(Side::First) => BySide { first: won, second: lost },
            LocalStatus::Won(Side::Second) => BySide { first: lost, second: won },
            LocalStatus::Drawn => BySide { first: drawn, second: drawn },
        }
    }
}

/// Expected number of global lines of a side.
#[inline]
fn likelihood(chances: &[f32; BOARDS]) -> f32 {
    let [a, b, c, d, e, f, g, h, i] = *chances;
    a * b * c + d * e * f + g * h * i + a * d * g + b * e * h + c * f * i + e * (a * i + c * g)
}

/// Likelihood of the other two boards of the global lines through a board, summed over the lines.
#[inline]
fn lines_through(chances: &[f32; BOARDS], board: u8) -> f32 {
    let [a, b, c, d, e, f, g, h, i] = *chances;
    match board {
        0 => b * c + d * g + e * i,
        1 => a * c + e * h,
        2 => a * b + f * i + e * g,
        3 => e * f + a * g,
        4 => d * f + b * h + a * i + c * g,
        5 => d * e + c * i,
        6 => h * i + a * d + c * e,
        7 => g * i + b * e,
        _ => g * h + c * f + a * e,
    }
}
