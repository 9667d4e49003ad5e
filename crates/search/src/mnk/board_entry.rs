//! Table entry of alpha-beta for k in a row. The latest entry always replaces what was in its
//! place: replacing by depth, as in the generic search, would change the order in which positions
//! are searched.

use crate::deepening::table::{Bound, Entry};
use crate::score::Score;
use crate::window::Window;

/// Stands for no move: no board has that cell.
pub(crate) const NO_CELL: u16 = 511;

/// Stored knowledge about a position; distances count from that position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardEntry {
    pub(crate) score: Score,
    pub(crate) depth: i16,
    pub(crate) bound: Bound,
    /// The best move, or the one that refuted what led here; no cell of a board if there is none. Below 4,096.
    pub(crate) cell: u16,
}

impl Entry for BoardEntry {
    const PLACES: usize = 1;

    fn packed(self, _: u8) -> u64 {
        let [a, b, c, d] = self.score.value().to_le_bytes();
        let [low, high] = self.depth.to_le_bytes();
        // The bound has four bits.
        let [cell_low, cell_high] = self.cell.to_le_bytes();
        u64::from_le_bytes([self.bound.packed() | cell_high << 4, cell_low, low, high, a, b, c, d])
    }

    fn unpacked(word: u64) -> BoardEntry {
        let [bound, cell_low, low, high, a, b, c, d] = word.to_le_bytes();
        BoardEntry {
            score: Score::of_value(i32::from_le_bytes([a, b, c, d])),
            depth: i16::from_le_bytes([low, high]),
            bound: Bound::unpacked(bound & 15),
            cell: u16::from_le_bytes([cell_low, bound >> 4]),
        }
    }
}

impl BoardEntry {
    /// The score this many plies below the root; `None` if that is not enough for this window and
    /// depth.
    pub(crate) fn answer(self, depth: i16, window: Window, plies: u16) -> Option<Score> {
        if self.depth < depth && !self.score.is_decided() {
            return None;
        }
        let score = self.score.delayed(plies);
        let is_enough = match self.bound {
            Bound::Exact => self.depth >= depth,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        is_enough.then_some(score)
    }
}
