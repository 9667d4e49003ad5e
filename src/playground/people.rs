//! People and the chats they share with the bot.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::Serialize;
use serde_json::{Value, json};

use crate::playground::api::error::ApiError;
use crate::playground::message::Message;
use crate::playground::pace::ChatPace;

/// Messages beyond this number leave a chat, the oldest first.
pub const MESSAGES_KEPT_PER_CHAT: usize = 1_000;

/// A person, or the bot itself.
#[derive(Clone, Debug, Serialize)]
pub struct User {
    pub id: i64,
    #[serde(skip_serializing)]
    pub is_bot: bool,
    pub first_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_code: Option<String>,
}

impl User {
    /// The user as the Bot API prints it.
    pub fn api_json(&self) -> Value {
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
pub enum ChatKind {
    Private,
    Supergroup,
}

impl ChatKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Supergroup => "supergroup",
        }
    }
}

/// What the bot is in a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A private chat in which the person has not written yet.
    NotStarted,
    Present,
    /// Blocked by the person, or kicked from the group.
    Banned,
}

/// One chat. The bot may be absent from it, but it always knows of it.
#[derive(Debug)]
pub struct Chat {
    pub id: i64,
    pub kind: ChatKind,
    pub title: Option<String>,
    pub members: BTreeSet<i64>,
    pub bot: Standing,
    pub messages: BTreeMap<i32, Message>,
    /// Messages of the bot that no test has taken, oldest first.
    pub untaken: VecDeque<i32>,
    pub last_message_id: i32,
    pub pace: ChatPace,
    /// The topics of a forum.
    pub topics: BTreeSet<i32>,
    /// The supergroup that this group has become.
    pub upgraded_to: Option<i64>,
}

impl Chat {
    pub fn new(id: i64, kind: ChatKind, title: Option<String>, members: BTreeSet<i64>) -> Self {
        Self {
            id,
            kind,
            title,
            members,
            bot: match kind {
                ChatKind::Private => Standing::NotStarted,
                ChatKind::Supergroup => Standing::Present,
            },
            messages: BTreeMap::new(),
            untaken: VecDeque::new(),
            last_message_id: 0,
            pace: ChatPace::default(),
            topics: BTreeSet::new(),
            upgraded_to: None,
        }
    }

    pub fn is_private(&self) -> bool {
        self.kind == ChatKind::Private
    }

    /// Whether the bot may write here, or the server's reason why not.
    pub fn check_writable(&self) -> Result<(), ApiError> {
        if let Some(supergroup) = self.upgraded_to {
            return Err(ApiError::upgraded_to(supergroup));
        }
        match (self.kind, self.bot) {
            (_, Standing::Present) => Ok(()),
            (ChatKind::Private, Standing::Banned) => {
                Err(ApiError::forbidden("bot was blocked by the user"))
            }
            (_, Standing::NotStarted) => {
                Err(ApiError::forbidden("bot can't initiate conversation with a user"))
            }
            (ChatKind::Supergroup, Standing::Banned) => {
                Err(ApiError::forbidden("bot was kicked from the supergroup chat"))
            }
        }
    }

    /// Keeps a message; returns the one that had to leave for it.
    pub fn keep(&mut self, message: Message) -> Option<Message> {
        self.messages.insert(message.message_id, message);
        if self.messages.len() <= MESSAGES_KEPT_PER_CHAT {
            return None;
        }
        let (left, message) = self.messages.pop_first()?;
        while self.untaken.front().is_some_and(|untaken| *untaken <= left) {
            self.untaken.pop_front();
        }
        Some(message)
    }

    /// The chat as the Bot API prints it; a private chat is named after its person.
    pub fn api_json(&self, person: Option<&User>) -> Value {
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
    pub fn page_json(&self) -> Value {
        let mut value = json!({
            "id": self.id,
            "type": self.kind.name(),
            "member_ids": self.members,
            "bot_present": self.bot != Standing::Banned,
        });
        if let Some(title) = &self.title {
            value["title"] = json!(title);
        }
        value
    }
}
