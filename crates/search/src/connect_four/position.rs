//! Positions as the search sees them: two words, and what is true of them on a board of some shape.

use crate::connect_four::bits::{Bits, Shape};

/// The stones of the side to move, and all stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position<B> {
    pub own: B,
    pub all: B,
}

impl<B: Bits> Position<B> {
    /// The stones of the side that has just moved.
    #[inline]
    pub(super) fn theirs(self) -> B {
        self.own ^ self.all
    }

    /// The position after a stone on one of the [`next_cells`].
    #[inline]
    pub(super) fn after(self, cell: B) -> Position<B> {
        Position { own: self.theirs(), all: self.all | cell }
    }
}

/// The cells that a stone can fall on, one for each column that is not full.
#[inline]
pub(super) fn next_cells<S: Shape>(shape: S, all: S::Bits) -> S::Bits {
    all.plus(shape.floor()) & shape.cells()
}

/// The four directions of lines: up, and to the right with the next lower, the same and the next
/// higher row.
#[inline]
fn directions<S: Shape>(shape: S) -> [u32; 4] {
    let stride = shape.stride();
    [1, stride - 1, stride, stride + 1]
}

/// The empty cells on which a stone would complete a line of four, whether or not a stone can fall
/// there yet.
#[inline]
pub(super) fn winning_cells<S: Shape>(shape: S, stones: S::Bits, all: S::Bits) -> S::Bits {
    // Cells below stones are taken, so a column is completed at the top only.
    let mut winning = (stones << 1) & (stones << 2) & (stones << 3);
    for step in directions(shape).into_iter().skip(1) {
        let pairs = stones & (stones >> step);
        let threes = pairs & (stones >> (2 * step));
        winning = winning
            | (threes << (3 * step))
            | (threes >> step)
            | ((stones << step) & (pairs >> step))
            | ((pairs << (2 * step)) & (stones >> step));
    }
    winning & (shape.cells() ^ all)
}

/// Returns whether the set holds a line of four.
#[inline]
pub(super) fn has_four<S: Shape>(shape: S, stones: S::Bits) -> bool {
    let mut lines = S::Bits::NONE;
    for step in directions(shape) {
        let pairs = stones & (stones >> step);
        lines = lines | (pairs & (pairs >> (2 * step)));
    }
    !lines.is_empty()
}

/// Number of lines of four that the set holds.
pub(super) fn count_fours<S: Shape>(shape: S, stones: S::Bits) -> u32 {
    let mut count = 0;
    for step in directions(shape) {
        let pairs = stones & (stones >> step);
        count += (pairs & (pairs >> (2 * step))).count();
    }
    count
}

/// A number for the position, different for different ones: the stones of the side to move, and a
/// bit above the highest stone of every column.
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

/// Number of cells of a set.
#[inline]
pub(super) fn count<B: Bits>(set: B) -> i32 {
    // At most 81.
    set.count() as i32
}
