//! Pairings: if every line that a side can still complete has two empty cells of its own, the
//! opponent answers each move into a pair by the other cell of it, and no line is ever completed.

use crate::games::bitboard::Bitboard;
use crate::games::side::Side;
use crate::search::mnk::board::{Board, Cell};

/// Whether the opponent of the attacker has such pairs, whoever is to move.
pub fn can_pair(board: &Board, attacker: Side) -> bool {
    let needed = 2 * usize::try_from(board.live_windows(attacker)).unwrap_or(usize::MAX);
    if needed > board.empty().len() {
        return false;
    }
    let lines: Vec<Bitboard> = board.live_cells(attacker).collect();
    let mut owners = vec![None; CELLS];
    // Each line takes two cells, one after the other, and others move over to their other cells.
    (0..lines.len()).all(|line| {
        (0..2).all(|_| {
            let mut seen = Bitboard::EMPTY;
            take_cell(&lines, line, &mut owners, &mut seen)
        })
    })
}

/// Bits of a [`Bitboard`].
const CELLS: usize = 256;

/// Gives the line one more cell, if that is possible: a step of bipartite matching.
fn take_cell(
    lines: &[Bitboard],
    line: usize,
    owners: &mut [Option<usize>],
    seen: &mut Bitboard,
) -> bool {
    let is_other = |cell: &Cell| owners[*cell] != Some(line);
    let cells: Vec<Cell> = lines[line].bits().filter(is_other).collect();
    for cell in cells {
        if seen.contains(cell) {
            continue;
        }
        seen.insert(cell);
        let is_free = match owners[cell] {
            None => true,
            Some(owner) => take_cell(lines, owner, owners, seen),
        };
        if is_free {
            owners[cell] = Some(line);
            return true;
        }
    }
    false
}
