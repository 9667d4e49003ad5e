//! Boards of crosses and noughts in text: rows of `X`, `O` and `.` divided by `/`, then the side to
//! move, as in `O.X/X.X/.OO x`.
//!
//! Reading only checks the form: rows of the right length with known marks, and numbers of marks
//! that alternating turns make. Each game checks in its own file whether the position can be
//! reached.

use std::fmt;

use thiserror::Error;

use crate::MoveCode;
use crate::side::{BySide, Side};

/// The letter of a side on a board in text.
pub fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "X",
        Side::Second => "O",
    }
}

/// The contents of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagram {
    /// The cells each side has marked, in ascending order.
    pub marks: BySide<Vec<MoveCode>>,
    /// The side to move, if the text names it.
    pub claimed: Option<Side>,
}

/// Error returned when a text is not a diagram of a board of the expected size. Rows and columns
/// are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    #[error("a position has {rows} rows divided by '/', found {found}")]
    RowCount { rows: usize, found: usize },
    #[error("row {row} must have {columns} cells, found {found}")]
    RowLength { row: usize, columns: usize, found: usize },
    #[error("row {row}, column {column}: a cell is 'X', 'O' or '.', found {found:?}")]
    UnknownMark { row: usize, column: usize, found: char },
    #[error("the side to move is 'x' or 'o', found {found:?}")]
    UnknownSide { found: char },
    #[error("no game gets there: {crosses} X and {noughts} O, but X begins and turns alternate")]
    Counts { crosses: usize, noughts: usize },
}

impl Diagram {
    /// Reads a board of that size, on which X has as many marks as O or one more. White space does not count, letters may be small, and the side
    /// to move may be left out because the marks tell it.
    pub(crate) fn read(columns: u16, rows: u16, text: &str) -> Result<Diagram, DiagramError> {
        let diagram = Diagram::read_uncounted(columns, rows, text)?;
        let BySide { first, second } = &diagram.marks;
        let (crosses, noughts) = (first.len(), second.len());
        if crosses != noughts && crosses != noughts + 1 {
            return Err(DiagramError::Counts { crosses, noughts });
        }
        Ok(diagram)
    }

    /// Like [`Diagram::read`], with any numbers of marks.
    pub(crate) fn read_uncounted(
        columns: u16,
        rows: u16,
        text: &str,
    ) -> Result<Diagram, DiagramError> {
        let width = usize::from(columns);
        let height = usize::from(rows);
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let lines: Vec<Vec<char>> = compact.split('/').map(|line| line.chars().collect()).collect();
        if lines.len() != height {
            return Err(DiagramError::RowCount { rows: height, found: lines.len() });
        }
        let mut marks = BySide { first: Vec::new(), second: Vec::new() };
        let mut claimed = None;
        let mut cells = (0..).map(MoveCode);
        for (row, line) in (1..).zip(&lines) {
            let has_side = row == height && line.len() == width + 1;
            if line.len() != width && !has_side {
                let found = line.len();
                return Err(DiagramError::RowLength { row, columns: width, found });
            }
            for ((column, found), cell) in (1..).zip(&line[..width]).zip(&mut cells) {
                match read_mark(*found) {
                    Ok(Some(side)) => marks.get_mut(side).push(cell),
                    Ok(None) => {}
                    Err(found) => return Err(DiagramError::UnknownMark { row, column, found }),
                }
            }
            claimed = line.get(width).map(|found| read_side(*found)).transpose()?;
        }
        Ok(Diagram { marks, claimed })
    }

    /// Number of marks of both sides.
    pub(crate) fn mark_count(&self) -> u16 {
        let count = self.marks.first.len() + self.marks.second.len();
        u16::try_from(count).expect("a board has few cells")
    }
}

/// Writes a board of that size, as [`Diagram::read`] reads it.
pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    columns: u16,
    rows: u16,
    mark: impl Fn(MoveCode) -> Option<Side>,
    turn: Side,
) -> fmt::Result {
    for cell in 0..columns * rows {
        if cell > 0 && cell % columns == 0 {
            f.write_str("/")?;
        }
        f.write_str(mark(MoveCode(cell)).map_or(".", letter))?;
    }
    write!(f, " {}", letter(turn).to_ascii_lowercase())
}

/// The mark of a cell; the character itself if it is none.
fn read_mark(found: char) -> Result<Option<Side>, char> {
    match found {
        'X' | 'x' => Ok(Some(Side::First)),
        'O' | 'o' => Ok(Some(Side::Second)),
        '.' => Ok(None),
        _ => Err(found),
    }
}

fn read_side(found: char) -> Result<Side, DiagramError> {
    match read_mark(found) {
        Ok(Some(side)) => Ok(side),
        Ok(None) | Err(_) => Err(DiagramError::UnknownSide { found }),
    }
}
