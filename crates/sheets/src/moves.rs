//! Contents of filled-in sheets: written moves, marks in cells, and decided cells.

use std::str::FromStr;

use thiserror::Error;
use zerosum_games::side::Side;

/// The cells of the whole field; no game has more moves.
pub(crate) const MOVES_MAX: usize = 729;

/// A move as it is written, and the cell that it is made in: strategic cell, tactical cell, cell.
///
/// Invariant: each number is from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move([u8; 3]);

impl Move {
    /// The move of these three numbers, if each is from 1 to 9.
    pub(crate) fn new(numbers: [u8; 3]) -> Option<Move> {
        numbers.iter().all(|number| (1..=9).contains(number)).then_some(Move(numbers))
    }

    pub(crate) fn numbers(self) -> [u8; 3] {
        self.0
    }

    /// Returns whether the tactical rule set leads from here to that move: its strategic cell is the tactical
    /// cell of this one, and its tactical cell the cell of this one.
    pub(crate) fn leads_to(self, next: Move) -> bool {
        self.0[1..] == next.0[..2]
    }

    /// Returns the numbers counted from 0.
    fn indices(self) -> [usize; 3] {
        self.0.map(|number| usize::from(number) - 1)
    }
}

/// Reason why a text is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MovesError {
    #[error("moves are numbers from 1 to 9, three each, found {0:?}")]
    NoNumber(char),
    #[error("the last move has {0} of its three numbers")]
    Unfinished(usize),
    #[error("a game has at most {MOVES_MAX} moves")]
    TooMany,
}

/// The moves of one game, X first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(pub Vec<Move>);

impl FromStr for Moves {
    type Err = MovesError;

    /// Moves by their numbers, `541 412` or `5 4 1, 4 1 2`: white space, commas and semicolons may
    /// stand between any of them.
    fn from_str(text: &str) -> Result<Moves, MovesError> {
        let mut moves = Vec::new();
        let mut numbers = Vec::with_capacity(3);
        for sign in text.chars().filter(|sign| !sign.is_whitespace() && !",;".contains(*sign)) {
            match sign.to_digit(10).and_then(|digit| u8::try_from(digit).ok()) {
                Some(number @ 1..=9) => numbers.push(number),
                Some(_) | None => return Err(MovesError::NoNumber(sign)),
            }
            if let [strategic, tactical, cell] = numbers[..] {
                if moves.len() == MOVES_MAX {
                    return Err(MovesError::TooMany);
                }
                moves.push(Move([strategic, tactical, cell]));
                numbers.clear();
            }
        }
        match numbers.len() {
            0 => Ok(Moves(moves)),
            found => Err(MovesError::Unfinished(found)),
        }
    }
}

/// Result of a tactical or strategic cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Won(Side),
    Drawn,
}

/// Marks and results on a field; everything is counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filling {
    /// The marks by strategic cell, tactical cell and cell.
    pub cells: [[[Option<Side>; 9]; 9]; 9],
    /// By strategic and tactical cell.
    pub tactical: [[Option<Decision>; 9]; 9],
    pub strategic: [Option<Decision>; 9],
}

impl Filling {
    /// The marks of these moves, X first. What they decide is for the rules to say.
    pub fn of(moves: &[Move]) -> Filling {
        let mut filling = Filling::default();
        for (played, side) in moves.iter().zip(Side::ALL.into_iter().cycle()) {
            let [strategic, tactical, cell] = played.indices();
            filling.cells[strategic][tactical][cell] = Some(side);
        }
        filling
    }
}

/// Mark that a side writes.
pub(crate) fn mark(side: Side) -> &'static str {
    match side {
        Side::First => "X",
        Side::Second => "O",
    }
}

/// Sign in a decided cell.
pub(crate) fn sign(decision: Decision) -> &'static str {
    match decision {
        Decision::Won(side) => mark(side),
        Decision::Drawn => "–",
    }
}
