//! A position of strategic tic-tac-toe as people look at it: [`Strategic::board`] writes it, and
//! [`Strategic::read`] reads it.
//!
//! 27 rows of 27 cells, `X`, `O` and `.`, in blocks of three, with `|` and `-` between strategic
//! cells. White space and these lines do not count when the board is read. Then come the side to
//! move and where it has to, as in [`text`](crate::strategic::text); the statuses, nine letters for
//! the tactical cells of each strategic cell and nine for the strategic cells, divided by `/`: `X` or
//! `O` has won it, `=` is drawn, `.` is in play; and the latest moves, where the rules ask for them.

use std::fmt;

use crate::diagram::letter;
use crate::side::Side;
use crate::strategic::rules::StrategicRules;
use crate::strategic::text::{Parts, STATUSES, StrategicPositionError, quoted, read_fields};
use crate::strategic::{CELLS, Strategic, WIDTH, code_of_square};
use crate::ultimate::LocalStatus;

/// Displays a position as a drawn board.
pub struct Board<'a>(&'a Strategic);

impl Strategic {
    /// The position as a drawn board of many lines.
    pub fn board(&self) -> Board<'_> {
        Board(self)
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Board(position) = self;
        for (row, column) in squares() {
            f.write_str(match (row, column) {
                (0, 0) => "",
                (9 | 18, 0) => "\n------------+-------------+------------\n",
                (_, 0) if row % 3 == 0 => "\n\n",
                (_, 0) => "\n",
                (_, 9 | 18) => " | ",
                _ if column % 3 == 0 => " ",
                _ => "",
            })?;
            f.write_str(position.mark(code_of_square(column, row)).map_or(".", letter))?;
        }
        f.write_str("\n\n")?;
        position.write_turn(f)?;
        f.write_str("\n ")?;
        for (number, status) in position.statuses().into_iter().enumerate() {
            if number > 0 && number % 9 == 0 {
                f.write_str("/")?;
            }
            f.write_str(match status {
                LocalStatus::InPlay => ".",
                LocalStatus::Won(side) => letter(side),
                LocalStatus::Drawn => "=",
            })?;
        }
        position.write_previous(f)
    }
}

pub(crate) fn read_parts(
    rules: &StrategicRules,
    text: &str,
) -> Result<Parts, StrategicPositionError> {
    let is_line = |field: &str| field.chars().all(|sign| matches!(sign, '|' | '-' | '+'));
    let mut fields = text.split_whitespace().filter(|field| !is_line(field));
    let mut cells: Vec<char> = Vec::with_capacity(usize::from(CELLS));
    while cells.len() < usize::from(CELLS) {
        let Some(field) = fields.next() else { break };
        cells.extend(field.chars().filter(|sign| *sign != '|'));
    }
    if cells.len() != usize::from(CELLS) {
        return Err(StrategicPositionError::CellCount { found: cells.len() });
    }
    let mut marks = vec![None; usize::from(CELLS)];
    for ((row, column), found) in squares().zip(cells) {
        marks[usize::from(code_of_square(column, row).0)] = match found {
            'X' | 'x' => Some(Side::First),
            'O' | 'o' => Some(Side::Second),
            '.' => None,
            _ => {
                let (row, column) = (usize::from(row) + 1, usize::from(column) + 1);
                return Err(StrategicPositionError::UnknownMark { row, column, found });
            }
        };
    }
    let fields: Vec<&str> = fields.collect();
    read_fields(rules, &fields, marks, true, read_statuses)
}

fn read_statuses(text: &str) -> Result<Vec<LocalStatus>, StrategicPositionError> {
    let statuses: Option<Vec<LocalStatus>> =
        text.split('/').flat_map(str::chars).map(status).collect();
    let are_groups = text.split('/').all(|group| group.chars().count() == 9);
    statuses.filter(|statuses| statuses.len() == STATUSES && are_groups).ok_or_else(|| {
        let expected = "10 times 9 letters 'X', 'O', '=' or '.' divided by '/'";
        StrategicPositionError::UnknownStatuses { expected, found: quoted(text) }
    })
}

fn status(sign: char) -> Option<LocalStatus> {
    match sign {
        'X' | 'x' => Some(LocalStatus::Won(Side::First)),
        'O' | 'o' => Some(LocalStatus::Won(Side::Second)),
        '=' => Some(LocalStatus::Drawn),
        '.' => Some(LocalStatus::InPlay),
        _ => None,
    }
}

/// Row and column of every cell, row by row.
fn squares() -> impl Iterator<Item = (u16, u16)> {
    (0..WIDTH).flat_map(|row| (0..WIDTH).map(move |column| (row, column)))
}
