//! An ultimate position as people write it.
//!
//! Fields divided by white space: the nine rows of the whole board, of `X`, `O` and `.`, divided
//! by `/`; the side to move, `x` or `o`; the local board in which it has to move, from 1 to 9, or
//! `*` if it may choose. Where won boards are played on, nine letters follow for the local boards:
//! `X` or `O` has won it, `=` is drawn, `.` is in play. Where the rules forbid to send the opponent
//! back, two characters follow for the boards of the latest moves of X and of O, from 1 to 9, or
//! `-` before the first move.
//!
//! So the standard game begins with
//! `........./........./........./........./........./........./........./........./......... x *`.

use std::fmt;

use thiserror::Error;

use crate::MoveCode;
use crate::diagram::letter;
use crate::lines::{FULL_3X3, completed_3x3};
use crate::side::{BySide, Side};
use crate::ultimate::{
    BOARDS, Closure, LocalStatus, Ultimate, UltimateRules, code_of_square, occupied,
};

/// Rows, and cells of each.
const WIDTH: usize = 9;

/// Letters of a row, or fields, beyond this many are not counted.
const COUNTED_MAX: usize = 1_000;

/// A local board by its number from 1, and where that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardName(u8);

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BoardName(board) = *self;
        let (row, column) = (board / 3 + 1, board % 3 + 1);
        write!(f, "local board {} (row {row}, column {column})", board + 1)
    }
}

/// Error returned when a text is not a position. Rows, columns and boards are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UltimatePositionError {
    #[error("under these rules a position has {expected} fields divided by spaces, found {found}")]
    FieldCount { expected: usize, found: usize },
    #[error("a position has 9 rows divided by '/', found {found}")]
    RowCount { found: usize },
    #[error("row {row} must have 9 cells, found {found}")]
    RowLength { row: usize, found: usize },
    #[error("row {row}, column {column}: a cell is 'X', 'O' or '.', found {found:?}")]
    UnknownMark { row: usize, column: usize, found: char },
    #[error("the side to move is 'x' or 'o', found {found:?}")]
    UnknownSide { found: String },
    #[error("the target is a local board from 1 to 9 or '*', found {found:?}")]
    UnknownTarget { found: String },
    #[error("the statuses are 9 letters 'X', 'O', '=' or '.', found {found:?}")]
    UnknownStatuses { found: String },
    #[error("the boards of the latest moves are 2 characters, 1 to 9 or '-', found {found:?}")]
    UnknownPrevious { found: String },
    #[error("no game gets there: {crosses} X and {noughts} O, but X begins and turns alternate")]
    Counts { crosses: u32, noughts: u32 },
    #[error("it is {}'s turn by the count of marks, not {}'s", letter(!*.0), letter(*.0))]
    NotTheirTurn(Side),
    #[error("no game gets there: in {0} both sides have a line, and it closed with the first")]
    BothWonBoard(BoardName),
    #[error("no game gets there: in {0} no single move completes the lines, and it closed then")]
    WonBoardTwice(BoardName),
    #[error("{0} does not look as its status says")]
    WrongStatus(BoardName),
    #[error("no game gets there: the game was over before the last move")]
    OverBefore,
    #[error("the side to move cannot be sent to {0}: no side has to move there")]
    FreeTarget(BoardName),
    #[error("no game gets there: {} has made no move that leads to this target", letter(*.0))]
    NotSent(Side),
    #[error("no game gets there: {}'s latest move was not in the board that is said", letter(*.0))]
    WrongPrevious(Side),
}

impl fmt::Display for Ultimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, column) in squares() {
            if row > 0 && column == 0 {
                f.write_str("/")?;
            }
            f.write_str(self.mark(code_of_square(column, row)).map_or(".", letter))?;
        }
        write!(f, " {} ", letter(self.turn).to_ascii_lowercase())?;
        write_board(f, self.target, "*")?;
        if writes_statuses(self.rules) {
            f.write_str(" ")?;
            for board in boards() {
                f.write_str(match self.status(board) {
                    LocalStatus::InPlay => ".",
                    LocalStatus::Won(side) => letter(side),
                    LocalStatus::Drawn => "=",
                })?;
            }
        }
        if self.rules.bars_return {
            f.write_str(" ")?;
            write_board(f, self.previous.first, "-")?;
            write_board(f, self.previous.second, "-")?;
        }
        Ok(())
    }
}

fn write_board(f: &mut fmt::Formatter<'_>, board: Option<u8>, none: &str) -> fmt::Result {
    match board {
        Some(board) => write!(f, "{}", board + 1),
        None => f.write_str(none),
    }
}

/// Returns whether the position lists the statuses; under other rules they follow from the marks.
fn writes_statuses(rules: UltimateRules) -> bool {
    match rules.closure {
        Closure::Decided => false,
        Closure::Filled => true,
    }
}

impl Ultimate {
    /// Reads a position, decided ones included. Letters may be small or capital.
    pub fn read(rules: UltimateRules, text: &str) -> Result<Ultimate, UltimatePositionError> {
        let fields: Vec<&str> = text.split_whitespace().take(COUNTED_MAX).collect();
        let expected = 3 + usize::from(writes_statuses(rules)) + usize::from(rules.bars_return);
        let [rows, side, target, more @ ..] = fields.as_slice() else {
            return Err(UltimatePositionError::FieldCount { expected, found: fields.len() });
        };
        if fields.len() != expected {
            return Err(UltimatePositionError::FieldCount { expected, found: fields.len() });
        }
        let mut position = Ultimate::new(rules);
        position.read_rows(rows)?;
        position.read_turn(side)?;
        let mut more = more.iter();
        match rules.closure {
            Closure::Decided => position.derive_won()?,
            Closure::Filled => position.read_statuses(more.next().unwrap_or(&""))?,
        }
        if rules.bars_return {
            position.previous = read_previous(more.next().unwrap_or(&""))?;
        }
        position.target = read_target(target)?;
        position.check_latest_moves()?;
        position.check_end()?;
        position.key = position.computed_key();
        Ok(position)
    }

    fn read_rows(&mut self, text: &str) -> Result<(), UltimatePositionError> {
        let rows: Vec<&str> = text.split('/').take(COUNTED_MAX).collect();
        if rows.len() != WIDTH {
            return Err(UltimatePositionError::RowCount { found: rows.len() });
        }
        for (row, cells) in (1..).zip(&rows) {
            let found = cells.chars().take(COUNTED_MAX).count();
            if found != WIDTH {
                return Err(UltimatePositionError::RowLength { row, found });
            }
        }
        let letters = rows.iter().flat_map(|row| row.chars());
        for ((row, column), found) in squares().zip(letters) {
            let MoveCode(code) = code_of_square(column, row);
            let marks = &mut self.marks[usize::from(code / 9)];
            let bit = 1 << (code % 9);
            match found {
                'X' | 'x' => marks.first |= bit,
                'O' | 'o' => marks.second |= bit,
                '.' => {}
                _ => {
                    let (row, column) = (usize::from(row) + 1, usize::from(column) + 1);
                    return Err(UltimatePositionError::UnknownMark { row, column, found });
                }
            }
        }
        for (board, marks) in self.marks.iter().enumerate() {
            if occupied(*marks) == FULL_3X3 {
                self.full |= 1 << board;
            }
        }
        Ok(())
    }

    fn read_turn(&mut self, text: &str) -> Result<(), UltimatePositionError> {
        let claimed = match text {
            "x" | "X" => Side::First,
            "o" | "O" => Side::Second,
            _ => return Err(UltimatePositionError::UnknownSide { found: quoted(text) }),
        };
        let count = |of: fn(&BySide<u16>) -> u16| -> u32 {
            self.marks.iter().map(|marks| of(marks).count_ones()).sum()
        };
        let (crosses, noughts) = (count(|marks| marks.first), count(|marks| marks.second));
        self.turn = if crosses == noughts {
            Side::First
        } else if crosses == noughts + 1 {
            Side::Second
        } else {
            return Err(UltimatePositionError::Counts { crosses, noughts });
        };
        if claimed == self.turn {
            Ok(())
        } else {
            Err(UltimatePositionError::NotTheirTurn(claimed))
        }
    }

    /// Derives the winners of the local boards from their marks, where a board closes with its
    /// first line.
    fn derive_won(&mut self) -> Result<(), UltimatePositionError> {
        for (board, marks) in boards().zip(self.marks) {
            let has_line = |side: &Side| completed_3x3(*marks.get(*side)) != 0;
            let mut winners = Side::ALL.into_iter().filter(has_line);
            let Some(winner) = winners.next() else { continue };
            if winners.next().is_some() {
                return Err(UltimatePositionError::BothWonBoard(BoardName(board)));
            }
            if !could_be_completed_at_once(*marks.get(winner)) {
                return Err(UltimatePositionError::WonBoardTwice(BoardName(board)));
            }
            *self.won.get_mut(winner) |= 1 << board;
        }
        Ok(())
    }

    /// Reads the winners of the local boards from their statuses, where a won board is played on.
    fn read_statuses(&mut self, text: &str) -> Result<(), UltimatePositionError> {
        let unknown = || UltimatePositionError::UnknownStatuses { found: quoted(text) };
        if text.chars().take(BOARDS + 1).count() != BOARDS {
            return Err(unknown());
        }
        for ((board, marks), found) in boards().zip(self.marks).zip(text.chars()) {
            let has_line = |side: Side| completed_3x3(*marks.get(side)) != 0;
            let has_no_line = !has_line(Side::First) && !has_line(Side::Second);
            let is_full = occupied(marks) == FULL_3X3;
            let (winner, is_right) = match found {
                'X' | 'x' => (Some(Side::First), has_line(Side::First)),
                'O' | 'o' => (Some(Side::Second), has_line(Side::Second)),
                '=' => (None, has_no_line && is_full),
                '.' => (None, has_no_line && !is_full),
                _ => return Err(unknown()),
            };
            if !is_right {
                return Err(UltimatePositionError::WrongStatus(BoardName(board)));
            }
            if let Some(winner) = winner {
                *self.won.get_mut(winner) |= 1 << board;
            }
        }
        Ok(())
    }

    /// Checks that the target follows from a mark of the side that moved last, in the board that the
    /// text gives as its latest.
    fn check_latest_moves(&self) -> Result<(), UltimatePositionError> {
        let mover = !self.turn;
        let has_marks = |side: Side, board: u8| *self.marks_in(board).get(side) != 0;
        if let Some(target) = self.target
            && self.target_after_move_in(usize::from(target)).is_none()
        {
            return Err(UltimatePositionError::FreeTarget(BoardName(target)));
        }
        let has_moved = boards().any(|board| has_marks(mover, board));
        let could_come_from = |board: u8| {
            let marks = *self.marks_in(board).get(mover);
            let mut cells = (0..BOARDS).filter(|cell| marks & (1 << cell) != 0);
            cells.any(|cell| self.target_after_move_in(cell) == self.target)
        };
        if !boards().any(could_come_from) && (has_moved || self.target.is_some()) {
            return Err(UltimatePositionError::NotSent(mover));
        }
        if !self.rules.bars_return {
            return Ok(());
        }
        for side in Side::ALL {
            let is_right = match *self.previous.get(side) {
                Some(board) if side == mover => could_come_from(board),
                Some(board) => has_marks(side, board),
                None => !boards().any(|board| has_marks(side, board)),
            };
            if !is_right {
                return Err(UltimatePositionError::WrongPrevious(side));
            }
        }
        Ok(())
    }

    /// Finds the outcome. If that is a global line, the last move must have decided a board without
    /// which neither side has one.
    fn check_end(&mut self) -> Result<(), UltimatePositionError> {
        let mover = !self.turn;
        self.outcome = self.outcome_after_move_of(mover);
        let has_line = |position: &Ultimate| {
            Side::ALL.into_iter().any(|side| position.completed_by(side) != 0)
        };
        let could_be_decided_last = |board: u8| match self.status(board) {
            LocalStatus::Won(winner) => winner == mover,
            LocalStatus::Drawn => *self.marks_in(board).get(mover) != 0,
            LocalStatus::InPlay => false,
        };
        let could_decide_game = |board: u8| {
            let mut before = *self;
            before.full &= !(1 << board);
            *before.won.get_mut(mover) &= !(1 << board);
            could_be_decided_last(board) && !has_line(&before)
        };
        if has_line(self) && !boards().any(could_decide_game) {
            return Err(UltimatePositionError::OverBefore);
        }
        Ok(())
    }
}

/// Returns whether one of the marks is in every line, so that one move can have completed all.
pub(crate) fn could_be_completed_at_once(marks: u16) -> bool {
    (0..BOARDS)
        .map(|cell| 1 << cell)
        .any(|bit| marks & bit != 0 && completed_3x3(marks & !bit) == 0)
}

fn read_target(text: &str) -> Result<Option<u8>, UltimatePositionError> {
    read_board(text, "*")
        .ok_or_else(|| UltimatePositionError::UnknownTarget { found: quoted(text) })
}

fn read_previous(text: &str) -> Result<BySide<Option<u8>>, UltimatePositionError> {
    let unknown = || UltimatePositionError::UnknownPrevious { found: quoted(text) };
    let (first, second) = text.split_at_checked(1).ok_or_else(unknown)?;
    let first = read_board(first, "-").ok_or_else(unknown)?;
    let second = read_board(second, "-").ok_or_else(unknown)?;
    Ok(BySide { first, second })
}

/// A board from 1 to 9, or nothing if the text is the sign for that.
fn read_board(text: &str, none: &str) -> Option<Option<u8>> {
    if text == none {
        return Some(None);
    }
    let mut all = boards();
    all.find(|board| text == (board + 1).to_string()).map(Some)
}

/// Returns the beginning of a text, for quoting it in an error.
fn quoted(text: &str) -> String {
    text.chars().take(20).collect()
}

fn boards() -> impl Iterator<Item = u8> {
    0..9
}

/// Row and column of every cell of the whole board, row by row.
fn squares() -> impl Iterator<Item = (u16, u16)> {
    (0..9).flat_map(|row| (0..9).map(move |column| (row, column)))
}
