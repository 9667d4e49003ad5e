//! Pairs of marks, and signs on buttons.

use zerosum_games::side::BySide;
use zerosum_session::people::marks::MarkPair;

use crate::board::buttons::window::Shift;

/// Numbers of both sides, where they have no marks yet.
pub(crate) const NUMBERS: BySide<&str> =
    BySide { first: "1\u{fe0f}\u{20e3}", second: "2\u{fe0f}\u{20e3}" };

pub(crate) const CROSSES_AND_NOUGHTS: BySide<&str> = BySide { first: "❌", second: "⭕" };

/// Follows an emoji without changing its look. A cross or nought before it is no mark of the bot.
pub(crate) const EMOJI_STYLE: char = '\u{fe0f}';

/// Returns the emoji of a pair. The shapes of each pair differ, and so does the lightness, by 14 or more of 100
/// in each kind of vision (CIE L*, means in Noto Color Emoji); the lines of a cross and the gap of a ring suffice.
pub(crate) fn of_pair(pair: MarkPair) -> BySide<&'static str> {
    let (first, second) = match pair {
        MarkPair::CrossAndNought => return CROSSES_AND_NOUGHTS,
        MarkPair::DiamondAndDisc => ("🔶", "🔵"),
        MarkPair::BearAndRabbit => ("🐻", "🐰"),
        MarkPair::TreeAndBlossom => ("🌲", "🌸"),
        MarkPair::CherriesAndLemon => ("🍒", "🍋"),
    };
    BySide { first, second }
}

/// Returns whether a character is a mark that [`exchanged`] replaces.
pub(crate) fn is_usual(character: char) -> bool {
    let BySide { first, second } = CROSSES_AND_NOUGHTS;
    first.starts_with(character) || second.starts_with(character)
}

/// Replaces crosses and noughts by the marks of a pair. In names of people they are in another style, which
/// stays.
pub(crate) fn exchanged(text: &str, pair: MarkPair) -> String {
    let BySide { first, second } = of_pair(pair);
    let replaced = |text: &str, usual: &str, mark: &str| {
        let mut parts = text.split(usual);
        let mut new = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            new.push_str(if part.starts_with(EMOJI_STYLE) { usual } else { mark });
            new.push_str(part);
        }
        new
    };
    let text = replaced(text, CROSSES_AND_NOUGHTS.first, first);
    replaced(&text, CROSSES_AND_NOUGHTS.second, second)
}

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
