//! Marks of the sides of a game, and signs on buttons.

use zerosum_games::side::{BySide, Side};

use crate::board::window::Shift;

pub(crate) const CROSSES_AND_NOUGHTS: BySide<&str> = BySide { first: "❌", second: "⭕" };

/// Maximum columns of a keyboard with room for brackets around a mark. With more, a button on a phone
/// has room for a mark and one thin sign.
const ROOMY_COLUMNS_MAX: u16 = 5;

/// Label of a mark in the winning line, on a keyboard with this many columns.
pub(crate) fn won(side: Side, mark: &str, columns: u16) -> String {
    match side {
        _ if columns <= ROOMY_COLUMNS_MAX => format!("[{mark}]"),
        Side::First => "❎".to_owned(),
        Side::Second => "🟢".to_owned(),
    }
}

/// Label of the chosen piece.
pub(crate) fn chosen(mark: &str) -> String {
    format!("{mark}*")
}

/// Label of the mark of the last move, on a keyboard with this many columns.
pub(crate) fn latest(mark: &str, columns: u16) -> String {
    if columns <= ROOMY_COLUMNS_MAX { format!("‹{mark}›") } else { format!("{mark}•") }
}

/// Arrow for a shift of a window.
pub(crate) fn towards(shift: Shift) -> &'static str {
    match shift {
        Shift::Left => "⬅️",
        Shift::Up => "⬆️",
        Shift::Down => "⬇️",
        Shift::Right => "➡️",
    }
}
