//! The evaluation of Ultimate tic-tac-toe as a function of its numbers, with its gradient.
//!
//! It is [`LineEvaluator`](zerosum_search::ultimate::evaluator::LineEvaluator) without its tables, in double
//! precision: what comes out is the logarithm of the odds of winning.

use zerosum_games::Game;
use zerosum_games::lines::LINES_3X3;
use zerosum_games::side::Side;
use zerosum_games::ultimate::{BOARDS, LocalStatus, Ultimate};
use zerosum_search::ultimate::evaluator::FEATURES;
use zerosum_search::ultimate::parameters::{DecidedChances, Parameters};
use zerosum_search::ultimate::patterns::{Classes, Pattern, Turn};

/// Decided boards stand after the patterns: won, lost, drawn.
const DECIDED: usize = 3;

/// The feature of the chance in a board of the side to move; that of its opponent is the next one.
const FEATURE_OF_BOARD: [usize; BOARDS] = [2, 4, 2, 4, 6, 4, 2, 4, 2];

/// A position as the evaluation sees it, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Example {
    /// Indexes of the chances of both sides, board by board.
    own: [u16; BOARDS],
    other: [u16; BOARDS],
    target: Target,
    decided: u8,
    /// Share of the point to predict, from 0 to 1.
    pub(super) label: f64,
}

/// Board in which the side to move has to move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    Any,
    /// In this board, in play and of this class.
    Open(u8, u16),
    Decided,
}

impl Example {
    pub(super) fn of(position: &Ultimate, classes: &Classes, label: f64) -> Example {
        let mine = position.turn();
        // Fewer than two thousand classes.
        let class = |own, other| classes.of(own, other) as u16;
        let count = classes.fillings().len() as u16;
        let chance_of = |side: Side| {
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|board| {
                let marks = position.marks_in(board);
                match position.status(board) {
                    LocalStatus::InPlay => class(*marks.get(side), *marks.get(!side)),
                    LocalStatus::Won(winner) if winner == side => count,
                    LocalStatus::Won(_) => count + 1,
                    LocalStatus::Drawn => count + 2,
                }
            })
        };
        let target = match position.target() {
            None => Target::Any,
            Some(board) if position.status(board) == LocalStatus::InPlay => {
                let marks = position.marks_in(board);
                Target::Open(board, class(*marks.get(mine), *marks.get(!mine)))
            }
            Some(_) => Target::Decided,
        };
        let won = position.won_boards();
        let decided = won.first | won.second | position.drawn_boards();
        // Of nine.
        let decided = decided.count_ones() as u8;
        Example { own: chance_of(mine), other: chance_of(!mine), target, decided, label }
    }
}

/// Numbers of the evaluation, or their gradient.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub(super) weights: [f64; FEATURES],
    /// By the class of the filling, decided boards after them.
    chances: Vec<f64>,
    /// By the class of the filling: in own lines, in lines of the opponent, and alone.
    turns: Vec<[f64; 3]>,
}

/// Intermediate values on the way to the logit.
struct Forward {
    logit: f64,
    features: [f64; FEATURES],
    own: [f64; BOARDS],
    other: [f64; BOARDS],
}

impl Model {
    pub(super) fn of(parameters: &Parameters) -> Model {
        let Parameters { weights, decided, patterns } = parameters;
        let decided = [decided.won, decided.lost, decided.drawn];
        let chances = patterns.iter().map(|pattern| pattern.chance).chain(decided);
        let turn_of = |pattern: &Pattern| {
            let Turn { own, other, alone } = pattern.turn;
            [own, other, alone].map(f64::from)
        };
        Model {
            weights: weights.map(f64::from),
            chances: chances.map(f64::from).collect(),
            turns: patterns.iter().map(turn_of).collect(),
        }
    }

    pub(super) fn parameters(&self) -> Parameters {
        // The evaluation makes do with floats of 32 bits.
        let single = |number: f64| number as f32;
        let (chances, decided) = self.chances.split_at(self.turns.len());
        let pattern_of = |(chance, turn): (&f64, &[f64; 3])| {
            let [own, other, alone] = turn.map(single);
            Pattern { chance: single(*chance), turn: Turn { own, other, alone } }
        };
        Parameters {
            weights: self.weights.map(single),
            decided: DecidedChances {
                won: single(decided[0]),
                lost: single(decided[1]),
                drawn: single(decided[2]),
            },
            patterns: chances.iter().zip(&self.turns).map(pattern_of).collect(),
        }
    }

    /// All zero, for this many classes of fillings.
    pub(super) fn zero(classes: usize) -> Model {
        Model {
            weights: [0.0; FEATURES],
            chances: vec![0.0; classes + DECIDED],
            turns: vec![[0.0; 3]; classes],
        }
    }

    /// Every number, the weights of the features first.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &f64> {
        self.weights.iter().chain(&self.chances).chain(self.turns.iter().flatten())
    }

    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.weights.iter_mut().chain(&mut self.chances).chain(self.turns.iter_mut().flatten())
    }

    /// The logarithm of the odds that the side to move wins.
    pub(super) fn logit(&self, example: &Example) -> f64 {
        self.look(example).logit
    }

    /// Adds to the gradient how fast the cross entropy of the example grows with each number.
    pub(super) fn add_gradient(&self, example: &Example, gradient: &mut Model) {
        let forward = self.look(example);
        let error = logistic(forward.logit) - example.label;
        for (slope, feature) in gradient.weights.iter_mut().zip(&forward.features) {
            *slope += error * feature;
        }
        let turn = match example.target {
            Target::Open(board, class) => {
                let board = usize::from(board);
                let parts = &mut gradient.turns[usize::from(class)];
                parts[0] += error * self.weights[8] * lines_through(&forward.own, board);
                parts[1] += error * self.weights[9] * lines_through(&forward.other, board);
                parts[2] += error * self.weights[10];
                Some((board, &self.turns[usize::from(class)]))
            }
            Target::Any | Target::Decided => None,
        };
        for (side, chances, places) in
            [(0, &forward.own, &example.own), (1, &forward.other, &example.other)]
        {
            let mut slopes: [f64; BOARDS] = std::array::from_fn(|board| {
                self.weights[side] * lines_through(chances, board)
                    + self.weights[FEATURE_OF_BOARD[board] + side]
            });
            if let Some((target, parts)) = turn {
                let worth = self.weights[8 + side] * parts[side];
                for (a, b) in lines_of(target) {
                    slopes[a] += worth * chances[b];
                    slopes[b] += worth * chances[a];
                }
            }
            for (place, slope) in places.iter().zip(slopes) {
                gradient.chances[usize::from(*place)] += error * slope;
            }
        }
    }

    fn look(&self, example: &Example) -> Forward {
        let own = example.own.map(|place| self.chances[usize::from(place)]);
        let other = example.other.map(|place| self.chances[usize::from(place)]);
        let mut features = [0.0; FEATURES];
        for (side, chances) in [&own, &other].into_iter().enumerate() {
            features[side] = likelihood(chances);
            for (feature, chance) in FEATURE_OF_BOARD.into_iter().zip(chances) {
                features[feature + side] += chance;
            }
        }
        match example.target {
            Target::Any => features[11] = 1.0,
            Target::Open(board, class) => {
                let board = usize::from(board);
                let parts = self.turns[usize::from(class)];
                features[8] = parts[0] * lines_through(&own, board);
                features[9] = parts[1] * lines_through(&other, board);
                features[10] = parts[2];
            }
            Target::Decided => {}
        }
        features[12] = 1.0;
        features[13] = f64::from(example.decided) / BOARDS as f64;
        let logit = features.iter().zip(&self.weights).map(|(one, weight)| one * weight).sum();
        Forward { logit, features, own, other }
    }
}

/// The share of the point that a logit stands for. It is made of sums, products and quotients only,
/// which every machine rounds alike: libraries differ in the last digit of the exponential function.
pub(super) fn logistic(logit: f64) -> f64 {
    /// Terms of the series, of which the last is below the precision.
    const TERMS: u32 = 18;
    // Beyond this the share is 0 or 1 to thirteen digits.
    let exponent = (-logit).clamp(-30.0, 30.0);
    let power = (exponent / std::f64::consts::LN_2).round();
    let rest = exponent - power * std::f64::consts::LN_2;
    let series = (1..=TERMS).rev().fold(1.0, |sum, term| 1.0 + sum * rest / f64::from(term));
    // A small whole number, positive or negative.
    let doubled = (0..power.abs() as u32).fold(1.0, |product, _| product * 2.0);
    let exponential = if power < 0.0 { series / doubled } else { series * doubled };
    1.0 / (1.0 + exponential)
}

/// Expected number of global lines of a side.
fn likelihood(chances: &[f64; BOARDS]) -> f64 {
    let [a, b, c, d, e, f, g, h, i] = *chances;
    a * b * c + d * e * f + g * h * i + a * d * g + b * e * h + c * f * i + e * (a * i + c * g)
}

/// Probability of the other two boards of the global lines through a board, summed over the lines.
fn lines_through(chances: &[f64; BOARDS], board: usize) -> f64 {
    lines_of(board).map(|(a, b)| chances[a] * chances[b]).sum()
}

/// The other two boards of every global line through a board.
fn lines_of(board: usize) -> impl Iterator<Item = (usize, usize)> {
    LINES_3X3.into_iter().filter(move |line| line & (1 << board) != 0).map(move |line| {
        let rest = line & !(1 << board);
        // Of nine boards.
        let first = rest.trailing_zeros() as usize;
        (first, (rest & (rest - 1)).trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use zerosum_games::seed::Seed;
    use zerosum_games::ultimate::UltimateRules;
    use zerosum_search::ultimate::evaluator::{Evaluator, LineEvaluator, UNIT};

    use super::*;

    /// Every position of a random game.
    fn random_game(rules: UltimateRules, seed: u64) -> Vec<Ultimate> {
        let mut position = Ultimate::new(rules);
        let mut positions = Vec::new();
        while position.outcome().is_none() {
            positions.push(position);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let lot = Seed::of_turn(seed, position.plies());
            let code = lot.pick(moves.into_iter()).expect("a game in play has a move");
            position.play(code).expect("the move is legal");
        }
        positions
    }

    #[test]
    fn the_model_says_what_the_judge_says() {
        let classes = Classes::new();
        for rules in UltimateRules::ALL {
            let evaluator = LineEvaluator::of(rules);
            let model = Model::of(&evaluator.parameters());
            for position in (0..4).flat_map(|seed| random_game(rules, seed)) {
                let worth = f64::from(evaluator.worth(&evaluator.view(&position), &position));
                let logit = model.logit(&Example::of(&position, &classes, 0.5));
                let difference = (logit * f64::from(UNIT) - worth).abs();
                assert!(difference < 1.01, "{rules}: {position} is worth {worth}, not {logit}");
            }
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_cross_entropy() {
        /// Small enough for the curve to be straight, large enough for the digits.
        const STEP: f64 = 1e-5;
        let classes = Classes::new();
        let rules = UltimateRules::STANDARD;
        let model = Model::of(&LineEvaluator::of(rules).parameters());
        let entropy = |model: &Model, example: &Example| {
            let share = logistic(model.logit(example));
            -(example.label * share.ln() + (1.0 - example.label) * (1.0 - share).ln())
        };
        for position in random_game(rules, 7).into_iter().step_by(9) {
            let example = Example::of(&position, &classes, 0.8);
            let mut gradient = Model::zero(classes.fillings().len());
            model.add_gradient(&example, &mut gradient);
            assert!(gradient.numbers().any(|slope| *slope != 0.0));
            for (index, slope) in gradient.numbers().enumerate() {
                let moved = |step: f64| {
                    let mut moved = model.clone();
                    *moved.numbers_mut().nth(index).expect("it is one of them") += step;
                    entropy(&moved, &example)
                };
                // Of thousands of numbers a position has a few dozen.
                let is_looked_at = *slope != 0.0 || index % 97 == 0;
                let expected =
                    if is_looked_at { (moved(STEP) - moved(-STEP)) / (2.0 * STEP) } else { 0.0 };
                assert!((slope - expected).abs() < 1e-6, "{index}: {slope} is not {expected}");
            }
        }
    }

    #[test]
    fn the_logistic_function_is_that_of_the_library() {
        for step in -2_900..=2_900 {
            let logit = f64::from(step) / 100.0;
            let expected = 1.0 / (1.0 + (-logit).exp());
            assert!((logistic(logit) - expected).abs() < 1e-14, "{logit}");
        }
    }
}
