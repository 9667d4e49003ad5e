//! Numbers whose cost is computed from all the distances of their graph.

use fastrand::Rng;

use crate::analyze::graph::{GOOD_RETURN, walk};
use crate::analyze::search::Goal;
use crate::analyze::search::annealing::{Change, State};
use crate::analyze::search::numbers::{Numbers, parts};

/// Costs of faults. Breaking the condition makes a set much longer, but not much shorter.
struct FaultCosts {
    /// A pair without a way.
    unreached: usize,
    /// A move by which the distance of a node to itself is wrong.
    wrong_return: usize,
}

impl FaultCosts {
    fn of(goal: Goal) -> FaultCosts {
        match goal {
            Goal::Shortest => FaultCosts { unreached: 7, wrong_return: 20 },
            Goal::Longest => FaultCosts { unreached: 1_000, wrong_return: 1_000 },
        }
    }
}

/// Numbers with the edges of their graph and their cost.
pub(super) struct Lengths {
    numbers: Numbers,
    goal: Goal,
    /// The edges of each node, as bits.
    edges: Vec<u128>,
    cost: i64,
    has_faults: bool,
}

impl Lengths {
    pub(super) fn new(numbers: Numbers, goal: Goal) -> Lengths {
        let edges = numbers.graph().edge_bits();
        let mut lengths = Lengths { numbers, goal, edges, cost: 0, has_faults: false };
        lengths.judge();
        lengths
    }

    fn judge(&mut self) {
        let costs = FaultCosts::of(self.goal);
        let (mut sum, mut faults) = (0, 0);
        for from in 0..self.edges.len() {
            let mut unreached = self.edges.len();
            let mut back = 0;
            walk(&self.edges, from, |length, found| {
                // There are at most 81 nodes.
                let count = found.count_ones() as usize;
                unreached -= count;
                sum += usize::from(length) * count;
                if found >> from & 1 == 1 {
                    back = length;
                }
            });
            faults += costs.unreached * unreached;
            faults += costs.wrong_return * usize::from(back.abs_diff(GOOD_RETURN));
        }
        // 81 times 81 distances are at most 81 each.
        let (sum, faults) = (sum as i64, faults as i64);
        let wanted = match self.goal {
            Goal::Shortest => sum,
            Goal::Longest => -sum,
        };
        self.cost = wanted + faults;
        self.has_faults = faults != 0;
    }
}

impl State for Lengths {
    fn numbers(&self) -> Numbers {
        self.numbers.clone()
    }

    fn cost(&self) -> i64 {
        self.cost
    }

    fn has_faults(&self) -> bool {
        self.has_faults
    }

    fn proposal(&self, rng: &mut Rng) -> Vec<Change> {
        self.numbers.proposal(rng)
    }

    fn set(&mut self, place: usize, number: u8, is_last: bool) {
        self.numbers.set(place, number);
        let node = place / parts(self.numbers.shape());
        let places = self.numbers.places(node);
        self.edges[node] = places.fold(0, |bits, place| bits | 1 << self.numbers.target(place));
        if is_last {
            self.judge();
        }
    }
}
