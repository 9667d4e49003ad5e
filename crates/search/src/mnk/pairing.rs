//! Pairings: if every line that a side can still complete has two empty cells of its own, the
//! opponent answers each move into a pair by the other cell of it, and no line is ever completed.
//!
//! Lines are given by what they [need](crate::mnk::needs). A pairing is found as a matching
//! between lines and cells, in which each line takes two. See A. Hales and R. Jewett, "Regularity and
//! positional games" (1963), theorem 2.

use crate::mnk::needs::{CELLS_MAX, Need, bits};

/// Leaves out lines that can be paired off for good: each of them has two cells that no line left
/// has. The opponent who answers there and holds the lines left holds all. If none is left, the
/// opponent holds.
pub fn drop_pairs(needs: &mut Vec<Need>) {
    let mut matching = Matching::of(needs);
    let unmatched: Vec<usize> =
        (0..needs.len()).filter(|line| !(matching.take(*line) && matching.take(*line))).collect();
    if unmatched.len() == needs.len() {
        return;
    }
    let is_left = matching.reached_from(unmatched);
    let mut line = 0;
    needs.retain(|_| {
        line += 1;
        is_left[line - 1]
    });
}

/// Assignment of cells to lines.
struct Matching<'a> {
    needs: &'a [Need],
    owners: [Option<u16>; CELLS_MAX],
    free: Need,
    /// The cells that more lines than one need.
    shared: Need,
}

impl Matching<'_> {
    fn of(needs: &[Need]) -> Matching<'_> {
        let (mut all, mut shared) = (0, 0);
        for need in needs {
            shared |= all & need;
            all |= need;
        }
        Matching { needs, owners: [None; CELLS_MAX], free: all, shared }
    }

    /// Gives the line one more cell, if that is possible.
    fn take(&mut self, line: usize) -> bool {
        let mut seen = 0;
        self.take_beyond(line, &mut seen)
    }

    /// One step of the search for a path along which owners move over to other cells.
    fn take_beyond(&mut self, line: usize, seen: &mut Need) -> bool {
        let free = self.needs[line] & self.free;
        if free != 0 {
            let own = free & !self.shared;
            let cell = if own != 0 { own } else { free }.trailing_zeros() as usize;
            self.free &= !(1 << cell);
            self.owners[cell] = u16::try_from(line).ok();
            return true;
        }
        loop {
            let left = self.needs[line] & !*seen;
            if left == 0 {
                return false;
            }
            let cell = left.trailing_zeros() as usize;
            *seen |= 1 << cell;
            let Some(owner) = self.owners[cell] else { continue };
            if usize::from(owner) != line && self.take_beyond(owner.into(), seen) {
                self.owners[cell] = u16::try_from(line).ok();
                return true;
            }
        }
    }

    /// The lines that have too few cells, those that own cells of theirs, and so on.
    fn reached_from(&self, lines: Vec<usize>) -> Vec<bool> {
        let mut is_reached = vec![false; self.needs.len()];
        lines.iter().for_each(|line| is_reached[*line] = true);
        let mut open = lines;
        let mut cells = 0;
        while let Some(line) = open.pop() {
            let new = self.needs[line] & !cells;
            cells |= new;
            for cell in bits(new) {
                let Some(owner) = self.owners[cell].map(usize::from) else { continue };
                if !is_reached[owner] {
                    is_reached[owner] = true;
                    open.push(owner);
                }
            }
        }
        is_reached
    }
}
