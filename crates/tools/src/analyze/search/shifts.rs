//! Hyperfunctional numbers that stay the same when the fields of a game are shifted: all tactical cells, and
//! all operational cells with them, by as many rows and columns of 3x3, of which the last is beside the first.
//!
//! So a number depends on its strategic cell and on how far its operational cell lies from its tactical
//! one, and 81 numbers make up a set. What holds of a tactical cell holds of all nine. They are judged by the
//! walks of one or two moves, like [free numbers](crate::analyze::search::walks), for which the best of
//! them is the start.

use fastrand::Rng;

use crate::analyze::graph::{NINE, small};
use crate::analyze::search::annealing::{Change, State};
use crate::analyze::search::numbers::Numbers;
use crate::analyze::search::walks::EARLY_RETURN_COST;

/// Shift-invariant numbers, with the number of walks between their nodes and their cost.
pub(super) struct Shifts {
    /// By shift and strategic cell.
    values: [[u8; NINE]; NINE],
    /// Number of walks from the nodes without a shift, by strategic cell and by shift and strategic cell where
    /// they end.
    counts: [[[u8; NINE]; NINE]; NINE],
    /// Walks that lead back to their node.
    early_returns: i64,
    cost: i64,
}

impl Shifts {
    /// Random numbers.
    pub(super) fn random(rng: &mut Rng) -> Shifts {
        let mut shifts = Shifts {
            values: std::array::from_fn(|_| std::array::from_fn(|_| rng.u8(..9))),
            counts: [[[0; NINE]; NINE]; NINE],
            early_returns: 0,
            // Without walks every node but the first is to be reached.
            cost: (NINE * (NINE * NINE - 1)) as i64,
        };
        for strategic in 0..NINE {
            for first in 0..NINE {
                let middle = shifts.value(first, strategic);
                shifts.count(strategic, first, middle, true);
                for second in 0..NINE {
                    let to = shifts.value(second, middle);
                    shifts.count(strategic, sum(first, second), to, true);
                }
            }
        }
        shifts
    }

    /// The strategic cell to which an edge leads.
    #[inline]
    fn value(&self, shift: usize, strategic: usize) -> usize {
        usize::from(self.values[shift][strategic])
    }

    /// Adds or removes one walk.
    #[inline]
    fn count(&mut self, from: usize, shift: usize, to: usize, is_more: bool) {
        let count = &mut self.counts[from][shift][to];
        // There are at most 90 walks, 9 of one move and 81 of two, and none is taken that was not added.
        let before = *count;
        *count = if is_more { before + 1 } else { before - 1 };
        if shift == 0 && from == to {
            let change = if is_more { 1 } else { -1 };
            self.early_returns += change;
            self.cost += EARLY_RETURN_COST * change;
        } else {
            self.cost += i64::from(*count == 0) - i64::from(before == 0);
        }
    }

    /// Adds or removes all walks that use an edge.
    fn count_through(&mut self, shift: usize, from: usize, is_more: bool) {
        let to = self.value(shift, from);
        self.count(from, shift, to, is_more);
        for other in 0..NINE {
            let both = sum(shift, other);
            self.count(from, both, self.value(other, to), is_more);
            for source in 0..NINE {
                // A loop that is walked twice is counted above.
                let is_twice = (other, source) == (shift, from);
                if self.value(other, source) == from && !is_twice {
                    self.count(source, both, to, is_more);
                }
            }
        }
    }
}

impl State for Shifts {
    fn numbers(&self) -> Numbers {
        Numbers::hyperfunctional(|strategic, tactical, operational| {
            self.values[difference(operational, tactical)][strategic]
        })
    }

    fn cost(&self) -> i64 {
        self.cost
    }

    fn has_faults(&self) -> bool {
        self.early_returns != 0
    }

    fn proposal(&self, rng: &mut Rng) -> Vec<Change> {
        let (shift, cell, other) = (rng.usize(..NINE), rng.usize(..NINE), rng.usize(..NINE));
        let change = |cell, before, after| Change { place: shift * NINE + cell, before, after };
        let (is_swap, before) = (rng.bool(), self.values[shift][cell]);
        let after = if is_swap { self.values[shift][other] } else { small(other) };
        let mut changes = vec![change(cell, before, after)];
        if is_swap {
            changes.push(change(other, after, before));
        }
        if before == after { Vec::new() } else { changes }
    }

    fn set(&mut self, place: usize, number: u8, _: bool) {
        let (shift, cell) = (place / NINE, place % NINE);
        self.count_through(shift, cell, false);
        self.values[shift][cell] = number;
        self.count_through(shift, cell, true);
    }
}

/// Combines two shifts: adds their rows and their columns separately.
fn sum(one: usize, other: usize) -> usize {
    (one / 3 + other / 3) % 3 * 3 + (one % 3 + other % 3) % 3
}

/// The shift from the second cell to the first.
fn difference(to: usize, from: usize) -> usize {
    (to / 3 + 3 - from / 3) % 3 * 3 + (to % 3 + 3 - from % 3) % 3
}
