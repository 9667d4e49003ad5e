//! Parses only the fields of updates that the bot uses.
//!
//! Telegram keeps adding kinds of entities, media, origins, chats and members. A library that decodes
//! whole messages loses a message over one unknown kind. So only the used fields are decoded here,
//! leniently where a value may be of a new kind, and converted to teloxide's types for its dispatcher.
//! No type is recursive, so the depth of the JSON does not matter.

use std::time::Duration;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use teloxide::types::{
    self, ChatKind, ChatMemberKind, ChatMigration, ChatPrivate, ChatPublic, ExternalReplyInfo,
    ExternalReplyInfoKind, FileId, FileMeta, FileUniqueId, InaccessibleMessage,
    InlineKeyboardButton, InlineKeyboardButtonKind, InlineKeyboardMarkup, MaybeInaccessibleMessage,
    MediaDocument, MediaKind, MediaPhoto, MediaText, MessageCommon, MessageId, MessageKind,
    MessageLeftChatMember, MessageOrigin, PublicChatChannel, PublicChatKind, PublicChatSupergroup,
    ThreadId,
};
use zerosum_session::board::ChatId;

use crate::telegram::incoming::content_kind::ContentKind;

/// Last second of the year 9999, the largest date that is accepted.
const SECONDS_MAX: u64 = 253_402_300_799;

/// A message, the one that it replies to, or the one whose button is pressed.
#[derive(Deserialize)]
struct Message<'a> {
    message_id: i32,
    chat: Chat,
    from: Option<User>,
    sender_chat: Option<Chat>,
    via_bot: Option<User>,
    /// Zero if the message is not accessible any more.
    #[serde(default, deserialize_with = "lenient")]
    date: Option<i64>,
    #[serde(default, deserialize_with = "lenient")]
    is_topic_message: Option<bool>,
    #[serde(default, deserialize_with = "lenient")]
    message_thread_id: Option<i32>,
    #[serde(default, deserialize_with = "lenient")]
    text: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    caption: Option<String>,
    animation: Option<IgnoredAny>,
    #[serde(default, deserialize_with = "lenient")]
    document: Option<Document>,
    #[serde(default, deserialize_with = "lenient")]
    left_chat_member: Option<User>,
    #[serde(default, deserialize_with = "lenient")]
    migrate_to_chat_id: Option<i64>,
    #[serde(default, deserialize_with = "lenient")]
    migrate_from_chat_id: Option<i64>,
    #[serde(default, deserialize_with = "lenient")]
    is_automatic_forward: Option<bool>,
    #[serde(default, deserialize_with = "lenient")]
    forward_origin: Option<Origin>,
    #[serde(borrow, default)]
    reply_to_message: Option<&'a RawValue>,
    external_reply: Option<IgnoredAny>,
    #[serde(default, deserialize_with = "lenient")]
    reply_markup: Option<Markup>,
}

#[derive(Deserialize)]
struct User {
    id: u64,
    is_bot: bool,
    first_name: String,
    #[serde(default, deserialize_with = "lenient")]
    username: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    language_code: Option<String>,
}

#[derive(Deserialize)]
struct Chat {
    id: i64,
    #[serde(default, deserialize_with = "lenient")]
    r#type: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    is_forum: Option<bool>,
}

#[derive(Deserialize)]
struct Document {
    file_id: String,
    #[serde(default, deserialize_with = "lenient")]
    file_size: Option<u32>,
    #[serde(default, deserialize_with = "lenient")]
    file_name: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    mime_type: Option<String>,
}

/// The author of a forwarded message, if it is known.
#[derive(Deserialize)]
struct Origin {
    sender_user: User,
}

#[derive(Deserialize)]
struct Markup {
    inline_keyboard: Vec<Vec<Button>>,
}

#[derive(Deserialize)]
struct Button {
    #[serde(default, deserialize_with = "lenient")]
    callback_data: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    url: Option<String>,
}

#[derive(Deserialize)]
struct CallbackQuery<'a> {
    id: String,
    from: User,
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
    #[serde(default, deserialize_with = "lenient")]
    inline_message_id: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    data: Option<String>,
}

#[derive(Deserialize)]
struct InlineQuery {
    id: String,
    from: User,
    query: String,
}

#[derive(Deserialize)]
struct ChatMemberUpdated {
    chat: Chat,
    from: User,
    old_chat_member: ChatMember,
    new_chat_member: ChatMember,
}

#[derive(Deserialize)]
struct ChatMember {
    user: User,
    #[serde(default, deserialize_with = "lenient")]
    status: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    is_member: Option<bool>,
}

/// Reads a message.
pub(in crate::telegram) fn message(raw: &RawValue) -> Option<types::Message> {
    let mut message: Message<'_> = serde_json::from_str(raw.get()).ok()?;
    message.date?;
    if let Some(user) = message.left_chat_member.take() {
        let left_chat_member = user.into();
        let note = MessageLeftChatMember { left_chat_member };
        return Some(message.into_teloxide(MessageKind::LeftChatMember(note)));
    }
    let migration = match (message.migrate_to_chat_id, message.migrate_from_chat_id) {
        (Some(id), _) => Some(ChatMigration::To { chat_id: types::ChatId(id) }),
        (None, Some(id)) => Some(ChatMigration::From { chat_id: types::ChatId(id) }),
        (None, None) => None,
    };
    // An unknown kind may be a service message, which needs no answer.
    let media = match migration {
        Some(migration) => Some(MediaKind::Migration(migration)),
        None => message.take_media(|| ContentKind::of(raw) == ContentKind::Media),
    };
    Some(message.into_common(media))
}

/// Reads a press.
pub(in crate::telegram) fn callback_query(raw: &RawValue) -> Option<types::CallbackQuery> {
    let query: CallbackQuery<'_> = serde_json::from_str(raw.get()).ok()?;
    Some(types::CallbackQuery {
        id: types::CallbackQueryId(query.id),
        from: query.from.into(),
        message: query.message.and_then(pressed),
        inline_message_id: query.inline_message_id,
        chat_instance: String::new(),
        data: query.data,
        game_short_name: None,
    })
}

/// Reads an inline query.
pub(in crate::telegram) fn inline_query(raw: &RawValue) -> Option<types::InlineQuery> {
    let InlineQuery { id, from, query } = serde_json::from_str(raw.get()).ok()?;
    Some(types::InlineQuery {
        id: types::InlineQueryId(id),
        from: from.into(),
        location: None,
        query,
        offset: String::new(),
        chat_type: None,
    })
}

/// Reads a change of a member of a chat.
pub(in crate::telegram) fn chat_member(raw: &RawValue) -> Option<types::ChatMemberUpdated> {
    let change: ChatMemberUpdated = serde_json::from_str(raw.get()).ok()?;
    Some(types::ChatMemberUpdated {
        chat: change.chat.into(),
        from: change.from.into(),
        date: Default::default(),
        old_chat_member: change.old_chat_member.into(),
        new_chat_member: change.new_chat_member.into(),
        invite_link: None,
        via_join_request: false,
        via_chat_folder_invite_link: false,
    })
}

/// Reads the message that another one replies to. Any content is accepted.
fn replied_to(raw: &RawValue) -> Option<types::Message> {
    let mut message: Message<'_> = serde_json::from_str(raw.get()).ok()?;
    message.reply_to_message = None;
    let media = message.take_media(|| ContentKind::of(raw) != ContentKind::Note);
    Some(message.into_common(media))
}

/// Reads the message whose button is pressed.
fn pressed(raw: &RawValue) -> Option<MaybeInaccessibleMessage> {
    let mut message: Message<'_> = serde_json::from_str(raw.get()).ok()?;
    if matches!(message.date, None | Some(0)) {
        let (chat, message_id) = (message.chat.into(), MessageId(message.message_id));
        let message = InaccessibleMessage { chat, message_id };
        return Some(MaybeInaccessibleMessage::Inaccessible(message));
    }
    message.reply_to_message = None;
    let media = message.take_media(|| true);
    Some(MaybeInaccessibleMessage::Regular(Box::new(message.into_common(media))))
}

impl Message<'_> {
    /// Takes the text, a file, or any other media with its caption if the message has media.
    fn take_media(&mut self, has_media: impl FnOnce() -> bool) -> Option<MediaKind> {
        if let Some(text) = self.text.take() {
            let entities = Vec::new();
            return Some(MediaKind::Text(MediaText { text, entities, link_preview_options: None }));
        }
        let caption = self.caption.take();
        match self.document.take().filter(|_| self.animation.is_none()) {
            Some(document) => Some(document.into_teloxide(caption)),
            None => has_media().then(|| media(caption)),
        }
    }

    /// Converts the message with this content, or as a service message without any.
    fn into_common(self, media: Option<MediaKind>) -> types::Message {
        let Some(media_kind) = media else { return self.into_teloxide(MessageKind::Empty {}) };
        let mut message = self;
        let origin = message.forward_origin.take();
        let common = MessageCommon {
            author_signature: None,
            paid_star_count: None,
            effect_id: None,
            forward_origin: origin.map(|Origin { sender_user }| MessageOrigin::User {
                date: Default::default(),
                sender_user: sender_user.into(),
            }),
            reply_to_message: message.reply_to_message.and_then(replied_to).map(Box::new),
            external_reply: message.external_reply.take().map(|IgnoredAny| elsewhere()),
            quote: None,
            reply_to_story: None,
            sender_boost_count: None,
            edit_date: None,
            media_kind,
            reply_markup: message.reply_markup.take().map(Markup::into_teloxide),
            is_automatic_forward: message.is_automatic_forward.unwrap_or_default(),
            has_protected_content: false,
            is_from_offline: false,
            business_connection_id: None,
        };
        message.into_teloxide(MessageKind::Common(common))
    }

    fn into_teloxide(self, kind: MessageKind) -> types::Message {
        let seconds = u64::try_from(self.date.unwrap_or_default()).unwrap_or_default();
        let mut message = types::Message {
            id: MessageId(self.message_id),
            thread_id: self.message_thread_id.map(|thread| ThreadId(MessageId(thread))),
            from: self.from.map(Into::into),
            sender_chat: self.sender_chat.map(Into::into),
            date: Default::default(),
            chat: self.chat.into(),
            is_topic_message: self.is_topic_message.unwrap_or_default(),
            via_bot: self.via_bot.map(Into::into),
            sender_business_bot: None,
            kind,
        };
        message.date += Duration::from_secs(seconds.min(SECONDS_MAX));
        message
    }
}

impl Markup {
    /// Converts the buttons that send data or open a URL. The others say nothing about the content of a
    /// message.
    fn into_teloxide(self) -> InlineKeyboardMarkup {
        let kind = |Button { callback_data, url }| match callback_data {
            Some(data) => Some(InlineKeyboardButtonKind::CallbackData(data)),
            None => url?.parse().ok().map(InlineKeyboardButtonKind::Url),
        };
        let row = |row: Vec<Button>| {
            let kinds = row.into_iter().filter_map(kind);
            kinds.map(|kind| InlineKeyboardButton::new(String::new(), kind)).collect()
        };
        InlineKeyboardMarkup {
            inline_keyboard: self.inline_keyboard.into_iter().map(row).collect(),
        }
    }
}

impl From<User> for types::User {
    fn from(user: User) -> types::User {
        types::User {
            id: types::UserId(user.id),
            is_bot: user.is_bot,
            first_name: user.first_name,
            last_name: None,
            username: user.username,
            language_code: user.language_code,
            is_premium: false,
            added_to_attachment_menu: false,
        }
    }
}

impl From<Chat> for types::Chat {
    /// Derives the kind of a chat from its id if it is unknown.
    fn from(chat: Chat) -> types::Chat {
        let is_forum = chat.is_forum.unwrap_or_default();
        let supergroup = PublicChatSupergroup { username: None, is_forum };
        let kind = match chat.r#type.as_deref() {
            Some("private") => None,
            Some("group") => Some(PublicChatKind::Group),
            Some("supergroup") => Some(PublicChatKind::Supergroup(supergroup)),
            Some("channel") => Some(PublicChatKind::Channel(PublicChatChannel { username: None })),
            Some(_) | None => match chat.id {
                0.. => None,
                id if ChatId(id).is_supergroup() => Some(PublicChatKind::Supergroup(supergroup)),
                _ => Some(PublicChatKind::Group),
            },
        };
        let kind = match kind {
            Some(kind) => ChatKind::Public(ChatPublic { title: None, kind }),
            None => {
                let nameless = ChatPrivate { username: None, first_name: None, last_name: None };
                ChatKind::Private(nameless)
            }
        };
        types::Chat { id: types::ChatId(chat.id), kind }
    }
}

impl Document {
    fn into_teloxide(self, caption: Option<String>) -> MediaKind {
        let file = FileMeta {
            id: FileId(self.file_id),
            unique_id: FileUniqueId(String::new()),
            // teloxide uses this size if Telegram gives none.
            size: self.file_size.unwrap_or(u32::MAX),
        };
        let mime_type = self.mime_type.and_then(|kind| kind.parse().ok());
        let document =
            types::Document { file, thumbnail: None, file_name: self.file_name, mime_type };
        let (caption_entities, media_group_id) = (Vec::new(), None);
        MediaKind::Document(MediaDocument { document, caption, caption_entities, media_group_id })
    }
}

impl From<ChatMember> for types::ChatMember {
    /// Distinguishes only members and others; permissions are not used. An unknown status counts as a
    /// member.
    fn from(member: ChatMember) -> types::ChatMember {
        let is_gone = matches!(member.status.as_deref(), Some("left" | "kicked"));
        let is_present = member.is_member.unwrap_or(!is_gone) && !is_gone;
        let present = ChatMemberKind::Member(types::Member { until_date: None });
        let kind = if is_present { present } else { ChatMemberKind::Left };
        types::ChatMember { user: member.user.into(), kind }
    }
}

/// Builds media of any kind. Only the caption is used.
fn media(caption: Option<String>) -> MediaKind {
    MediaKind::Photo(MediaPhoto {
        photo: Vec::new(),
        caption,
        caption_entities: Vec::new(),
        show_caption_above_media: false,
        has_media_spoiler: false,
        media_group_id: None,
    })
}

/// Builds a reference to a message in another chat or topic. Only its presence is used.
fn elsewhere() -> ExternalReplyInfo {
    let sender_user_name = String::new();
    ExternalReplyInfo {
        origin: MessageOrigin::HiddenUser { date: Default::default(), sender_user_name },
        chat: None,
        message_id: None,
        link_preview_options: None,
        has_media_spoiler: false,
        kind: ExternalReplyInfoKind::Photo(Vec::new()),
    }
}

/// Deserializes a value if it has the known type, and as absent otherwise.
fn lenient<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let raw = <&RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(raw.get()).ok())
}
