//! Every position of tic-tac-toe.

use std::collections::HashSet;

use zerosum_games::tictactoe::TicTacToe;

use super::moves::{after, legal_moves};

/// All 5478 positions, decided ones included, the empty board first.
pub(crate) fn every_position() -> Vec<TicTacToe> {
    let mut positions = vec![TicTacToe::default()];
    let mut seen: HashSet<TicTacToe> = positions.iter().copied().collect();
    let mut next = 0;
    while let Some(&position) = positions.get(next) {
        for code in legal_moves(&position) {
            let after = after(&position, code);
            if seen.insert(after) {
                positions.push(after);
            }
        }
        next += 1;
    }
    positions
}
