//! The cells that the lines of a side still need: a set for each line that can be completed.
//!
//! Positions with equal needs are equivalent for the question whether a side can complete any line
//! at all, regardless of the marks that led there.

use zerosum_games::mnk::bitboard::{BITS, Bitboard};
use zerosum_games::side::Side;

use crate::mnk::board::{Board, Cell};

/// The cells of a line that are still empty, a bit for each by a [`Chart`].
pub type Need = u64;

/// Maximum number of cells of a chart.
pub const CELLS_MAX: usize = 64;

/// Numbering of the empty cells of a position while a question about it is answered.
#[derive(Clone, Debug)]
pub struct Chart {
    bits: Vec<u8>,
}

impl Chart {
    /// The chart of the empty cells; `None` if there are more than [`CELLS_MAX`].
    pub fn of(board: &Board) -> Option<Chart> {
        let cells: Vec<Cell> = board.empty().bits().collect();
        if cells.len() > CELLS_MAX {
            return None;
        }
        let mut bits = vec![0; BITS];
        for (bit, cell) in (0..).zip(cells) {
            bits[cell] = bit;
        }
        Some(Chart { bits })
    }

    /// The needs of the side on the board of the chart, or later in the game. No need is a subset
    /// of another one, because filling the larger one fills the smaller one first.
    pub fn needs(&self, board: &Board, side: Side) -> Vec<Need> {
        let mut needs: Vec<Need> = board.live_cells(side).map(|cells| self.need(cells)).collect();
        needs.sort_unstable_by_key(|need| (need.count_ones(), *need));
        needs.dedup();
        let mut minimal: Vec<Need> = Vec::with_capacity(needs.len());
        for need in needs {
            if minimal.iter().all(|smaller| smaller & need != *smaller) {
                minimal.push(need);
            }
        }
        minimal
    }

    fn need(&self, cells: Bitboard) -> Need {
        cells.bits().fold(0, |need, cell| need | 1 << self.bits[cell])
    }
}

/// The set bits, in ascending order.
pub fn bits(mut need: Need) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = need.trailing_zeros() as usize; // At most 64.
        need &= need.checked_sub(1)?;
        Some(bit)
    })
}

/// The sum over all lines of two to the power of the marks that are there, by the length of a line.
pub(crate) fn pressure(needs: &[Need], k: usize) -> u64 {
    // A need has at most as many cells as a line.
    needs.iter().map(|need| 1 << (k - need.count_ones() as usize)).sum()
}
