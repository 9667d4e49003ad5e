//! Tic-tac-toe on 3x3: the first side is X, the second is O.

pub(crate) mod about;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::diagram::{self, Diagram, DiagramError, letter};
use crate::lines::{FULL_3X3, completed_3x3};
use crate::notation::{self, MoveTextError};
use crate::side::{BySide, Side};
use crate::ultimate::symmetry::{image_of_mask, image_of_ninth};
use crate::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// Cells in a row or a column.
pub const WIDTH: usize = 3;

/// Cells of the board.
pub const CELLS: usize = WIDTH * WIDTH;

/// The name in commands, records and file names.
pub(crate) const NAME: &str = "3x3";

/// A position. Its [`Display`](fmt::Display) form is rows of `X`, `O` and `.` divided by `/`, then
/// the side to move: `O.X/X.X/.OO x`.
///
/// Invariant: reached from the empty board by legal moves. So the marks do not overlap, X has as
/// many as O or one more, and the side to move follows from that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    marks: BySide<u16>,
}

impl TicTacToe {
    /// The side that has marked the cell; `None` if it is empty or off the board.
    pub fn mark(&self, code: MoveCode) -> Option<Side> {
        let bit = bit_of(code)?;
        self.marks.find(|marks| marks & bit != 0)
    }

    /// Returns whether the cell belongs to a completed line.
    pub fn is_winning_cell(&self, code: MoveCode) -> bool {
        let lines = completed_3x3(self.marks.first) | completed_3x3(self.marks.second);
        bit_of(code).is_some_and(|bit| lines & bit != 0)
    }

    /// Number of plies played.
    pub fn plies(&self) -> u32 {
        self.occupied().count_ones()
    }

    fn occupied(&self) -> u16 {
        self.marks.first | self.marks.second
    }
}

/// Every cell as a move, row by row.
pub fn cells() -> impl Iterator<Item = MoveCode> + Clone {
    (0..9).map(MoveCode)
}

impl Game for TicTacToe {
    fn turn(&self) -> Side {
        if self.marks.first.count_ones() == self.marks.second.count_ones() {
            Side::First
        } else {
            Side::Second
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |marks: &u16| completed_3x3(*marks) != 0;
        match self.marks.find(has_line) {
            Some(winner) => Some(Outcome::Win(winner)),
            None if self.occupied() == FULL_3X3 => Some(Outcome::Draw),
            None => None,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<MoveCode>) {
        if self.outcome().is_none() {
            moves.extend(cells().filter(|cell| self.mark(*cell).is_none()));
        }
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        bit_of(code).is_some_and(|bit| self.occupied() & bit == 0) && self.outcome().is_none()
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        match bit_of(code) {
            Some(bit) if self.is_legal(code) => {
                *self.marks.get_mut(self.turn()) |= bit;
                Ok(())
            }
            _ => Err(IllegalMove(code)),
        }
    }

    fn key(&self) -> u64 {
        u64::from(self.marks.first) << CELLS | u64::from(self.marks.second)
    }

    fn move_text(&self, code: MoveCode) -> String {
        notation::cell_of_board(3, code)
    }

    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        notation::read_cell_of_board(3, 3, text)
    }

    fn max_plies(&self) -> u16 {
        9
    }

    fn symmetries(&self) -> u8 {
        8
    }

    fn image(&self, symmetry: Symmetry) -> TicTacToe {
        let first = image_of_mask(self.marks.first, symmetry);
        let second = image_of_mask(self.marks.second, symmetry);
        TicTacToe { marks: BySide { first, second } }
    }

    fn image_of_move(&self, MoveCode(cell): MoveCode, symmetry: Symmetry) -> MoveCode {
        MoveCode(image_of_ninth(cell, symmetry))
    }
}

fn bit_of(MoveCode(cell): MoveCode) -> Option<u16> {
    (usize::from(cell) < CELLS).then(|| 1 << cell)
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        diagram::write(f, 3, 3, |cell| self.mark(cell), self.turn())
    }
}

/// Error returned when a text is not a position in play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    #[error("no game gets there: both sides have three in a row")]
    BothWon,
    #[error("no game gets there: {} has three in a row, but did not move last", letter(*.0))]
    WonOutOfTurn(Side),
    #[error("it is {}'s turn by the count of marks, not {}'s", letter(!*.0), letter(*.0))]
    NotTheirTurn(Side),
    #[error("the game is already over: {}", describe(*.0))]
    Decided(Outcome),
}

fn describe(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(side) => format!("{} has won", letter(side)),
        Outcome::Draw => "a draw".to_owned(),
    }
}

impl FromStr for TicTacToe {
    type Err = PositionError;

    /// Reads a position in play. White space does not count, letters may be small, and the side to
    /// move may be left out because the marks tell it.
    fn from_str(text: &str) -> Result<TicTacToe, PositionError> {
        let diagram = Diagram::read(3, 3, text)?;
        let bits = |marks: &[MoveCode]| marks.iter().filter_map(|cell| bit_of(*cell)).sum();
        let first = bits(&diagram.marks.first);
        let second = bits(&diagram.marks.second);
        let position = TicTacToe { marks: BySide { first, second } };
        position.check_lines()?;
        if let Some(claimed) = diagram.claimed
            && claimed != position.turn()
        {
            return Err(PositionError::NotTheirTurn(claimed));
        }
        match position.outcome() {
            Some(outcome) => Err(PositionError::Decided(outcome)),
            None => Ok(position),
        }
    }
}

impl TicTacToe {
    fn check_lines(&self) -> Result<(), PositionError> {
        let won = |side| completed_3x3(*self.marks.get(side)) != 0;
        match (won(Side::First), won(Side::Second)) {
            (true, true) => Err(PositionError::BothWon),
            (true, false) if self.turn() == Side::First => {
                Err(PositionError::WonOutOfTurn(Side::First))
            }
            (false, true) if self.turn() == Side::Second => {
                Err(PositionError::WonOutOfTurn(Side::Second))
            }
            _ => Ok(()),
        }
    }
}
