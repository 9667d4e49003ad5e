//! What a position of the ultimate game is worth that a search does not read to the end.
//!
//! A [`Judge`] is all that the search knows of that, so another one can take its place. The one
//! here, [`LineJudge`], thinks in chances: a global line is as likely as its three local boards
//! together, and the side with the likelier lines is ahead.

use crate::games::lines::{LINES_3X3, completing_3x3};
use crate::games::side::{BySide, Side};
use crate::games::ultimate::{BOARDS, Draws, End, LocalStatus, Ultimate, UltimateRules};
use crate::games::{Game, MoveCode};
use crate::search::ultimate::chances::{Chances, Urgency};

/// Judges positions in play.
pub trait Judge {
    /// What is carried along with a position, so that a move costs what it changes.
    type View: Clone;

    /// A judge for positions of these rules.
    fn of(rules: UltimateRules) -> Self;

    fn view(&self, position: &Ultimate) -> Self::View;

    /// Brings the view up to date after a move has led to the position.
    fn update(&self, view: &mut Self::View, position: &Ultimate, code: MoveCode);

    /// What the position is worth for the side to move; 0 is even.
    fn worth(&self, view: &Self::View, position: &Ultimate) -> i32;
}

/// How many numbers [`features`](LineJudge::features) describe a position by.
pub const FEATURES: usize = 7;

/// What one of each feature is worth.
pub type Weights = [f32; FEATURES];

/// So many units are a factor of e in the odds of winning.
const UNIT: f32 = 256.0;

/// What preventing a local win is worth where no global line depends on it.
const GAIN_MIN: f32 = 0.1;

/// How local boards go on.
const URGENCY: Urgency = Urgency { winning: 8.0, preventing: 5.0 };

/// For games that only a line wins. Fitted by logistic regression to more than 96,000 positions of games of this
/// mind with itself; then the last two were raised, which scored 0.532 +- 0.037 in 500 games.
const LINE_WEIGHTS: Weights = [4.0, 0.08, 0.05, 0.04, 0.38, 1.1, 1.2];

/// For games that the number of boards may decide, fitted to 38,000 positions.
const COUNT_WEIGHTS: Weights = [4.0, 1.0, 1.0, 1.0, 0.7, 1.0, 0.4];

/// Global lines by the chances of their local boards.
#[derive(Clone, Debug)]
pub struct LineJudge {
    chances: Chances,
    weights: Weights,
    draws: Draws,
}

/// The chances in each local board.
pub type BoardChances = [BySide<f32>; BOARDS];

impl Judge for LineJudge {
    type View = BoardChances;

    fn of(rules: UltimateRules) -> LineJudge {
        let weights = match rules.end {
            End::Line => LINE_WEIGHTS,
            End::Count => COUNT_WEIGHTS,
        };
        LineJudge::with_weights(rules, weights, URGENCY)
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

impl LineJudge {
    pub fn with_weights(rules: UltimateRules, weights: Weights, urgency: Urgency) -> LineJudge {
        LineJudge { chances: Chances::new(rules.draws, urgency), weights, draws: rules.draws }
    }

    /// What the judgement is made of, for the side to move: the likelihood of global lines; the
    /// chances in corners, on edges and in the middle; the turn; the free choice; and what a local
    /// win in the target would be worth to the opponent, where it can be prevented now.
    #[inline]
    pub fn features(&self, view: &BoardChances, position: &Ultimate) -> Weights {
        let mine = position.turn();
        let own = view.map(|chances| *chances.get(mine));
        let other = view.map(|chances| *chances.get(!mine));
        let difference = |boards: [usize; 4]| -> f32 {
            boards.into_iter().map(|board| own[board] - other[board]).sum()
        };
        let lines = likelihood(&own) - likelihood(&other);
        let mut features = [0.0; FEATURES];
        features[0] = lines;
        features[1] = difference([0, 2, 6, 8]);
        features[2] = difference([1, 3, 5, 7]);
        features[3] = own[4] - other[4];
        features[4] = 1.0;
        let Some(target) = position.target() else {
            features[5] = 1.0;
            return features;
        };
        if position.status(target) != LocalStatus::InPlay {
            return features;
        }
        let marks = position.marks_in(target);
        let empty = !(marks.first | marks.second);
        let board = usize::from(target);
        let can_win = completing_3x3(*marks.get(mine)) & empty != 0;
        if !can_win && completing_3x3(*marks.get(!mine)) & empty != 0 {
            features[6] = gain(&other, board) + GAIN_MIN;
        }
        features
    }

    #[inline]
    fn chances_in(&self, position: &Ultimate, board: u8) -> BySide<f32> {
        match position.status(board) {
            LocalStatus::InPlay => self.chances.of(position.marks_in(board)),
            LocalStatus::Won(Side::First) => BySide { first: 1.0, second: 0.0 },
            LocalStatus::Won(Side::Second) => BySide { first: 0.0, second: 1.0 },
            LocalStatus::Drawn => match self.draws {
                Draws::Neutral => BySide::default(),
                Draws::Both => BySide { first: 1.0, second: 1.0 },
            },
        }
    }
}

/// How many global lines a side may hope for.
#[inline]
fn likelihood(chances: &[f32; BOARDS]) -> f32 {
    let [a, b, c, d, e, f, g, h, i] = *chances;
    a * b * c + d * e * f + g * h * i + a * d * g + b * e * h + c * f * i + e * (a * i + c * g)
}

/// By how much the likelihood of lines grows when the side wins the board.
#[inline]
fn gain(chances: &[f32; BOARDS], board: usize) -> f32 {
    let bit = 1 << board;
    let mut sum = 0.0;
    for line in LINES_3X3.into_iter().filter(|line| line & bit != 0) {
        let others = line & !bit;
        let first = others.trailing_zeros() as usize;
        let second = 15 - others.leading_zeros() as usize;
        sum += chances[first] * chances[second];
    }
    sum * (1.0 - chances[board])
}
