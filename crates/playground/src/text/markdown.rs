//! The old Markdown mode: no nesting, few escapes.

use crate::text::{Bytes, Entity, EntityKind, FormattedText, Written, link_entity};

pub(super) fn parse(text: &str) -> Result<FormattedText, String> {
    let input = Bytes(text.as_bytes());
    let size = text.len();
    let mut written = Written::default();
    let mut entities = Vec::new();
    let mut i = 0;
    while i < size {
        let byte = input.at(i);
        if byte == b'\\' && matches!(input.at(i + 1), b'_' | b'*' | b'`' | b'[') {
            written.push(input.at(i + 1));
            i += 2;
        } else if matches!(byte, b'_' | b'*' | b'`' | b'[') {
            i = entity(&input, size, i, &mut written, &mut entities)?;
        } else {
            written.push(byte);
            i += 1;
        }
    }
    Ok(written.finish(entities))
}

/// Parses the entity that begins at `begin`; returns the position after it.
fn entity(
    input: &Bytes,
    size: usize,
    begin: usize,
    written: &mut Written,
    entities: &mut Vec<Entity>,
) -> Result<usize, String> {
    let opening = input.at(begin);
    let closing = if opening == b'[' { b']' } else { opening };
    let mut i = begin + 1;
    let is_pre = opening == b'`' && input.at(i) == b'`' && input.at(i + 1) == b'`';
    let mut language = None;
    if is_pre {
        (language, i) = pre_header(input, size, i + 2);
    }
    let offset = written.units;
    let is_end = |i: usize| {
        input.at(i) == closing && (!is_pre || (input.at(i + 1) == b'`' && input.at(i + 2) == b'`'))
    };
    while i < size && !is_end(i) {
        written.push(input.at(i));
        i += 1;
    }
    if i >= size {
        return Err(format!("Can't find end of the entity starting at byte offset {begin}"));
    }
    let length = written.units - offset;
    let found = match opening {
        b'_' => Some(Entity::new(EntityKind::Italic, offset, length)),
        b'*' => Some(Entity::new(EntityKind::Bold, offset, length)),
        b'`' if is_pre => {
            let mut pre = Entity::new(EntityKind::Pre, offset, length);
            pre.language = language;
            Some(pre)
        }
        b'`' => Some(Entity::new(EntityKind::Code, offset, length)),
        _ if length == 0 => None,
        _ => {
            let url_end;
            let url = if input.at(i + 1) == b'(' {
                let url_begin = i + 2;
                url_end = (url_begin..size).find(|end| input.at(*end) == b')').unwrap_or(size);
                i = url_end;
                input.string(url_begin, url_end)
            } else {
                input.string(begin + 1, i)
            };
            link_entity(&url, offset, length)
        }
    };
    entities.extend(found.filter(|entity| entity.length > 0));
    Ok(if is_pre { i + 3 } else { i + 1 })
}

/// The language of a code block and the place where its text begins.
pub(super) fn pre_header(input: &Bytes, size: usize, begin: usize) -> (Option<String>, usize) {
    let mut i = begin;
    let mut language = None;
    let mut language_end = begin;
    while !input.is_space_at(language_end) && input.at(language_end) != b'`' {
        language_end += 1;
    }
    if language_end != begin && language_end < size && input.at(language_end) != b'`' {
        language = Some(input.string(begin, language_end));
        i = language_end;
    }
    let is_break = |byte: u8| matches!(byte, b'\n' | b'\r');
    if is_break(input.at(i)) {
        let is_pair = is_break(input.at(i + 1)) && input.at(i + 1) != input.at(i);
        i += if is_pair { 2 } else { 1 };
    }
    (language, i)
}
