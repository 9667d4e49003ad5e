//! Pairings: if every line that a side can still complete has two empty cells of a pair, the opponent
//! answers each move into a pair by the other cell of it, and no line is ever completed.
//!
//! Lines are given by what they [need](crate::mnk::needs). Lines that overlap in two cells or more share
//! one pair. A pairing is found as a matching between groups of such lines and cells, in which each group
//! takes two. See A. Hales and R. Jewett, "Regularity and positional games" (1963), theorem 2.

use crate::mnk::needs::{CELLS_MAX, Need, bits};

/// Leaves out lines that can be paired off for good: each of them has both cells of a pair, which no line
/// left has. The opponent who answers there and holds the lines left holds all. If none is left, the
/// opponent holds.
pub fn drop_pairs(needs: &mut Vec<Need>) {
    let groups = Groups::of(needs);
    let mut matching = Matching::of(&groups.shared);
    let unmatched: Vec<usize> = (0..groups.shared.len())
        .filter(|group| !(matching.take(*group) && matching.take(*group)))
        .collect();
    if unmatched.len() == groups.shared.len() {
        return;
    }
    let is_left = matching.reached_from(unmatched, &groups.all);
    let mut line = 0;
    needs.retain(|_| {
        line += 1;
        is_left[groups.of_line[line - 1]]
    });
}

/// Lines that have two cells or more in common. One pair of these holds all of them.
struct Groups {
    /// The cells that all lines of a group need.
    shared: Vec<Need>,
    /// The cells that any line of a group needs.
    all: Vec<Need>,
    /// The group of each line.
    of_line: Vec<usize>,
}

impl Groups {
    /// Puts each line into the first group that keeps two cells in common with it.
    fn of(needs: &[Need]) -> Groups {
        let (mut shared, mut all) = (Vec::<Need>::new(), Vec::<Need>::new());
        let mut of_line = Vec::with_capacity(needs.len());
        for need in needs {
            let group = shared.iter().position(|cells| (cells & need).count_ones() >= 2);
            let group = group.unwrap_or_else(|| {
                shared.push(*need);
                all.push(0);
                shared.len() - 1
            });
            shared[group] &= need;
            all[group] |= need;
            of_line.push(group);
        }
        Groups { shared, all, of_line }
    }
}

/// Assignment of cells to groups.
struct Matching<'a> {
    shared: &'a [Need],
    owners: [Option<u16>; CELLS_MAX],
    free: Need,
    /// The cells that more groups than one share in.
    wanted: Need,
}

impl Matching<'_> {
    fn of(shared: &[Need]) -> Matching<'_> {
        let (mut all, mut wanted) = (0, 0);
        for cells in shared {
            wanted |= all & cells;
            all |= cells;
        }
        Matching { shared, owners: [None; CELLS_MAX], free: all, wanted }
    }

    /// Gives the group one more cell, if that is possible.
    fn take(&mut self, group: usize) -> bool {
        let mut seen = 0;
        self.take_beyond(group, &mut seen)
    }

    /// One step of the search for a path along which owners move over to other cells.
    fn take_beyond(&mut self, group: usize, seen: &mut Need) -> bool {
        let free = self.shared[group] & self.free;
        if free != 0 {
            let own = free & !self.wanted;
            let cell = if own != 0 { own } else { free }.trailing_zeros() as usize;
            self.free &= !(1 << cell);
            self.owners[cell] = u16::try_from(group).ok();
            return true;
        }
        loop {
            let left = self.shared[group] & !*seen;
            if left == 0 {
                return false;
            }
            let cell = left.trailing_zeros() as usize;
            *seen |= 1 << cell;
            let Some(owner) = self.owners[cell] else { continue };
            if usize::from(owner) != group && self.take_beyond(owner.into(), seen) {
                self.owners[cell] = u16::try_from(group).ok();
                return true;
            }
        }
    }

    /// The groups that have too few cells, those that own cells which lines of these need, and so on.
    fn reached_from(&self, groups: Vec<usize>, all: &[Need]) -> Vec<bool> {
        let mut is_reached = vec![false; self.shared.len()];
        groups.iter().for_each(|group| is_reached[*group] = true);
        let mut open = groups;
        let mut cells = 0;
        while let Some(group) = open.pop() {
            let new = all[group] & !cells;
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
