//! The principal variation: the best play of both sides.

use zerosum_games::MoveCode;

/// The best line of every position between the root and the one that is looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    /// By the number of plies from the root.
    lines: Vec<Vec<MoveCode>>,
}

impl Lines {
    /// Makes room for searches to this depth.
    pub(crate) fn begin(&mut self, depth: usize) {
        self.lines.resize_with(depth + 1, Vec::new);
    }

    /// Clears the line of the position at this distance from the root.
    pub(crate) fn clear(&mut self, plies: u16) {
        if let Some(line) = self.lines.get_mut(usize::from(plies)) {
            line.clear();
        }
    }

    /// Sets the line of the position: this best move, then the line of the position after it.
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
