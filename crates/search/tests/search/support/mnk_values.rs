//! Values of positions of k in a row, by the plainest search.

use std::collections::HashMap;

use zerosum_games::mnk::Mnk;
use zerosum_games::{Game, Outcome};

use super::moves::{after, legal_moves};

/// Minimax with a memory of the value of each position to the side to move.
#[derive(Default)]
pub(crate) struct PlainValues {
    known: HashMap<Mnk, Value>,
}

/// Wins and losses with the plies they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Win(u16),
    Draw,
    Loss(u16),
}

impl PlainValues {
    pub(crate) fn value(&mut self, position: &Mnk) -> Value {
        if let Some(value) = self.known.get(position) {
            return *value;
        }
        let value = match position.outcome() {
            // The side to move has not made the last move, so it has not won.
            Some(Outcome::Win(_)) => Value::Loss(0),
            Some(Outcome::Draw) => Value::Draw,
            None => {
                let moves = legal_moves(position);
                let values = moves.into_iter().map(|code| self.value(&after(position, code)));
                values.map(before_move).max_by_key(|value| rank(*value)).expect("a legal move")
            }
        };
        self.known.insert(*position, value);
        value
    }
}

fn before_move(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Loss(plies + 1),
        Value::Draw => Value::Draw,
        Value::Loss(plies) => Value::Win(plies + 1),
    }
}

/// Fast wins are best, and slow losses are better than fast ones.
fn rank(value: Value) -> i32 {
    match value {
        Value::Win(plies) => 1_000 - i32::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => i32::from(plies) - 1_000,
    }
}
