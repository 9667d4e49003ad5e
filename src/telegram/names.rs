//! People's names, as they can stand on a board that others see.

/// No name on a board is longer, in characters of the person's own.
pub const NAME_CHARS_MAX: usize = 32;

/// Keeps what stands beside it from being read as one word, and is not seen.
const WORD_JOINER: char = '\u{2060}';

/// A name with nothing that is invisible or turns the direction of the text, not too long, and
/// without mentions, commands or links: whatever Telegram would make live is taken apart.
pub fn presentable(name: &str) -> String {
    let visible: String = name.chars().filter(|c| !is_invisible(*c)).take(NAME_CHARS_MAX).collect();
    let mut dead = String::with_capacity(visible.len());
    let mut letters = visible.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        dead.push(letter);
        let is_followed = letters.peek().is_some_and(|next| next.is_alphanumeric());
        if is_followed && matches!(letter, '@' | '/' | '.' | '#') {
            dead.push(WORD_JOINER);
        }
    }
    dead
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
    fn nothing_in_a_name_is_live() {
        for (name, shown) in [
            ("Anna", "Anna"),
            ("A. B. Clark", "A. B. Clark"),
            ("@somebody", "@\u{2060}somebody"),
            ("t.me/x", "t.\u{2060}me/\u{2060}x"),
            ("\u{202e}\u{3164} ", ""),
        ] {
            assert_eq!(presentable(name), shown, "{name:?}");
        }
        assert_eq!(presentable(&"я".repeat(100)).chars().count(), NAME_CHARS_MAX);
    }
}
