//! The handle's way to act: as a person, or as the fate of the connection.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::Playground;
use crate::actions::ActionError;
use crate::fault::Fault;
use crate::people::ChatKind;
use crate::settings::InlineMode;

impl Playground {
    /// Adds a person with a private chat of the same id; it counts as started once the person has written.
    pub fn add_user(&self, first_name: &str, language_code: Option<&str>) -> i64 {
        self.shared().write(|state| state.add_user(first_name, language_code))
    }

    /// Adds a supergroup of these members and the bot.
    pub fn add_group(&self, title: &str, members: &[i64]) -> i64 {
        self.shared().write(|state| state.add_group(title, members))
    }

    /// Adds a basic group of these members and the bot.
    pub fn add_basic_group(&self, title: &str, members: &[i64]) -> i64 {
        self.shared().write(|state| state.add_shared_chat(ChatKind::Group, title, members))
    }

    /// A person becomes a member of a group, of which the bot is not told.
    pub fn add_member(&self, user: i64, chat: i64) -> Result<(), ActionError> {
        self.shared().write(|state| {
            let known = state.chats.get_mut(&chat).ok_or(ActionError::NoChat(chat))?;
            let members: &mut BTreeSet<i64> = &mut known.members;
            members.insert(user);
            Ok(())
        })
    }

    /// A person writes; returns the id of the message.
    pub fn send_text(&self, user: i64, chat: i64, text: &str) -> Result<i32, ActionError> {
        self.shared().write(|state| state.write(user, chat, text, None, None))
    }

    /// A person answers a message.
    pub fn reply_text(
        &self,
        user: i64,
        chat: i64,
        reply_to: i32,
        text: &str,
    ) -> Result<i32, ActionError> {
        self.shared().write(|state| state.write(user, chat, text, Some(reply_to), None))
    }

    /// A person sends a file; returns the id of the message.
    pub fn send_document(
        &self,
        user: i64,
        chat: i64,
        name: &str,
        content: Vec<u8>,
    ) -> Result<i32, ActionError> {
        self.shared().write(|state| state.send_document(user, chat, name, content))
    }

    /// A person edits one of their messages.
    pub fn edit_text(
        &self,
        user: i64,
        chat: i64,
        message_id: i32,
        text: &str,
    ) -> Result<(), ActionError> {
        self.shared().write(|state| state.rewrite(user, chat, message_id, text))
    }

    /// A person presses the button at a place that counts from zero; returns the id of the callback query.
    pub fn press(
        &self,
        user: i64,
        chat: i64,
        message_id: i32,
        row: usize,
        column: usize,
    ) -> Result<String, ActionError> {
        let id = self.shared().write(|state| state.press(user, chat, message_id, row, column))?;
        Ok(id.to_string())
    }

    /// A press with any data, on any message, even one that has gone.
    pub fn press_data(
        &self,
        user: i64,
        chat: i64,
        message_id: i32,
        data: &str,
    ) -> Result<String, ActionError> {
        let id = self.shared().write(|state| state.press_data(user, chat, message_id, data))?;
        Ok(id.to_string())
    }

    /// Two people's own chat, in which the bot can be used inline only.
    pub fn add_conversation(&self, people: [i64; 2]) -> i64 {
        self.shared().write(|state| state.add_conversation(people))
    }

    /// Whoever has made the bot switches its inline mode.
    pub fn switch_inline_mode(&self, inline_mode: InlineMode) {
        self.shared().write(|state| state.settings.inline_mode = inline_mode);
    }

    /// A person types the bot's name and a query in a chat; returns the id of the inline query. The offset is empty, or
    /// the one that an answer names for more.
    pub fn ask_inline(
        &self,
        user: i64,
        chat: i64,
        query: &str,
        offset: &str,
    ) -> Result<String, ActionError> {
        let id = self.shared().write(|state| state.ask_inline(user, chat, query, offset))?;
        Ok(id.to_string())
    }

    /// Lets an inline query grow old at once, as if nobody had answered it in time.
    pub fn expire_query(&self, query: &str) {
        self.shared().write(|state| state.inline.expire(query));
    }

    /// The person who has asked sends one of the results; returns the id of the message in the chat.
    pub fn choose_inline_result(&self, query: &str, result: &str) -> Result<i32, ActionError> {
        let chosen = self.shared().write(|state| state.choose_inline_result(query, result, None));
        chosen.map(|(_, message_id)| message_id)
    }

    /// Queues any object as an update, whatever the bot asked for; its id is filled in and returned. Anything that is
    /// no object counts as an empty one.
    pub fn push_update(&self, update: Value) -> i64 {
        let update = match update {
            Value::Object(update) => update,
            _ => Map::new(),
        };
        self.shared().write(|state| state.updates.push_raw(update))
    }

    /// Delivers an earlier update's content again, under a new id, which is returned; under its old id a poll would
    /// have confirmed it already. `None` if the update is not known any more.
    pub fn redeliver(&self, update_id: i64) -> Option<i64> {
        self.shared().write(|state| state.updates.push_again(update_id))
    }

    /// The id of the newest update; zero before the first.
    pub fn last_update_id(&self) -> i64 {
        self.shared().read(|state| state.updates.last_id())
    }

    /// A person blocks the bot.
    pub fn block(&self, user: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_blocked(user, true))
    }

    /// A person unblocks the bot.
    pub fn unblock(&self, user: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_blocked(user, false))
    }

    /// The bot is added to a group it was removed from.
    pub fn add_bot(&self, chat: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_bot_present(chat, true))
    }

    /// The bot is removed from a group.
    pub fn remove_bot(&self, chat: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_bot_present(chat, false))
    }

    /// A message disappears from its chat; the bot is not told.
    pub fn delete_message(&self, chat: i64, message_id: i32) -> Result<(), ActionError> {
        self.shared().write(|state| state.clear_message(chat, message_id))
    }

    /// Lets a press grow old at once, as if nobody had answered it in time.
    pub fn expire_press(&self, callback_id: &str) {
        self.shared().write(|state| state.expire_press(callback_id));
    }

    /// Makes something go wrong with the next calls it fits.
    pub fn fault(&self, fault: Fault) {
        self.shared().write(|state| state.faults.add(fault));
    }

    /// Forgets the faults that have not struck.
    pub fn clear_faults(&self) {
        self.shared().write(|state| state.faults.clear());
    }
}
