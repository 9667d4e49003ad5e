//! Converts updates to the closed enum of events that the bot reacts to.

use std::time::{Duration, Instant};

use teloxide::types::{
    CallbackQuery, Chat, ChatKind, ChatMigration, Document, InlineQuery, Message, PublicChatKind,
    ThreadId, Update, UpdateKind, User,
};
use zerosum_games::record::Record;
use zerosum_games::typing;
use zerosum_metrics::labels;
use zerosum_render::tap::{self, Tap};
use zerosum_session::UserId;
use zerosum_session::board::{ChatId, ChatMessage, MessageId, Place, Surface, TopicId};
use zerosum_session::inline_message::InlineMessageId;

use crate::telegram::incoming::admission::AdmissionKind;
use crate::telegram::incoming::command::{self, Command, RepliedTo};
use crate::telegram::incoming::membership;
use crate::telegram::incoming::replies;

/// Maximum characters kept of a private message, unless it is a game record.
const TALK_CHARS_MAX: usize = 200;

/// Age after which an inline query is dropped. Telegram takes an answer for half a minute, but the user
/// waits for much less.
const QUERY_PATIENCE: Duration = Duration::from_secs(10);

/// File name extensions of text files, and of game records of other programs.
const TEXT_FILE_ENDINGS: [&str; 3] = [".txt", ".psq", ".sgf"];

/// An event that the bot reacts to.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A press of a button below one of the bot's messages.
    Press(ButtonPress),
    /// An inline query: the bot's name and some words in the message field of any chat.
    Query(Query),
    /// A command for this bot.
    Command(UserMessage, Command),
    /// Any other message in a private chat, and replies to the bot's messages in a group.
    Message(UserMessage, MessageContent),
    /// A command of an anonymous administrator, who writes as their group.
    Anonymous { said: GroupMessage, is_about_group: bool },
    /// A command in the name of a channel, in a group.
    AsChannel(GroupMessage),
    /// The bot was added to a group, by this user if Telegram names one.
    Added { from: Option<Sender>, chat: ChatId },
    /// The bot was removed from a group.
    Removed { chat: ChatId },
    /// A user has left a group or was removed from it, or has closed their private chat. `by` is the
    /// user who has done it, either the same or another one; `None` for a bot or an anonymous
    /// administrator.
    Left { user: UserId, by: Option<UserId>, chat: ChatId },
    /// A group has become a supergroup.
    Moved { from: ChatId, to: ChatId },
    /// Any update without a reaction: of other bots and channels, talk in groups, and other service
    /// messages.
    Nothing,
}

/// A press of a button, as Telegram reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonPress {
    pub callback: Callback,
    pub from: Sender,
    /// The message with the button; `None` if Telegram does not report it in a known form.
    pub at: Option<Place>,
    /// The topic of the message, in a forum.
    pub topic: Option<TopicId>,
    pub is_forum: bool,
    pub data: Option<String>,
    /// The button that the data is of; `None` if it is of none.
    pub tap: Option<Tap>,
    /// True if Telegram reports the content of the message, which it does not for old, deleted and
    /// inline ones.
    pub is_accessible: bool,
    /// Data of all buttons that the message has now. A client can send any data on any message; these
    /// come from Telegram itself, but not for an inline message.
    pub buttons: Vec<String>,
    /// Text of the message; `None` for an inline one.
    pub text: Option<String>,
}

/// An inline query. Its chat is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Id to which the answer refers.
    pub id: String,
    pub from: Sender,
    /// The text typed so far.
    pub words: String,
    /// Time at which it was handed out to a handler.
    pub arrived: Instant,
}

impl Query {
    /// Returns whether the query is too old for an answer.
    pub fn is_stale(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.arrived) > QUERY_PATIENCE
    }
}

/// A message of a user: its sender, place and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserMessage {
    pub from: Sender,
    pub at: ChatMessage,
    /// The topic of the message, in a forum.
    pub topic: Option<TopicId>,
    pub is_forum: bool,
    /// Time of sending, in Unix seconds.
    pub sent_at: i64,
}

/// A message in a group in the name of a chat: the group itself, or a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupMessage {
    pub at: ChatMessage,
    /// The topic of the message, in a forum.
    pub topic: Option<TopicId>,
    pub is_forum: bool,
}

/// Content of a message; in a group only text that may be a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageContent {
    /// `None` if it is not a text.
    pub text: Option<MessageText>,
    pub replied_to: Option<RepliedTo>,
}

/// Text of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageText {
    /// Text in the form of a move, in the notation of the games.
    Move(String),
    Record(String),
    /// Any other text, truncated.
    Talk(String),
    /// A file, which has to be downloaded.
    File(TextFile),
}

/// A file that claims to be text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// Id by which the file is downloaded.
    pub id: String,
    /// Size in bytes as reported by Telegram.
    pub bytes: Option<u64>,
}

/// A press that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callback {
    pub id: String,
    /// Time at which it was handed out to a handler.
    pub arrived: Instant,
}

/// A user in one of the chats in which they write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PersonInChat {
    pub chat: ChatId,
    pub user: UserId,
}

/// The user who has caused an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    pub user: UserId,
    /// Language of the user's Telegram client, if known.
    pub language_code: Option<String>,
    pub first_name: String,
}

impl Event {
    /// Converts an update. `username` is the bot's, which tells its commands from other bots' in a
    /// group.
    pub fn of(update: Update, username: &str) -> Event {
        match update.kind {
            UpdateKind::Message(message) => of_message(message, username),
            UpdateKind::CallbackQuery(query) => of_callback(query),
            UpdateKind::InlineQuery(query) => of_query(query),
            UpdateKind::MyChatMember(change) => membership::of_change(&change),
            UpdateKind::ChatMember(change) => membership::of_member(&change),
            // The bot asks Telegram for no other updates; see `polling`.
            _ => Event::Nothing,
        }
    }

    /// Label of the event in the metrics.
    pub(crate) fn label(&self) -> labels::Update {
        match self {
            Event::Command(..) | Event::Anonymous { .. } | Event::AsChannel(_) => {
                labels::Update::Command
            }
            Event::Message(..) => labels::Update::SmallTalk,
            Event::Press(_) => labels::Update::Press,
            Event::Query(_) => labels::Update::InlineQuery,
            Event::Added { .. } => labels::Update::Added,
            Event::Left { .. } | Event::Removed { .. } => labels::Update::Left,
            Event::Moved { .. } => labels::Update::ChatMoved,
            Event::Nothing => labels::Update::Ignored,
        }
    }

    /// Returns the queue of the event, which is handled in order: that of a person in a chat, or that of a group to or
    /// from which the bot is taken.
    pub(crate) fn speaker(&self) -> Option<PersonInChat> {
        let group_itself =
            |chat: ChatId| PersonInChat { chat, user: UserId(chat.0.unsigned_abs()) };
        match self {
            Event::Command(said, _) | Event::Message(said, _) => {
                Some(PersonInChat { chat: said.at.chat, user: said.from.user })
            }
            Event::Press(_)
            | Event::Query(_)
            | Event::Anonymous { .. }
            | Event::AsChannel(_)
            | Event::Nothing => None,
            // A leaving is handled before the messages that follow a return.
            Event::Left { user, chat, .. } => Some(PersonInChat { chat: *chat, user: *user }),
            Event::Added { chat, .. }
            | Event::Removed { chat }
            | Event::Moved { from: chat, .. } => Some(group_itself(*chat)),
        }
    }

    /// Returns the user, the surface if known, and the kind that the event counts as; `None` if there is
    /// nothing to react to.
    pub fn source(&self) -> Option<(UserId, Option<Surface>, AdmissionKind)> {
        let group_itself = |chat: &ChatId| UserId(chat.0.unsigned_abs());
        let (user, chat, kind) = match self {
            Event::Command(said, _) | Event::Message(said, _) => {
                (said.from.user, said.at.chat, AdmissionKind::Message)
            }
            // The clocks of the group depend on it.
            Event::Added { from: Some(from), chat } => (from.user, *chat, AdmissionKind::Note),
            Event::Left { user, chat, .. } => (*user, *chat, AdmissionKind::Note),
            Event::Press(press) => {
                let surface = press.at.map(Place::surface);
                return Some((press.from.user, surface, AdmissionKind::Press));
            }
            Event::Query(query) => return Some((query.from.user, None, AdmissionKind::Query)),
            Event::Anonymous { said, .. } | Event::AsChannel(said) => {
                (group_itself(&said.at.chat), said.at.chat, AdmissionKind::Message)
            }
            Event::Added { from: None, chat }
            | Event::Removed { chat }
            | Event::Moved { from: chat, .. } => (group_itself(chat), *chat, AdmissionKind::Note),
            Event::Nothing => return None,
        };
        Some((user, Some(chat.into()), kind))
    }
}

fn of_message(message: Message, username: &str) -> Event {
    let at = ChatMessage { chat: ChatId(message.chat.id.0), message: MessageId(message.id.0) };
    let is_private = message.chat.is_private();
    match message.chat_migration() {
        Some(ChatMigration::To { chat_id }) => {
            return Event::Moved { from: at.chat, to: ChatId(chat_id.0) };
        }
        Some(ChatMigration::From { chat_id }) => {
            return Event::Moved { from: ChatId(chat_id.0), to: at.chat };
        }
        None => {}
    }
    if let Some(left) = message.left_chat_member() {
        return membership::of_leaving(left, message.from.as_ref(), &message.chat);
    }
    let command = message.text().and_then(|text| command::parse(text, username));
    let command = command.map(|command| replies::with_reply(command, &message, username));
    let (topic, is_forum) = (topic_of(&message), is_forum(&message.chat));
    let is_of_group = is_group(&message.chat) && command.as_ref().is_some_and(is_for_all);
    let said = GroupMessage { at, topic, is_forum };
    match message.sender_chat.as_ref().filter(|_| is_of_group) {
        Some(sender) if sender.id == message.chat.id => {
            let is_about_group = command == Some(Command::Group);
            return Event::Anonymous { said, is_about_group };
        }
        Some(_) if !message.is_automatic_forward() => return Event::AsChannel(said),
        Some(_) | None => {}
    }
    let Some(from) = message.from.as_ref().and_then(sender) else {
        return Event::Nothing;
    };
    // A message in the name of a chat, such as a channel's post forwarded to its group, has no user as
    // its sender even if the sender is not marked as a bot.
    if message.sender_chat.is_some() || !is_private && !is_group(&message.chat) {
        return Event::Nothing;
    }
    // Messages posted via the bot are the bot's own.
    if replies::is_via(&message, username) {
        return Event::Nothing;
    }
    let said = UserMessage { from, at, topic, is_forum, sent_at: message.date.timestamp() };
    match command {
        Some(command) => Event::Command(said, command),
        None if is_private && replies::is_said_by_a_person(&message) => {
            Event::Message(said, saying(&message, username))
        }
        None => match saying(&message, username) {
            saying @ MessageContent { text: Some(_), replied_to: Some(_) } => {
                Event::Message(said, saying)
            }
            MessageContent { .. } => Event::Nothing,
        },
    }
}

fn saying(message: &Message, username: &str) -> MessageContent {
    let is_private = message.chat.is_private();
    let file = message.document().filter(|_| is_private).and_then(text_file);
    let words = message.text().and_then(|text| words_of(text, is_private));
    let text = words.or(file.map(MessageText::File));
    let replied_to = replies::replied_to(message, username);
    // In a group, a reply to a message elsewhere does not concern the bot.
    let is_heard = |replied_to: &RepliedTo| is_private || *replied_to != RepliedTo::Elsewhere;
    MessageContent { text, replied_to: replied_to.filter(is_heard) }
}

/// Classifies a text.
fn words_of(text: &str, is_private: bool) -> Option<MessageText> {
    if is_private && Record::is_meant(text) {
        return Some(MessageText::Record(text.to_owned()));
    }
    let code = typing::move_or_column_typed(text).filter(|_| is_private || !is_question(text));
    let talk = || MessageText::Talk(text.chars().take(TALK_CHARS_MAX).collect());
    code.map(MessageText::Move).or_else(|| is_private.then(talk))
}

/// Returns whether a text is a question of several words. In groups "в 5?" asks about the time.
fn is_question(text: &str) -> bool {
    let text = text.trim();
    text.ends_with('?') && text.contains(char::is_whitespace)
}

/// Returns a file if its type or name says that it is text; both may be wrong.
fn text_file(document: &Document) -> Option<TextFile> {
    let is_typed = document.mime_type.as_ref().is_some_and(|kind| kind.type_() == "text");
    let name = document.file_name.as_deref().unwrap_or_default().to_lowercase();
    let is_text = is_typed || TEXT_FILE_ENDINGS.iter().any(|ending| name.ends_with(ending));
    // teloxide reports this size if Telegram gives none.
    let bytes = (document.file.size != u32::MAX).then_some(document.file.size.into());
    is_text.then(|| TextFile { id: document.file.id.0.clone(), bytes })
}

fn of_callback(query: CallbackQuery) -> Event {
    let in_chat = query.message.as_ref().map(|message| ChatMessage {
        chat: ChatId(message.chat().id.0),
        message: MessageId(message.id().0),
    });
    let inline = query.inline_message_id.as_deref().and_then(InlineMessageId::parse);
    let at = in_chat.map(Place::Chat).or(inline.map(Place::Inline));
    let message = query.regular_message();
    let is_accessible = message.is_some();
    let buttons = message.map(replies::buttons_of).unwrap_or_default();
    let text = message.and_then(Message::text).map(str::to_owned);
    let topic = message.and_then(topic_of);
    // The topic of an old message is unknown, so rules about topics do not apply to it.
    let is_forum = message.is_some_and(|message| is_forum(&message.chat));
    match sender(&query.from) {
        Some(from) => {
            let callback = Callback { id: query.id.0, arrived: Instant::now() };
            let data = query.data;
            let tap = data.as_deref().and_then(|data| tap::decode(data).ok());
            Event::Press(ButtonPress {
                callback,
                from,
                at,
                topic,
                is_forum,
                data,
                tap,
                is_accessible,
                buttons,
                text,
            })
        }
        None => Event::Nothing,
    }
}

fn of_query(query: InlineQuery) -> Event {
    let InlineQuery { id, from, query: words, .. } = query;
    match sender(&from) {
        Some(from) => {
            let arrived = Instant::now();
            Event::Query(Query { id: id.0, from, words, arrived })
        }
        None => Event::Nothing,
    }
}

pub(in crate::telegram) fn sender(user: &User) -> Option<Sender> {
    (!user.is_bot).then(|| Sender {
        user: UserId(user.id.0),
        language_code: user.language_code.clone(),
        first_name: user.first_name.clone(),
    })
}

/// Returns the forum topic of a message. Replies outside of forums have a thread id, too, which cannot
/// be used for sending.
fn topic_of(message: &Message) -> Option<TopicId> {
    let thread = message.thread_id.filter(|_| message.is_topic_message);
    thread.map(|ThreadId(message)| TopicId(message.0))
}

fn is_forum(chat: &Chat) -> bool {
    match &chat.kind {
        ChatKind::Public(public) => match &public.kind {
            PublicChatKind::Supergroup(group) => group.is_forum,
            PublicChatKind::Group | PublicChatKind::Channel(_) => false,
        },
        ChatKind::Private(_) => false,
    }
}

/// Returns whether any member of a group may use the command.
fn is_for_all(command: &Command) -> bool {
    !matches!(command, Command::Unknown(_) | Command::Owner(_))
}

pub(in crate::telegram) fn is_group(chat: &Chat) -> bool {
    match &chat.kind {
        ChatKind::Public(public) => match public.kind {
            PublicChatKind::Group | PublicChatKind::Supergroup(_) => true,
            PublicChatKind::Channel(_) => false,
        },
        ChatKind::Private(_) => false,
    }
}
