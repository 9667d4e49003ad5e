//! Simulated annealing: small random changes, of which those for the worse are accepted ever less often.
//!
//! The same arguments give the same numbers on every machine whose floats are those of IEEE 754: no
//! function is called that libraries round differently.

use std::time::Instant;

use fastrand::Rng;

use crate::analyze::fraction::Fraction;
use crate::analyze::search::numbers::Numbers;

/// Number of steps between two looks at the clock.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 12;

/// Number of squarings of [`decay`].
const SQUARINGS: u32 = 6;

/// New value of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// Index in the numbering of the state.
    pub(super) place: usize,
    pub(super) before: u8,
    pub(super) after: u8,
}

/// Numbers and their cost; less is better.
pub(super) trait State {
    fn numbers(&self) -> Numbers;
    fn cost(&self) -> i64;
    /// Returns whether the condition of the search is known not to be met.
    fn has_faults(&self) -> bool;
    /// Returns a small random change; an empty one if it would change nothing.
    fn proposal(&self, rng: &mut Rng) -> Vec<Change>;
    /// Sets a number, and brings the cost up to date if it is the last one of a change.
    fn set(&mut self, place: usize, number: u8, is_last: bool);
}

/// Length of a run, and the costs it accepts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub(super) steps: u64,
    /// The cost that is easily accepted at the beginning and at the end.
    pub(super) warm: f64,
    pub(super) cold: f64,
}

/// The best numbers so far.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) numbers: Numbers,
    pub(super) average: Fraction,
    /// The best symmetric ones, from which these come.
    pub(super) symmetric: Option<Box<Best>>,
}

/// Tells the steps done, those of all, and the best so far.
pub(super) type Tell<'a> = dyn Fn((u64, u64), Option<&Best>) + 'a;

/// Settings of a run, and the conditions that may end it early.
pub(super) struct Annealing<'a> {
    /// Proven bound of the average: no set has a better one.
    pub(super) bound: Fraction,
    pub(super) schedule: Schedule,
    pub(super) deadline: Option<Instant>,
    /// Called with the number of steps done, and of all.
    pub(super) tell: &'a Tell<'a>,
}

impl Annealing<'_> {
    /// The best numbers met whose nodes are all at the wanted distance from themselves.
    pub(super) fn run(&self, state: &mut impl State, rng: &mut Rng) -> Option<Best> {
        let mut best = None;
        let mut best_cost = i64::MAX;
        let Schedule { steps, warm, cold } = self.schedule;
        let mut warmth = warm;
        for step in 0..steps {
            if state.cost() < best_cost
                && !state.has_faults()
                && let Some(found) = sound(state.numbers())
            {
                best_cost = state.cost();
                best = Some(found);
                if best.as_ref().is_some_and(|best| best.average == self.bound) {
                    break;
                }
            }
            if step % STEPS_BETWEEN_LOOKS == 0 {
                (self.tell)((step, steps), best.as_ref());
                if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    break;
                }
                // No search has so many steps that a float could not tell two of them apart.
                warmth = warm + (cold - warm) * (step as f64 / steps as f64);
            }
            let changes = state.proposal(rng);
            if changes.is_empty() {
                continue;
            }
            let before = state.cost();
            set_all(state, &changes, |change| change.after);
            let worse = state.cost() - before;
            // Costs are far below what a float can hold.
            if worse > 0 && rng.f64() >= decay(worse as f64 / warmth) {
                set_all(state, &changes, |change| change.before);
            }
        }
        best
    }
}

fn set_all(state: &mut impl State, changes: &[Change], number: impl Fn(&Change) -> u8) {
    for (index, change) in changes.iter().enumerate() {
        state.set(change.place, number(change), index + 1 == changes.len());
    }
}

/// The numbers with their average, if they meet the condition of the search.
fn sound(numbers: Numbers) -> Option<Best> {
    let distances = numbers.graph().distances();
    let average = distances.average().filter(|_| distances.has_good_returns())?;
    Some(Best { numbers, average, symmetric: None })
}

/// Approximates the exponential of the negated exponent.
fn decay(exponent: f64) -> f64 {
    let steps = f64::from(1 << SQUARINGS);
    let mut power = (1.0 - exponent / steps).max(0.0);
    for _ in 0..SQUARINGS {
        power *= power;
    }
    power
}
