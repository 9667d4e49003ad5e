//! A cell by its place on each of the three levels, and its notation.

use crate::MoveCode;
use crate::notation::MoveTextError;
use crate::strategic::CELLS;

/// A cell by its numbers on the three levels.
///
/// Invariant: all are below 9.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) strategic: u8,
    pub(crate) tactical: u8,
    pub(crate) cell: u8,
}

impl Place {
    /// Example of a move, for error messages.
    pub(crate) const EXAMPLE: &str = "5 4 1";

    pub(crate) fn of(MoveCode(code): MoveCode) -> Option<Place> {
        // A remainder of a division by nine fits into any integer, and 729 / 81 is 9.
        let part = |divisor: u16| (code / divisor % 9) as u8;
        (code < CELLS).then(|| Place { strategic: part(81), tactical: part(9), cell: part(1) })
    }

    /// All cells in the order of their codes.
    pub(crate) fn all() -> impl Iterator<Item = Place> {
        (0..CELLS).map(MoveCode).filter_map(Place::of)
    }

    #[inline]
    pub(crate) fn code(self) -> MoveCode {
        let [strategic, tactical, cell] = [self.strategic, self.tactical, self.cell].map(u16::from);
        MoveCode((strategic * 9 + tactical) * 9 + cell)
    }

    /// The three numbers from 1, as in `5 4 1`.
    pub(crate) fn text(self) -> String {
        format!("{} {} {}", self.strategic + 1, self.tactical + 1, self.cell + 1)
    }

    /// Three numbers from 1 to 9, with or without white space between them.
    pub(crate) fn read(text: &str) -> Result<Place, MoveTextError> {
        let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).take(4).collect();
        let numbers: Option<Vec<u32>> = signs.iter().map(|sign| sign.to_digit(10)).collect();
        let Some(&[strategic, tactical, cell]) = numbers.as_deref() else {
            return Err(MoveTextError::form(Place::EXAMPLE, text));
        };
        let place = |number: u32| {
            let place = number.checked_sub(1).and_then(|place| u8::try_from(place).ok());
            place.ok_or_else(|| MoveTextError::off_board(text))
        };
        Ok(Place { strategic: place(strategic)?, tactical: place(tactical)?, cell: place(cell)? })
    }
}
