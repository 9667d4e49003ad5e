//! Removes the surroundings of a pasted record: quotes, brackets, code fences, comments, annotations, the headers that
//! Telegram copies, and results in other signs.

use crate::record::foreign::Format;
use crate::record::{HEAD, IN_PLAY, bare, reading};
use crate::typing;

/// Maximum number of lines before a record.
const LINES_BEFORE_MAX: usize = 8;

/// Number of bytes of a line that are searched for the end of a header.
const HEADER_BYTES_MAX: usize = 300;

/// Maximum number of possible header ends that are tried in a line.
const HEADER_ENDS_MAX: usize = 8;

/// Number of bytes in which the first words of a record stand.
const HEAD_BYTES_MAX: usize = 300;

/// Maximum number of places of a text at which moves alone are looked for.
const MOVES_READ_MAX: usize = 16;

/// A longer line is no name with a colon after it.
const NAME_CHARS_MAX: usize = 64;

/// Number of signs of a word after a semicolon that are looked at.
const MOVE_CHARS_MAX: usize = 48;

/// Digits of a move that consists of digits only.
const MOVE_DIGITS: usize = 3;

const OPENING: [char; 3] = ['(', '[', '<'];
const CLOSING: [char; 3] = [')', ']', '>'];

/// The scores of a side as they are written at the end of a record, longest first.
const SCORES: [(&str, Score); 7] = [
    ("1/2", Score::Half),
    ("0.5", Score::Half),
    ("0,5", Score::Half),
    (".5", Score::Half),
    (",5", Score::Half),
    ("1", Score::One),
    ("0", Score::Zero),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    Zero,
    Half,
    One,
}

/// A record as it stands in a text.
pub(super) enum Found<'a> {
    /// A record of another program, from its first sign.
    Program(Format, &'a str),
    /// A record of this program, without decoration.
    Own(String),
    /// Moves alone, without decoration.
    Moves(String),
}

/// The record of a text, if that is meant to be one.
pub(super) fn find(text: &str) -> Option<Found<'_>> {
    let mut moves_read = 0;
    beginnings(text).into_iter().find_map(|beginning| found_at(beginning, &mut moves_read))
}

/// A place at which a record may begin.
struct Beginning<'a> {
    rest: &'a str,
    is_first: bool,
    /// True if only a chat's own header stands before it.
    is_behind_header: bool,
}

/// The text itself, then the rest after each header in the first lines.
fn beginnings(text: &str) -> Vec<Beginning<'_>> {
    let mut beginnings = vec![Beginning { rest: text, is_first: true, is_behind_header: true }];
    let (mut at, mut is_behind_header) = (0, true);
    for line in text.split_inclusive('\n').take(LINES_BEFORE_MAX + 1) {
        if at > 0 {
            beginnings.push(Beginning { rest: &text[at..], is_first: false, is_behind_header });
        }
        let ends = line.char_indices().filter(|(_, sign)| matches!(sign, ':' | '：' | ']'));
        let ends = ends.take_while(|(end, _)| *end < HEADER_BYTES_MAX).take(HEADER_ENDS_MAX);
        for (end, sign) in ends {
            let end = end + sign.len_utf8();
            let is_behind_header = is_behind_header && is_name(&line[..end]);
            let rest = &text[at + end..];
            beginnings.push(Beginning { rest, is_first: false, is_behind_header });
        }
        at += line.len();
        is_behind_header &= is_header(line.trim());
    }
    beginnings
}

/// Returns whether a line is what a chat writes above a message: `Anna, [25.11.2026 12:30]`, `Anna:` or
/// `[Forwarded from Anna]`.
fn is_header(line: &str) -> bool {
    let brackets = line.find('[').zip(line.rfind(']'));
    let is_time_told =
        brackets.is_some_and(|(open, close)| open < close && is_time(&line[open..close]));
    let is_told_apart = line.starts_with('[') && line.ends_with(']');
    line.is_empty() || is_time_told || is_told_apart || line.ends_with(':') && is_name(line)
}

/// Returns whether a text is short and has no move in it.
fn is_name(text: &str) -> bool {
    text.chars().nth(NAME_CHARS_MAX).is_none()
        && !text.split_whitespace().any(|word| typing::move_typed(word).is_some())
}

/// Returns whether it is a date with a time of day.
fn is_time(text: &str) -> bool {
    text.contains(':') && text.chars().filter(char::is_ascii_digit).count() >= 4
}

/// The record that begins there. The whole rest is read only if its first words may be those of a record, and only so often
/// as moves alone: a text has many places at which a record may begin.
fn found_at<'a>(beginning: Beginning<'a>, moves_read: &mut usize) -> Option<Found<'a>> {
    let Beginning { rest, is_first, is_behind_header } = beginning;
    let body = without_marks(rest);
    if let Some(format) = Format::of_program(body) {
        return Some(Found::Program(format, body));
    }
    if is_headed(&plain(first_bytes(body)), is_first) {
        return Some(Found::Own(plain(body)));
    }
    if !is_behind_header || *moves_read == MOVES_READ_MAX {
        return None;
    }
    *moves_read += 1;
    let plain = plain(body);
    bare::is_moves(&plain).then_some(Found::Moves(plain))
}

/// The beginning of a text, in which the words of a record stand.
fn first_bytes(text: &str) -> &str {
    &text[..text.floor_char_boundary(HEAD_BYTES_MAX)]
}

/// Returns whether a text begins with the words of a record. In the middle of another text the
/// words alone are talk.
fn is_headed(text: &str, is_first: bool) -> bool {
    let mut words = reading::words(text);
    let is_version = |word: &str| word.chars().all(|sign| sign.is_ascii_digit());
    HEAD.iter().all(|word| words.next().is_some_and(|found| is_same(found, word)))
        && (is_first || words.next().is_some_and(is_version))
}

/// Returns whether it is the word, in letters of any alphabet that look the same.
pub(super) fn is_same(found: &str, word: &str) -> bool {
    let latin = found.chars().flat_map(char::to_lowercase).map(typing::latin);
    found.eq_ignore_ascii_case(word) || latin.eq(word.chars())
}

/// A text without the marks that stand before its first word, such as quotes, brackets, fences and emoji.
fn without_marks(text: &str) -> &str {
    let mut text = text.trim_start();
    // Some programs begin with a bracket.
    while Format::of_program(text).is_none() {
        if let Some(code) = text.strip_prefix("```") {
            text = without_language(code).trim_start();
            continue;
        }
        let mut signs = text.chars();
        match signs.next() {
            Some(sign) if !sign.is_alphanumeric() => text = signs.as_str().trim_start(),
            Some(_) | None => break,
        }
    }
    text
}

/// Code without the language after its fence.
fn without_language(code: &str) -> &str {
    let line = first_bytes(code).split_once('\n');
    let language = line.map(|(language, _)| language);
    let language = language.filter(|language| language.trim().chars().all(char::is_alphanumeric));
    language.map_or(code, |language| &code[language.len() + 1..])
}

fn is_dash(sign: char) -> bool {
    matches!(
        sign,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

fn is_quote(sign: char) -> bool {
    matches!(sign, '"' | '\'' | '“' | '”' | '„' | '‟' | '«' | '»' | '‹' | '›' | '‘' | '’' | '‚')
}

fn is_star(sign: char) -> bool {
    matches!(sign, '*' | '∗' | '⁎' | '✱' | '✲' | '✳' | '﹡' | '٭')
}

/// The text without quotes, brackets, fences, comments and annotations, with its result in the usual form.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    // A comment in braces may be longer than a line, and so may what is in brackets.
    let (mut is_comment, mut open) = (false, 0);
    for line in text.lines() {
        let line = line.trim_start().trim_start_matches(['>', '\u{feff}']).trim_start();
        if let Some(language) = line.strip_prefix("```")
            && language.trim().chars().all(char::is_alphanumeric)
        {
            continue;
        }
        let line = unadorned(line, &mut is_comment);
        for word in without_remark(&line).split_whitespace() {
            let word = without_brackets(without_annotation(word), &mut open);
            let word = without_annotation(word);
            if !word.is_empty() {
                plain.push_str(word);
                plain.push(' ');
            }
        }
        plain.push('\n');
    }
    with_usual_result(&plain).unwrap_or(plain)
}

/// A line in signs that are read, without what stands in braces.
fn unadorned(line: &str, is_comment: &mut bool) -> String {
    let mut plain = String::with_capacity(line.len());
    for sign in line.chars().map(typing::unadorned) {
        match sign {
            '{' => *is_comment = true,
            '}' => *is_comment = false,
            _ if *is_comment || typing::is_invisible(sign) => {}
            '½' => plain.push_str("1/2"),
            '⁄' | '∕' => plain.push('/'),
            '∶' | '꞉' => plain.push(':'),
            '、' | '،' => plain.push(','),
            _ if is_quote(sign) || sign == '`' => plain.push(' '),
            _ if is_dash(sign) => plain.push('-'),
            _ if is_star(sign) => plain.push('*'),
            sign => plain.push(sign),
        }
    }
    plain
}

/// A line up to the semicolon after which no moves follow.
fn without_remark(line: &str) -> &str {
    let is_remark = |rest: &str| {
        let rest = rest.trim_start();
        let mut signs = rest.char_indices().enumerate();
        let is_end = |sign: char| sign == ';' || sign.is_whitespace();
        let end = signs.find(|(n, (_, sign))| *n == MOVE_CHARS_MAX || is_end(*sign));
        let word = end.map_or(rest, |(_, (at, _))| &rest[..at]).trim_start_matches(OPENING);
        !word.starts_with(|sign: char| sign.is_ascii_digit())
            && !word.starts_with(IN_PLAY)
            && typing::move_typed(word).is_none()
    };
    // Of several in a row the last one counts.
    let ends = line.match_indices(';').map(|(at, _)| at);
    let mut ends = ends.filter(|at| !line[at + 1..].starts_with(';'));
    ends.find(|at| is_remark(&line[at + 1..])).map_or(line, |at| &line[..at])
}

/// A word without the signs that judge a move, and without the number that stands for one of them.
fn without_annotation(word: &str) -> &str {
    let is_number = |code: &str| code.chars().all(|sign| sign.is_ascii_digit());
    if word.strip_prefix('$').is_some_and(is_number) {
        return "";
    }
    word.trim_end_matches(['!', '?', '+', '#', '⁉', '‼', '±', '∓'])
}

/// A word without the brackets around it, but for the one after the number of a move; `open` are the brackets
/// of the words before.
fn without_brackets<'a>(word: &'a str, open: &mut usize) -> &'a str {
    let inner = word.trim_start_matches(OPENING);
    let bare = inner.trim_end_matches(CLOSING);
    let (opened, closed) = (word.len() - inner.len(), inner.len() - bare.len());
    let is_number = !bare.is_empty()
        && bare.len() < MOVE_DIGITS
        && bare.bytes().all(|sign| sign.is_ascii_digit());
    let is_mark = is_number && closed > 0 && (opened > 0 || *open == 0);
    *open = (*open + opened).saturating_sub(closed);
    if is_mark { &inner[..=bare.len()] } else { bare }
}

/// A text with the result at its end as records have it; `None` if it has none.
fn with_usual_result(text: &str) -> Option<String> {
    let is_behind = |sign: char| {
        sign.is_whitespace()
            || matches!(sign, '.' | '!' | ',' | '|' | '_' | '~')
            || CLOSING.contains(&sign)
    };
    let body = text.trim_end_matches(is_behind);
    // Two that touch a score are the end of bold type.
    let rest = body.trim_end_matches(IN_PLAY);
    let is_bold = body.len() - rest.len() > 1 && rest.ends_with(|sign: char| sign.is_ascii_digit());
    match is_bold.then(|| with_usual_score(rest)).flatten() {
        Some(text) => Some(text),
        None if rest.len() < body.len() => Some(format!("{rest} {IN_PLAY}")),
        None => with_usual_score(body),
    }
}

/// Like [`with_usual_result`], for a text that ends with the score of both sides.
fn with_usual_score(body: &str) -> Option<String> {
    let take = |text: &'static str, score, body: &str| {
        body.strip_suffix(text).map(|rest| (rest.trim_end().len(), score))
    };
    let score = |body: &str| SCORES.iter().find_map(|(text, points)| take(text, *points, body));
    let (end, second) = score(body)?;
    let scored = body[..end].strip_suffix(['-', ':']).and_then(|rest| {
        let rest = rest.trim_end();
        score(rest).map(|(end, first)| (&rest[..end], rest.len() - end, first))
    });
    let Some((rest, _, first)) = scored else {
        // Half a point for each.
        let is_half = second == Score::Half && body.ends_with(" 1/2");
        return is_half.then(|| format!("{} 1/2-1/2", &body[..end]));
    };
    let result = match (first, second) {
        (Score::One, Score::Zero) => "1-0",
        (Score::Zero, Score::One) => "0-1",
        (Score::Half, Score::Half) => "1/2-1/2",
        _ => return None,
    };
    let is_apart = body[rest.len()..].starts_with(char::is_whitespace)
        || !rest.ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '/' | '.'));
    is_apart.then(|| format!("{rest} {result}"))
}
