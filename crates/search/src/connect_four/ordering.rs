//! The order in which moves are searched.

use crate::connect_four::bits::{Bits, Shape};
use crate::connect_four::position::{Position, winning_cells};

/// Most moves of a position.
pub(super) const MOVES_MAX: usize = 9;

#[inline]
pub(super) fn rank<S: Shape>(
    shape: S,
    position: Position<S::Bits>,
    cell: S::Bits,
    first: Option<u32>,
) -> i32 {
    let column = cell.lowest() / shape.stride();
    let all = position.all | cell;
    let winning = winning_cells(shape, position.own | cell, all);
    let off_middle = (2 * column as i32 + 1 - shape.columns() as i32).abs();
    let theirs = winning_cells(shape, position.theirs(), all);
    let useful = winning & !(theirs << 1) & !(winning << 1);
    let _ = theirs;
    let mut rank = 16 * winning.count() as i32 + 8 * useful.count() as i32 - off_middle;
    if first == Some(column) {
        rank += 1000;
    }
    rank
}
