//! What the sides of a game are shown as, and the signs on buttons.

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};

use crate::render::games;
use crate::render::window::Shift;

pub(super) const CROSSES_AND_NOUGHTS: BySide<&str> = BySide { first: "❌", second: "⭕" };

/// The marks of both sides in texts and on buttons.
pub fn of(spec: GameSpec) -> BySide<&'static str> {
    games::of(&spec.start()).marks()
}

/// The mark of a side.
pub fn mark(spec: GameSpec, side: Side) -> &'static str {
    of(spec).get(side)
}

/// In more columns than these a button on a phone has room for a mark and one thin sign.
const ROOMY_COLUMNS_MAX: u16 = 5;

/// A mark that is part of the line that has won, on a keyboard of so many columns.
pub(super) fn won(side: Side, mark: &str, columns: u16) -> String {
    match side {
        _ if columns <= ROOMY_COLUMNS_MAX => format!("[{mark}]"),
        Side::First => "❎".to_owned(),
        Side::Second => "🟢".to_owned(),
    }
}

/// The piece that is to move.
pub(super) fn chosen(mark: &str) -> String {
    format!("{mark}*")
}

/// The mark that the last move has put there, on a keyboard of so many columns.
pub(super) fn latest(mark: &str, columns: u16) -> String {
    if columns <= ROOMY_COLUMNS_MAX { format!("‹{mark}›") } else { format!("{mark}•") }
}

/// Where a window goes.
pub(super) fn towards(shift: Shift) -> &'static str {
    match shift {
        Shift::Left => "⬅️",
        Shift::Up => "⬆️",
        Shift::Down => "⬇️",
        Shift::Right => "➡️",
    }
}
