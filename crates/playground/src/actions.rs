//! Actions of people: writing, editing, pressing, deleting, blocking, and adding and removing the bot. Each
//! action becomes the update that the real server makes of it.

use serde_json::{Value, json};

use crate::api::chats;
use crate::state::callbacks::Callback;
use crate::state::files::FILES_KEPT_BYTES;
use crate::state::keyboard::ButtonAction;
use crate::state::message::{Content, Document, Message};
use crate::state::people::{BotStatus, Chat, GENERAL_TOPIC};
use crate::state::{Event, ServerState, now};
use crate::text::{EntityKind, FormattedText, clean, utf16_length};

/// Maximum length of a person's message, in UTF-16 code units.
const MAX_PERSON_TEXT_UNITS: usize = 4_096;

/// Reason why a person cannot do something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    #[error("there is no user {0}")]
    NoUser(i64),
    #[error("there is no chat {0}")]
    NoChat(i64),
    #[error("user {user} is not a member of chat {chat}")]
    NotAMember { user: i64, chat: i64 },
    #[error("there is no message {message} in chat {chat}")]
    NoMessage { chat: i64, message: i32 },
    #[error("the message belongs to another user")]
    NotOwnMessage,
    #[error("there is no button at row {row}, column {column}")]
    NoButton { row: usize, column: usize },
    #[error("the button opens a link or a Mini App and is not pressed")]
    NotACallback,
    #[error("no Mini App is opened there")]
    NoWebApp,
    #[error("{0:?} is no address of a Mini App")]
    WrongWebApp(String),
    #[error("a start parameter has up to 512 letters, digits, underscores and minuses")]
    WrongStartParameter,
    #[error("the bot is not in inline mode")]
    NoInlineMode,
    #[error("the query is longer than 256 characters")]
    LongQuery,
    #[error("the bot has not offered {0:?}")]
    NoInlineResult(String),
    #[error("the text is empty")]
    EmptyText,
    #[error("the text is longer than {MAX_PERSON_TEXT_UNITS} UTF-16 code units")]
    LongText,
    #[error("the file is empty, or larger than all that are kept")]
    WrongFileSize,
    #[error("the group has become supergroup {0}")]
    Upgraded(i64),
    #[error("the bot is not in chat {0}")]
    NoBot(i64),
    #[error("there is no topic {0}")]
    NoTopic(i32),
    #[error("topic {0} is closed")]
    ClosedTopic(i32),
    #[error("the name of the topic is empty or longer than 128 characters")]
    WrongTopicName,
    #[error("this is an action for another kind of chat")]
    WrongKindOfChat,
}

impl ServerState {
    /// Sends a text as a person; in a private chat this starts or unblocks the bot.
    pub(crate) fn write(
        &mut self,
        user: i64,
        chat: i64,
        text: &str,
        reply_to: Option<i32>,
        topic: Option<i32>,
    ) -> Result<i32, ActionError> {
        self.check_member(user, chat)?;
        let text = person_text(text)?;
        self.say(user, chat, Content::Text(text), reply_to, topic)
    }

    /// Sends a file as a person; in a private chat this starts or unblocks the bot as well.
    pub(crate) fn send_document(
        &mut self,
        user: i64,
        chat: i64,
        name: &str,
        content: Vec<u8>,
    ) -> Result<i32, ActionError> {
        self.check_member(user, chat)?;
        let size = content.len();
        if size == 0 || size > FILES_KEPT_BYTES {
            return Err(ActionError::WrongFileSize);
        }
        let file_id = self.files.add(content.into());
        let document = Document { file_id, file_name: Some(name.to_owned()), size };
        let caption = FormattedText::default();
        self.say(user, chat, Content::Document { document, caption }, None, None)
    }

    /// Posts a member's message to a chat and tells the bot.
    fn say(
        &mut self,
        user: i64,
        chat: i64,
        content: Content,
        reply_to: Option<i32>,
        topic: Option<i32>,
    ) -> Result<i32, ActionError> {
        if user == chat {
            self.set_bot_status(user, chat, BotStatus::Present)?;
        }
        self.check_place(chat, topic)?;
        self.check_topic(user, chat, topic)?;
        if let Some(message) = reply_to.filter(|id| self.message(chat, *id).is_none()) {
            return Err(ActionError::NoMessage { chat, message });
        }
        let message_id = self
            .post(chat, user, content, None, reply_to, topic)
            .map_err(|_| ActionError::NoChat(chat))?;
        self.tell_bot("message", chat, message_id);
        Ok(message_id)
    }

    /// Edits one of a person's messages.
    pub(crate) fn rewrite(
        &mut self,
        user: i64,
        chat: i64,
        message_id: i32,
        text: &str,
    ) -> Result<(), ActionError> {
        self.check_member(user, chat)?;
        let text = person_text(text)?;
        let message = self.find_mut(chat, message_id)?;
        if message.from_id != user {
            return Err(ActionError::NotOwnMessage);
        }
        message.content = Content::Text(text);
        message.edit_date = Some(now());
        message.edits += 1;
        self.events.push(Event::Message(chat, message_id));
        self.tell_bot("edited_message", chat, message_id);
        Ok(())
    }

    /// Presses the button at a position that counts from zero.
    pub(crate) fn press(
        &mut self,
        user: i64,
        chat: i64,
        message_id: i32,
        row: usize,
        column: usize,
    ) -> Result<u64, ActionError> {
        self.check_member(user, chat)?;
        let keyboard = self.find_mut(chat, message_id)?.keyboard.as_ref();
        let button = keyboard.and_then(|rows| rows.get(row)?.get(column));
        let data = match button.map(|button| &button.action) {
            None => return Err(ActionError::NoButton { row, column }),
            Some(ButtonAction::Callback(data)) => data.clone(),
            Some(ButtonAction::Url(_) | ButtonAction::WebApp(_) | ButtonAction::Other(..)) => {
                return Err(ActionError::NotACallback);
            }
        };
        self.press_data(user, chat, message_id, &data)
    }

    /// Presses with any data, as a tampered client can, or on a message that has since been deleted.
    pub(crate) fn press_data(
        &mut self,
        user: i64,
        chat: i64,
        message_id: i32,
        data: &str,
    ) -> Result<u64, ActionError> {
        self.check_member(user, chat)?;
        let known = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?;
        let pressed = known.messages.get(&message_id);
        let inline_id = pressed.and_then(|message| message.inline_id.as_ref());
        let (field, message) = match (inline_id, pressed) {
            // The bot is not told where an inline message is, nor what it says.
            (Some(id), _) => ("inline_message_id", json!(id)),
            (None, Some(message)) => ("message", self.message_json(known, message)),
            // The form of a message the bot can no longer read.
            (None, None) => {
                let chat = self.chat_json(known);
                ("message", json!({ "chat": chat, "message_id": message_id, "date": 0 }))
            }
        };
        let reaches_bot = known.bot.is_present() || inline_id.is_some();
        let id = self.callbacks.begin(user, chat);
        if reaches_bot {
            let query = json!({
                "id": id.to_string(),
                "from": self.user_json(user),
                field: message,
                "chat_instance": known.instance(),
                "data": data,
            });
            self.updates.push("callback_query", query);
        }
        Ok(id)
    }

    /// Removes a message from its chat; Telegram does not report it to the bot.
    pub(crate) fn clear_message(&mut self, chat: i64, message_id: i32) -> Result<(), ActionError> {
        let known = self.chats.get_mut(&chat).ok_or(ActionError::NoChat(chat))?;
        let removed = known.messages.remove(&message_id);
        removed.ok_or(ActionError::NoMessage { chat, message: message_id })?;
        known.unread.retain(|unread| *unread != message_id);
        self.events.push(Event::Deleted(chat, message_id));
        Ok(())
    }

    /// Blocks or unblocks the bot in a person's private chat.
    pub(crate) fn set_blocked(&mut self, user: i64, blocked: bool) -> Result<(), ActionError> {
        self.check_member(user, user)?;
        let status = if blocked { BotStatus::Banned } else { BotStatus::Present };
        self.set_bot_status(user, user, status)
    }

    /// Adds the bot to a group or removes it, as a member of the group.
    pub(crate) fn set_bot_present(&mut self, chat: i64, present: bool) -> Result<(), ActionError> {
        let known = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?;
        if !known.is_group() {
            return Err(ActionError::WrongKindOfChat);
        }
        let status = if present { BotStatus::Present } else { BotStatus::Banned };
        if known.bot.is_present() == present {
            return Ok(());
        }
        let actor = known.members.first().copied().unwrap_or(self.bot.id);
        self.set_bot_status(actor, chat, status)?;
        let content = if present { Content::BotAdded } else { Content::BotRemoved };
        let message_id = self
            .post(chat, actor, content, None, None, None)
            .map_err(|_| ActionError::NoChat(chat))?;
        self.tell_bot("message", chat, message_id);
        Ok(())
    }

    /// Expires the presses that were not answered in time.
    pub(crate) fn expire_callbacks(&mut self) {
        let expired = self.callbacks.expire(self.settings.callback_lifetime);
        self.announce_expired(expired);
    }

    /// Expires one press before its time.
    pub(crate) fn expire_press(&mut self, callback_id: &str) {
        let expired = self.callbacks.expire_one(callback_id);
        self.announce_expired(expired.into_iter().collect());
    }

    fn announce_expired(&mut self, expired: Vec<Callback>) {
        for callback in expired {
            self.events.push(Event::Expired {
                user_id: callback.user_id,
                chat_id: callback.chat_id,
                callback_id: callback.id,
            });
        }
    }

    /// Checks whether people can write there: in a group that has not been upgraded, in a topic that it has.
    pub(crate) fn check_place(&self, chat: i64, topic: Option<i32>) -> Result<(), ActionError> {
        let known = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?;
        if let Some(supergroup) = known.upgraded_to {
            return Err(ActionError::Upgraded(supergroup));
        }
        match topic.filter(|topic| !known.topics.contains_key(topic)) {
            Some(topic) => Err(ActionError::NoTopic(topic)),
            None => Ok(()),
        }
    }

    /// Checks whether a member can write in a topic.
    fn check_topic(&self, user: i64, chat: i64, topic: Option<i32>) -> Result<(), ActionError> {
        let known = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?;
        let administers = known.owner == Some(user) || known.administrators.contains(&user);
        match known.is_closed(topic) && !administers {
            true => Err(ActionError::ClosedTopic(topic.unwrap_or(GENERAL_TOPIC))),
            false => Ok(()),
        }
    }

    pub(crate) fn check_member(&self, user: i64, chat: i64) -> Result<(), ActionError> {
        if !self.users.contains_key(&user) {
            return Err(ActionError::NoUser(user));
        }
        let known = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?;
        if !known.members.contains(&user) {
            return Err(ActionError::NotAMember { user, chat });
        }
        Ok(())
    }

    pub(crate) fn find_mut(
        &mut self,
        chat: i64,
        message_id: i32,
    ) -> Result<&mut Message, ActionError> {
        let known = self.chats.get_mut(&chat).ok_or(ActionError::NoChat(chat))?;
        known
            .messages
            .get_mut(&message_id)
            .ok_or(ActionError::NoMessage { chat, message: message_id })
    }

    /// Changes the bot's status in a chat, and tells the bot unless nothing changes or the chat merely
    /// starts.
    pub(crate) fn set_bot_status(
        &mut self,
        actor: i64,
        chat: i64,
        status: BotStatus,
    ) -> Result<(), ActionError> {
        let known = self.chats.get_mut(&chat).ok_or(ActionError::NoChat(chat))?;
        let before = std::mem::replace(&mut known.bot, status);
        if before == status {
            return Ok(());
        }
        self.events.push(Event::Chat(chat));
        if before == BotStatus::NotStarted && status == BotStatus::Present {
            return Ok(());
        }
        let known = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?;
        let change = json!({
            "chat": self.chat_json(known),
            "from": self.user_json(actor),
            "date": now(),
            "old_chat_member": self.bot_member_json(before),
            "new_chat_member": self.bot_member_json(status),
        });
        self.updates.push("my_chat_member", change);
        Ok(())
    }

    /// The bot as a member of a chat.
    pub(crate) fn bot_member_json(&self, status: BotStatus) -> Value {
        match status {
            BotStatus::Present => json!({ "user": self.bot_json, "status": "member" }),
            BotStatus::Administrator => chats::administrator_json(&self.bot_json),
            BotStatus::NotStarted => json!({ "user": self.bot_json, "status": "left" }),
            BotStatus::Banned => {
                json!({ "user": self.bot_json, "status": "kicked", "until_date": 0 })
            }
        }
    }

    /// Makes the update of a message, if the bot hears it.
    pub(crate) fn tell_bot(&mut self, kind: &str, chat: i64, message_id: i32) {
        let Some(known) = self.chats.get(&chat) else {
            return;
        };
        let Some(message) = known.messages.get(&message_id) else {
            return;
        };
        if self.hears(known, message) {
            let value = self.message_json(known, message);
            self.updates.push(kind, value);
        }
    }

    /// Returns whether the bot hears a message: in private, every one; in a group with privacy mode, unless
    /// the bot administers it, only commands that are not addressed to another bot, answers to its own
    /// messages and service messages.
    fn hears(&self, chat: &Chat, message: &Message) -> bool {
        if !chat.bot.is_present() {
            // The bot still hears that it was removed only from `my_chat_member`.
            return false;
        }
        let is_open = chat.is_private()
            || chat.bot == BotStatus::Administrator
            || !self.settings.privacy_mode;
        if is_open || message.is_service() || message.via_bot {
            return true;
        }
        let answers_bot = message
            .reply_to
            .and_then(|id| chat.messages.get(&id))
            .is_some_and(|answered| answered.from_id == self.bot.id);
        answers_bot || message.words().is_some_and(|text| self.is_command_for_bot(text))
    }

    fn is_command_for_bot(&self, text: &FormattedText) -> bool {
        let is_command = text
            .entities
            .first()
            .is_some_and(|entity| entity.kind == EntityKind::BotCommand && entity.offset == 0);
        let word = text.text.split_whitespace().next().unwrap_or_default();
        let addressee = word.split_once('@').map(|(_, name)| name);
        is_command
            && addressee.is_none_or(|name| name.eq_ignore_ascii_case(&self.settings.username))
    }
}

pub(crate) fn person_text(text: &str) -> Result<FormattedText, ActionError> {
    let plain = FormattedText { text: text.to_owned(), entities: Vec::new() };
    let text = clean::finished(plain).ok_or(ActionError::EmptyText)?;
    if utf16_length(&text.text) > MAX_PERSON_TEXT_UNITS {
        return Err(ActionError::LongText);
    }
    Ok(text)
}
