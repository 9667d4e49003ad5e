//! Cells and positions, between the protocol and the game.

use thiserror::Error;
use zerosum_games::mnk::text::MnkPositionError;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::gomocup::protocol::{Cell, Owner};

/// Reason why a position or a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum BoardError {
    #[error("{0} is off the board")]
    OffBoard(Cell),
    #[error("{0} is taken")]
    Taken(Cell),
    #[error("{0} is forbidden by the rule")]
    Forbidden(Cell),
    #[error("{0} is not the last move")]
    NotLast(Cell),
    #[error("the game is over")]
    Over,
    #[error("{0} is a stone of neither side")]
    NoOwner(Cell),
    #[error(
        "own and opponent's stones are as many, or one more is the opponent's; found {own} and {other}"
    )]
    Counts { own: usize, other: usize },
    #[error(transparent)]
    Position(#[from] MnkPositionError),
}

/// The move that marks a cell.
pub(crate) fn code_of(spec: MnkSpec, cell: Cell) -> Result<MoveCode, BoardError> {
    if cell.x < spec.columns() && cell.y < spec.rows() {
        Ok(MoveCode(cell.y * spec.columns() + cell.x))
    } else {
        Err(BoardError::OffBoard(cell))
    }
}

/// The cell that a move marks.
pub(crate) fn cell_of(spec: MnkSpec, MoveCode(code): MoveCode) -> Cell {
    Cell { x: code % spec.columns(), y: code / spec.columns() }
}

/// Makes a move of the side whose turn it is.
pub(crate) fn play(position: &mut Mnk, cell: Cell) -> Result<(), BoardError> {
    let code = code_of(position.spec(), cell)?;
    if position.outcome().is_some() {
        return Err(BoardError::Over);
    }
    // A cell that is taken is refused for that, also where the rule forbids others.
    let is_taken = position.mark(code).is_some();
    let refusal = if is_taken { BoardError::Taken(cell) } else { BoardError::Forbidden(cell) };
    position.play(code).map_err(|_| refusal)
}

/// Undoes a move. Any order of moves leads to the same position, so any stone of the side that moved last may
/// have been the last one.
pub(crate) fn without(position: &Mnk, cell: Cell) -> Result<Mnk, BoardError> {
    let spec = position.spec();
    let code = code_of(spec, cell)?;
    if position.mark(code) != Some(!position.turn()) {
        return Err(BoardError::NotLast(cell));
    }
    position_of(spec, |other| position.mark(other).filter(|_| other != code))
}

/// Sets up a position in which the engine is to move. Stones come in any order, and their numbers tell who
/// began.
pub(crate) fn position_of_stones(
    spec: MnkSpec,
    stones: &[(Cell, Owner)],
) -> Result<Mnk, BoardError> {
    let mut owners = vec![None; usize::from(spec.cell_count())];
    for (cell, owner) in stones {
        let MoveCode(code) = code_of(spec, *cell)?;
        match (owner, owners[usize::from(code)]) {
            (Owner::Other, _) => return Err(BoardError::NoOwner(*cell)),
            (_, Some(_)) => return Err(BoardError::Taken(*cell)),
            (_, None) => owners[usize::from(code)] = Some(*owner),
        }
    }
    let count = |owner| stones.iter().filter(|(_, other)| *other == owner).count();
    let (own, other) = (count(Owner::Engine), count(Owner::Opponent));
    let engine = if own == other {
        Side::First
    } else if own + 1 == other {
        Side::Second
    } else {
        return Err(BoardError::Counts { own, other });
    };
    let position = position_of(spec, |MoveCode(code)| {
        let owner = owners[usize::from(code)]?;
        Some(if owner == Owner::Engine { engine } else { !engine })
    })?;
    if position.outcome().is_some() { Err(BoardError::Over) } else { Ok(position) }
}

/// The position with these marks.
fn position_of(spec: MnkSpec, mark: impl Fn(MoveCode) -> Option<Side>) -> Result<Mnk, BoardError> {
    let mut text = String::new();
    for code in spec.cells() {
        if code.0 > 0 && code.0 % spec.columns() == 0 {
            text.push('/');
        }
        text.push(match mark(code) {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '.',
        });
    }
    Ok(Mnk::read(spec, &text)?)
}
