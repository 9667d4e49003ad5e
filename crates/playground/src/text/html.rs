//! The HTML mode: a handful of tags, properly nested, and four named character references.

use crate::text::{Bytes, Entity, EntityKind, FormattedText, Written, link_entity};

const TAGS: [&str; 16] = [
    "a",
    "b",
    "strong",
    "i",
    "em",
    "s",
    "strike",
    "del",
    "u",
    "ins",
    "tg-spoiler",
    "tg-emoji",
    "span",
    "pre",
    "code",
    "blockquote",
];
/// A numeric character reference longer than this, from its ampersand on, is plain text.
const MAX_REFERENCE_LENGTH: usize = 10;

pub(super) fn parse(text: &str) -> Result<FormattedText, String> {
    let mut parser = Parser {
        input: Bytes(text.as_bytes()),
        position: 0,
        written: Written::default(),
        open: Vec::new(),
        entities: Vec::new(),
    };
    while parser.position < text.len() {
        parser.step()?;
    }
    if let Some(tag) = parser.open.last() {
        return Err(format!("Can't find end tag corresponding to start tag \"{}\"", tag.name));
    }
    for entity in &mut parser.entities {
        if entity.kind == EntityKind::Code {
            // The language of a code element counts only directly inside a pre element.
            entity.language = None;
        }
    }
    Ok(parser.written.finish(parser.entities))
}

/// A start tag whose end tag is still to come.
struct OpenTag {
    name: String,
    argument: String,
    /// Start of its text, in UTF-16 code units and in bytes of the written text.
    offset: usize,
    begin: usize,
}

struct Parser<'a> {
    input: Bytes<'a>,
    position: usize,
    written: Written,
    open: Vec<OpenTag>,
    entities: Vec<Entity>,
}

impl Parser<'_> {
    fn step(&mut self) -> Result<(), String> {
        let byte = self.input.at(self.position);
        if byte == b'&'
            && let Some((character, end)) = self.reference(self.position)
        {
            let mut buffer = [0; 4];
            for byte in character.encode_utf8(&mut buffer).bytes() {
                self.written.push(byte);
            }
            self.position = end;
            return Ok(());
        }
        if byte != b'<' {
            self.written.push(byte);
            self.position += 1;
            return Ok(());
        }
        if self.input.at(self.position + 1) == b'/' { self.end_tag() } else { self.start_tag() }
    }

    /// The character a reference stands for and the position after it.
    fn reference(&self, begin: usize) -> Option<(char, usize)> {
        let mut end = begin + 1;
        let code = if self.input.at(end) == b'#' {
            end += 1;
            let radix = if self.input.at(end) == b'x' {
                end += 1;
                16
            } else {
                10
            };
            let digits = end;
            while (self.input.at(end) as char).is_digit(radix) {
                end += 1;
            }
            if end - begin >= MAX_REFERENCE_LENGTH {
                return None;
            }
            u32::from_str_radix(&self.input.string(digits, end), radix)
                .ok()
                .filter(|code| *code != 0)?
        } else {
            while self.input.at(end).is_ascii_alphabetic() {
                end += 1;
            }
            match self.input.string(begin + 1, end).as_str() {
                "lt" => u32::from('<'),
                "gt" => u32::from('>'),
                "amp" => u32::from('&'),
                "quot" => u32::from('"'),
                _ => return None,
            }
        };
        if self.input.at(end) == b';' {
            end += 1;
        }
        char::from_u32(code).map(|character| (character, end))
    }

    fn start_tag(&mut self) -> Result<(), String> {
        let begin = self.position;
        let mut i = begin + 1;
        while !self.input.is_space_at(i) && self.input.at(i) != b'>' {
            i += 1;
        }
        if self.input.at(i) == 0 {
            return Err(format!("Unclosed start tag at byte offset {begin}"));
        }
        let name = self.input.string(begin + 1, i).to_ascii_lowercase();
        if !TAGS.contains(&name.as_str()) {
            return Err(format!("Unsupported start tag \"{name}\" at byte offset {begin}"));
        }
        let mut argument = String::new();
        self.position = i;
        while self.input.at(self.position) != b'>' {
            self.skip_spaces();
            if self.input.at(self.position) == b'>' {
                break;
            }
            if let Some(value) = self.attribute(&name, begin)? {
                argument = value;
            }
        }
        if name == "span" && argument != "spoiler" {
            return Err(format!(
                "Tag \"span\" must have class \"tg-spoiler\" at byte offset {begin}"
            ));
        }
        self.position += 1;
        self.open.push(OpenTag {
            name,
            argument,
            offset: self.written.units,
            begin: self.written.bytes.len(),
        });
        Ok(())
    }

    /// Reads one attribute; returns its value if the tag has a use for it.
    fn attribute(&mut self, tag: &str, tag_begin: usize) -> Result<Option<String>, String> {
        let begin = self.position;
        let mut i = begin;
        while !self.input.is_space_at(i)
            && !matches!(self.input.at(i), b'=' | b'>' | b'/' | b'"' | b'\'')
        {
            i += 1;
        }
        let name = self.input.string(begin, i);
        if name.is_empty() {
            return Err(format!(
                "Empty attribute name in the tag \"{tag}\" at byte offset {tag_begin}"
            ));
        }
        self.position = i;
        self.skip_spaces();
        let unclosed = || format!("Unclosed start tag \"{tag}\" at byte offset {tag_begin}");
        if self.input.at(self.position) != b'=' {
            if self.input.at(self.position) == 0 {
                return Err(unclosed());
            }
            return Ok((tag == "blockquote" && name == "expandable").then(|| "1".to_owned()));
        }
        self.position += 1;
        self.skip_spaces();
        if self.input.at(self.position) == 0 {
            return Err(unclosed());
        }
        let value = self.attribute_value()?;
        if self.input.at(self.position) == 0 {
            return Err(format!("Unclosed start tag at byte offset {tag_begin}"));
        }
        let argument = match (tag, name.as_str()) {
            ("a", "href") | ("tg-emoji", "emoji-id") => Some(value),
            ("code", "class") => value.strip_prefix("language-").map(str::to_owned),
            ("span", "class") => value.strip_prefix("tg-").map(str::to_owned),
            ("blockquote", "expandable") => Some("1".to_owned()),
            _ => None,
        };
        Ok(argument)
    }

    fn attribute_value(&mut self) -> Result<String, String> {
        let quote = self.input.at(self.position);
        if quote != b'\'' && quote != b'"' {
            let begin = self.position;
            let mut i = begin;
            while self.input.at(i).is_ascii_alphanumeric()
                || matches!(self.input.at(i), b'.' | b'-')
            {
                i += 1;
            }
            if !self.input.is_space_at(i) && self.input.at(i) != b'>' {
                return Err(format!("Unexpected end of name token at byte offset {begin}"));
            }
            self.position = i;
            return Ok(self.input.string(begin, i).to_ascii_lowercase());
        }
        self.position += 1;
        let mut value = Written::default();
        while self.input.at(self.position) != quote && self.input.at(self.position) != 0 {
            if self.input.at(self.position) == b'&'
                && let Some((character, end)) = self.reference(self.position)
            {
                let mut buffer = [0; 4];
                value.bytes.extend(character.encode_utf8(&mut buffer).bytes());
                self.position = end;
                continue;
            }
            value.push(self.input.at(self.position));
            self.position += 1;
        }
        if self.input.at(self.position) == quote {
            self.position += 1;
        }
        Ok(value.since(0))
    }

    fn end_tag(&mut self) -> Result<(), String> {
        let begin = self.position;
        let Some(open) = self.open.pop() else {
            return Err(format!("Unexpected end tag at byte offset {begin}"));
        };
        let mut i = begin + 2;
        while !self.input.is_space_at(i) && self.input.at(i) != b'>' {
            i += 1;
        }
        let name = self.input.string(begin + 2, i).to_ascii_lowercase();
        self.position = i;
        self.skip_spaces();
        if self.input.at(self.position) != b'>' {
            return Err(format!("Unclosed end tag at byte offset {begin}"));
        }
        if !name.is_empty() && name != open.name {
            return Err(format!(
                "Unmatched end tag at byte offset {begin}, expected \"</{}>\", found \"</{name}>\"",
                open.name
            ));
        }
        self.position += 1;
        if self.written.units > open.offset {
            self.close(open)?;
        }
        Ok(())
    }

    /// Makes the entity of a tag that has ended and is not empty.
    fn close(&mut self, open: OpenTag) -> Result<(), String> {
        let (offset, length) = (open.offset, self.written.units - open.offset);
        let kind = match open.name.as_str() {
            "i" | "em" => EntityKind::Italic,
            "b" | "strong" => EntityKind::Bold,
            "s" | "strike" | "del" => EntityKind::Strikethrough,
            "u" | "ins" => EntityKind::Underline,
            "blockquote" if open.argument.is_empty() => EntityKind::Blockquote,
            "blockquote" => EntityKind::ExpandableBlockquote,
            "pre" => EntityKind::Pre,
            "code" => EntityKind::Code,
            "tg-emoji" => EntityKind::CustomEmoji,
            "a" => EntityKind::TextLink,
            _ => EntityKind::Spoiler,
        };
        let mut entity = Entity::new(kind, offset, length);
        match kind {
            EntityKind::TextLink => {
                let url = if open.argument.is_empty() {
                    self.written.since(open.begin)
                } else {
                    open.argument
                };
                self.entities.extend(link_entity(&url, offset, length));
                return Ok(());
            }
            EntityKind::CustomEmoji => {
                if !open.argument.parse::<i64>().is_ok_and(|id| id != 0) {
                    return Err("Invalid custom emoji identifier specified".to_owned());
                }
                entity.custom_emoji_id = Some(open.argument);
            }
            EntityKind::Code => {
                entity.language = Some(open.argument).filter(|language| !language.is_empty())
            }
            _ => {}
        }
        if let Some(inner) = self.entities.last_mut()
            && (inner.offset, inner.length) == (offset, length)
        {
            match (inner.kind, kind) {
                (EntityKind::Code, EntityKind::Pre) if inner.language.is_some() => {
                    inner.kind = EntityKind::Pre;
                    return Ok(());
                }
                (EntityKind::Pre, EntityKind::Code) if entity.language.is_some() => {
                    inner.language = entity.language;
                    return Ok(());
                }
                _ => {}
            }
        }
        self.entities.push(entity);
        Ok(())
    }

    fn skip_spaces(&mut self) {
        while self.input.at(self.position) != 0 && self.input.is_space_at(self.position) {
            self.position += 1;
        }
    }
}
