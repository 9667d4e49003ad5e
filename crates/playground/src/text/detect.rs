//! Entities Telegram finds in plain text by itself: bot commands, mentions, hashtags and links with a scheme.
//!
//! E-mail addresses, phone numbers, cash tags and links without a scheme are not looked for.

use crate::text::{Entity, EntityKind, utf16_length};

const MAX_COMMAND_LENGTH: usize = 64;
const MIN_USERNAME_LENGTH: usize = 3;
const MAX_USERNAME_LENGTH: usize = 32;
const MAX_HASHTAG_LENGTH: usize = 256;

/// The entities of a text, in their order; they do not overlap.
pub(crate) fn entities(text: &str) -> Vec<Entity> {
    let mut found = Vec::new();
    let mut units = 0;
    let mut position = 0;
    let mut previous = None;
    while let Some(character) = text[position..].chars().next() {
        let rest = &text[position..];
        let match_here = match character {
            '/' if is_command_boundary(previous) => {
                command(rest).map(|length| (EntityKind::BotCommand, length))
            }
            '@' if !is_word(previous) => {
                username(&rest[1..]).map(|length| (EntityKind::Mention, length + 1))
            }
            '#' if !is_word(previous) => {
                hashtag(&rest[1..]).map(|length| (EntityKind::Hashtag, length + 1))
            }
            'h' | 'H' if !is_word(previous) => link(rest).map(|length| (EntityKind::Url, length)),
            _ => None,
        };
        let step = match match_here {
            Some((kind, length)) => {
                found.push(Entity::new(kind, units, utf16_length(&rest[..length])));
                length
            }
            None => character.len_utf8(),
        };
        units += utf16_length(&rest[..step]);
        previous = rest[..step].chars().next_back();
        position += step;
    }
    found
}

fn is_word(character: Option<char>) -> bool {
    character.is_some_and(|character| character.is_alphanumeric() || character == '_')
}

/// A slash within a path or after a tag bracket starts no command.
fn is_command_boundary(previous: Option<char>) -> bool {
    !is_word(previous) && !matches!(previous, Some('/' | '<' | '>'))
}

/// The length in bytes of `/name` or `/name@bot` at the start of the text.
fn command(text: &str) -> Option<usize> {
    let name = word_length(&text[1..]);
    if name == 0 || name > MAX_COMMAND_LENGTH {
        return None;
    }
    let mut length = 1 + name;
    if let Some(rest) = text[length..].strip_prefix('@') {
        length += username(rest).map_or(0, |username| username + 1);
    }
    let next = text[length..].chars().next();
    (!is_word(next) && !matches!(next, Some('/' | '<' | '>' | '@'))).then_some(length)
}

fn username(text: &str) -> Option<usize> {
    let length = word_length(text);
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let next = text[length..].chars().next();
    (starts_well && (MIN_USERNAME_LENGTH..=MAX_USERNAME_LENGTH).contains(&length) && !is_word(next))
        .then_some(length)
}

fn hashtag(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let tag = &text[..end];
    let has_letter = tag.chars().any(char::is_alphabetic);
    (has_letter && tag.chars().count() <= MAX_HASHTAG_LENGTH).then_some(end)
}

fn link(text: &str) -> Option<usize> {
    let scheme = ["https://", "http://"].into_iter().find(|scheme| {
        text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })?;
    let end =
        text.find(|c: char| c.is_whitespace() || "<>\"«»“”".contains(c)).unwrap_or(text.len());
    let end = text[..end].trim_end_matches(['.', ',', ':', ';', '!', '?', ')', '\'']).len();
    let host = text.get(scheme.len()..end)?;
    let host = host.split(['/', '?', '#']).next().unwrap_or(host);
    let dot = host.find('.')?;
    (dot > 0 && dot + 1 < host.len()).then_some(end)
}

/// The length of the leading run of ASCII letters, digits and underscores.
fn word_length(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}
