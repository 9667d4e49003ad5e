//! Positions as the search sees them: two words, and what is true of them on a board of some shape.

use crate::connect_four::bits::{Bits, Shape};

/// The pieces of the side to move, and all pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position<B> {
    pub own: B,
    pub all: B,
}

impl<B: Bits> Position<B> {
    /// The pieces of the side that has just moved.
    #[inline]
    pub(super) fn theirs(self) -> B {
        self.own ^ self.all
    }

    /// The position after a piece on one of the [`next_cells`].
    #[inline]
    pub(super) fn after(self, cell: B) -> Position<B> {
        Position { own: self.theirs(), all: self.all | cell }
    }
}

/// The cells that a piece can fall on, one for each column that is not full.
#[inline]
pub(super) fn next_cells<S: Shape>(shape: S, all: S::Bits) -> S::Bits {
    all.plus(shape.floor()) & shape.cells()
}

/// The four directions of lines: up, and to the right with the next lower, the same and the next
/// higher row.
#[inline]
pub(super) fn directions<S: Shape>(shape: S) -> [u32; 4] {
    let stride = shape.stride();
    [1, stride - 1, stride, stride + 1]
}

/// The empty cells on which a piece would complete a line of four, whether or not a piece can fall
/// there yet.
#[inline]
pub(super) fn winning_cells<S: Shape>(shape: S, pieces: S::Bits, all: S::Bits) -> S::Bits {
    // Cells below pieces are taken, so a column is completed at the top only.
    let mut winning = (pieces << 1) & (pieces << 2) & (pieces << 3);
    for step in directions(shape).into_iter().skip(1) {
        let pairs = pieces & (pieces >> step);
        let threes = pairs & (pieces >> (2 * step));
        winning = winning
            | (threes << (3 * step))
            | (threes >> step)
            | ((pieces << step) & (pairs >> step))
            | ((pairs << (2 * step)) & (pieces >> step));
    }
    winning & (shape.cells() ^ all)
}

/// Returns whether the set holds a line of four.
#[inline]
pub(super) fn has_four<S: Shape>(shape: S, pieces: S::Bits) -> bool {
    let mut lines = S::Bits::NONE;
    for step in directions(shape) {
        let pairs = pieces & (pieces >> step);
        lines = lines | (pairs & (pairs >> (2 * step)));
    }
    !lines.is_empty()
}

/// Number of lines of four that the set holds.
pub(super) fn count_fours<S: Shape>(shape: S, pieces: S::Bits) -> u32 {
    let mut count = 0;
    for step in directions(shape) {
        let pairs = pieces & (pieces >> step);
        count += (pairs & (pairs >> (2 * step))).count();
    }
    count
}

/// A number for the position, different for different ones: the pieces of the side to move, and a
/// bit above the highest piece of every column.
#[inline]
pub(super) fn key<S: Shape>(shape: S, position: Position<S::Bits>) -> S::Bits {
    position.own | position.all.plus(shape.floor())
}

/// The set seen in a mirror that swaps left and right. Keys are mirrored as well.
#[inline]
pub(super) fn mirrored<S: Shape>(shape: S, set: S::Bits) -> S::Bits {
    let (stride, columns) = (shape.stride(), shape.columns());
    let mut image = S::Bits::NONE;
    for column in 0..columns {
        let bits = (set >> (column * stride)) & shape.first_column();
        image = image | (bits << ((columns - 1 - column) * stride));
    }
    image
}

/// Most moves of a position.
pub(super) const MOVES_MAX: usize = 9;

/// Weights of a move in the order in which moves are searched: that of the best move that is known, of a cell that
/// completes a line, and of one that the opponent cannot simply block from below.
const RANK_OF_BEST: i32 = 1_000;
const RANK_OF_WINNING: i32 = 16;
const RANK_OF_USEFUL: i32 = 8;

/// The rank of a move, greater ones being searched first: `best` is the column that is known to be good.
#[inline]
pub(super) fn rank<S: Shape>(
    shape: S,
    position: Position<S::Bits>,
    cell: S::Bits,
    best: Option<u32>,
) -> i32 {
    let column = cell.lowest() / shape.stride();
    let all = position.all | cell;
    let winning = winning_cells(shape, position.own | cell, all);
    let theirs = winning_cells(shape, position.theirs(), all);
    // A piece on the cell below would be answered on a cell that either side wants.
    let useful = winning & !(theirs << 1) & !(winning << 1);
    let off_middle = (2 * column + 1).abs_diff(shape.columns()) as i32;
    let of_best = if best == Some(column) { RANK_OF_BEST } else { 0 };
    of_best + RANK_OF_WINNING * count(winning) + RANK_OF_USEFUL * count(useful) - off_middle
}

/// Number of cells of a set.
#[inline]
pub(super) fn count<B: Bits>(set: B) -> i32 {
    // At most 81.
    set.count() as i32
}
