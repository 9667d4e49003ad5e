//! Notation for cells: a column letter and a row number, counted from the top left. `a1` is the
//! first cell, `c1` the third of the first row, and `o15` the last of the largest board.
//!
//! Games read and write moves by [`Game::read_move`](crate::Game::read_move) and
//! [`Game::move_text`](crate::Game::move_text), which tell what is wrong with a text:
//!
//! ```
//! use zerosum_games::Game;
//! use zerosum_games::any::GameSpec;
//! use zerosum_games::notation::MoveTextError;
//!
//! let board = GameSpec::from_name("15x15x5").expect("it is a game").start();
//! let last = board.read_move("O15")?;
//! assert_eq!(board.move_text(last), "o15");
//! assert!(matches!(board.read_move("p1"), Err(MoveTextError::OffBoard { .. })));
//! assert!(matches!(board.read_move("15o"), Err(MoveTextError::Form { .. })));
//!
//! let wolves = GameSpec::from_name("sheep").expect("it is a game").start();
//! assert_eq!(wolves.move_text(wolves.read_move("e8d7")?), "e8d7");
//! # Ok::<(), MoveTextError>(())
//! ```

use thiserror::Error;

use crate::MoveCode;

/// Maximum number of characters of an invalid move that an error quotes.
const QUOTED_CHARS_MAX: usize = 20;

/// Error returned when a text names no move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveTextError {
    #[error("a move is written like {example}, found {found:?}")]
    Form { example: &'static str, found: String },
    #[error("{found} is off the board")]
    OffBoard { found: String },
    #[error("no piece ever stands on {found}, which is a light square")]
    Light { found: String },
}

impl MoveTextError {
    /// The text is not written as the example is.
    pub fn form(example: &'static str, text: &str) -> MoveTextError {
        MoveTextError::Form { example, found: quoted(text) }
    }

    /// The text is written as moves are, and the board has no such cell.
    pub fn off_board(text: &str) -> MoveTextError {
        MoveTextError::OffBoard { found: quoted(text) }
    }

    /// The text names a light square of a board on which only dark ones are used.
    pub(crate) fn light(text: &str) -> MoveTextError {
        MoveTextError::Light { found: quoted(text) }
    }
}

/// A cell by its column and row, both counted from 0.
pub fn cell_text(column: u16, row: u16) -> String {
    let letter = char::from_digit(u32::from(column) + 10, 36).unwrap_or('?');
    format!("{letter}{}", row + 1)
}

/// A cell of a board whose cells are numbered row by row.
pub(crate) fn cell_of_board(columns: u16, MoveCode(cell): MoveCode) -> String {
    cell_text(cell % columns, cell / columns)
}

/// The column and row of a cell of a board of that size, both counted from 0. Letters may be
/// capital; nothing else has a second spelling.
pub(crate) fn read_cell(columns: u16, rows: u16, text: &str) -> Result<(u16, u16), MoveTextError> {
    let form = || MoveTextError::form("b3", text);
    let mut chars = text.chars();
    let letter = chars.next().map(|letter| letter.to_ascii_lowercase());
    let letter = letter.filter(char::is_ascii_lowercase).ok_or_else(form)?;
    let digits = chars.as_str();
    let is_number = digits.chars().all(|digit| digit.is_ascii_digit());
    if !is_number || digits.starts_with('0') || digits.is_empty() {
        return Err(form());
    }
    let column = u16::try_from(u32::from(letter) - u32::from('a')).map_err(|_| form())?;
    let row: u16 = digits.parse().map_err(|_| MoveTextError::off_board(text))?;
    if column >= columns || row > rows {
        return Err(MoveTextError::off_board(text));
    }
    Ok((column, row - 1))
}

/// A cell of a board whose cells are numbered row by row.
pub(crate) fn read_cell_of_board(
    columns: u16,
    rows: u16,
    text: &str,
) -> Result<MoveCode, MoveTextError> {
    let (column, row) = read_cell(columns, rows, text)?;
    Ok(MoveCode(row * columns + column))
}

fn quoted(text: &str) -> String {
    text.chars().take(QUOTED_CHARS_MAX).collect()
}
