//! Marks of the sides of each game, also in a person's own pair.

use zerosum_games::any::GameSpec;
use zerosum_games::mnk::opening::Opening;
use zerosum_games::side::{BySide, Side};
use zerosum_session::people::marks::MarkPair;

use crate::board::marks;
use crate::games;

/// The marks of both sides in texts and on buttons.
pub fn of(spec: GameSpec) -> BySide<&'static str> {
    games::of(&spec.start()).marks()
}

/// The marks of both sides before a game begins: numbers where colours are chosen in its course.
pub(crate) fn before_game(spec: GameSpec) -> BySide<&'static str> {
    match spec.opening() {
        Opening::Plain => of(spec),
        Opening::Swap | Opening::Swap2 => marks::NUMBERS,
    }
}

/// The mark of a side before a game begins.
pub fn mark_before_game(spec: GameSpec, side: Side) -> &'static str {
    before_game(spec).get(side)
}

/// The mark of a side.
pub fn mark(spec: GameSpec, side: Side) -> &'static str {
    of(spec).get(side)
}

/// Returns whether a person's own marks are shown in a game: its board is buttons with crosses and noughts, and no
/// picture shows others.
pub fn are_own(spec: GameSpec) -> bool {
    let start = spec.start();
    let game = games::of(&start);
    !game.has_picture() && game.marks() == marks::CROSSES_AND_NOUGHTS
}

/// The mark of a side for a person who sees boards of buttons with this pair.
pub fn own_mark(spec: GameSpec, side: Side, pair: MarkPair) -> &'static str {
    if are_own(spec) { marks::of_pair(pair).get(side) } else { mark(spec, side) }
}

/// Both marks of a pair, for a button.
pub fn pair(pair: MarkPair) -> String {
    let BySide { first, second } = marks::of_pair(pair);
    format!("{first}{second}")
}
