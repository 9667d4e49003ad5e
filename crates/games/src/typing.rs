//! Reads moves as people type them, and gives them in the notation of the games.
//!
//! A move is typed in any case, in letters of other alphabets, full-width or circled ones, with spaces,
//! hyphens or punctuation in it, and with its number before it: `В 2`, `1. b-2`, `Ｂ２` and `б2!` are all
//! `b2`. What no keyboard shows (joiners, direction marks, variation selectors) does not count.
//!
//! A letter of another alphabet stands for the Latin letter that it looks like. Only a letter that looks
//! like none stands for the one that it sounds like: `в` and `б` are b, `с` and `ц` are c, `н` is h. The
//! place of a letter in its own alphabet never counts, because boards are labelled with Latin letters.
//!
//! This module does not know the legal moves: its output is read by
//! [`Game::read_move`](crate::Game::read_move).
//!
//! ```
//! use zerosum_games::typing;
//!
//! assert_eq!(typing::move_typed(" 3. Н-8! "), Some("h8".to_owned()));
//! assert_eq!(typing::move_typed("e8 → d7"), Some("e8d7".to_owned()));
//! assert_eq!(typing::move_typed("5-6-1"), Some("561".to_owned()));
//! assert_eq!(typing::move_typed("see you at 5"), None);
//! ```

/// Maximum length of a typed move; a longer text is never a move.
const TYPED_CHARS_MAX: usize = 40;

/// Digits of a move that consists of digits only.
const PATH_DIGITS: usize = 3;

/// A number of a row has no more digits than this.
const ROW_DIGITS_MAX: usize = 3;

/// The only move that a text consists of, without what does not count; `None` if it is not written like a
/// move of any game.
pub fn move_typed(text: &str) -> Option<String> {
    let signs: Vec<Sign> =
        text.trim().chars().take(TYPED_CHARS_MAX + 1).filter_map(sign_of).collect();
    if text.trim().chars().nth(TYPED_CHARS_MAX).is_some() || signs.contains(&Sign::Foreign) {
        return None;
    }
    if let Some(rest) = without_number(&signs) {
        return read(rest);
    }
    read(&signs)
}

/// Like [`move_typed`], or the only digit that a text consists of, which may be the column of a move.
///
/// ```
/// use zerosum_games::typing;
///
/// assert_eq!(typing::move_or_column_typed("№ 4!"), Some("4".to_owned()));
/// assert_eq!(typing::move_or_column_typed("b2"), Some("b2".to_owned()));
/// assert_eq!(typing::move_or_column_typed("see you at 5"), None);
/// ```
pub fn move_or_column_typed(text: &str) -> Option<String> {
    move_typed(text).or_else(|| {
        let signs: Vec<Sign> = text.chars().take(TYPED_CHARS_MAX + 1).filter_map(sign_of).collect();
        let rest = without_number(&signs).unwrap_or(&signs);
        let is_between = |sign: &&Sign| matches!(sign, Sign::Space | Sign::Stop | Sign::Mark);
        let mut said = rest.iter().filter(|sign| !is_between(sign));
        match (said.next(), said.next()) {
            (Some(Sign::Digit(digit)), None) => Some(digit.to_string()),
            _ => None,
        }
    })
}

/// Returns whether a text has this move in it, however it is typed there.
pub fn mentions(text: &str, code: &str) -> bool {
    let plain = |text: &str| -> String {
        let signs = text.chars().filter_map(sign_of);
        let sign = |sign| match sign {
            Sign::Letter(sign) | Sign::Digit(sign) => Some(sign),
            Sign::Space | Sign::Stop | Sign::Mark | Sign::Foreign => None,
        };
        signs.filter_map(sign).collect()
    };
    plain(text).contains(&plain(code))
}

/// The kinds of characters in a typed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Letter(char),
    Digit(char),
    Space,
    /// A character that may follow the number of a move.
    Stop,
    /// Any other mark.
    Mark,
    /// A letter of which no move consists.
    Foreign,
}

fn sign_of(sign: char) -> Option<Sign> {
    if is_invisible(sign) {
        return None;
    }
    let mut lower = sign.to_lowercase();
    let sign = latin(unadorned(lower.next()?));
    Some(match sign {
        'a'..='z' => Sign::Letter(sign),
        '0'..='9' => Sign::Digit(sign),
        '.' | ')' | ']' | ':' | '…' | '。' => Sign::Stop,
        sign if sign.is_whitespace() => Sign::Space,
        sign if sign.is_alphanumeric() => Sign::Foreign,
        _ => Sign::Mark,
    })
}

/// Returns the rest of a text after a leading move number, if there is one. A number before digits
/// needs its dot or bracket; one before a letter may also be separated by a space.
fn without_number(signs: &[Sign]) -> Option<&[Sign]> {
    let is_digit = |sign: &Sign| matches!(sign, Sign::Digit(_));
    let first = signs.iter().position(is_digit)?;
    // Nothing but marks, as in "№ 1" or "(1)", stands before it.
    if signs[..first].iter().any(|sign| matches!(sign, Sign::Letter(_))) {
        return None;
    }
    let rest = &signs[first..];
    let rest = &rest[rest.iter().take_while(|sign| is_digit(sign)).count()..];
    let is_stopped = rest.first() == Some(&Sign::Stop);
    let is_apart = rest.first() == Some(&Sign::Space);
    let begins_with_letter =
        rest.iter().find(|sign| matches!(sign, Sign::Letter(_) | Sign::Digit(_)));
    let is_before_letter = matches!(begins_with_letter, Some(Sign::Letter(_)));
    let digits_left = rest.iter().filter(|sign| is_digit(sign)).count();
    let is_number = match is_before_letter {
        true => is_stopped || is_apart,
        false => is_stopped && (digits_left == PATH_DIGITS || digits_left == 1),
    };
    is_number.then_some(rest)
}

/// One cell, two of them, or a path of digits.
fn read(signs: &[Sign]) -> Option<String> {
    let mut text = String::new();
    let mut row = String::new();
    let (mut cells, mut is_divided) = (0, false);
    for sign in signs {
        match sign {
            // Behind a letter "1-2" is no number, and "1 2" is one that was typed with care.
            Sign::Digit(_) if cells > 0 && is_divided => return None,
            Sign::Digit(digit) => row.push(*digit),
            Sign::Letter(letter) => {
                if !text.is_empty() {
                    text.push_str(row_of(&row)?);
                } else if !row.is_empty() {
                    return None;
                }
                row.clear();
                (cells, is_divided) = (cells + 1, false);
                text.push(*letter);
            }
            Sign::Stop | Sign::Mark => is_divided = !row.is_empty(),
            Sign::Space | Sign::Foreign => {}
        }
    }
    match cells {
        0 => (row.len() == PATH_DIGITS).then_some(row),
        1 | 2 => {
            text.push_str(row_of(&row)?);
            Some(text)
        }
        _ => None,
    }
}

/// The number of a row without the zeros before it; `None` if it is none or too long.
fn row_of(digits: &str) -> Option<&str> {
    let number = digits.trim_start_matches('0');
    let number = if number.is_empty() { digits.get(..1)? } else { number };
    (number.len() <= ROW_DIGITS_MAX).then_some(number)
}

/// Returns whether a character has no width, or only changes the one before it.
pub fn is_invisible(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{61c}' | '\u{180b}'..='\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0000}'..='\u{e0fff}')
        || sign.is_control() && !sign.is_whitespace()
}

/// A small letter or a digit without its circle or its typeface, and any sign of full width in the usual
/// one; other signs as they are.
pub fn unadorned(sign: char) -> char {
    let code = u32::from(sign);
    let digit = |number: u32| char::from_digit(number % 10, 10).unwrap_or(sign);
    let letter = |number: u32| char::from_digit(number % 26 + 10, 36).unwrap_or(sign);
    match sign {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(code - 0xfee0).map_or(sign, |sign| sign.to_ascii_lowercase())
        }
        // Digits of Arabic, Persian and the scripts of India.
        '\u{660}'..='\u{669}' => digit(code - 0x660),
        '\u{6f0}'..='\u{6f9}' => digit(code - 0x6f0),
        '\u{966}'..='\u{96f}' => digit(code - 0x966),
        '\u{9e6}'..='\u{9ef}' => digit(code - 0x9e6),
        // Bold, italic and other typefaces, as capitals and small letters in turn.
        '\u{1d400}'..='\u{1d6a3}' => letter(code - 0x1d400),
        '\u{1d7ce}'..='\u{1d7ff}' => digit(code - 0x1d7ce),
        // In circles, in squares, and as the signs that make up flags.
        '\u{2460}'..='\u{2468}' => digit(code - 0x2460 + 1),
        '\u{24b6}'..='\u{24cf}' => letter(code - 0x24b6),
        '\u{24d0}'..='\u{24e9}' => letter(code - 0x24d0),
        '\u{1f130}'..='\u{1f149}' => letter(code - 0x1f130),
        '\u{1f150}'..='\u{1f169}' => letter(code - 0x1f150),
        '\u{1f170}'..='\u{1f189}' => letter(code - 0x1f170),
        '\u{1f1e6}'..='\u{1f1ff}' => letter(code - 0x1f1e6),
        // Raised and lowered digits.
        '²' => '2',
        '³' => '3',
        '¹' => '1',
        '⁰' | '⁴'..='⁹' => digit(code - 0x2070),
        '₀'..='₉' => digit(code - 0x2080),
        _ => sign,
    }
}

/// The Latin letter, or the digit, that a small letter of another alphabet looks or else sounds like; any
/// other sign as it is.
pub fn latin(sign: char) -> char {
    match sign {
        'а' | 'α' => 'a',
        'в' | 'б' | 'β' => 'b',
        'с' | 'ц' | 'ϲ' => 'c',
        'д' | 'δ' | 'ԁ' => 'd',
        'е' | 'ё' | 'э' | 'є' | 'ε' => 'e',
        'ф' | 'φ' => 'f',
        'г' | 'ґ' | 'γ' => 'g',
        'н' | 'х' | 'һ' | 'η' => 'h',
        'і' | 'и' | 'ї' | 'ι' | 'ı' => 'i',
        'ј' | 'й' => 'j',
        'к' | 'κ' => 'k',
        'л' | 'λ' => 'l',
        'м' | 'μ' | 'µ' => 'm',
        'ν' => 'n',
        'о' | 'ο' => 'o',
        'р' | 'п' | 'ρ' | 'π' => 'p',
        'з' => '3',
        _ => sign,
    }
}
