//! The dark squares of the board, and the steps between them.

use std::fmt;

use crate::MoveCode;
use crate::notation::{self, MoveTextError};

/// Squares in a row or a column, light ones included.
pub const WIDTH: u8 = 8;

/// Dark squares of the board.
pub const SQUARES: u8 = 32;

/// Dark squares in a row.
const ROW_SQUARES: u8 = 4;

/// The dark squares of rows 0, 2, 4 and 6, whose columns are odd.
const EVEN_ROWS: u32 = 0x0f0f_0f0f;

/// The dark squares of column 0.
const FIRST_COLUMN: u32 = 0x1010_1010;

/// The dark squares of column 7.
const LAST_COLUMN: u32 = 0x0808_0808;

/// Squares a step towards greater rows, for each dark square a bit mask of at most two.
pub const DOWN: [u32; 32] = steps(1);

/// Squares a step towards row 0, for each dark square a bit mask of at most two.
pub const UP: [u32; 32] = steps(-1);

/// A dark square: one whose row and column add up to an odd number. Dark squares are numbered from
/// 0 row by row, four in a row.
///
/// Invariant: below [`SQUARES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Every dark square, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..SQUARES).map(Square)
    }

    /// The dark square of that number; `None` if there is none.
    pub fn numbered(number: u16) -> Option<Square> {
        let number = u8::try_from(number).ok()?;
        (number < SQUARES).then_some(Square(number))
    }

    /// The dark square there, both counted from 0; `None` if it is light or off the board.
    pub fn at(row: u8, column: u8) -> Option<Square> {
        let is_dark = row < WIDTH && column < WIDTH && (row + column) % 2 == 1;
        is_dark.then(|| Square(row * ROW_SQUARES + column / 2))
    }

    /// The square that a text like `e8` names.
    pub(crate) fn read(text: &str) -> Result<Square, MoveTextError> {
        let (column, row) = notation::read_cell(WIDTH.into(), WIDTH.into(), text)?;
        let number = |number: u16| u8::try_from(number).ok();
        let square =
            number(row).zip(number(column)).and_then(|(row, column)| Square::at(row, column));
        square.ok_or_else(|| MoveTextError::light(text))
    }

    pub fn number(self) -> u8 {
        self.0
    }

    pub fn row(self) -> u8 {
        self.0 / ROW_SQUARES
    }

    pub fn column(self) -> u8 {
        let is_odd_column = self.row().is_multiple_of(2);
        self.0 % ROW_SQUARES * 2 + u8::from(is_odd_column)
    }

    /// The square alone, as a bit mask.
    pub fn bit(self) -> u32 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::cell_text(self.column().into(), self.row().into()))
    }
}

/// The squares of a bit mask, in their order.
pub fn squares_of(mask: u32) -> impl Iterator<Item = Square> + Clone {
    let mut left = mask;
    std::iter::from_fn(move || {
        let is_empty = left == 0;
        // The cast loses nothing: the lowest bit of a mask that is not empty has a number below 32.
        let lowest = left.trailing_zeros() as u8;
        left &= left.wrapping_sub(1);
        (!is_empty).then_some(Square(lowest))
    })
}

/// Squares a step towards greater rows from any of these squares, as bit masks.
pub(crate) fn steps_down_from(squares: u32) -> u32 {
    let even = squares & EVEN_ROWS;
    let odd = squares & !EVEN_ROWS;
    squares << 4 | (even & !LAST_COLUMN) << 5 | (odd & !FIRST_COLUMN) << 3
}

/// The step of a piece from one square to another, legal or not: 32 times the number of the one
/// plus the number of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: Square,
    pub to: Square,
}

impl Step {
    pub fn code(self) -> MoveCode {
        MoveCode(u16::from(self.from.0) * u16::from(SQUARES) + u16::from(self.to.0))
    }

    /// The step that a move is; `None` if it names a square that is not there.
    pub fn of(MoveCode(code): MoveCode) -> Option<Step> {
        let from = Square::numbered(code / u16::from(SQUARES))?;
        let to = Square::numbered(code % u16::from(SQUARES))?;
        Some(Step { from, to })
    }
}

/// The dark squares of all rows above this one, as a bit mask.
pub fn rows_above(row: u8) -> u32 {
    (1 << (row * ROW_SQUARES)) - 1
}

/// For each dark square the dark squares a diagonal step away, `rows` further down.
const fn steps(rows: i32) -> [u32; 32] {
    let mut steps = [0; 32];
    let mut square = 0;
    while square < steps.len() {
        // The cast loses nothing: squares are below 32.
        let (row, index) = (square as i32 / 4, square as i32 % 4);
        let is_even_row = row % 2 == 0;
        let left = if is_even_row { index } else { index - 1 };
        let mut target = left;
        while target <= left + 1 {
            let is_on_board = row + rows >= 0 && row + rows < 8 && target >= 0 && target < 4;
            if is_on_board {
                steps[square] |= 1 << ((row + rows) * 4 + target);
            }
            target += 1;
        }
        square += 1;
    }
    steps
}
