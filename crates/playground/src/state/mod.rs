//! The whole state of the playground as plain data: no I/O, no locks, no waiting.
//!
//! The parts keep their own rules; this module holds them together and turns people's actions into updates.

pub(crate) mod callbacks;
pub(crate) mod files;
pub(crate) mod groups;
pub(crate) mod inline;
pub(crate) mod keyboard;
pub(crate) mod message;
pub(crate) mod people;
pub(crate) mod picture;
pub(crate) mod profile;
pub(crate) mod updates;
pub(crate) mod web_app;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::api::error::ApiError;
use crate::calls::CallLog;
use crate::fault::Faults;
use crate::rate_limits::Bucket;
use crate::settings::{self, Cast, InlineMode, Settings};
use crate::state::callbacks::Callbacks;
use crate::state::files::Files;
use crate::state::inline::Inline;
use crate::state::keyboard::Keyboard;
use crate::state::message::{ANONYMOUS_ADMIN, Content, Message, PrintContext};
use crate::state::people::{Chat, ChatKind, User};
use crate::state::profile::Profile;
use crate::state::updates::Updates;
use crate::webhook::Webhook;

const FIRST_USER_ID: i64 = 1_001;
const FIRST_GROUP_ID: i64 = -1_001_000_000_001;
const FIRST_BASIC_GROUP_ID: i64 = -4_100_000_001;
/// The bot's id if the token names none.
const FALLBACK_BOT_ID: i64 = 42;

#[derive(Debug)]
pub(crate) struct ServerState {
    /// Identifies one run, so that a page notices that the playground was restarted.
    pub(crate) session: String,
    pub(crate) settings: Settings,
    pub(crate) bot: User,
    /// The bot, printed once.
    pub(crate) bot_json: Value,
    pub(crate) users: BTreeMap<i64, User>,
    pub(crate) chats: HashMap<i64, Chat>,
    pub(crate) updates: Updates,
    pub(crate) callbacks: Callbacks,
    pub(crate) inline: Inline,
    pub(crate) calls: CallLog,
    pub(crate) faults: Faults,
    pub(crate) files: Files,
    pub(crate) profile: Profile,
    pub(crate) webhook: Option<Webhook>,
    pub(crate) overall_usage: Bucket,
    /// Events since the last change was announced.
    pub(crate) events: Vec<Event>,
}

/// Event that the chat page shows.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Message(i64, i32),
    Deleted(i64, i32),
    Toast { user_id: i64, chat_id: i64, callback_id: u64, text: String, show_alert: bool },
    Expired { user_id: i64, chat_id: i64, callback_id: u64 },
    InlineAnswer(u64),
    Typing(i64, String),
    Call(u64),
    Profile,
    Chat(i64),
}

impl ServerState {
    pub(crate) fn new(settings: Settings) -> Self {
        let bot_id = settings.token.split(':').next().and_then(|id| id.parse().ok());
        let bot = User {
            id: bot_id.unwrap_or(FALLBACK_BOT_ID),
            is_bot: true,
            first_name: settings.first_name.clone(),
            last_name: None,
            username: Some(settings.username.clone()),
            language_code: None,
        };
        let cast = settings.cast;
        let main_web_app = settings.main_web_app.clone();
        let mut state = Self {
            session: format!("{:016x}", settings::random_number()),
            bot_json: bot.api_json(),
            bot,
            settings,
            users: BTreeMap::new(),
            chats: HashMap::new(),
            updates: Updates::default(),
            callbacks: Callbacks::default(),
            inline: Inline::default(),
            calls: CallLog::default(),
            faults: Faults::default(),
            files: Files::default(),
            profile: Profile { main_web_app, ..Profile::default() },
            webhook: None,
            overall_usage: Bucket::default(),
            events: Vec::new(),
        };
        match cast {
            Cast::Empty => {}
            Cast::Demo => {
                let people = [("Anna", "en"), ("Борис", "ru"), ("Оксана", "uk")];
                let members = people.map(|(name, language)| state.add_user(name, Some(language)));
                state.add_group("Board games", &members);
                if state.settings.inline_mode != InlineMode::Off {
                    state.add_conversations(&members);
                }
            }
        }
        // Readers of the state see the cast; it is not news.
        state.events.clear();
        state
    }

    /// Adds a person with a private chat; the chat has the person's id.
    pub(crate) fn add_user(&mut self, first_name: &str, language_code: Option<&str>) -> i64 {
        let id = self.users.last_key_value().map_or(FIRST_USER_ID, |(last, _)| last + 1);
        self.users.insert(
            id,
            User {
                id,
                is_bot: false,
                first_name: first_name.to_owned(),
                last_name: None,
                username: None,
                language_code: language_code.map(str::to_owned),
            },
        );
        let members = BTreeSet::from([id]);
        self.chats.insert(id, Chat::new(id, ChatKind::Private, None, members));
        self.events.push(Event::Chat(id));
        id
    }

    /// Adds a supergroup with these members and the bot.
    pub(crate) fn add_group(&mut self, title: &str, members: &[i64]) -> i64 {
        self.add_shared_chat(ChatKind::Supergroup, title, members)
    }

    /// Adds a chat of several people.
    pub(crate) fn add_shared_chat(&mut self, kind: ChatKind, title: &str, people: &[i64]) -> i64 {
        let shared = self.chats.values().filter(|chat| !chat.is_private()).count();
        let first = if kind == ChatKind::Group { FIRST_BASIC_GROUP_ID } else { FIRST_GROUP_ID };
        let id = first - i64::try_from(shared).unwrap_or_default();
        let members = people.iter().copied().collect();
        let mut chat = Chat::new(id, kind, Some(title.to_owned()), members);
        chat.owner = people.first().copied();
        self.chats.insert(id, chat);
        self.events.push(Event::Chat(id));
        id
    }

    pub(crate) fn user_json(&self, id: i64) -> Value {
        if id == self.bot.id {
            return self.bot_json.clone();
        }
        if id == ANONYMOUS_ADMIN {
            let (name, username) = ("Group", "GroupAnonymousBot");
            return json!({ "id": id, "is_bot": true, "first_name": name, "username": username });
        }
        self.users
            .get(&id)
            .map_or_else(|| json!({ "id": id, "is_bot": false, "first_name": "" }), User::api_json)
    }

    pub(crate) fn chat_json(&self, chat: &Chat) -> Value {
        chat.api_json(self.users.get(&chat.id))
    }

    /// Prints a message as the Bot API does, with the message it answers but not the one which that one
    /// answers. In a topic, a message that answers nothing answers the note that began the topic.
    pub(crate) fn message_json(&self, chat: &Chat, message: &Message) -> Value {
        let beginning = message.topic.filter(|topic| *topic < message.message_id);
        let answered = message.reply_to.or(beginning).and_then(|id| chat.messages.get(&id));
        let reply_to =
            answered.map(|answered| answered.api_json(self.context(chat, answered, None)));
        message.api_json(self.context(chat, message, reply_to))
    }

    pub(crate) fn message(&self, chat_id: i64, message_id: i32) -> Option<&Message> {
        self.chats.get(&chat_id)?.messages.get(&message_id)
    }

    /// Puts a new message into a chat and gives it the chat's next id.
    ///
    /// Ids count per chat, so a bot that leaves the chat out of a key is caught.
    pub(crate) fn post(
        &mut self,
        chat_id: i64,
        from_id: i64,
        content: Content,
        keyboard: Option<Keyboard>,
        reply_to: Option<i32>,
        topic: Option<i32>,
    ) -> Result<i32, ApiError> {
        let bot_id = self.bot.id;
        let chat = self.chat_mut(chat_id)?;
        chat.last_message_id += 1;
        let message_id = chat.last_message_id;
        if from_id == bot_id {
            chat.unread.push_back(message_id);
        }
        chat.keep(Message {
            chat_id,
            message_id,
            from_id,
            date: now(),
            edit_date: None,
            content,
            keyboard,
            reply_to,
            topic,
            edits: 0,
            reaction: None,
            via_bot: false,
            inline_id: None,
        });
        self.events.push(Event::Message(chat_id, message_id));
        Ok(message_id)
    }

    /// Returns a chat the bot can know of.
    pub(crate) fn chat(&self, chat_id: i64) -> Result<&Chat, ApiError> {
        let chat = self.chats.get(&chat_id);
        chat.filter(|chat| chat.kind != ChatKind::Conversation).ok_or_else(chat_not_found)
    }

    pub(crate) fn chat_mut(&mut self, chat_id: i64) -> Result<&mut Chat, ApiError> {
        self.chats.get_mut(&chat_id).ok_or_else(chat_not_found)
    }

    fn context(&self, chat: &Chat, message: &Message, reply_to: Option<Value>) -> PrintContext<'_> {
        PrintContext {
            from: self.user_json(message.from_id),
            chat: self.chat_json(chat),
            bot: &self.bot_json,
            member: message.member().map(|user| self.user_json(user)),
            reply_to,
            thread: message.topic.or_else(|| chat.thread_of(message)),
        }
    }
}

fn chat_not_found() -> ApiError {
    ApiError::bad_request("chat not found")
}

/// Whole seconds since the epoch, as messages are dated.
pub(crate) fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_secs()).ok())
        .unwrap_or_default()
}
