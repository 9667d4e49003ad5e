//! Compares words: in lower case, without marks and decorations, and, for guesses, with a slip of the
//! finger or on the wrong keyboard.

use zerosum_games::mnk::names::with_plain_x;
use zerosum_games::typing;

/// Signs that are words of their own.
const SIGNS: [&str; 14] =
    ["❌", "⭕", "⚫", "⚪", "🐑", "🐺", "🔶", "🔵", "🐻", "🐰", "🌲", "🌸", "🍒", "🍋"];

/// Maximum length of words that are guessed.
const GUESSED_CHARS_MAX: usize = 40;

/// Minimum length of words that are guessed.
const GUESSED_CHARS_MIN: usize = 4;

/// Number of letters in a word for each slip allowed.
const CHARS_PER_SLIP: usize = 4;

const SLIPS_MAX: usize = 3;

/// Three keyboards, with equal keys at equal places.
const KEYS: [&str; 3] = [
    "qwertyuiop[]asdfghjkl;'zxcvbnm,.",
    "йцукенгшщзхъфывапролджэячсмитьбю",
    "йцукенгшщзхїфівапролджєячсмитьбю",
];

/// Splits a text into words, normalized for look-ups.
pub(super) fn words_of(text: &str) -> Vec<String> {
    let text = plain(text);
    let words = text.split(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ';'));
    words.filter_map(word_of).collect()
}

/// Normalizes a name for look-ups, with `-` between its words.
pub(super) fn joined(name: &str) -> String {
    words_of(name).join("-")
}

/// Removes case, width and accents, which people often omit.
fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace("и\u{306}", "й").replace("і\u{308}", "ї");
    let signs = text.chars().filter(|sign| !typing::is_invisible(*sign));
    let signs = signs.map(|sign| match typing::unadorned(sign) {
        'ё' => 'е',
        '×' => 'x',
        '’' | 'ʼ' | '‘' | '`' | '´' | '′' => '\'',
        sign => sign,
    });
    signs.collect()
}

/// A word without the marks around it; `None` if nothing else is left.
fn word_of(word: &str) -> Option<String> {
    let sign = SIGNS.into_iter().find(|sign| word.contains(sign));
    let is_mark = |sign: char| !sign.is_alphanumeric();
    // A name may end in a hyphen if it breaks off, and that is kept.
    let bare = word.trim_start_matches(is_mark);
    let bare = bare.trim_end_matches(|sign: char| is_mark(sign) && sign != '-');
    match (bare.is_empty(), sign) {
        (true, sign) => sign.map(str::to_owned),
        (false, _) => Some(plain_size(bare)),
    }
}

/// Normalizes a size; returns any other word unchanged.
fn plain_size(word: &str) -> String {
    if word.starts_with(|sign: char| sign.is_ascii_digit()) {
        with_plain_x(word)
    } else {
        word.to_owned()
    }
}

/// The text as it would have been typed on the other keyboards, and in Latin letters that look the same.
pub(super) fn on_other_keyboards(text: &str) -> impl Iterator<Item = String> + '_ {
    let latin = text.chars().flat_map(char::to_lowercase).map(typing::latin).collect();
    let pairs = [(0, 1), (0, 2), (1, 0), (2, 0)];
    let other = pairs.into_iter().map(move |(from, to)| {
        let key = |sign| KEYS[from].chars().position(|key| key == sign);
        let typed = |sign| key(sign).and_then(|place| KEYS[to].chars().nth(place)).unwrap_or(sign);
        text.chars().flat_map(char::to_lowercase).map(typed).collect()
    });
    std::iter::once(latin).chain(other)
}

/// The known word most like another one, if it is similar enough to be meant.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed: Vec<char> = word.chars().take(GUESSED_CHARS_MAX + 1).collect();
    let slips_max = (typed.len() / CHARS_PER_SLIP).min(SLIPS_MAX);
    let is_guessed = (GUESSED_CHARS_MIN..=GUESSED_CHARS_MAX).contains(&typed.len());
    if !is_guessed || typed.iter().any(char::is_ascii_digit) {
        return None;
    }
    let near = known.filter_map(|known| {
        let letters: Vec<char> = known.chars().collect();
        let is_of_length = letters.len().abs_diff(typed.len()) <= slips_max;
        let slips = is_of_length.then(|| slips_between(&typed, &letters))?;
        (slips <= slips_max).then_some((slips, known))
    });
    near.min_by_key(|(slips, _)| *slips).map(|(_, known)| known)
}

/// Number of letters that are missing, added, wrong or exchanged with their neighbours.
fn slips_between(one: &[char], other: &[char]) -> usize {
    let width = other.len() + 1;
    let mut before: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut next = vec![row + 1; width];
        for (column, other_letter) in other.iter().enumerate() {
            let wrong = last[column] + usize::from(letter != other_letter);
            let mut slips = wrong.min(last[column + 1] + 1).min(next[column] + 1);
            let is_exchanged = row > 0
                && column > 0
                && *letter == other[column - 1]
                && one[row - 1] == *other_letter;
            if is_exchanged {
                slips = slips.min(before[column - 1] + 1);
            }
            next[column + 1] = slips;
        }
        (before, last) = (last, next);
    }
    last[width - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted_as_fingers_make_them() {
        let slips = |one: &str, other: &str| {
            slips_between(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>())
        };
        for (one, other, expected) in [
            ("gomoku", "gomoku", 0),
            ("gomuku", "gomoku", 1),
            ("gmoku", "gomoku", 1),
            ("gomokku", "gomoku", 1),
            ("ogmoku", "gomoku", 1),
            ("", "abc", 3),
            ("chess", "gomoku", 6),
        ] {
            assert_eq!(slips(one, other), expected, "{one} {other}");
            assert_eq!(slips(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn words_lose_their_decorations() {
        assert_eq!(
            words_of("▶️ Start!  (Гомоку 15×15), ❌\u{fe0f} П’ЯТЬ ё"),
            ["start", "гомоку", "15x15", "❌", "п'ять", "е"]
        );
        assert_eq!(words_of("⏱ 5 min + 3 s"), ["5", "min", "3", "s"]);
        assert!(words_of(" – … 🎲 ").is_empty());
    }
}
