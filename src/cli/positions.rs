//! Games and positions as a person types them.

use thiserror::Error;

use crate::games::any::{AnyGame, AnyPositionError, GameSpec};

/// There is no game of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game {name:?}; there are {}", names().join(", "))]
pub struct UnknownGame {
    name: String,
}

/// The game of that name.
pub fn read_game(name: &str) -> Result<GameSpec, UnknownGame> {
    GameSpec::from_name(name).ok_or_else(|| UnknownGame { name: name.chars().take(40).collect() })
}

/// A position as the game writes it.
pub fn read_position(spec: GameSpec, text: &str) -> Result<AnyGame, AnyPositionError> {
    spec.read(text)
}

/// A position as [`read_position`] reads it.
pub fn position_text(position: &AnyGame) -> String {
    position.to_string()
}

fn names() -> Vec<String> {
    GameSpec::ALL.map(GameSpec::name).to_vec()
}
