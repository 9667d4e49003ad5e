//! What the sides of each game are shown as, and how people call places on a board.

use crate::games::any::GameSpec;
use crate::games::side::{BySide, Side};

/// No board with more columns or rows is a keyboard as a whole.
pub const KEYBOARD_SIZE_MAX: u16 = 8;

const CROSSES_AND_NOUGHTS: BySide<&str> = BySide { first: "❌", second: "⭕" };
const STONES: BySide<&str> = BySide { first: "⚫", second: "⚪" };
const SHEEP_AND_WOLVES: BySide<&str> = BySide { first: "🐑", second: "🐺" };

/// Where the nine parts of a 3x3 lie, row by row.
const ARROWS: [&str; 9] = ["↖️", "⬆️", "↗️", "⬅️", "⏺️", "➡️", "↙️", "⬇️", "↘️"];

/// The marks of both sides in texts and on buttons.
pub fn of(spec: GameSpec) -> BySide<&'static str> {
    match spec {
        GameSpec::TicTacToe | GameSpec::Ultimate(_) => CROSSES_AND_NOUGHTS,
        GameSpec::Mnk(spec) if is_wide(spec.columns(), spec.rows()) => STONES,
        GameSpec::Mnk(_) => CROSSES_AND_NOUGHTS,
        GameSpec::Sheep(_) => SHEEP_AND_WOLVES,
    }
}

/// The mark of a side.
pub fn mark(spec: GameSpec, side: Side) -> &'static str {
    of(spec).get(side)
}

/// A mark that is part of the line that has won, on boards whose buttons have room for one sign
/// only.
pub fn won(side: Side) -> &'static str {
    match side {
        Side::First => "❎",
        Side::Second => "🟢",
    }
}

/// Whether a board of cells has too many of them for a keyboard.
pub fn is_wide(columns: u16, rows: u16) -> bool {
    columns.max(rows) > KEYBOARD_SIZE_MAX
}

/// Where one of the nine parts of a 3x3 lies.
pub fn arrow(part: u8) -> &'static str {
    ARROWS.get(usize::from(part)).copied().unwrap_or("⏺️")
}
