//! Sanitizing of people's names and messages for display to others.
//!
//! Every phrase that names a person takes a [`DisplayName`], so that no name is shown as it was typed. A
//! name keeps all parts of its letters and emoji, including joiners and flags. Invisible characters,
//! characters that change the text direction and stacked marks are removed, and anything that Telegram
//! would make clickable is broken up. A name that could be taken for the bot's is not shown. A stored name
//! is sanitized when it is shown and not when it is read, because writes compare it.

use std::borrow::Cow;

use fluent_bundle::FluentValue;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeEmoji, UnicodeGeneralCategory};
use zerosum_session::language::Language;

use crate::board::marks;
use crate::locales::Locales;
use crate::locales::phrase::Phrase;

/// Maximum length of a name on a board or of a quoted message, in visible characters.
pub const NAME_CHARS_MAX: usize = 32;

/// Maximum number of code points, of which emoji and letters with marks take several.
pub const NAME_POINTS_MAX: usize = 4 * NAME_CHARS_MAX;

/// Maximum number of code points read of a text.
const POINTS_READ_MAX: usize = 2 * NAME_POINTS_MAX;

/// Maximum number of code points in an emoji.
const EMOJI_POINTS_MAX: usize = 10;

/// Maximum number of marks on a letter.
const MARKS_MAX: usize = 4;

/// Number of tag letters that follow the flag of a part of a country.
const FLAG_TAGS: std::ops::RangeInclusive<usize> = 3..=6;

/// Invisible; prevents its neighbours from being read as one word.
const WORD_JOINER: char = '\u{2060}';
const JOINER: char = '\u{200d}';
const NON_JOINER: char = '\u{200c}';
const KEYCAP: char = '\u{20e3}';
const BLACK_FLAG: char = '\u{1f3f4}';
const CANCEL_TAG: char = '\u{e007f}';

/// Maximum number of consecutive digits, enough for a year or a score but not for a telephone number.
const DIGITS_IN_A_ROW_MAX: usize = 4;

/// The name of the bot on boards. Equal to its own [`skeleton`].
const BOT: &str = "zerosum";

/// Words by which boards name the reader, an open seat and people who vote together, in every language.
const OWN_WORDS: [&str; 9] =
    ["You", "Вы", "Ви", "anybody", "свободно", "вільно", "Everyone", "Все", "Усі"];

/// Minimum length of a name of the bot that is looked for within other names.
const PART_LETTERS_MIN: usize = 6;

/// The name of a player, ready to be shown. An empty one is anonymous.
///
/// Invariant: either the bot's own words, or a person's name that [`presentable`] leaves as it is and that cannot
/// be taken for any of those words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DisplayName(Cow<'static, str>);

impl DisplayName {
    /// The bot on its best level, in a sentence.
    pub const BOT: DisplayName = DisplayName::written(BOT);

    /// Creates a name from a constant of the program. Users cannot supply one, because it is `'static`.
    pub const fn written(name: &'static str) -> DisplayName {
        DisplayName(Cow::Borrowed(name))
    }

    /// Returns the name of the bot at a level.
    pub(crate) fn of_bot(level: &str) -> DisplayName {
        DisplayName(Cow::Owned(format!("{BOT} ({level})")))
    }

    /// Returns its beginning of at most this many visible characters, with a sign if there are more.
    pub(crate) fn beginning(&self, characters_max: usize) -> String {
        let mut shown = characters(&self.0);
        if shown.len() <= characters_max {
            return self.as_str().to_owned();
        }
        shown.truncate(characters_max.saturating_sub(1));
        format!("{}…", shown.concat().trim_end())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_anonymous(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> From<&'a DisplayName> for FluentValue<'a> {
    fn from(name: &'a DisplayName) -> FluentValue<'a> {
        FluentValue::from(name.as_str())
    }
}

impl Locales {
    /// Names a player by a phrase of the bot.
    pub(crate) fn name_in_words(&self, language: Language, words: Phrase<'_>) -> DisplayName {
        DisplayName(Cow::Owned(self.say(language, words)))
    }

    /// Returns the name of a guest of the page.
    pub fn guest_name(&self, language: Language, number: u32) -> DisplayName {
        self.name_in_words(language, Phrase::Guest { number })
    }

    /// Returns the name of a person, or the phrase for a player without one.
    pub fn name_or_player(&self, language: Language, name: &DisplayName) -> DisplayName {
        match name.is_anonymous() {
            true => self.name_in_words(language, Phrase::Somebody),
            false => name.clone(),
        }
    }
}

/// The names of the bot at Telegram, which no person may have in the same message.
#[derive(Clone, Debug, Default)]
pub struct BotNames {
    first_name: String,
    letters: Vec<String>,
}

impl BotNames {
    pub fn new(username: &str, first_name: &str) -> BotNames {
        let (username, first_name) = (skeleton(username), presentable(first_name));
        let suffix = skeleton("bot");
        let stem = username.strip_suffix(&suffix).unwrap_or(&username).to_owned();
        let letters = [username, stem, skeleton(&first_name)];
        let letters = letters.into_iter().filter(|letters| !letters.is_empty()).collect();
        BotNames { first_name, letters }
    }

    /// Returns a person's name from their Telegram name, anonymous if it could be mistaken for the bot's.
    pub fn name_beside(&self, first_name: &str) -> DisplayName {
        let name = presentable(first_name);
        let letters = skeleton(&name);
        let is_own = letters.contains(BOT) || is_own_word(&letters);
        let is_same = |own: &String| {
            letters == *own
                || own.chars().count() >= PART_LETTERS_MIN && letters.contains(own.as_str())
        };
        let is_taken = is_own || self.letters.iter().any(is_same) || self.first_name == name;
        if is_taken { DisplayName::default() } else { DisplayName(Cow::Owned(name)) }
    }
}

/// Sanitizes and shortens a text written by a person. The result may be empty.
pub fn presentable(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { made_presentable(text) }
}

fn made_presentable(text: &str) -> String {
    let mut shown = String::new();
    let mut digits = 0;
    let characters = bounded(characters(text));
    for (place, character) in characters.iter().enumerate() {
        let Some(base) = character.chars().next() else { continue };
        if base.is_numeric() {
            if digits == DIGITS_IN_A_ROW_MAX {
                shown.push(WORD_JOINER);
                digits = 0;
            }
            digits += 1;
        } else if base.is_alphabetic() {
            // Punctuation between digits is part of a number.
            digits = 0;
        }
        shown.push_str(character);
        let is_followed = characters.get(place + 1).is_some_and(|next| next != " ");
        if is_followed && begins_clickable(base) && !character.ends_with(KEYCAP) {
            shown.push(WORD_JOINER);
            digits = 0;
        }
    }
    shown.shrink_to_fit();
    shown
}

/// Returns whether a text is an ordinary name, which is kept unchanged: letters with single spaces
/// between them, a few digits, a punctuation mark at its end.
fn is_plain(text: &str) -> bool {
    let is_letter =
        |point| matches!(point, 'A'..='Z' | 'a'..='z' | 'А'..='я' | 'Ё' | 'ё' | 'І' | 'і');
    let words = text.strip_suffix(|sign: char| sign.is_ascii_punctuation()).unwrap_or(text);
    let digits = words.bytes().filter(u8::is_ascii_digit).count();
    let is_spaced_out = text.starts_with(' ') || text.ends_with(' ') || text.contains("  ");
    text.len() <= NAME_CHARS_MAX
        && digits <= DIGITS_IN_A_ROW_MAX
        && !is_spaced_out
        && words.chars().all(|point| is_letter(point) || point.is_ascii_digit() || point == ' ')
}

/// Truncates to the maximum length of a name, and removes trailing spaces and joiners.
fn bounded(mut characters: Vec<String>) -> Vec<String> {
    let mut points = 0;
    let fit = characters.iter().take(NAME_CHARS_MAX).take_while(|character| {
        points += character.chars().count();
        points <= NAME_POINTS_MAX
    });
    let count = fit.count();
    characters.truncate(count);
    while let Some(last) = characters.last_mut() {
        while last.ends_with([JOINER, NON_JOINER]) {
            last.pop();
        }
        if !last.is_empty() && last != " " {
            break;
        }
        characters.pop();
    }
    characters
}

/// Splits a text into its visible characters, each with the code points that belong to it.
fn characters(text: &str) -> Vec<String> {
    let points: Vec<char> = text.chars().take(POINTS_READ_MAX).collect();
    let mut characters: Vec<String> = Vec::new();
    let mut place = 0;
    while let Some(&point) = points.get(place) {
        place += 1;
        if point.general_category() == GeneralCategory::SpaceSeparator {
            if characters.last().is_some_and(|last| last != " ") {
                characters.push(" ".to_owned());
            }
            continue;
        }
        if point == BLACK_FLAG {
            let tags = flag_tags(&points[place..]);
            characters.push([&[point], tags].concat().iter().collect());
            place += tags.len();
            continue;
        }
        let base = characters.last_mut().filter(|last| *last != " ");
        match (role(point), base) {
            (Role::Nothing, _) => {}
            (Role::Own, Some(base)) if belongs_to_emoji(base, point) => base.push(point),
            (Role::Own, _) if marks::is_usual(point) => {
                let style = marks::EMOJI_STYLE;
                characters.push(String::from_iter([point, style]));
                place += usize::from(points.get(place) == Some(&style));
            }
            (Role::Own, _) => characters.push(point.to_string()),
            (Role::Beside, Some(base)) => {
                if is_kept_behind(base, point, points.get(place).copied()) {
                    base.push(point);
                }
            }
            (Role::Beside, None) => {}
        }
    }
    characters
}

/// The role of a code point in a text.
enum Role {
    Nothing,
    /// A character, or the end of an emoji.
    Own,
    /// A part of the preceding character, if possible.
    Beside,
}

fn role(point: char) -> Role {
    match point {
        JOINER | NON_JOINER => Role::Beside,
        // Fillers and letters without a glyph.
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{3164}'
        | '\u{ffa0}' | '\u{fffc}' | '\u{16fe4}' | '\u{1d159}' => Role::Nothing,
        _ => match point.general_category() {
            GeneralCategory::NonspacingMark
            | GeneralCategory::EnclosingMark
            | GeneralCategory::SpacingMark => Role::Beside,
            GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::Surrogate
            | GeneralCategory::PrivateUse
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator => Role::Nothing,
            _ if is_reserved_invisible(point) => Role::Nothing,
            _ => Role::Own,
        },
    }
}

/// Returns whether a code point is unassigned and reserved for invisible characters.
fn is_reserved_invisible(point: char) -> bool {
    matches!(point, '\u{2060}'..='\u{206f}' | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns whether a mark, a joiner or a selector belongs to the preceding character.
fn is_kept_behind(base: &str, point: char, next: Option<char>) -> bool {
    let Some(last) = base.chars().last() else { return false };
    match point {
        JOINER if is_emoji_end(last) => {
            next.is_some_and(is_pictogram) && base.chars().count() + 2 <= EMOJI_POINTS_MAX
        }
        JOINER | NON_JOINER => is_joined_script(last) && next.is_some_and(is_joined_script),
        // Selectors of an emoji's presentation.
        '\u{fe0e}' | '\u{fe0f}' => last.is_emoji_char(),
        '\u{fe00}'..='\u{fe0d}' | '\u{e0100}'..='\u{e01ef}' => is_ideograph(last),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => matches!(last, '\u{1820}'..='\u{18aa}'),
        _ => base.chars().skip(1).filter(|point| is_mark(*point)).count() < MARKS_MAX,
    }
}

/// Returns whether a code point completes the preceding emoji: an emoji joined to it, a skin tone, or the
/// second letter of a country.
fn belongs_to_emoji(base: &str, point: char) -> bool {
    let Some(last) = base.chars().last() else { return false };
    match point {
        '\u{1f3fb}'..='\u{1f3ff}' => is_emoji_end(last) && base.chars().count() < EMOJI_POINTS_MAX,
        '\u{1f1e6}'..='\u{1f1ff}' => base.chars().count() == 1 && is_country_letter(last),
        _ => last == JOINER && is_pictogram(point) && base.chars().next().is_some_and(is_pictogram),
    }
}

/// Returns the tags that turn a black flag into that of a part of a country.
fn flag_tags(points: &[char]) -> &[char] {
    let is_letter =
        |point: &&char| matches!(**point, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
    let letters = points.iter().take_while(is_letter).count();
    let is_flag = FLAG_TAGS.contains(&letters) && points.get(letters) == Some(&CANCEL_TAG);
    if is_flag { &points[..=letters] } else { &[] }
}

fn is_emoji_end(point: char) -> bool {
    is_pictogram(point) || point == '\u{fe0f}'
}

/// Returns whether this is an emoji that is neither a digit nor an ASCII character.
fn is_pictogram(point: char) -> bool {
    !point.is_ascii() && point.is_emoji_char() && !is_country_letter(point)
}

fn is_country_letter(point: char) -> bool {
    matches!(point, '\u{1f1e6}'..='\u{1f1ff}')
}

fn is_ideograph(point: char) -> bool {
    matches!(point, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn is_mark(point: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
    matches!(point.general_category(), NonspacingMark | EnclosingMark | SpacingMark)
}

/// Returns whether a letter or mark is of a script in which joiners change glyphs: Arabic, Syriac and
/// N'Ko, those of India and its neighbours, Khmer and Mongolian.
fn is_joined_script(point: char) -> bool {
    let is_script = matches!(
        point,
        '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{18af}'
            | '\u{1a20}'..='\u{1c4f}' | '\u{1cd0}'..='\u{1cff}' | '\u{a8e0}'..='\u{a8ff}'
            | '\u{a980}'..='\u{a9ff}' | '\u{aa60}'..='\u{aa7f}' | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}' | '\u{10d00}'..='\u{10fff}' | '\u{11000}'..='\u{11fff}'
    );
    is_script && (point.is_alphabetic() || is_mark(point))
}

/// Returns whether a clickable entity may begin or continue after a character: a mention, a command, a
/// hashtag, an address, a link or a telephone number.
fn begins_clickable(sign: char) -> bool {
    matches!(
        sign,
        '@' | '/'
            | '.'
            | '#'
            | '$'
            | ':'
            | '+'
            | '＠'
            | '／'
            | '．'
            | '。'
            | '｡'
            | '＃'
            | '＄'
            | '：'
            | '＋'
    )
}

/// Returns whether letters look like one of the bot's own words. Each word has as many letters as it
/// shows.
fn is_own_word(letters: &str) -> bool {
    let count = letters.chars().count();
    let mut words = OWN_WORDS.into_iter().filter(|word| word.chars().count() == count);
    words.any(|word| skeleton(word) == letters)
}

/// Returns the skeleton of a text: equal for texts that could be mistaken for each other.
fn skeleton(text: &str) -> String {
    let plain = match text.is_ascii() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.nfkd().filter(|point| !is_mark(*point)).collect()),
    };
    let lower = plain.chars().map(look_alike).flat_map(char::to_lowercase).map(look_alike);
    let letters: String = lower.filter(|point| point.is_alphanumeric()).collect();
    letters.replace("rn", "m").replace("vv", "w")
}

/// Returns the Latin letter that looks like this one, if there is one.
fn look_alike(point: char) -> char {
    let enclosed = |first: u32| u32::from(point).checked_sub(first).filter(|place| *place < 26);
    let places = [0x1f1e6, 0x1f150, 0x1f170].into_iter().find_map(enclosed);
    if let Some(letter) = places.and_then(|place| char::from_u32(u32::from('a') + place)) {
        return look_alike(letter);
    }
    match point {
        'а' | 'А' | 'α' | 'Α' | 'ᴀ' | '@' | '4' => 'a',
        'в' | 'В' | 'β' | 'Β' | 'ʙ' | 'ь' | 'Ь' => 'b',
        'с' | 'С' | 'ᴄ' => 'c',
        'ԁ' | 'ᴅ' => 'd',
        'е' | 'Е' | 'ε' | 'Ε' | 'ᴇ' | 'є' | 'Є' | '€' | '3' | 'з' | 'З' => 'e',
        'ꜰ' => 'f',
        'ɢ' => 'g',
        'н' | 'Н' | 'Η' | 'һ' | 'ʜ' | 'հ' => 'h',
        'j' | 'ј' | 'Ј' | 'ᴊ' => 'j',
        'к' | 'К' | 'κ' | 'Κ' | 'ᴋ' => 'k',
        'i' | 'і' | 'І' | 'ι' | 'Ι' | 'ı' | 'ɪ' | 'l' | 'I' | '1' | '|' | 'ʟ' | 'ӏ' | 'Ӏ' => {
            'l'
        }
        'м' | 'М' | 'Μ' | 'ᴍ' => 'm',
        'п' | 'П' | 'η' | 'Ν' | 'ɴ' | 'ո' => 'n',
        'о' | 'О' | 'ο' | 'Ο' | 'ᴏ' | 'օ' | 'Օ' | 'ø' | 'Ø' | 'σ' | '0' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' | 'ᴘ' => 'p',
        'ԛ' => 'q',
        'г' | 'Г' | 'ʀ' => 'r',
        'ѕ' | 'Ѕ' | 'ꜱ' | '$' | '5' => 's',
        'т' | 'Т' | 'τ' | 'Τ' | 'ᴛ' => 't',
        'υ' | 'μ' | 'ս' | 'ᴜ' | 'ц' => 'u',
        'ν' | 'ᴠ' | 'ѵ' => 'v',
        'ԝ' | 'ω' | 'ᴡ' => 'w',
        'х' | 'Х' | 'χ' | 'Χ' => 'x',
        'у' | 'У' | 'Υ' | 'γ' | 'ʏ' | 'ү' | 'Ү' => 'y',
        'ζ' | 'Ζ' | 'ᴢ' | '2' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_plain_name_is_presentable_as_it_is(name in "[A-Za-zА-я0-9 ]{0,12}[ -~]?") {
            prop_assert!(!is_plain(&name) || made_presentable(&name) == name);
        }
    }

    #[test]
    fn names_like_most_are_plain() {
        for name in ["Anna", "Анна Марія", "Player 12.", "Max!"] {
            assert!(is_plain(name), "{name:?}");
        }
        for name in [" Anna", "a  b", "t.me", "12345", "Anna ", "@anna"] {
            assert!(!is_plain(name), "{name:?}");
        }
    }
}
