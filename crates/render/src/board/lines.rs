//! Lines of a text that decide how wide its message is, and with it the buttons below.

use crate::row_layout::width;

/// Width of the text in the narrowest message with buttons, as [`width`] reckons.
const WIDTH_MIN: u32 = 2_160;

/// Width of the time, which stands behind the last line of a message if there is room.
const TIME: u32 = 720;

/// Share of the width that is used, because faces differ.
const USED_PERCENT: u32 = 96;

/// Breaks a text between words into lines that are not wider than this line. The last one leaves room for the
/// time.
pub(crate) fn as_wide_as(line: &str, text: &str) -> String {
    let room = width(line).max(WIDTH_MIN) * USED_PERCENT / 100;
    let broken = broken(text, room);
    let (before, last) = broken.rsplit_once('\n').unwrap_or(("", &broken));
    let room = room.saturating_sub(TIME);
    if width(last) <= room {
        return broken;
    }
    let last = self::broken(last, room);
    if before.is_empty() { last } else { format!("{before}\n{last}") }
}

/// Breaks a text between words into lines of this width.
fn broken(text: &str, room: u32) -> String {
    let mut broken = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let (space, word_width) = (width(" "), width(word));
        if used == 0 {
            used = word_width;
        } else if used + space + word_width <= room {
            broken.push(' ');
            used += space + word_width;
        } else {
            broken.push('\n');
            used = word_width;
        }
        broken.push_str(word);
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_broken_between_words_where_it_would_be_wider() {
        let head = "❌ You  ·  ⭕ zerosum (beginner)";
        let text = "💡 Your opponent threatens to win: block.";
        let broken = as_wide_as(head, text);
        assert_eq!(broken, "💡 Your opponent threatens to\nwin: block.");
        let last = broken.lines().last().map_or(0, width);
        assert!(last + TIME < width(head), "{broken}");
        assert!(broken.lines().all(|line| width(line) < width(head)), "{broken}");
        assert_eq!(broken.replace('\n', " "), text);
        // The last line would fit without the time.
        for (text, lines) in [("💡 b2: a draw.", 1), ("💡 You can win at once.", 2)] {
            let broken = as_wide_as(head, text);
            assert!(width(text) < width(head) && broken.lines().count() == lines, "{broken}");
        }
        assert_eq!(as_wide_as("❌ A", &"w".repeat(40)), "w".repeat(40), "a word is not broken");
    }
}
