//! Numbers of which hardly any node is more than two moves from another one, judged by how many walks of
//! one or two moves lead from each node to each. These are kept up to date, and the cost with them.

use crate::analyze::graph::NINE;
use crate::analyze::search::annealing::State;
use crate::analyze::search::numbers::Numbers;

/// What a walk costs that leads back to its node too early; a pair without a walk costs 1.
const EARLY_RETURN_COST: i64 = 5;

/// See the module. For the hyperfunctional rule set only.
pub(super) struct Walks {
    numbers: Numbers,
    nodes: usize,
    /// By the node where one begins and the node where one ends.
    counts: Vec<u8>,
    /// The nodes from which an edge leads to each.
    sources: Vec<Vec<usize>>,
    /// Walks that lead back to their node.
    early_returns: i64,
    cost: i64,
}

impl Walks {
    pub(super) fn new(numbers: Numbers) -> Walks {
        let nodes = NINE * NINE;
        let mut walks = Walks {
            numbers,
            nodes,
            counts: vec![0; nodes * nodes],
            sources: vec![Vec::new(); nodes],
            early_returns: 0,
            // Without walks every node but the first is to be reached.
            cost: (NINE * NINE * (NINE * NINE - 1)) as i64,
        };
        for node in 0..nodes {
            for first in walks.numbers.places(node) {
                let to = walks.numbers.target(first);
                walks.sources[to].push(node);
                walks.count(node, to, true);
                for second in walks.numbers.places(to) {
                    walks.count(node, walks.numbers.target(second), true);
                }
            }
        }
        walks
    }

    /// A walk more from a node to a node, or one less.
    #[inline]
    fn count(&mut self, from: usize, to: usize, is_more: bool) {
        let count = &mut self.counts[from * self.nodes + to];
        // There are at most 90 walks, 9 of one move and 81 of two, and none is taken that was not added.
        let before = *count;
        *count = if is_more { before + 1 } else { before - 1 };
        if from == to {
            let change = if is_more { 1 } else { -1 };
            self.early_returns += change;
            self.cost += EARLY_RETURN_COST * change;
        } else {
            self.cost += i64::from(*count == 0) - i64::from(before == 0);
        }
    }

    /// All walks that use an edge, which is among the numbers.
    #[inline]
    fn count_through(&mut self, node: usize, to: usize, is_more: bool) {
        self.count(node, to, is_more);
        for place in self.numbers.places(to) {
            self.count(node, self.numbers.target(place), is_more);
        }
        for index in 0..self.sources[node].len() {
            let source = self.sources[node][index];
            // A loop that is walked twice is counted above.
            if source != node || to != node {
                self.count(source, to, is_more);
            }
        }
    }
}

impl State for Walks {
    fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    fn cost(&self) -> i64 {
        self.cost
    }

    fn has_faults(&self) -> bool {
        self.early_returns != 0
    }

    fn set(&mut self, place: usize, number: u8, _: bool) {
        let (node, to) = (place / NINE, self.numbers.target(place));
        self.count_through(node, to, false);
        if let Some(index) = self.sources[to].iter().position(|source| *source == node) {
            self.sources[to].swap_remove(index);
        }
        self.numbers.set(place, number);
        let to = self.numbers.target(place);
        self.sources[to].push(node);
        self.count_through(node, to, true);
    }
}
