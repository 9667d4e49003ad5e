//! Formatted text as Telegram counts it: entities over UTF-16 code units.
//!
//! All three modes of marking up are here, the old one too, because bots of every age and library are played with; so
//! are all kinds of entities, because people's clients send them and bots send them back.
//!
//! Nothing here knows about chats or messages; text goes in, text with entities or a reason comes out.

pub mod clean;
mod detect;
mod html;
pub(crate) mod link;
mod markdown;
mod markdown_v2;

use serde::Serialize;
use serde_json::Value;

/// A text with its entities, sorted by offset; longer entities come before those inside them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormattedText {
    pub text: String,
    pub entities: Vec<Entity>,
}

/// A stretch of text that is special; offset and length count UTF-16 code units.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entity {
    #[serde(rename = "type")]
    pub kind: EntityKind,
    pub offset: usize,
    pub length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_emoji_id: Option<String>,
    /// The mentioned user, as JSON, of a `text_mention`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<Value>,
}

impl Entity {
    pub(crate) fn new(kind: EntityKind, offset: usize, length: usize) -> Self {
        Self { kind, offset, length, url: None, language: None, custom_emoji_id: None, user: None }
    }

    pub fn end(&self) -> usize {
        self.offset + self.length
    }
}

/// The kinds of entities a message can carry, named as the Bot API names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EntityKind {
    Mention,
    Hashtag,
    Cashtag,
    BotCommand,
    Url,
    Email,
    PhoneNumber,
    Blockquote,
    ExpandableBlockquote,
    TextLink,
    TextMention,
    Pre,
    Code,
    Bold,
    Italic,
    Underline,
    Strikethrough,
    Spoiler,
    CustomEmoji,
}

impl EntityKind {
    const ALL: [Self; 19] = [
        Self::Mention,
        Self::Hashtag,
        Self::Cashtag,
        Self::BotCommand,
        Self::Url,
        Self::Email,
        Self::PhoneNumber,
        Self::Blockquote,
        Self::ExpandableBlockquote,
        Self::TextLink,
        Self::TextMention,
        Self::Pre,
        Self::Code,
        Self::Bold,
        Self::Italic,
        Self::Underline,
        Self::Strikethrough,
        Self::Spoiler,
        Self::CustomEmoji,
    ];

    /// The kind with this Bot API name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Mention => "mention",
            Self::Hashtag => "hashtag",
            Self::Cashtag => "cashtag",
            Self::BotCommand => "bot_command",
            Self::Url => "url",
            Self::Email => "email",
            Self::PhoneNumber => "phone_number",
            Self::Blockquote => "blockquote",
            Self::ExpandableBlockquote => "expandable_blockquote",
            Self::TextLink => "text_link",
            Self::TextMention => "text_mention",
            Self::Pre => "pre",
            Self::Code => "code",
            Self::Bold => "bold",
            Self::Italic => "italic",
            Self::Underline => "underline",
            Self::Strikethrough => "strikethrough",
            Self::Spoiler => "spoiler",
            Self::CustomEmoji => "custom_emoji",
        }
    }
}

/// Mark-up mode of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseMode {
    Html,
    Markdown,
    MarkdownV2,
}

/// Parses marked-up text; the error is the server's text after `Can't parse entities: `.
pub fn parse(text: &str, mode: ParseMode) -> Result<FormattedText, String> {
    match mode {
        ParseMode::Html => html::parse(text),
        ParseMode::Markdown => markdown::parse(text),
        ParseMode::MarkdownV2 => markdown_v2::parse(text),
    }
}

/// Adds the entities Telegram finds by itself: commands, mentions, hashtags and links.
pub(crate) fn with_detected_entities(mut formatted: FormattedText) -> FormattedText {
    let found = detect::entities(&formatted.text);
    if !found.is_empty() {
        let hidden = |entity: &Entity| {
            formatted
                .entities
                .iter()
                .filter(|given| {
                    matches!(
                        given.kind,
                        EntityKind::Code
                            | EntityKind::Pre
                            | EntityKind::TextLink
                            | EntityKind::TextMention
                            | EntityKind::Url
                            | EntityKind::Mention
                            | EntityKind::Hashtag
                            | EntityKind::BotCommand
                    )
                })
                .any(|given| given.offset < entity.end() && entity.offset < given.end())
        };
        let visible: Vec<Entity> = found.into_iter().filter(|entity| !hidden(entity)).collect();
        formatted.entities.extend(visible);
        sort(&mut formatted.entities);
    }
    formatted
}

/// The number of UTF-16 code units of a text.
pub fn utf16_length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Sorts by offset, longer first, then by kind, as the server does.
fn sort(entities: &mut [Entity]) {
    entities.sort_by_key(|entity| (entity.offset, usize::MAX - entity.length, entity.kind));
}

/// Bytes that may be read past their end, where they are zero.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn at(&self, index: usize) -> u8 {
        self.0.get(index).copied().unwrap_or(0)
    }

    fn is_space_at(&self, index: usize) -> bool {
        matches!(self.at(index), b' ' | b'\t' | b'\r' | b'\n' | 0 | 0x0b)
    }

    fn string(&self, from: usize, to: usize) -> String {
        let to = to.min(self.0.len());
        String::from_utf8_lossy(self.0.get(from..to).unwrap_or_default()).into_owned()
    }
}

/// The text a parser has written so far, with its length in UTF-16 code units.
#[derive(Default)]
struct Written {
    bytes: Vec<u8>,
    units: usize,
}

impl Written {
    /// Appends one byte of a UTF-8 text.
    fn push(&mut self, byte: u8) {
        let starts_character = byte & 0xc0 != 0x80;
        if starts_character {
            // Four bytes of UTF-8 are a surrogate pair.
            self.units += 1 + usize::from(byte >= 0xf0);
        }
        self.bytes.push(byte);
    }

    fn since(&self, from: usize) -> String {
        String::from_utf8_lossy(self.bytes.get(from..).unwrap_or_default()).into_owned()
    }

    fn finish(self, mut entities: Vec<Entity>) -> FormattedText {
        sort(&mut entities);
        FormattedText { text: String::from_utf8_lossy(&self.bytes).into_owned(), entities }
    }
}

/// A link given by a mark-up: `tg://user?id=…` mentions a user, anything unusable is no entity.
fn link_entity(url: &str, offset: usize, length: usize) -> Option<Entity> {
    if let Some(user_id) = link::user_id(url) {
        let mut entity = Entity::new(EntityKind::TextMention, offset, length);
        entity.user = Some(serde_json::json!({ "id": user_id, "is_bot": false, "first_name": "" }));
        return Some(entity);
    }
    let mut entity = Entity::new(EntityKind::TextLink, offset, length);
    entity.url = Some(link::checked(url).ok()?);
    Some(entity)
}
