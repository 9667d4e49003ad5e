//! Random positions of k in a row.

use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};

use super::moves::{after, legal_moves};

pub(crate) fn spec(name: &str) -> MnkSpec {
    name.parse().expect("the name of a game")
}

/// A position in play after a number of random plies, `None` if the game is over before that. Equal
/// numbers give equal positions.
pub(crate) fn random_position(spec: MnkSpec, plies: u64, number: u64) -> Option<Mnk> {
    let mut position = Mnk::new(spec);
    for ply in 0..plies {
        let seed = Seed(number << 32 | ply << 16 | plies);
        position = after(&position, seed.pick(legal_moves(&position).into_iter())?);
    }
    position.outcome().is_none().then_some(position)
}

/// A random position where most marks stand close together, as in games.
pub(crate) fn crowded_position(spec: MnkSpec, plies: u64, number: u64, reach: u16) -> Option<Mnk> {
    let mut position = Mnk::new(spec);
    let (columns, rows) = (spec.columns(), spec.rows());
    let is_inner = |MoveCode(cell): &MoveCode| {
        (cell % columns).abs_diff(columns / 2) <= reach
            && (cell / columns).abs_diff(rows / 2) <= reach
    };
    for ply in 0..plies {
        let moves: Vec<MoveCode> = legal_moves(&position).into_iter().filter(is_inner).collect();
        let code = Seed(number << 32 | ply << 16 | plies).pick(moves.into_iter())?;
        position = after(&position, code);
    }
    position.outcome().is_none().then_some(position)
}
