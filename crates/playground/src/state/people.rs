//! People and the chats they share with the bot.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::Serialize;
use serde_json::{Value, json};

use crate::api::error::ApiError;
use crate::rate_limits::ChatUsage;
use crate::state::message::Message;
use crate::state::profile::MenuButton;

/// Messages beyond this number leave a chat, the oldest first.
pub(crate) const MESSAGES_KEPT_PER_CHAT: usize = 1_000;

/// Topic of messages that name none.
pub(crate) const GENERAL_TOPIC: i32 = 1;

/// A person, or the bot itself.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct User {
    pub(crate) id: i64,
    #[serde(skip_serializing)]
    pub(crate) is_bot: bool,
    pub(crate) first_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) language_code: Option<String>,
}

impl User {
    /// The user as the Bot API prints it.
    pub(crate) fn api_json(&self) -> Value {
        let mut value =
            json!({ "id": self.id, "is_bot": self.is_bot, "first_name": self.first_name });
        let optional = [
            ("last_name", &self.last_name),
            ("username", &self.username),
            ("language_code", &self.language_code),
        ];
        for (field, content) in optional {
            if let Some(content) = content {
                value[field] = json!(content);
            }
        }
        value
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChatKind {
    /// A person's chat with the bot.
    Private,
    /// Two people's own chat, where the bot can be used inline only.
    Conversation,
    /// A basic group, which has no topics and can become a supergroup.
    Group,
    Supergroup,
}

/// Kind of access that a call needs to a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Write,
    /// Permission to change what the bot has written before.
    Edit,
    ReadMembers,
    Read,
}

impl ChatKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Conversation => "conversation",
            Self::Group => "group",
            Self::Supergroup => "supergroup",
        }
    }

    /// Kind of the chat in which a person makes an inline query or opens a Mini App, as the bot is told of it.
    pub(crate) fn chat_type(self) -> &'static str {
        match self {
            Self::Private => "sender",
            Self::Conversation => "private",
            Self::Group | Self::Supergroup => self.name(),
        }
    }
}

/// Status of the bot in a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BotStatus {
    /// A private chat in which the person has not written yet.
    NotStarted,
    Present,
    Administrator,
    /// Blocked by the person, or kicked from the group.
    Banned,
}

impl BotStatus {
    /// Returns whether the bot is in the chat.
    pub(crate) fn is_present(self) -> bool {
        matches!(self, Self::Present | Self::Administrator)
    }
}

/// One chat. The bot may be absent from it, but the playground always knows of it.
#[derive(Debug)]
pub(crate) struct Chat {
    pub(crate) id: i64,
    pub(crate) kind: ChatKind,
    pub(crate) title: Option<String>,
    pub(crate) members: BTreeSet<i64>,
    pub(crate) bot: BotStatus,
    pub(crate) messages: BTreeMap<i32, Message>,
    /// Messages of the bot that no test has taken, oldest first.
    pub(crate) unread: VecDeque<i32>,
    pub(crate) last_message_id: i32,
    pub(crate) pace: ChatUsage,
    /// The topics of a forum, with their names.
    pub(crate) topics: BTreeMap<i32, String>,
    /// Topics in which only administrators write, possibly the general one among them.
    pub(crate) closed_topics: BTreeSet<i32>,
    /// The supergroup that this group has become.
    pub(crate) upgraded_to: Option<i64>,
    /// Creator of the group.
    pub(crate) owner: Option<i64>,
    /// Administrators other than the owner, in the order in which they were appointed.
    pub(crate) administrators: Vec<i64>,
    /// Button of a private chat, if it is not the bot's default.
    pub(crate) menu_button: Option<MenuButton>,
}

impl Chat {
    pub(crate) fn new(
        id: i64,
        kind: ChatKind,
        title: Option<String>,
        members: BTreeSet<i64>,
    ) -> Self {
        Self {
            id,
            kind,
            title,
            members,
            bot: match kind {
                ChatKind::Private | ChatKind::Conversation => BotStatus::NotStarted,
                ChatKind::Group | ChatKind::Supergroup => BotStatus::Present,
            },
            messages: BTreeMap::new(),
            unread: VecDeque::new(),
            last_message_id: 0,
            pace: ChatUsage::default(),
            topics: BTreeMap::new(),
            closed_topics: BTreeSet::new(),
            upgraded_to: None,
            owner: None,
            administrators: Vec::new(),
            menu_button: None,
        }
    }

    pub(crate) fn is_private(&self) -> bool {
        self.kind == ChatKind::Private
    }

    /// Number by which the bot recognises the chat without knowing its id.
    pub(crate) fn instance(&self) -> String {
        format!("-77000{}", self.id.unsigned_abs())
    }

    pub(crate) fn is_group(&self) -> bool {
        matches!(self.kind, ChatKind::Group | ChatKind::Supergroup)
    }

    /// Checks whether the bot has this access here; the error is the server's reason why not.
    pub(crate) fn check(&self, access: Access) -> Result<(), ApiError> {
        match self.kind {
            ChatKind::Private | ChatKind::Conversation => self.check_private(access),
            ChatKind::Group => self.check_basic(access),
            ChatKind::Supergroup if self.bot.is_present() => Ok(()),
            ChatKind::Supergroup => {
                Err(ApiError::forbidden("bot was kicked from the supergroup chat"))
            }
        }
    }

    fn check_private(&self, access: Access) -> Result<(), ApiError> {
        match (access, self.bot) {
            (Access::Read | Access::ReadMembers, _) => Ok(()),
            (_, BotStatus::Present | BotStatus::Administrator) => Ok(()),
            (_, BotStatus::Banned) => Err(ApiError::forbidden("bot was blocked by the user")),
            (_, BotStatus::NotStarted) => {
                Err(ApiError::forbidden("bot can't initiate conversation with a user"))
            }
        }
    }

    /// Refuses calls to a basic group that has become a supergroup, if they write or ask for members; lets
    /// edits through to the server behind.
    fn check_basic(&self, access: Access) -> Result<(), ApiError> {
        match (access, self.upgraded_to) {
            (Access::Read, _) | (Access::Edit, Some(_)) => Ok(()),
            (Access::Write | Access::ReadMembers, Some(supergroup)) => {
                Err(ApiError::upgraded_to(supergroup))
            }
            (_, None) if self.bot.is_present() => Ok(()),
            (_, None) => Err(ApiError::forbidden("bot was kicked from the group chat")),
        }
    }

    /// Returns whether only administrators write in a topic, or in the general one.
    pub(crate) fn is_closed(&self, topic: Option<i32>) -> bool {
        self.closed_topics.contains(&topic.unwrap_or(GENERAL_TOPIC))
    }

    /// Returns the first message of the thread that a message continues. Outside forums, supergroups count
    /// that as a thread, in which nothing can be sent.
    pub(crate) fn thread_of(&self, message: &Message) -> Option<i32> {
        let first = message.reply_to?;
        if self.kind != ChatKind::Supergroup || !self.topics.is_empty() {
            return None;
        }
        // An answered message is always older.
        let before = |id: &i32| self.messages.get(id)?.reply_to;
        std::iter::successors(Some(first), before).last()
    }

    /// Keeps a message, and drops the oldest to make room for it.
    pub(crate) fn keep(&mut self, message: Message) {
        self.messages.insert(message.message_id, message);
        if self.messages.len() > MESSAGES_KEPT_PER_CHAT
            && let Some((left, _)) = self.messages.pop_first()
        {
            self.unread.retain(|unread| *unread > left);
        }
    }

    /// The chat as the Bot API prints it; a private chat is named after its person.
    pub(crate) fn api_json(&self, person: Option<&User>) -> Value {
        let mut value = json!({ "id": self.id, "type": self.kind.name() });
        if let Some(title) = &self.title {
            value["title"] = json!(title);
        }
        if !self.topics.is_empty() {
            value["is_forum"] = json!(true);
        }
        if let Some(person) = person {
            value["first_name"] = json!(person.first_name);
            if let Some(last_name) = &person.last_name {
                value["last_name"] = json!(last_name);
            }
            if let Some(username) = &person.username {
                value["username"] = json!(username);
            }
        }
        value
    }

    /// The chat as the chat page reads it.
    pub(crate) fn page_json(&self) -> Value {
        let mut value = json!({
            "id": self.id,
            "type": self.kind.name(),
            "member_ids": self.members,
            "bot_present": self.bot != BotStatus::Banned,
        });
        if let Some(title) = &self.title {
            value["title"] = json!(title);
        }
        if !self.topics.is_empty() {
            let topic = |(id, name): (&i32, &String)| json!({ "id": id, "name": name });
            value["topics"] = self.topics.iter().map(topic).collect();
        }
        if self.bot == BotStatus::Administrator {
            value["bot_administers"] = json!(true);
        }
        if let Some(supergroup) = self.upgraded_to {
            value["upgraded_to"] = json!(supergroup);
        }
        if let Some(button) = &self.menu_button {
            value["menu_button"] = button.api_json();
        }
        value
    }
}
