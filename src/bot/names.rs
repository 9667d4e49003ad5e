//! People's names and words, as they can stand in messages that others see.

/// No name on a board and no quoted word is longer, in characters of the person's own.
pub(crate) const NAME_CHARS_MAX: usize = 32;

/// Keeps what stands beside it from being read as one word, and is not seen.
const WORD_JOINER: char = '\u{2060}';

/// So many digits in a row are a year or a score, and no telephone number.
const DIGITS_IN_A_ROW_MAX: usize = 4;

/// Something a person has written, with nothing that is invisible or turns the direction of the text,
/// not too long, and without mentions, commands, tags, links or numbers to call: whatever Telegram
/// would make clickable is taken apart. It may be empty.
pub(crate) fn presentable(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).take(NAME_CHARS_MAX).collect();
    let mut text = String::with_capacity(visible.len());
    let mut digits = 0;
    let mut letters = visible.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_digit() {
            if digits == DIGITS_IN_A_ROW_MAX {
                text.push(WORD_JOINER);
                digits = 0;
            }
            digits += 1;
        } else if letter.is_alphabetic() {
            // Signs between digits belong to a number.
            digits = 0;
        }
        text.push(letter);
        if letters.peek().is_some_and(|next| becomes_clickable(letter, *next)) {
            text.push(WORD_JOINER);
            digits = 0;
        }
    }
    text.shrink_to_fit();
    text
}

/// Whether a sign and what follows it may be the beginning of something clickable, or its middle.
fn becomes_clickable(sign: char, next: char) -> bool {
    let is_sign = matches!(sign, '@' | '/' | '.' | '#' | '$' | ':' | '+');
    let is_keycap = sign == '#' && matches!(next, '\u{fe0f}' | '\u{20e3}');
    is_sign && !next.is_whitespace() && !is_keycap
}

/// Controls, direction marks, and the fillers that people use to have no name.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_clickable_is_taken_apart_and_the_rest_left_alone() {
        for (name, shown) in [
            ("Anna", "Anna"),
            ("A. B. Clark", "A. B. Clark"),
            ("@somebody", "@\u{2060}somebody"),
            ("t.me/x", "t.\u{2060}me/\u{2060}x"),
            ("tg://_", "tg:\u{2060}/\u{2060}/\u{2060}_"),
            ("#\u{fe0f}\u{20e3} #1", "#\u{fe0f}\u{20e3} #\u{2060}1"),
            ("$USD", "$\u{2060}USD"),
            ("Anna 2024", "Anna 2024"),
            ("8 (800) 555", "8 (800) \u{2060}555"),
            ("\u{202e}\u{3164} ", ""),
        ] {
            assert_eq!(presentable(name), shown, "{name:?}");
            assert_eq!(presentable(shown), shown, "{name:?} twice");
        }
        assert_eq!(presentable(&"я".repeat(100)).chars().count(), NAME_CHARS_MAX);
    }
}
