//! The moves of a position as a list, and a position after a move.

use zerosum_games::{Game, MoveCode};

pub(crate) fn legal_moves<G: Game>(position: &G) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The position after a legal move.
pub(crate) fn after<G: Game>(position: &G, code: MoveCode) -> G {
    let mut next = position.clone();
    next.play(code).expect("the move is legal");
    next
}
