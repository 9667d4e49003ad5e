//! The principal variation: what both sides do if they play their best.

use zerosum_games::MoveCode;

/// The best line of every position between the root and the one that is looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    /// By the number of plies from the root.
    lines: Vec<Vec<MoveCode>>,
}

impl Lines {
    /// Makes room for searches so deep.
    pub(crate) fn begin(&mut self, depth: usize) {
        self.lines.resize_with(depth + 1, Vec::new);
    }

    /// A position so many plies below the root has no line so far.
    pub(crate) fn clear(&mut self, plies: u16) {
        if let Some(line) = self.lines.get_mut(usize::from(plies)) {
            line.clear();
        }
    }

    /// The best move of that position is this one, and then comes the line of what it leads to.
    pub(crate) fn extend(&mut self, plies: u16, code: MoveCode) {
        let plies = usize::from(plies);
        if let Some([line, below, ..]) = self.lines.get_mut(plies..) {
            line.clear();
            line.push(code);
            line.extend_from_slice(below);
        }
    }

    pub(crate) fn of_root(&self) -> &[MoveCode] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }
}
