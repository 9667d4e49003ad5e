//! Searches for sets of numbers whose average distance is short, or long, and in which every node is at a
//! distance of exactly 3 from itself.
//!
//! A bound can be proven. From a node with d edges at most d nodes are at distance 1 and d^2 at
//! distance 2, and the node itself is at distance 3. So the average is the shortest where no distance is
//! above 3 and as many as possible are below, and the longest where d nodes are at distance 1 and then one
//! at each. The shortest of functional sets is met by sets of the shape of columns.

// The lines between keep the formatter from sorting this reading order.

mod numbers;
mod annealing;
mod lengths;
mod walks;
mod shifts;

use std::time::Instant;

use clap::ValueEnum;
use fastrand::Rng;
use zerosum_games::seed::Seed;
use zerosum_games::strategic::numbers::NumberSet;
use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::strategic::spec::StrategicSpec;

use crate::analyze::fraction::Fraction;
use crate::analyze::graph::{GOOD_RETURN, NINE};
use crate::analyze::search::annealing::{Annealing, Best, Schedule};
use crate::analyze::search::lengths::Lengths;
use crate::analyze::search::numbers::{Numbers, parts};
use crate::analyze::search::shifts::Shifts;
use crate::analyze::search::walks::Walks;
use crate::progress::{Progress, grouped};
use crate::side_by_side::side_by_side;

/// Shape of the sets that are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// Functional, three lists for the columns of strategic cells, with every number once in each
    Columns,
    /// Functional, a list for each strategic cell
    Functional,
    /// Hyperfunctional, a number for each cell
    Hyperfunctional,
}

/// Kind of average distance that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Goal {
    Shortest,
    Longest,
}

/// A search, which finds the same wherever it is not ended by the clock.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    pub shape: Shape,
    pub goal: Goal,
    pub seed: u64,
    /// In each run; the default depends on the shape and the goal.
    pub steps: Option<u64>,
    /// Runs with the seeds that follow one another.
    pub runs: u32,
    /// Runs at the same time.
    pub concurrency: u32,
    pub deadline: Option<Instant>,
}

/// A set that was found.
#[derive(Clone, Debug)]
pub struct Found {
    pub numbers: NumberSet,
    /// All its digits, as analysis and sheets read them.
    pub text: String,
    /// The name of a game that is played with it, if one is.
    pub game: Option<String>,
    pub average: Fraction,
    /// The seed of the run that has found it.
    pub seed: u64,
    /// The best one of the run that a game is played with, if it is another one.
    pub played: Option<Box<Found>>,
}

impl Search {
    /// Returns the proven bound of the average: no set is better, and one that meets it is the best.
    pub fn bound(&self) -> Fraction {
        let degree = parts(self.shape);
        let nodes = NINE * degree;
        let others = nodes - 1 - degree;
        let sum = match self.goal {
            Goal::Shortest => {
                let near = others.min(degree * degree);
                degree + 2 * near + 3 * (others - near)
            }
            Goal::Longest => degree + (2..2 + others).sum::<usize>(),
        };
        let sum = sum + usize::from(GOOD_RETURN);
        let [sum, nodes] = [sum, nodes].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        Fraction::new(sum, nodes).expect("there are nodes")
    }

    /// Number of steps of a run.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.unwrap_or(self.schedule().steps)
    }

    /// Returns the best set of all runs, or of the first run among equals; `None` if no set met the
    /// condition.
    pub fn run(&self, progress: &Progress) -> Option<Found> {
        let one = |number| {
            let seed = self.seed.wrapping_add(u64::from(number));
            (seed, self.run_once(seed, progress))
        };
        let found = side_by_side(self.runs, self.concurrency, one, |_| ());
        let found = found.into_iter().filter_map(|(seed, best)| Some((seed, best?)));
        let (seed, best) = found.reduce(|first, second| {
            if self.is_better(second.1.average, first.1.average) { second } else { first }
        })?;
        Some(Found::of(best, seed))
    }

    fn is_better(&self, one: Fraction, other: Fraction) -> bool {
        match self.goal {
            Goal::Shortest => one < other,
            Goal::Longest => one > other,
        }
    }

    fn run_once(&self, seed: u64, progress: &Progress) -> Option<Best> {
        let steps = self.steps();
        let tell = |(step, steps): (u64, u64), best: Option<&Best>| {
            let average =
                best.map_or("none yet".to_owned(), |best| format!("{:.7}", best.average.value()));
            let [step, steps] = [step, steps].map(grouped);
            progress.say(format!("seed {seed}: {step} of {steps} steps, best average {average}"));
        };
        let annealing_by = |schedule| Annealing {
            bound: self.bound(),
            schedule,
            deadline: self.deadline,
            tell: &tell,
        };
        let annealing = annealing_by(Schedule { steps, ..self.schedule() });
        let mut rng = Rng::with_seed(Seed(seed).mixed());
        let start = match (self.shape, self.goal) {
            (Shape::Hyperfunctional, Goal::Shortest) => {
                let symmetric = annealing.run(&mut Shifts::random(&mut rng), &mut rng)?;
                let freeing = annealing_by(freeing_schedule(steps));
                let free = freeing.run(&mut Walks::of(symmetric.numbers.clone()), &mut rng);
                return Some(match free {
                    Some(free) if self.is_better(free.average, symmetric.average) => {
                        Best { symmetric: Some(Box::new(symmetric)), ..free }
                    }
                    Some(_) | None => symmetric,
                });
            }
            (Shape::Functional | Shape::Hyperfunctional, Goal::Longest) => {
                Numbers::chain(self.shape)
            }
            (Shape::Columns, _) | (Shape::Functional, Goal::Shortest) => {
                Numbers::random(self.shape, &mut rng)
            }
        };
        annealing.run(&mut Lengths::new(start, self.goal), &mut rng)
    }

    /// Returns a schedule that was found good by trial.
    fn schedule(&self) -> Schedule {
        match (self.shape, self.goal) {
            (Shape::Hyperfunctional, Goal::Shortest) => {
                Schedule { steps: 20_000_000, warm: 1.2, cold: 0.3 }
            }
            (Shape::Hyperfunctional, Goal::Longest) => {
                Schedule { steps: 200_000, warm: 400.0, cold: 10.0 }
            }
            (Shape::Columns, Goal::Shortest) => Schedule { steps: 100_000, warm: 60.0, cold: 5.0 },
            (Shape::Columns, Goal::Longest) => {
                Schedule { steps: 1_000_000, warm: 1_000.0, cold: 50.0 }
            }
            (Shape::Functional, Goal::Shortest) => {
                Schedule { steps: 2_000_000, warm: 2.5, cold: 0.5 }
            }
            (Shape::Functional, Goal::Longest) => {
                Schedule { steps: 150_000, warm: 60.0, cold: 2.0 }
            }
        }
    }
}

impl Found {
    fn of(Best { numbers, average, symmetric }: Best, seed: u64) -> Found {
        let played = symmetric.map(|symmetric| Box::new(Found::of(*symmetric, seed)));
        let (numbers, text) = (numbers.number_set(), numbers.text());
        Found { game: game_with(&numbers), numbers, text, average, seed, played }
    }
}

/// Returns the schedule of the search among all hyperfunctional sets that begins with a symmetric one, found with
/// this many steps. Warmer, the set is lost; colder, it stays.
fn freeing_schedule(steps: u64) -> Schedule {
    Schedule { steps: steps.saturating_mul(2), warm: 0.6, cold: 0.45 }
}

fn game_with(numbers: &NumberSet) -> Option<String> {
    let rules = StrategicRules::usual(numbers.rule_set());
    let rules = StrategicRules { numbers: Some(numbers.clone()), ..rules };
    StrategicSpec::of(&rules).map(|spec| spec.rules().to_string())
}
