//! Marks of the sides of a game.

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};

use crate::games;

/// The marks of both sides in texts and on buttons.
pub fn of(spec: GameSpec) -> BySide<&'static str> {
    games::of(&spec.start()).marks()
}

/// The mark of a side.
pub fn mark(spec: GameSpec, side: Side) -> &'static str {
    of(spec).get(side)
}
