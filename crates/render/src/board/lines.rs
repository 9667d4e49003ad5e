//! Lines of a text that decide how wide its message is, and with it the buttons below.

use crate::row_layout::width;

/// Width of the text in the narrowest message with buttons, as [`width`] reckons.
const WIDTH_MIN: u32 = 2_160;

/// Width of the text above rows of worded buttons, as after a game and below a lesson.
const WIDTH_OF_BUTTONS: u32 = 2_360;

/// Width of the time, which stands after the last line of a message if there is room.
const TIME: u32 = 720;

/// Share of the width that is used, because faces differ.
const USED_PERCENT: u32 = 96;

/// Breaks a text between words into lines that are not wider than this line. The last one leaves room for the
/// time.
pub(crate) fn as_wide_as(line: &str, text: &str) -> String {
    between_words(text, width(line).max(WIDTH_MIN) * USED_PERCENT / 100)
}

/// Breaks a text between words into lines that are about as wide as the rows of buttons below a small board. Of the
/// last text of a message the last line leaves room for the time.
pub(crate) fn as_wide_as_buttons(text: &str, is_last: bool) -> String {
    match is_last {
        true => between_words(text, WIDTH_OF_BUTTONS),
        false => broken(text, WIDTH_OF_BUTTONS),
    }
}

/// Breaks a text between words into lines of this width, the last of which leaves room for the time.
fn between_words(text: &str, room: u32) -> String {
    let broken = broken(text, room);
    let (before, last) = broken.rsplit_once('\n').unwrap_or(("", &broken));
    let room = room.saturating_sub(TIME);
    if width(last) <= room {
        return broken;
    }
    let last = self::broken(last, room);
    if before.is_empty() { last } else { format!("{before}\n{last}") }
}

/// Breaks an ending into lines that are not much wider than this line, if it is wider: between its sentences, and
/// these after as few colons and commas as can be, or between words. The last line leaves room for the time.
pub(crate) fn ending(line: &str, text: &str) -> String {
    let room = width(line).max(WIDTH_OF_BUTTONS);
    let lines = sentences_in(text, room);
    let (last, before) = lines.split_last().expect("a text has a line");
    let last = sentences_in(last, room.saturating_sub(TIME));
    before.iter().chain(&last).map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// Breaks a text that is wider than this into its sentences, and these into lines.
fn sentences_in(text: &str, room: u32) -> Vec<String> {
    if width(text) <= room {
        return vec![text.to_owned()];
    }
    let sentences = parts(text, &['.', '!', '?']);
    sentences.iter().flat_map(|sentence| clauses_in(sentence, room)).collect()
}

/// Breaks a sentence that is wider than this into lines of its clauses if each fits, or else between words.
fn clauses_in(sentence: &str, room: u32) -> Vec<String> {
    let fits = |text: &String| width(text) <= room;
    let whole = vec![sentence.to_owned()];
    let clauses = Some(parts(sentence, &[':', ',']));
    match clauses.filter(|clauses| clauses.iter().all(fits)) {
        _ if whole.iter().all(fits) => whole,
        Some(clauses) => filled(clauses, room),
        None => filled(words(sentence), room),
    }
}

/// Splits a text after the words that end with these signs.
fn parts(text: &str, signs: &[char]) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in words(text) {
        match parts.last_mut().filter(|part| !part.ends_with(signs)) {
            Some(part) => *part = format!("{part} {word}"),
            None => parts.push(word),
        }
    }
    parts
}

/// Splits a text between words, but not between a colon and a number alone: "moves back: 1".
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let number = word.trim_end_matches(['.', ',']);
        let is_digit = |sign: char| sign.is_ascii_digit();
        let is_alone = number.len() < word.len() && number.chars().all(is_digit);
        match words.last_mut().filter(|before| is_alone && before.ends_with(':')) {
            Some(before) => *before = format!("{before} {word}"),
            None => words.push(word.to_owned()),
        }
    }
    words
}

/// Breaks a text between words into lines of this width.
fn broken(text: &str, room: u32) -> String {
    filled(words(text), room).join("\n")
}

/// Puts as many parts of a text into each line as this width has room for.
fn filled(parts: Vec<String>, room: u32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let added = width(" ") + width(&part);
        match lines.last_mut().filter(|line| width(line) + added <= room) {
            Some(line) => *line = format!("{line} {part}"),
            None => lines.push(part),
        }
    }
    lines
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

    #[test]
    fn an_ending_is_broken_between_sentences_then_behind_clauses_then_between_words() {
        let head = "❌ You  ·  ⭕ zerosum (casual)";
        for (text, broken) in [
            ("A draw.", "A draw."),
            (
                "🎉 You won – three in a row! Nicely done.",
                "🎉 You won – three in a row!\nNicely done.",
            ),
            ("You resigned. zerosum wins.", "You resigned.\nzerosum wins."),
            ("zerosum won in 3 moves: three in a row.", "zerosum won in 3 moves:\nthree in a row."),
            (
                "A draw: nobody gets more against perfect play.",
                "A draw: nobody gets more\nagainst perfect play.",
            ),
            (
                "With help: 3 hints, X-ray, 1 move taken back.",
                "With help: 3 hints, X-ray,\n1 move taken back.",
            ),
            (
                "Помощь: 3 совета, рентген, ходов назад: 1.",
                "Помощь: 3 совета, рентген,\nходов назад: 1.",
            ),
            ("Помощь: ходов назад: 12.", "Помощь:\nходов назад: 12."),
        ] {
            assert_eq!(ending(head, text), broken);
            assert_eq!(broken.replace('\n', " "), text);
            let last = broken.lines().last().map_or(0, width);
            assert!(last + TIME <= WIDTH_OF_BUTTONS, "{broken}");
        }
        let wide = format!("{head}{head}");
        assert_eq!(ending(&wide, "You resigned. zerosum wins."), "You resigned. zerosum wins.");
    }
}
