//! Fits the numbers of the evaluation to examples: Adam on the cross entropy of the predictions.
//!
//! Nothing here depends on the machine: the order of the sums is fixed, and besides sums, products
//! and quotients there is only the square root, which is rounded alike everywhere too.

use zerosum_games::seed::Seed;
use zerosum_search::ultimate::evaluator::FEATURES;

use crate::progress::Progress;
use crate::train::model::{Example, Model, logistic};

/// Number of passes over the examples.
const PASSES: u32 = 8;

/// Number of examples in a step.
const BATCH: usize = 1_024;

/// Size of a feature weight's first step; the rate falls linearly to 0.
const RATE: f64 = 0.003;

/// The share of that rate for patterns, of which a batch sees few.
const PATTERN_RATE: f64 = 0.5;

/// Share of the running mean of the gradients that stays in a step, and of their squares.
const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;

/// Keeps the divisor away from zero where there has been no gradient.
const SQUARE_FLOOR: f64 = 1e-8;

/// The model after all passes over the examples, in orders that the seed chooses.
pub(super) fn fit(
    model: &mut Model,
    classes: usize,
    examples: &[Example],
    seed: u64,
    progress: &Progress,
) {
    let mut adam = Adam::new(classes);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    // Never zero, because the last step is not empty.
    let steps = f64::from(PASSES) * examples.len().div_ceil(BATCH) as f64;
    let mut step = 0.0;
    for pass in 1..=PASSES {
        progress.say(format!("fitting: pass {pass} of {PASSES}"));
        shuffle(&mut order, Seed::of_turn(seed, pass));
        for batch in order.chunks(BATCH) {
            let mut gradient = Model::zero(classes);
            for index in batch {
                model.add_gradient(&examples[*index], &mut gradient);
            }
            adam.step(model, &gradient, batch.len() as f64, RATE * (1.0 - step / steps));
            step += 1.0;
        }
    }
}

/// The mean cross entropy of the labels under the model, in natural units: 0.693 for a model that
/// takes every position for even.
pub(super) fn loss(model: &Model, examples: &[Example]) -> f64 {
    mean(examples, |example| {
        let share = logistic(model.logit(example));
        -(example.label * share.ln() + (1.0 - example.label) * (1.0 - share).ln())
    })
}

/// Loss of perfect predictions: labels between 0 and 1 leave doubt.
pub(super) fn entropy(examples: &[Example]) -> f64 {
    let part = |share: f64| if share > 0.0 { -share * share.ln() } else { 0.0 };
    mean(examples, |example| part(example.label) + part(1.0 - example.label))
}

fn mean(examples: &[Example], number: impl Fn(&Example) -> f64) -> f64 {
    examples.iter().map(number).sum::<f64>() / examples.len() as f64
}

/// Adam, after Kingma and Ba, <https://arxiv.org/abs/1412.6980>.
struct Adam {
    means: Model,
    squares: Model,
    /// The decays to the power of the steps so far.
    mean_left: f64,
    square_left: f64,
}

impl Adam {
    fn new(classes: usize) -> Adam {
        let (means, squares) = (Model::zero(classes), Model::zero(classes));
        Adam { means, squares, mean_left: 1.0, square_left: 1.0 }
    }

    /// Moves the model against the sum of the gradients of this many examples.
    fn step(&mut self, model: &mut Model, gradient: &Model, examples: f64, rate: f64) {
        self.mean_left *= MEAN_DECAY;
        self.square_left *= SQUARE_DECAY;
        let rates = (0..).map(|index| if index < FEATURES { rate } else { rate * PATTERN_RATE });
        let moments = self.means.numbers_mut().zip(self.squares.numbers_mut());
        let numbers = model.numbers_mut().zip(gradient.numbers());
        for (((number, slope), (mean, square)), rate) in numbers.zip(moments).zip(rates) {
            let slope = slope / examples;
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let direction = *mean / (1.0 - self.mean_left);
            let size = (*square / (1.0 - self.square_left)).sqrt();
            *number -= rate * direction / (size + SQUARE_FLOOR);
        }
    }
}

pub(super) fn shuffle(order: &mut [usize], seed: Seed) {
    let start = seed.mixed();
    for last in (1..order.len()).rev() {
        let lot = Seed(start.wrapping_add(last as u64));
        order.swap(last, lot.pick(0..=last).expect("there is a choice"));
    }
}

#[cfg(test)]
mod tests {
    use zerosum_games::ultimate::UltimateRules;
    use zerosum_search::ultimate::evaluator::LineEvaluator;
    use zerosum_search::ultimate::patterns::Classes;

    use super::*;
    use crate::train::self_play::play;

    #[test]
    fn what_is_fitted_from_nothing_foretells_other_games_better_than_nothing() {
        let rules = UltimateRules::STANDARD;
        let classes = Classes::new();
        let evaluator = LineEvaluator::thought_out(rules);
        let games = |numbers: std::ops::Range<u64>| -> Vec<Example> {
            numbers.flat_map(|number| play(rules, &evaluator, &classes, Seed(number))).collect()
        };
        let (fitted, held_out) = (games(0..24), games(24..36));
        let mut model = Model::of(&evaluator.parameters());
        model.weights = [0.0; FEATURES];
        let before = loss(&model, &held_out);
        fit(&mut model, classes.fillings().len(), &fitted, 1, &Progress::hidden());
        let after = loss(&model, &held_out);
        assert!((before - std::f64::consts::LN_2).abs() < 1e-12, "{before}");
        assert!(after < before - 0.001, "{after} is not less than {before}");
        assert!(entropy(&held_out) < after);
    }
}
