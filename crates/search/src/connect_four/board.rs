//! A board of Connect Four as the solver takes it.

use crate::connect_four::bits::{Shape, SizedShape, board_bits, cells_of};
use crate::connect_four::position::{Position, has_four, key, mirrored};

/// Fewest columns and rows.
pub(crate) const SIDE_MIN: u32 = 4;

/// Most columns and rows.
pub(crate) const SIDE_MAX: u32 = 9;

/// Boards of at most this many bits are solved in words of 64 bits. The rest of a word of the table is
/// what an entry takes.
pub(super) const NARROW_BITS_MAX: u32 = 56;

/// A set of cells: the cell in the row `r` of the column `c`, both counted from 0 at the lower left,
/// is bit `c * (rows + 1) + r`.
pub(crate) type Cells = u128;

/// A board with its pieces. The side that moves first has all plies with even numbers.
///
/// Invariant: pieces lie on pieces or on the floor, and the side to move has as many pieces as the
/// other or one fewer, as if both had taken turns. The numbers of columns and rows lie between
/// 4 and 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    columns: u32,
    rows: u32,
    /// Pieces of the side to move.
    own: Cells,
    all: Cells,
}

impl Grid {
    /// An empty board; `None` if it would be too small or too large.
    pub fn new(columns: u32, rows: u32) -> Option<Grid> {
        let is_fine = |side| (SIDE_MIN..=SIDE_MAX).contains(&side);
        (is_fine(columns) && is_fine(rows)).then_some(Grid { columns, rows, own: 0, all: 0 })
    }

    /// The board after pieces in these columns, numbered from 0 at the left; `None` if there is no
    /// such board, a column overflows or the game goes on after its end.
    pub fn after(columns: u32, rows: u32, played: &[u32]) -> Option<Grid> {
        let mut grid = Grid::new(columns, rows)?;
        for &column in played {
            if grid.is_over() {
                return None;
            }
            grid = grid.play(column)?;
        }
        Some(grid)
    }

    /// The board with these pieces of the first and the second side; `None` if no game leads to so
    /// many of each, pieces overlap or float, or the board is too small or too large.
    pub(crate) fn of_pieces(columns: u32, rows: u32, first: Cells, second: Cells) -> Option<Grid> {
        let grid = Grid::new(columns, rows)?;
        let all = first | second;
        let shape = grid.shape();
        let is_inside = all & !shape.cells() == 0 && first & second == 0;
        // Every piece above the floor has one below it.
        let is_settled = ((all & !shape.floor()) >> 1) & !all == 0;
        let ahead = first.count_ones().checked_sub(second.count_ones());
        let own = match ahead {
            Some(0) => first,
            Some(1) => second,
            _ => return None,
        };
        (is_inside && is_settled).then_some(Grid { own, all, ..grid })
    }

    pub(crate) fn columns(&self) -> u32 {
        self.columns
    }

    pub(crate) fn rows(&self) -> u32 {
        self.rows
    }

    /// Number of pieces.
    pub fn plies(&self) -> u32 {
        self.all.count_ones()
    }

    /// Number of cells.
    pub(crate) fn size(&self) -> u32 {
        self.columns * self.rows
    }

    /// The pieces of the side to move.
    pub(crate) fn own(&self) -> Cells {
        self.own
    }

    /// The pieces of the side that has just moved.
    pub(crate) fn theirs(&self) -> Cells {
        self.own ^ self.all
    }

    pub(crate) fn all(&self) -> Cells {
        self.all
    }

    /// The cell in a column and a row, both counted from 0 at the lower left; `None` if it is not on
    /// the board.
    pub(crate) fn cell(&self, column: u32, row: u32) -> Option<Cells> {
        (column < self.columns && row < self.rows).then(|| 1 << (column * (self.rows + 1) + row))
    }

    /// Returns whether the column exists and is not full. A game that is over is not asked about.
    pub(crate) fn can_play(&self, column: u32) -> bool {
        self.cell(column, self.rows - 1).is_some_and(|top| self.all & top == 0)
    }

    /// The board after a piece in the column; `None` if it is full or does not exist.
    #[must_use]
    pub fn play(&self, column: u32) -> Option<Grid> {
        let lowest = self.cell(column, 0).filter(|_| self.can_play(column))?;
        Some(Grid { own: self.theirs(), all: self.all | (self.all + lowest), ..*self })
    }

    /// Returns whether the side that has just moved has four in a row.
    pub(crate) fn is_win(&self) -> bool {
        has_four(self.shape(), self.theirs())
    }

    /// Returns whether either side has four in a row or the board is full.
    pub fn is_over(&self) -> bool {
        self.is_win() || has_four(self.shape(), self.own) || self.all == self.shape().cells()
    }

    /// A number for the position, different for different positions of this size.
    pub(crate) fn key(&self) -> u128 {
        key(self.shape(), Position { own: self.own, all: self.all })
    }

    /// The key of the position or of its mirror image, whichever is smaller: the same for both.
    pub(crate) fn symmetric_key(&self) -> u128 {
        self.key().min(self.mirrored().key())
    }

    /// The position seen in a mirror that swaps left and right.
    #[must_use]
    pub(crate) fn mirrored(&self) -> Grid {
        let shape = self.shape();
        Grid { own: mirrored(shape, self.own), all: mirrored(shape, self.all), ..*self }
    }

    /// The position of a key from [`Grid::key`] on a board of this size; `None` if it is none.
    pub(crate) fn of_key(columns: u32, rows: u32, key: u128) -> Option<Grid> {
        let shape = Grid::new(columns, rows)?.shape();
        let (mut own, mut all) = (0, 0);
        for column in 0..columns {
            let at = column * shape.stride();
            let bits = (key >> at) & shape.first_column();
            // The highest bit stands above the pieces.
            let marker: Cells = 1 << bits.checked_ilog2()?;
            own |= (bits ^ marker) << at;
            all |= (marker - 1) << at;
        }
        let (first, second) =
            if all.count_ones() % 2 == 0 { (own, own ^ all) } else { (own ^ all, own) };
        let is_inside =
            key >> board_bits(columns, rows) == 0 && all & !cells_of(columns, rows) == 0;
        Grid::of_pieces(columns, rows, first, second).filter(|_| is_inside)
    }

    fn shape(&self) -> SizedShape<u128> {
        SizedShape::new(self.columns, self.rows)
    }
}
