//! Marks of the sides of a game, and signs on buttons.

use zerosum_games::side::BySide;

use crate::board::window::Shift;

pub(crate) const CROSSES_AND_NOUGHTS: BySide<&str> = BySide { first: "❌", second: "⭕" };

/// Formats how many boards each side has won, given as sets of bits; `None` before the first one.
pub(crate) fn score(
    marks: BySide<&str>,
    won: impl IntoIterator<Item = BySide<u16>>,
) -> Option<String> {
    let (first, second) = won.into_iter().fold((0, 0), |(first, second), won| {
        (first + won.first.count_ones(), second + won.second.count_ones())
    });
    (first + second > 0).then(|| format!("{} {first} : {second} {}", marks.first, marks.second))
}

/// Maximum columns of a keyboard with room for two marks on a button. With more, a button on a phone has room for
/// one and a thin sign.
const ROOMY_COLUMNS_MAX: u16 = 5;

/// Label of a mark in the winning line, on a keyboard with this many columns. Where there is no room for the
/// mark, words above the board tell whose line it is.
pub(crate) fn won(mark: &str, columns: u16) -> String {
    if columns <= ROOMY_COLUMNS_MAX { format!("✅{mark}") } else { "✅".to_owned() }
}

/// Label of the chosen piece.
pub(crate) fn chosen(label: &str) -> String {
    format!("✓ {label}")
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
