//! Hyperfunctional numbers, each free of all others, that are improved where they fall short.
//!
//! Hardly any node is more than two moves from another one, so numbers are judged by how many walks of
//! one or two moves lead from each node to each. These are kept up to date, and the cost with them. Most
//! changes make a walk between two nodes that have none; from sets that are good already, random changes
//! hardly ever lead to better ones.

use fastrand::Rng;

use crate::analyze::graph::{NINE, small};
use crate::analyze::search::annealing::{Change, State};
use crate::analyze::search::numbers::Numbers;

/// Number of nodes: tactical cells.
const NODES: usize = NINE * NINE;

/// Cost of a walk that leads back to its node too early; a pair without a walk costs 1.
pub(super) const EARLY_RETURN_COST: i64 = 5;

/// One change in this many is made anywhere, and not to make a walk.
const ANYWHERE_ONE_IN: u8 = 4;

/// Nodes that are looked at to find one for an exchange.
const EXCHANGE_LOOKS_MAX: u8 = 40;

/// Numbers with the walks between their nodes and their cost.
pub(super) struct Walks {
    numbers: Numbers,
    /// Number of walks of each pair: the node from which they lead times [`NODES`], plus the one to which.
    counts: Vec<u8>,
    /// The nodes from which an edge leads to each node, as bits.
    sources: [u128; NODES],
    unreached: Pairs,
    /// Walks that lead back to their node.
    early_returns: i64,
    cost: i64,
}

/// A set of pairs of nodes from which one can be drawn.
struct Pairs {
    pairs: Vec<u16>,
    /// Index of each pair among them, if it is there.
    indexes: Vec<u16>,
}

impl Pairs {
    fn insert(&mut self, pair: usize) {
        // There are 81 times 81 pairs.
        self.indexes[pair] = self.pairs.len() as u16;
        self.pairs.push(pair as u16);
    }

    fn remove(&mut self, pair: usize) {
        let index = usize::from(self.indexes[pair]);
        self.pairs.swap_remove(index);
        if let Some(moved) = self.pairs.get(index) {
            self.indexes[usize::from(*moved)] = index as u16;
        }
    }
}

impl Walks {
    /// Counts the walks of hyperfunctional numbers.
    pub(super) fn of(numbers: Numbers) -> Walks {
        let pairs = NODES * NODES;
        let unreached = Pairs { pairs: Vec::with_capacity(pairs), indexes: vec![0; pairs] };
        let (counts, sources) = (vec![0; pairs], [0; NODES]);
        let mut walks = Walks { numbers, counts, sources, unreached, early_returns: 0, cost: 0 };
        for pair in (0..pairs).filter(|pair| pair / NODES != pair % NODES) {
            walks.unreached.insert(pair);
            walks.cost += 1;
        }
        for (from, first) in (0..NODES).flat_map(|from| (0..NINE).map(move |first| (from, first))) {
            let middle = walks.numbers.target(from * NINE + first);
            walks.sources[middle] |= 1 << from;
            walks.count(from, middle, true);
            for second in 0..NINE {
                let to = walks.numbers.target(middle * NINE + second);
                walks.count(from, to, true);
            }
        }
        walks
    }

    /// Adds or removes one walk.
    #[inline]
    fn count(&mut self, from: usize, to: usize, is_more: bool) {
        let pair = from * NODES + to;
        // There are at most 90 walks, 9 of one move and 81 of two, and none is taken that was not added.
        let before = self.counts[pair];
        let after = if is_more { before + 1 } else { before - 1 };
        self.counts[pair] = after;
        if from == to {
            let change = if is_more { 1 } else { -1 };
            self.early_returns += change;
            self.cost += EARLY_RETURN_COST * change;
        } else if after == 0 {
            self.unreached.insert(pair);
            self.cost += 1;
        } else if before == 0 {
            self.unreached.remove(pair);
            self.cost -= 1;
        }
    }

    /// Adds or removes all walks that use an edge.
    fn count_through(&mut self, place: usize, is_more: bool) {
        let (from, to) = (place / NINE, self.numbers.target(place));
        self.count(from, to, is_more);
        for on in self.numbers.places(to) {
            let end = self.numbers.target(on);
            self.count(from, end, is_more);
        }
        let mut sources = self.sources[from];
        while sources != 0 {
            let source = sources.trailing_zeros() as usize;
            sources &= sources - 1;
            // A loop that is walked twice is counted above.
            if source != from || from != to {
                self.count(source, to, is_more);
            }
        }
    }

    /// A number that makes a walk between two nodes without one, with its place.
    fn walk_made(&self, rng: &mut Rng) -> Option<(usize, u8)> {
        let pairs = &self.unreached.pairs;
        let pair = usize::from(*pairs.get(rng.usize(..pairs.len().max(1)))?);
        let (from, to, part) = (pair / NODES, pair % NODES, rng.usize(..NINE));
        if rng.bool() {
            // The second move stays.
            let middles: Vec<usize> = (0..NINE)
                .filter(|strategic| self.sources[to] >> (strategic * NINE + part) & 1 == 1)
                .collect();
            let strategic = *middles.get(rng.usize(..middles.len().max(1)))?;
            return Some((from * NINE + part, small(strategic)));
        }
        let middle = self.numbers.target(from * NINE + part);
        Some((middle * NINE + to % NINE, small(to / NINE)))
    }

    /// An edge to the node to which this number would lead, of another node.
    fn exchanged(&self, place: usize, number: u8, rng: &mut Rng) -> Option<usize> {
        let part = place % NINE;
        let mut others = (0..EXCHANGE_LOOKS_MAX).map(|_| rng.usize(..NODES) * NINE + part);
        others.find(|other| self.numbers.value(*other) == usize::from(number))
    }
}

impl State for Walks {
    fn numbers(&self) -> Numbers {
        self.numbers.clone()
    }

    fn cost(&self) -> i64 {
        self.cost
    }

    fn has_faults(&self) -> bool {
        self.early_returns != 0
    }

    /// A new number, or its exchange with that of another node, which leads as many edges to each node as before.
    fn proposal(&self, rng: &mut Rng) -> Vec<Change> {
        let made = (rng.u8(..ANYWHERE_ONE_IN) > 0).then(|| self.walk_made(rng)).flatten();
        let (place, after) = made.unwrap_or_else(|| (rng.usize(..NODES * NINE), rng.u8(..9)));
        let before = small(self.numbers.value(place));
        if before == after {
            return Vec::new();
        }
        let change = Change { place, before, after };
        if rng.bool() {
            return vec![change];
        }
        match self.exchanged(place, after, rng) {
            Some(other) => vec![change, Change { place: other, before: after, after: before }],
            None => Vec::new(),
        }
    }

    fn set(&mut self, place: usize, number: u8, _: bool) {
        let from = place / NINE;
        self.count_through(place, false);
        self.sources[self.numbers.target(place)] &= !(1 << from);
        self.numbers.set(place, number);
        self.sources[self.numbers.target(place)] |= 1 << from;
        self.count_through(place, true);
    }
}
