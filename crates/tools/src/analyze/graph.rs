//! Graph of the cells to which moves of Strategic tic-tac-toe lead, and the distances between its nodes.
//!
//! In the tactical and the hyperfunctional rule set a node is a tactical cell. In the functional one
//! only the row of a tactical cell matters, so a node is a triplet: the tactical cells 1-3, 4-6 or 7-9
//! of a strategic cell. Closed cells and optional restrictions are left out.
//!
//! The parts of a strategic cell have numbers of their own, which are the same in all of them. By its
//! operational cell a move chooses the part, in every strategic cell once, and what the rule set adds
//! is the strategic cell. So there is an edge from each node to one node of each part.

use std::collections::BTreeMap;

use zerosum_games::strategic::numbers::{FunctionalSet, HyperSet, NumberSet};

use crate::analyze::fraction::Fraction;

/// Strategic cells, tactical cells of each, operational cells of each of those.
pub(crate) const NINE: usize = 9;

/// Triplets of a strategic cell, and tactical cells of a triplet.
pub(crate) const TRIPLETS: usize = 3;

/// The distance of each node to itself that keeps a player from being sent back at once.
pub(crate) const GOOD_RETURN: u8 = 3;

/// Graph of moves between nodes, with one edge from each node to each part.
///
/// Invariant: `next` has `9 * parts * parts` entries, each a node, at most 81 in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Parts of a strategic cell: 3 or 9. A node is 9 strategic cells by this many parts.
    parts: usize,
    /// By node and part that is chosen: the node to which the move leads.
    next: Vec<usize>,
}

impl Graph {
    /// The graph of the tactical rule set, which has no numbers.
    pub fn tactical() -> Graph {
        Graph::of_cells(|_, tactical, _| tactical)
    }

    /// The graph of a set in its rule set.
    pub fn of_set(numbers: &NumberSet) -> Graph {
        match numbers {
            NumberSet::Functional(numbers) => Graph::functional(numbers),
            NumberSet::Hyper(numbers) => Graph::hyperfunctional(numbers),
        }
    }

    fn functional(numbers: &FunctionalSet) -> Graph {
        let number = |node, part| {
            let row = node % TRIPLETS * TRIPLETS + part;
            usize::from(numbers.number(small(node / TRIPLETS), small(row)))
        };
        Graph::of_parts(TRIPLETS, number)
    }

    fn hyperfunctional(numbers: &HyperSet) -> Graph {
        Graph::of_cells(|strategic, tactical, operational| {
            let (row, column) = place_in_strategic(tactical, operational);
            usize::from(numbers.number(small(strategic), small(row), small(column)))
        })
    }

    /// The graph in which the number says to which strategic cell a move S T O leads.
    fn of_cells(number: impl Fn(usize, usize, usize) -> usize) -> Graph {
        Graph::of_parts(NINE, |node, part| number(node / NINE, node % NINE, part))
    }

    /// The graph in which the number says to which strategic cell a node and a part lead.
    pub(crate) fn of_parts(parts: usize, number: impl Fn(usize, usize) -> usize) -> Graph {
        let edges = 0..NINE * parts * parts;
        let next = edges.map(|edge| number(edge / parts, edge % parts) * parts + edge % parts);
        Graph { parts, next: next.collect() }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        NINE * self.parts
    }

    /// The node of a tactical cell; both numbers count from 0.
    pub fn node_of(&self, strategic: usize, tactical: usize) -> usize {
        strategic * self.parts + tactical * self.parts / NINE
    }

    /// The nodes of each node's edges, as the bits of a number.
    pub(crate) fn edge_bits(&self) -> Vec<u128> {
        let bits = |edges: &[usize]| edges.iter().fold(0, |bits, node| bits | 1 << node);
        self.next.chunks_exact(self.parts).map(bits).collect()
    }

    /// Computes the distances between all nodes.
    pub fn distances(&self) -> Distances {
        let edges = self.edge_bits();
        let nodes = self.nodes();
        let mut lengths = vec![0; nodes * nodes];
        for (from, lengths) in lengths.chunks_exact_mut(nodes).enumerate() {
            walk(&edges, from, |length, found| {
                for (node, kept) in lengths.iter_mut().enumerate() {
                    if found >> node & 1 == 1 {
                        *kept = length;
                    }
                }
            });
        }
        Distances { nodes, lengths }
    }
}

/// Calls `tell` for each length, from 1 on, with the nodes at that distance from a node, as the bits of a
/// number.
#[inline]
pub(crate) fn walk(edges: &[u128], from: usize, mut tell: impl FnMut(u8, u128)) {
    let (mut reached, mut found, mut length) = (0, edges[from], 1);
    while found != 0 {
        tell(length, found);
        reached |= found;
        found = edges_of(edges, found) & !reached;
        length += 1;
    }
}

/// The nodes to which edges lead from some of the nodes.
#[inline]
fn edges_of(edges: &[u128], mut nodes: u128) -> u128 {
    let mut targets = 0;
    while nodes != 0 {
        // A place is below 128.
        targets |= edges[nodes.trailing_zeros() as usize];
        nodes &= nodes - 1;
    }
    targets
}

/// The row and the column, in the 9x9 of its strategic cell, of a cell.
pub(crate) fn place_in_strategic(tactical: usize, operational: usize) -> (usize, usize) {
    let place = |outer: usize, inner: usize| 3 * outer + inner;
    (place(tactical / 3, operational / 3), place(tactical % 3, operational % 3))
}

/// A number below 9, or a node.
pub(crate) fn small(number: usize) -> u8 {
    u8::try_from(number).expect("there are at most 81 nodes")
}

/// The least number of moves from each node to each; to itself that of its shortest cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    nodes: usize,
    /// Distances by start node and end node; 0 if there is no way.
    lengths: Vec<u8>,
}

impl Distances {
    /// Number of moves from one node to another; `None` if there is no way.
    pub fn between(&self, from: usize, to: usize) -> Option<u8> {
        self.from(from).nth(to).flatten()
    }

    /// Distances of all nodes from one of them.
    pub(crate) fn from(&self, from: usize) -> impl Iterator<Item = Option<u8>> {
        let lengths = &self.lengths[from * self.nodes..][..self.nodes];
        lengths.iter().map(|length| (*length != 0).then_some(*length))
    }

    /// Distance of each node to itself.
    pub fn returns(&self) -> impl Iterator<Item = Option<u8>> {
        (0..self.nodes).map(|node| self.between(node, node))
    }

    /// Returns whether each node is at `GOOD_RETURN` from itself.
    pub fn has_good_returns(&self) -> bool {
        self.returns().all(|length| length == Some(GOOD_RETURN))
    }

    /// The mean over all ordered pairs of nodes, those of a node and itself included; `None` if some
    /// node cannot be reached from some other.
    pub fn average(&self) -> Option<Fraction> {
        mean(self.all())
    }

    /// The mean from one node.
    pub(crate) fn average_from(&self, from: usize) -> Option<Fraction> {
        mean(self.from(from))
    }

    /// The largest distance; `None` if some node cannot be reached from some other.
    pub(crate) fn diameter(&self) -> Option<u8> {
        self.all().try_fold(0, |largest: u8, length| Some(largest.max(length?)))
    }

    /// Number of pairs of nodes at each distance; pairs without a way are under `None`.
    pub(crate) fn distribution(&self) -> BTreeMap<Option<u8>, u32> {
        counted(self.all())
    }

    /// Number of nodes at each distance to themselves.
    pub(crate) fn distribution_of_returns(&self) -> BTreeMap<Option<u8>, u32> {
        counted(self.returns())
    }

    fn all(&self) -> impl Iterator<Item = Option<u8>> {
        (0..self.nodes).flat_map(|from| self.from(from))
    }
}

fn mean(lengths: impl Iterator<Item = Option<u8>>) -> Option<Fraction> {
    let mut sum_and_count = (0, 0);
    for length in lengths {
        sum_and_count.0 += u32::from(length?);
        sum_and_count.1 += 1;
    }
    Fraction::new(sum_and_count.0, sum_and_count.1)
}

fn counted(lengths: impl Iterator<Item = Option<u8>>) -> BTreeMap<Option<u8>, u32> {
    let mut counts = BTreeMap::new();
    for length in lengths {
        *counts.entry(length).or_default() += 1;
    }
    counts
}
