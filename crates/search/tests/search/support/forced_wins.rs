//! Wins within a number of plies, found by trying every move and every answer.

use zerosum_games::any::AnyGame;
use zerosum_games::{Game, MoveCode, Outcome};

use super::moves::{after, legal_moves};

/// Returns whether the side to move wins within this many plies, by the rules alone.
pub(crate) fn wins_within(position: &AnyGame, plies: u16) -> bool {
    plies > 0 && legal_moves(position).into_iter().any(|code| wins_by(position, code, plies))
}

/// Returns whether the side to move wins within this many plies by this move, by the rules alone.
pub(crate) fn wins_by(position: &AnyGame, code: MoveCode, plies: u16) -> bool {
    let next = after(position, code);
    match next.outcome() {
        Some(outcome) => outcome == Outcome::Win(position.turn()),
        None => {
            plies > 2
                && legal_moves(&next).into_iter().all(|reply| {
                    let answered = after(&next, reply);
                    answered.outcome().is_none() && wins_within(&answered, plies - 2)
                })
        }
    }
}
