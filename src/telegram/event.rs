//! From an update of any kind to the closed list of what the bot reacts to.

use std::time::{Duration, Instant};

use teloxide::types::{
    CallbackQuery, Chat, ChatKind, ChatMemberUpdated, ChatMigration, Document,
    InlineKeyboardButtonKind, InlineQuery, Message, MessageKind, PublicChatKind, ThreadId, Update,
    UpdateKind, User,
};
use zerosum_games::record::Record;

use crate::metrics::labels;
use crate::session::UserId;
use crate::session::board::{ChatId, ChatMessage, MessageId, Place, Surface, TopicId};
use crate::session::inline_message::InlineMessageId;
use crate::telegram::admission::AdmissionKind;
use crate::telegram::command::{self, Answered, AnsweredPerson, Command, OwnerCommand};

/// No move is written in more characters: `o15` is the longest name of a cell, and some games name two.
const MOVE_BYTES_MAX: usize = 6;

/// Telegram takes an answer for half a minute, and whoever types waits for much less.
const QUERY_PATIENCE: Duration = Duration::from_secs(10);

/// How files of text are called.
const TEXT_FILE_ENDING: &str = ".txt";

/// What the bot reacts to.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A press of a button below one of the bot's messages.
    Press(ButtonPress),
    /// The bot's name and some words in the message field of any chat.
    Query(Query),
    /// A command for this bot.
    Command(Said, Command),
    /// Anything else a person says in a private chat, and answers to the bot's messages in a group.
    SmallTalk(Said, Saying),
    /// A command of an administrator who writes as their group, so that nobody knows who it is.
    Anonymous { said: SaidAsGroup, is_about_group: bool },
    /// A command of somebody who writes in a group in the name of a channel.
    AsChannel(ChatMessage),
    /// Somebody has added the bot to a group.
    Added { from: Sender, chat: ChatId },
    /// A person is in a group no longer, or has closed their own chat.
    Left { user: UserId, chat: ChatId },
    /// A group has become a supergroup.
    Moved { from: ChatId, to: ChatId },
    /// Whatever asks for no reaction: other bots, channels, talk in groups, other service messages.
    Nothing,
}

/// A press as Telegram reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonPress {
    pub callback: Callback,
    pub from: Sender,
    /// The message with the button. It is missing if Telegram does not tell it in a known way.
    pub at: Option<Place>,
    /// The topic of the message, in a forum.
    pub topic: Option<TopicId>,
    pub is_forum: bool,
    pub data: Option<String>,
    /// The data of all buttons the message has now. Whoever presses can send any data on any
    /// message; what the message shows is said by Telegram, but not of an inline one.
    pub buttons: Vec<String>,
    /// The text of the message, unless it is an inline one.
    pub text: Option<String>,
}

/// What a person asks the bot for in the message field of any chat, which it is not told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// What the answer refers to.
    pub id: String,
    pub from: Sender,
    /// What they have typed so far.
    pub words: String,
    /// When it was handed out to be worked on.
    pub arrived: Instant,
}

impl Query {
    /// Whether nobody waits for the answer any more.
    pub fn is_stale(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.arrived) > QUERY_PATIENCE
    }
}

/// A message of a person: who has sent it, where and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub from: Sender,
    pub at: ChatMessage,
    /// The topic of the message, in a forum.
    pub topic: Option<TopicId>,
    pub is_forum: bool,
    /// When it was sent, in Unix seconds.
    pub sent_at: i64,
}

/// A message in the name of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaidAsGroup {
    pub at: ChatMessage,
    /// The topic of the message, in a forum.
    pub topic: Option<TopicId>,
    pub is_forum: bool,
}

/// What was said, as far as it can be a move or, in private, the record of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saying {
    /// Nothing if it can be neither.
    pub text: Option<Words>,
    /// The message of the bot that it answers.
    pub answers: Option<MessageId>,
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    Move(String),
    Record(String),
    /// In a file, which has to be fetched.
    File(TextFile),
}

/// A file that says to be text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// What Telegram gives the file for.
    pub id: String,
    /// How long Telegram says that it is.
    pub bytes: Option<u64>,
}

/// A press that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callback {
    pub id: String,
    /// When it was handed out to be worked on.
    pub arrived: Instant,
}

/// Somebody in one of the chats in which they write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PersonInChat {
    pub chat: ChatId,
    pub user: UserId,
}

/// The person behind an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    pub user: UserId,
    /// The language of their Telegram, if it says so.
    pub language_code: Option<String>,
    pub first_name: String,
}

impl Event {
    /// What an update asks for. `username` is the bot's, to tell its commands from others' in a
    /// group.
    pub fn of(update: Update, username: &str) -> Event {
        match update.kind {
            UpdateKind::Message(message) => of_message(message, username),
            UpdateKind::CallbackQuery(query) => of_callback(query),
            UpdateKind::InlineQuery(query) => of_query(query),
            UpdateKind::MyChatMember(change) => of_change(&change),
            UpdateKind::ChatMember(change) => of_member(&change),
            // The bot asks Telegram for nothing else; see `polling`.
            _ => Event::Nothing,
        }
    }

    /// What it counts as in the metrics.
    pub fn label(&self) -> labels::Update {
        match self {
            Event::Command(..) | Event::Anonymous { .. } | Event::AsChannel(_) => {
                labels::Update::Command
            }
            Event::SmallTalk(..) => labels::Update::SmallTalk,
            Event::Press(_) => labels::Update::Press,
            Event::Query(_) => labels::Update::InlineQuery,
            Event::Added { .. } => labels::Update::Added,
            Event::Left { .. } => labels::Update::Left,
            Event::Moved { .. } => labels::Update::ChatMoved,
            Event::Nothing => labels::Update::Ignored,
        }
    }

    /// Who says it where, if it is something said.
    pub fn speaker(&self) -> Option<PersonInChat> {
        match self {
            Event::Command(said, _) | Event::SmallTalk(said, _) => {
                Some(PersonInChat { chat: said.at.chat, user: said.from.user })
            }
            Event::Press(_)
            | Event::Query(_)
            | Event::Anonymous { .. }
            | Event::AsChannel(_)
            | Event::Added { .. }
            | Event::Left { .. }
            | Event::Moved { .. }
            | Event::Nothing => None,
        }
    }

    /// Whose it is, where if that is known, and as what it counts; `None` if there is nothing to
    /// react to.
    pub fn source(&self) -> Option<(UserId, Option<Surface>, AdmissionKind)> {
        match self {
            Event::Command(said, _) | Event::SmallTalk(said, _) => {
                Some((said.from.user, Some(said.at.chat.into()), AdmissionKind::Words))
            }
            Event::Added { from, chat } => {
                Some((from.user, Some((*chat).into()), AdmissionKind::Words))
            }
            Event::Left { user, chat } => Some((*user, Some((*chat).into()), AdmissionKind::Words)),
            Event::Press(press) => {
                Some((press.from.user, press.at.map(Place::surface), AdmissionKind::Press))
            }
            Event::Query(query) => Some((query.from.user, None, AdmissionKind::Query)),
            // The group speaks for itself.
            Event::Anonymous { said: SaidAsGroup { at: ChatMessage { chat, .. }, .. }, .. }
            | Event::AsChannel(ChatMessage { chat, .. })
            | Event::Moved { from: chat, .. } => {
                Some((UserId(chat.0.unsigned_abs()), Some((*chat).into()), AdmissionKind::Words))
            }
            Event::Nothing => None,
        }
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
        return of_leaving(left, &message.chat);
    }
    let command = message.text().and_then(|text| command::parse(text, username));
    let command = command.map(|command| with_answered(command, &message, username));
    let (topic, is_forum) = (topic_of(&message), is_forum(&message.chat));
    let is_of_group = is_group(&message.chat) && command.as_ref().is_some_and(is_for_everybody);
    match message.sender_chat.as_ref().filter(|_| is_of_group) {
        Some(sender) if sender.id == message.chat.id => {
            let is_about_group = command == Some(Command::Group);
            return Event::Anonymous { said: SaidAsGroup { at, topic, is_forum }, is_about_group };
        }
        Some(sender) if sender.is_channel() && !message.is_automatic_forward() => {
            return Event::AsChannel(at);
        }
        Some(_) | None => {}
    }
    let Some(from) = message.from.as_ref().and_then(sender) else {
        return Event::Nothing;
    };
    // A message in the name of a chat, such as a channel's post that Telegram passes on to its
    // group, is of no person even if its sender does not count as a bot.
    if message.sender_chat.is_some() || !is_private && !is_group(&message.chat) {
        return Event::Nothing;
    }
    // What somebody posts by way of the bot are the bot's own words.
    if message.via_bot.as_ref().is_some_and(|bot| is_called(bot, username)) {
        return Event::Nothing;
    }
    let said = Said { from, at, topic, is_forum, sent_at: message.date.timestamp() };
    match command {
        Some(command) => Event::Command(said, command),
        None if is_private && is_said_by_a_person(&message) => {
            Event::SmallTalk(said, saying(&message, username))
        }
        None => match saying(&message, username) {
            saying @ Saying { text: Some(_), answers: Some(_) } => Event::SmallTalk(said, saying),
            Saying { .. } => Event::Nothing,
        },
    }
}

fn saying(message: &Message, username: &str) -> Saying {
    let is_private = message.chat.is_private();
    let file = message.document().filter(|_| is_private).and_then(text_file);
    let words = message.text().and_then(|text| words_of(text, is_private));
    let text = words.or(file.map(Words::File));
    let answered = answered_of_the_bot(message, username);
    Saying { text, answers: answered.map(|answered| MessageId(answered.id.0)) }
}

/// The message of the bot that a message answers.
fn answered_of_the_bot<'a>(message: &'a Message, username: &str) -> Option<&'a Message> {
    let is_the_bots =
        |answered: &&Message| answered.from.as_ref().is_some_and(|from| is_called(from, username));
    message.reply_to_message().filter(is_the_bots)
}

fn is_called(user: &User, username: &str) -> bool {
    user.username.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(username))
}

/// A text as far as it is looked into.
fn words_of(text: &str, is_private: bool) -> Option<Words> {
    if is_private && Record::is_meant(text) {
        return Some(Words::Record(text.to_owned()));
    }
    let text = Some(text.trim()).filter(|text| may_be_a_move(text));
    text.map(|text| Words::Move(text.to_owned()))
}

/// A file as far as it is looked into: what it is said to be, or called, may be wrong.
fn text_file(document: &Document) -> Option<TextFile> {
    let is_typed = document.mime_type.as_ref().is_some_and(|kind| kind.type_() == "text");
    let name = document.file_name.as_deref().unwrap_or_default().to_lowercase();
    let is_text = is_typed || name.ends_with(TEXT_FILE_ENDING);
    // So it is read where Telegram says nothing.
    let bytes = (document.file.size != u32::MAX).then_some(document.file.size.into());
    is_text.then(|| TextFile { id: document.file.id.0.clone(), bytes })
}

/// Whether a text is letters with numbers behind them, or three digits with or without spaces, as moves
/// are written. Nobody looks for a board for anything else.
fn may_be_a_move(text: &str) -> bool {
    let is_cell = text.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && text.ends_with(|sign: char| sign.is_ascii_digit())
        && text.chars().all(|sign| sign.is_ascii_alphanumeric());
    let signs = || text.chars().filter(|sign| *sign != ' ');
    let is_path = || signs().count() == 3 && signs().all(|sign| sign.is_ascii_digit());
    text.len() <= MOVE_BYTES_MAX && (is_cell || is_path())
}

/// A change of what the bot is in a chat. Private chats say by it that they were closed.
fn of_change(change: &ChatMemberUpdated) -> Event {
    let chat = ChatId(change.chat.id.0);
    let presence = (change.old_chat_member.is_present(), change.new_chat_member.is_present());
    match (sender(&change.from), presence) {
        (Some(from), (false, true)) if is_group(&change.chat) => Event::Added { from, chat },
        (Some(Sender { user, .. }), (true, false)) if chat.is_private() => {
            Event::Left { user, chat }
        }
        (Some(_) | None, _) => Event::Nothing,
    }
}

/// A change of what somebody is in a group, of which Telegram tells administrators.
fn of_member(change: &ChatMemberUpdated) -> Event {
    let is_gone = change.old_chat_member.is_present() && !change.new_chat_member.is_present();
    match is_gone {
        true => of_leaving(&change.new_chat_member.user, &change.chat),
        false => Event::Nothing,
    }
}

/// Somebody is in a chat no longer. That the bot is not, it finds out when it sends something.
fn of_leaving(user: &User, chat: &Chat) -> Event {
    match sender(user).filter(|_| is_group(chat)) {
        Some(Sender { user, .. }) => Event::Left { user, chat: ChatId(chat.id.0) },
        None => Event::Nothing,
    }
}

/// A command with what it needs to know of the message it answers: `/broadcast` sends what that says, if
/// it does not say itself what to send, and `/record` and `/sheet` are about the board there.
fn with_answered(command: Command, message: &Message, username: &str) -> Command {
    let answers = || {
        let answered = answered_of_the_bot(message, username)?;
        Some(Answered { message: MessageId(answered.id.0), buttons: buttons_of(answered) })
    };
    match command {
        Command::Record { form, .. } => Command::Record { form, answers: answers() },
        Command::Sheet { words, .. } => Command::Sheet { words, answers: answers() },
        Command::New(words) if challenges_somebody(message, username) => {
            Command::Challenge { words, whom: answered_person(message) }
        }
        Command::Block(_) => Command::Block(answered_person(message)),
        Command::Owner(OwnerCommand::Broadcast(None)) => {
            let answered = message.reply_to_message();
            let text = answered.and_then(|answered| answered.text().or(answered.caption()));
            Command::Owner(OwnerCommand::Broadcast(text.map(str::to_owned)))
        }
        command => command,
    }
}

/// The person whose message a message answers: not a bot, and nobody who writes in the name of a chat. In a
/// topic every message answers the note that began it, which nobody has said.
fn answered_person(message: &Message) -> Option<AnsweredPerson> {
    let answered = message.reply_to_message().filter(|answered| is_said_by_a_person(answered))?;
    let Sender { user, first_name, .. } = answered.from.as_ref().and_then(sender)?;
    answered.sender_chat.is_none().then_some(AnsweredPerson { user, first_name })
}

/// Whether a message in a group answers what somebody has said there, other than the bot itself. In a topic
/// every message answers the note that began it, and below a channel's post every one answers the post.
fn challenges_somebody(message: &Message, username: &str) -> bool {
    let is_said = |answered: &&Message| {
        let is_post = answered.is_automatic_forward();
        let is_by_the_bot = answered.via_bot.as_ref().is_some_and(|bot| is_called(bot, username));
        is_said_by_a_person(answered) && !is_post && !is_by_the_bot
    };
    let answered = message.reply_to_message().filter(is_said);
    is_group(&message.chat)
        && answered.is_some()
        && answered_of_the_bot(message, username).is_none()
}

fn of_callback(query: CallbackQuery) -> Event {
    let in_chat = query.message.as_ref().map(|message| ChatMessage {
        chat: ChatId(message.chat().id.0),
        message: MessageId(message.id().0),
    });
    let inline = query.inline_message_id.as_deref().and_then(InlineMessageId::parse);
    let at = in_chat.map(Place::Chat).or(inline.map(Place::Inline));
    let message = query.regular_message();
    let buttons = message.map(buttons_of).unwrap_or_default();
    let text = message.and_then(Message::text).map(str::to_owned);
    let topic = message.and_then(topic_of);
    let is_forum = message.is_some_and(|message| is_forum(&message.chat));
    match sender(&query.from) {
        Some(from) => {
            let callback = Callback { id: query.id.0, arrived: Instant::now() };
            let data = query.data;
            Event::Press(ButtonPress { callback, from, at, topic, is_forum, data, buttons, text })
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

fn buttons_of(message: &Message) -> Vec<String> {
    let rows = message.reply_markup().into_iter().flat_map(|markup| &markup.inline_keyboard);
    let data = rows.flatten().filter_map(|button| match &button.kind {
        InlineKeyboardButtonKind::CallbackData(data) => Some(data.clone()),
        _ => None,
    });
    data.collect()
}

fn sender(user: &User) -> Option<Sender> {
    (!user.is_bot).then(|| Sender {
        user: UserId(user.id.0),
        language_code: user.language_code.clone(),
        first_name: user.first_name.clone(),
    })
}

/// The topic of a forum that a message is in. Replies elsewhere have a thread, too, in which nothing
/// can be sent.
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

/// Whether a command is one that anybody may give in a group.
fn is_for_everybody(command: &Command) -> bool {
    !matches!(command, Command::Unknown | Command::Owner(_))
}

/// Text, pictures and the like, as opposed to what Telegram notes about a chat.
fn is_said_by_a_person(message: &Message) -> bool {
    matches!(message.kind, MessageKind::Common(_) | MessageKind::Dice(_))
}

fn is_group(chat: &Chat) -> bool {
    match &chat.kind {
        ChatKind::Public(public) => match public.kind {
            PublicChatKind::Group | PublicChatKind::Supergroup(_) => true,
            PublicChatKind::Channel(_) => false,
        },
        ChatKind::Private(_) => false,
    }
}
