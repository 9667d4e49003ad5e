//! Text forms of a position of Catch the Sheep: a FEN-like notation and a drawing.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::sheep::square::{Square, WIDTH};
use crate::sheep::{Piece, Sheep};
use crate::side::Side;

impl fmt::Display for Sheep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..WIDTH {
            if row > 0 {
                f.write_str(if f.alternate() { "\n" } else { "/" })?;
            }
            let mut empty = 0;
            for column in 0..WIDTH {
                match Square::at(row, column).and_then(|square| self.piece(square)) {
                    Some(piece) => {
                        write_empty(f, empty)?;
                        empty = 0;
                        write!(f, "{}", piece.letter())?;
                    }
                    None => empty += 1,
                }
            }
            write_empty(f, empty)?;
        }
        if f.alternate() { Ok(()) } else { write!(f, " {}", letter(self.turn)) }
    }
}

/// Writes a run of squares without a piece.
fn write_empty(f: &mut fmt::Formatter<'_>, squares: usize) -> fmt::Result {
    match squares {
        0 => Ok(()),
        _ if f.alternate() => f.write_str(&".".repeat(squares)),
        _ => write!(f, "{squares}"),
    }
}

/// The letter of a side in a position.
pub(crate) fn letter(side: Side) -> char {
    match side {
        Side::First => Piece::Sheep.letter(),
        Side::Second => Piece::Wolf.letter(),
    }
}

/// Maximum number of characters of an invalid side that an error quotes.
const QUOTED_CHARS_MAX: usize = 20;

/// Error returned when a text is not a position. Rows and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SheepPositionError {
    #[error("a position ends with the side to move, 's' or 'w', after a space")]
    NoSide,
    #[error("the side to move is 's' or 'w', found {found:?}")]
    UnknownSide { found: String },
    #[error("a position has 8 rows divided by '/', found {found}")]
    RowCount { found: usize },
    #[error("row {row} must have 8 squares, found {found}")]
    RowLength { row: u8, found: usize },
    #[error(
        "row {row}, column {column}: a square is 's', 'w' or '.', \
         and 1 to 8 are so many empty ones, found {found:?}"
    )]
    UnknownPiece { row: u8, column: usize, found: char },
    #[error("row {row}, column {column}: pieces stand on dark squares, and this one is light")]
    LightSquare { row: u8, column: u8 },
    #[error("there is one sheep, found {found}")]
    SheepCount { found: usize },
    #[error("there are four wolves, found {found}")]
    WolfCount { found: usize },
}

impl FromStr for Sheep {
    type Err = SheepPositionError;

    /// Reads a position, decided ones included. Letters may be capital, empty squares may be dots
    /// or digits, and white space between rows and squares does not count.
    fn from_str(text: &str) -> Result<Sheep, SheepPositionError> {
        let (board, side) = text
            .trim()
            .rsplit_once(char::is_whitespace)
            .filter(|(_, side)| !side.contains('/'))
            .ok_or(SheepPositionError::NoSide)?;
        let turn = read_side(side)?;
        let compact: String = board.chars().filter(|c| !c.is_whitespace()).collect();
        let found = compact.split('/').count();
        if found != usize::from(WIDTH) {
            return Err(SheepPositionError::RowCount { found });
        }
        let mut pieces = Vec::new();
        for (row, squares) in (0..WIDTH).zip(compact.split('/')) {
            read_row(row, squares, &mut pieces)?;
        }
        let (sheep, wolves): (Vec<_>, Vec<_>) =
            pieces.into_iter().partition(|(_, piece)| *piece == Piece::Sheep);
        let &[(sheep, _)] = sheep.as_slice() else {
            return Err(SheepPositionError::SheepCount { found: sheep.len() });
        };
        let found = wolves.len();
        let wolves = wolves.iter().fold(0, |mask, (square, _)| mask | square.bit());
        Sheep::composed(wolves, sheep, turn).ok_or(SheepPositionError::WolfCount { found })
    }
}

fn read_side(text: &str) -> Result<Side, SheepPositionError> {
    match text {
        "s" | "S" => Ok(Side::First),
        "w" | "W" => Ok(Side::Second),
        _ => Err(SheepPositionError::UnknownSide {
            found: text.chars().take(QUOTED_CHARS_MAX).collect(),
        }),
    }
}

/// Appends the pieces of a row.
fn read_row(
    row: u8,
    text: &str,
    pieces: &mut Vec<(Square, Piece)>,
) -> Result<(), SheepPositionError> {
    let mut found = 0;
    for letter in text.chars() {
        let piece = match letter {
            's' | 'S' => Some(Piece::Sheep),
            'w' | 'W' => Some(Piece::Wolf),
            '.' | '1'..='8' => None,
            found_here => {
                let (row, column) = (row + 1, found + 1);
                return Err(SheepPositionError::UnknownPiece { row, column, found: found_here });
            }
        };
        // A row that is too long is counted to its end and refused below.
        let column = u8::try_from(found).ok().filter(|column| *column < WIDTH);
        if let (Some(piece), Some(column)) = (piece, column) {
            let light = SheepPositionError::LightSquare { row: row + 1, column: column + 1 };
            pieces.push((Square::at(row, column).ok_or(light)?, piece));
        }
        found += letter.to_digit(10).map_or(1, |squares| squares as usize);
    }
    if found == usize::from(WIDTH) {
        Ok(())
    } else {
        Err(SheepPositionError::RowLength { row: row + 1, found })
    }
}
