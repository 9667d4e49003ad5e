//! The MarkdownV2 mode: nested entities, and every reserved character escaped outside of them.

use crate::text::markdown::pre_header;
use crate::text::{Bytes, Entity, EntityKind, FormattedText, Written, link_entity};

const RESERVED: &[u8] = b"_*[]()~`>#+-=|{}.!\n";
const RESERVED_IN_CODE: &[u8] = b"`";
/// Characters up to this one can be escaped.
const LAST_ESCAPABLE: u8 = 126;

pub(super) fn parse(text: &str) -> Result<FormattedText, String> {
    let mut parser = Parser {
        input: Bytes(text.as_bytes()),
        size: text.len(),
        position: 0,
        written: Written::default(),
        open: Vec::new(),
        entities: Vec::new(),
        in_quote: false,
        can_start_quote: true,
    };
    while parser.position < parser.size {
        parser.step()?;
    }
    parser.finish()
}

struct Open {
    kind: EntityKind,
    language: Option<String>,
    offset: usize,
    /// Position of the mark in the input.
    at: usize,
    /// Start of its text in the written text.
    begin: usize,
}

impl Open {
    fn unclosed(&self) -> String {
        let name = match self.kind {
            EntityKind::Underline => "Underline",
            EntityKind::Bold => "Bold",
            EntityKind::Italic => "Italic",
            EntityKind::Code => "Code",
            EntityKind::Pre if self.language.is_some() => "PreCode",
            EntityKind::Pre => "Pre",
            EntityKind::Strikethrough => "Strikethrough",
            EntityKind::Spoiler => "Spoiler",
            EntityKind::CustomEmoji => "CustomEmoji",
            EntityKind::Blockquote => "BlockQuote",
            _ => "TextUrl",
        };
        format!("Can't find end of {name} entity at byte offset {}", self.at)
    }
}

struct Parser<'a> {
    input: Bytes<'a>,
    size: usize,
    position: usize,
    written: Written,
    open: Vec<Open>,
    entities: Vec<Entity>,
    in_quote: bool,
    can_start_quote: bool,
}

impl Parser<'_> {
    fn step(&mut self) -> Result<(), String> {
        let byte = self.input.at(self.position);
        if byte == b'\\' && self.is_escapable(self.position + 1) {
            let escaped = self.input.at(self.position + 1);
            self.written.push(escaped);
            self.position += 2;
            if escaped != b'\r' {
                self.can_start_quote = escaped == b'\n';
            }
            return Ok(());
        }
        let in_code = self
            .open
            .last()
            .is_some_and(|open| matches!(open.kind, EntityKind::Code | EntityKind::Pre));
        let reserved = if in_code { RESERVED_IN_CODE } else { RESERVED };
        if !reserved.contains(&byte) {
            self.written.push(byte);
            self.position += 1;
            if byte != b'\r' {
                self.can_start_quote = false;
            }
            return Ok(());
        }
        if self.ends_entity(byte) { self.end(byte) } else { self.begin(byte) }
    }

    fn is_escapable(&self, index: usize) -> bool {
        (1..=LAST_ESCAPABLE).contains(&self.input.at(index))
    }

    fn ends_entity(&self, byte: u8) -> bool {
        let Some(open) = self.open.last() else {
            return false;
        };
        let (next, second) = (self.input.at(self.position + 1), self.input.at(self.position + 2));
        if self.in_quote && byte == b'\n' && next != b'>' {
            return true;
        }
        match open.kind {
            EntityKind::Bold => byte == b'*',
            EntityKind::Italic => byte == b'_' && next != b'_',
            EntityKind::Underline => byte == b'_' && next == b'_',
            EntityKind::Code => byte == b'`',
            EntityKind::Pre => byte == b'`' && next == b'`' && second == b'`',
            EntityKind::Strikethrough => byte == b'~',
            EntityKind::Spoiler => byte == b'|' && next == b'|',
            EntityKind::TextLink | EntityKind::CustomEmoji => byte == b']',
            _ => false,
        }
    }

    fn begin(&mut self, byte: u8) -> Result<(), String> {
        let at = self.position;
        let next = self.input.at(at + 1);
        let mut language = None;
        self.position += 1;
        let kind = match byte {
            b'_' if next == b'_' => {
                self.position += 1;
                EntityKind::Underline
            }
            b'_' => EntityKind::Italic,
            b'*' => EntityKind::Bold,
            b'~' => EntityKind::Strikethrough,
            b'|' if next == b'|' => {
                self.position += 1;
                EntityKind::Spoiler
            }
            b'[' => EntityKind::TextLink,
            b'!' if next == b'[' => {
                self.position += 1;
                EntityKind::CustomEmoji
            }
            b'`' if next == b'`' && self.input.at(at + 2) == b'`' => {
                (language, self.position) = pre_header(&self.input, self.size, at + 3);
                EntityKind::Pre
            }
            b'`' => EntityKind::Code,
            b'\n' => {
                self.written.push(byte);
                self.can_start_quote = true;
                return Ok(());
            }
            b'>' if self.can_start_quote && self.in_quote => return Ok(()),
            b'>' if self.can_start_quote => {
                self.in_quote = true;
                EntityKind::Blockquote
            }
            _ => {
                let character = char::from(byte);
                return Err(format!(
                    "Character '{character}' is reserved and must be escaped with the preceding '\\'"
                ));
            }
        };
        self.open.push(Open {
            kind,
            language,
            offset: self.written.units,
            at,
            begin: self.written.bytes.len(),
        });
        Ok(())
    }

    fn end(&mut self, byte: u8) -> Result<(), String> {
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let at = self.position;
        self.position += 1;
        if byte == b'\n' && self.in_quote {
            return self.end_quote(open, at);
        }
        let length = self.written.units - open.offset;
        let mut entity = Entity::new(open.kind, open.offset, length);
        match open.kind {
            EntityKind::Underline | EntityKind::Spoiler => self.position += 1,
            EntityKind::Pre => {
                self.position += 2;
                entity.language = open.language;
            }
            EntityKind::TextLink => {
                let url = self.url()?.unwrap_or_else(|| self.written.since(open.begin));
                if length > 0 {
                    self.entities.extend(link_entity(&url, open.offset, length));
                }
                return Ok(());
            }
            EntityKind::CustomEmoji => {
                let url =
                    self.url()?.ok_or("The entity must contain a tg://emoji or tg://time URL")?;
                let id = url
                    .strip_prefix("tg://emoji?id=")
                    .filter(|id| id.parse::<i64>().is_ok_and(|id| id != 0))
                    .ok_or("Invalid tg://emoji or tg://time URL specified")?;
                entity.custom_emoji_id = Some(id.to_owned());
            }
            _ => {}
        }
        if length > 0 {
            self.entities.push(entity);
        }
        Ok(())
    }

    /// A line break that is not followed by another quoted line ends the quote, `||` before it makes it expandable.
    fn end_quote(&mut self, open: Open, at: usize) -> Result<(), String> {
        let quote = self.unwrap_quote(open, at)?;
        self.in_quote = false;
        self.written.push(b'\n');
        self.can_start_quote = true;
        let length = self.written.units - quote.1.offset;
        self.entities.push(Entity::new(quote.0, quote.1.offset, length));
        Ok(())
    }

    fn unwrap_quote(&mut self, open: Open, end: usize) -> Result<(EntityKind, Open), String> {
        if open.kind == EntityKind::Blockquote {
            return Ok((EntityKind::Blockquote, open));
        }
        let is_last_mark = open.kind == EntityKind::Spoiler
            && (open.at + 2 == end || (open.at + 3 == end && self.input.at(end - 1) == b'\r'));
        match self.open.pop() {
            Some(quote) if is_last_mark && quote.kind == EntityKind::Blockquote => {
                Ok((EntityKind::ExpandableBlockquote, quote))
            }
            Some(outer) if is_last_mark => Err(outer.unclosed()),
            _ => Err(open.unclosed()),
        }
    }

    /// The address in brackets after a link text, if there is one.
    fn url(&mut self) -> Result<Option<String>, String> {
        if self.input.at(self.position) != b'(' {
            return Ok(None);
        }
        let begin = self.position + 1;
        let mut url = Vec::new();
        let mut i = begin;
        while i < self.size && self.input.at(i) != b')' {
            if self.input.at(i) == b'\\' && self.is_escapable(i + 1) {
                i += 1;
            }
            url.push(self.input.at(i));
            i += 1;
        }
        if self.input.at(i) != b')' {
            return Err(format!("Can't find end of a URL at byte offset {begin}"));
        }
        self.position = i + 1;
        Ok(Some(String::from_utf8_lossy(&url).into_owned()))
    }

    fn finish(mut self) -> Result<FormattedText, String> {
        if self.in_quote
            && let Some(open) = self.open.pop()
        {
            let (kind, quote) = self.unwrap_quote(open, self.size)?;
            let length = self.written.units - quote.offset;
            if length > 0 {
                self.entities.push(Entity::new(kind, quote.offset, length));
            }
        }
        if let Some(open) = self.open.last() {
            return Err(open.unclosed());
        }
        Ok(self.written.finish(self.entities))
    }
}
