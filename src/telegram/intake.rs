//! From an update of any kind to the closed list of what the bot reacts to.

use std::time::Instant;

use teloxide::types::{
    CallbackQuery, Chat, ChatKind, ChatMigration, InlineKeyboardButtonKind, Message, MessageKind,
    PublicChatKind, ThreadId, Update, UpdateKind, User,
};

use crate::metrics::labels;
use crate::session::UserId;
use crate::session::board::{ChatId, MessageId, Place, TopicId};
use crate::telegram::command::{self, Command, OwnerCommand};
use crate::telegram::gate::Kind;
use crate::telegram::lines::Speaker;

/// What the bot reacts to.
#[derive(Clone, Debug, PartialEq)]
pub enum Intake {
    /// A command for this bot.
    Command {
        command: Command,
        from: Sender,
        at: Place,
        /// The topic of the message, in a forum.
        topic: Option<TopicId>,
        sent_at: i64,
        /// What is to be sent to everybody; `None` with all commands that send nothing.
        announcement: Option<String>,
    },
    /// Anything else a person says in a private chat.
    SmallTalk { from: Sender, at: Place },
    /// A press of a button below one of the bot's messages.
    Press {
        callback: Callback,
        from: Sender,
        at: Option<Place>,
        topic: Option<TopicId>,
        data: Option<String>,
        /// The data of all buttons the message has now. Whoever presses can send any data on any
        /// message; what the message shows is said by Telegram.
        buttons: Vec<String>,
        /// The text of the message.
        text: Option<String>,
    },
    /// A command of an administrator who writes as their group, so that nobody knows who it is.
    Anonymous { at: Place },
    /// A group has become a supergroup.
    Moved { from: ChatId, to: ChatId },
    /// Whatever asks for no reaction: other bots, channels, talk in groups, service messages.
    Nothing,
}

/// A press that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callback {
    pub id: String,
    /// When it was handed out to be worked on.
    pub arrived: Instant,
}

/// The person behind an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    pub user: UserId,
    /// The language of their Telegram, if it says so.
    pub language_code: Option<String>,
    pub first_name: String,
}

impl Intake {
    /// What an update asks for. `username` is the bot's, to tell its commands from others' in a
    /// group.
    pub fn of(update: Update, username: &str) -> Intake {
        match update.kind {
            UpdateKind::Message(message) => of_message(message, username),
            UpdateKind::CallbackQuery(query) => of_callback(query),
            // The bot asks Telegram for nothing else; see `polling`.
            _ => Intake::Nothing,
        }
    }

    /// What it counts as in the metrics.
    pub fn label(&self) -> labels::Update {
        match self {
            Intake::Command { .. } | Intake::Anonymous { .. } => labels::Update::Command,
            Intake::SmallTalk { .. } => labels::Update::SmallTalk,
            Intake::Press { .. } => labels::Update::Press,
            Intake::Moved { .. } => labels::Update::ChatMoved,
            Intake::Nothing => labels::Update::Ignored,
        }
    }

    /// Who says it where, if it is something said.
    pub fn speaker(&self) -> Option<Speaker> {
        match self {
            Intake::Command { from, at, .. } | Intake::SmallTalk { from, at } => {
                Some((at.chat, from.user))
            }
            Intake::Press { .. }
            | Intake::Anonymous { .. }
            | Intake::Moved { .. }
            | Intake::Nothing => None,
        }
    }

    /// Whose it is, where if that is known, and as what it counts; `None` if there is nothing to
    /// react to.
    pub fn source(&self) -> Option<(UserId, Option<ChatId>, Kind)> {
        match self {
            Intake::Command { from, at, .. } | Intake::SmallTalk { from, at } => {
                Some((from.user, Some(at.chat), Kind::Words))
            }
            Intake::Press { from, at, .. } => Some((from.user, at.map(|at| at.chat), Kind::Press)),
            // The group speaks for itself.
            Intake::Anonymous { at: Place { chat, .. } } | Intake::Moved { from: chat, .. } => {
                Some((UserId(chat.0.unsigned_abs()), Some(*chat), Kind::Words))
            }
            Intake::Nothing => None,
        }
    }
}

fn of_message(message: Message, username: &str) -> Intake {
    let at = Place { chat: ChatId(message.chat.id.0), message: MessageId(message.id.0) };
    let is_private = message.chat.is_private();
    match message.chat_migration() {
        Some(ChatMigration::To { chat_id }) => {
            return Intake::Moved { from: at.chat, to: ChatId(chat_id.0) };
        }
        Some(ChatMigration::From { chat_id }) => {
            return Intake::Moved { from: ChatId(chat_id.0), to: at.chat };
        }
        None => {}
    }
    let command = message.text().and_then(|text| command::parse(text, username));
    if is_said_as_the_group(&message) && command.as_ref().is_some_and(is_for_everybody) {
        return Intake::Anonymous { at };
    }
    let Some(from) = message.from.as_ref().and_then(sender) else {
        return Intake::Nothing;
    };
    // A message in the name of a chat, such as a channel's post that Telegram passes on to its
    // group, is of no person even if its sender does not count as a bot.
    if message.sender_chat.is_some() || !is_private && !is_group(&message.chat) {
        return Intake::Nothing;
    }
    match command {
        Some(command) => {
            let sent_at = message.date.timestamp();
            let announcement = announcement(&command, &message);
            let topic = topic_of(&message);
            Intake::Command { command, from, at, topic, sent_at, announcement }
        }
        None if is_private && is_said_by_a_person(&message) => Intake::SmallTalk { from, at },
        None => Intake::Nothing,
    }
}

/// What `/broadcast` is to send: the text behind it, or else that of the message it answers.
fn announcement(command: &Command, message: &Message) -> Option<String> {
    if *command != Command::Owner(OwnerCommand::Broadcast) {
        return None;
    }
    let behind = message.text().and_then(command::argument);
    let answered = message.reply_to_message();
    let text = behind.or(answered.and_then(|answered| answered.text().or(answered.caption())));
    text.map(str::to_owned)
}

fn of_callback(query: CallbackQuery) -> Intake {
    let at = query.message.as_ref().map(|message| Place {
        chat: ChatId(message.chat().id.0),
        message: MessageId(message.id().0),
    });
    let message = query.regular_message();
    let buttons = message.map(buttons_of).unwrap_or_default();
    let text = message.and_then(Message::text).map(str::to_owned);
    let topic = message.and_then(topic_of);
    match sender(&query.from) {
        Some(from) => {
            let callback = Callback { id: query.id.0, arrived: Instant::now() };
            Intake::Press { callback, from, at, topic, data: query.data, buttons, text }
        }
        None => Intake::Nothing,
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

/// Whether an administrator writes in the name of the group itself.
fn is_said_as_the_group(message: &Message) -> bool {
    message.sender_chat.as_ref().is_some_and(|sender| sender.id == message.chat.id)
        && is_group(&message.chat)
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
