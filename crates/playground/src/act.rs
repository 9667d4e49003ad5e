//! Actions of the handle: what people do, and what happens to the connection.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::Playground;
use crate::actions::ActionError;
use crate::fault::Fault;
use crate::settings::{InlineMode, is_web_app};
use crate::state::Event;
use crate::state::people::ChatKind;
use crate::state::web_app::{self, Opener};

impl Playground {
    /// Adds a person with a private chat of the same id; it counts as started once the person has written.
    pub fn add_user(&self, first_name: &str, language_code: Option<&str>) -> i64 {
        self.shared().write(|state| state.add_user(first_name, language_code))
    }

    /// Renames the bot, as its owner can; the bot learns of it from its next `getMe`.
    pub fn rename_bot(&self, first_name: &str) {
        self.shared().write(|state| {
            state.bot.first_name = first_name.to_owned();
            state.bot_json = state.bot.api_json();
        });
    }

    /// Adds a supergroup of these members and the bot.
    pub fn add_group(&self, title: &str, members: &[i64]) -> i64 {
        self.shared().write(|state| state.add_group(title, members))
    }

    /// Adds a basic group of these members and the bot.
    pub fn add_basic_group(&self, title: &str, members: &[i64]) -> i64 {
        self.shared().write(|state| state.add_shared_chat(ChatKind::Group, title, members))
    }

    /// Makes a person a member of a group. The bot is not told.
    pub fn add_member(&self, user: i64, chat: i64) -> Result<(), ActionError> {
        self.shared().write(|state| {
            let known = state.chats.get_mut(&chat).ok_or(ActionError::NoChat(chat))?;
            let members: &mut BTreeSet<i64> = &mut known.members;
            members.insert(user);
            Ok(())
        })
    }

    /// Sends a text as a person; returns the id of the message.
    pub fn send_text(&self, user: i64, chat: i64, text: &str) -> Result<i32, ActionError> {
        self.shared().write(|state| state.write(user, chat, text, None, None))
    }

    /// Sends a text as a person in reply to a message.
    pub fn reply_text(
        &self,
        user: i64,
        chat: i64,
        reply_to: i32,
        text: &str,
    ) -> Result<i32, ActionError> {
        self.shared().write(|state| state.write(user, chat, text, Some(reply_to), None))
    }

    /// Sends a file as a person; returns the id of the message.
    pub fn send_document(
        &self,
        user: i64,
        chat: i64,
        name: &str,
        content: Vec<u8>,
    ) -> Result<i32, ActionError> {
        self.shared().write(|state| state.send_document(user, chat, name, content))
    }

    /// Edits a person's own message.
    pub fn edit_text(
        &self,
        user: i64,
        chat: i64,
        message_id: i32,
        text: &str,
    ) -> Result<(), ActionError> {
        self.shared().write(|state| state.rewrite(user, chat, message_id, text))
    }

    /// Presses the button at a position that counts from zero; returns the id of the callback query.
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

    /// Opens a Mini App in a person's chat: the one of the menu button, or the main one by a link with a start
    /// parameter, which may be empty. Returns the address with which a client launches it, if there is such an app.
    pub fn web_app(&self, user: i64, start: Option<&str>) -> Option<String> {
        let opener = start.map_or(Opener::Menu, Opener::Link);
        self.launch(user, user, opener).ok()
    }

    /// Presses the button at a position that opens a Mini App; returns the address with which a client launches it.
    pub fn press_web_app(
        &self,
        user: i64,
        chat: i64,
        message_id: i32,
        row: usize,
        column: usize,
    ) -> Result<String, ActionError> {
        self.launch(user, chat, Opener::Button { message_id, row, column })
    }

    fn launch(&self, user: i64, chat: i64, opener: Opener) -> Result<String, ActionError> {
        let theme = web_app::default_theme();
        self.shared().read(|state| state.launch(user, chat, opener, &theme))
    }

    /// Gives the bot a main Mini App or takes it away, as its owner does with BotFather.
    pub fn set_main_web_app(&self, url: Option<&str>) -> Result<(), ActionError> {
        if let Some(url) = url.filter(|url| !is_web_app(url)) {
            return Err(ActionError::WrongWebApp(url.to_owned()));
        }
        self.shared().write(|state| {
            state.profile.main_web_app = url.map(str::to_owned);
            state.events.push(Event::Profile);
        });
        Ok(())
    }

    /// Presses with arbitrary data on any message, even a deleted one.
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

    /// Adds a chat of two people, in which the bot can only be used inline.
    pub fn add_conversation(&self, people: [i64; 2]) -> i64 {
        self.shared().write(|state| state.add_conversation(people))
    }

    /// Switches the bot's inline mode, as its owner does with BotFather.
    pub fn switch_inline_mode(&self, inline_mode: InlineMode) {
        self.shared().write(|state| state.settings.inline_mode = inline_mode);
    }

    /// Sends an inline query as a person in a chat; returns its id. The offset is empty, or the one that an
    /// earlier answer gives for more results.
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

    /// Expires an inline query at once, as if the bot had not answered it in time.
    pub fn expire_query(&self, query: &str) {
        self.shared().write(|state| state.inline.expire(query));
    }

    /// Sends one of the results as the person who made the query; returns the id of the message in the chat.
    pub fn choose_inline_result(&self, query: &str, result: &str) -> Result<i32, ActionError> {
        let chosen = self.shared().write(|state| state.choose_inline_result(query, result, None));
        chosen.map(|(_, message_id)| message_id)
    }

    /// Queues any object as an update, whether or not the bot asked for its kind; fills in its id and returns
    /// it. A value that is not an object counts as an empty one.
    pub fn push_update(&self, update: Value) -> i64 {
        let update = match update {
            Value::Object(update) => update,
            _ => Map::new(),
        };
        self.shared().write(|state| state.updates.push_raw(update))
    }

    /// Delivers an earlier update's content again under a new id, which is returned; under its old id a poll
    /// would have confirmed it already. Returns `None` if the update is no longer known.
    pub fn redeliver(&self, update_id: i64) -> Option<i64> {
        self.shared().write(|state| state.updates.push_again(update_id))
    }

    /// The id of the newest update; zero before the first.
    pub fn last_update_id(&self) -> i64 {
        self.shared().read(|state| state.updates.last_id())
    }

    /// Blocks the bot as a person.
    pub fn block(&self, user: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_blocked(user, true))
    }

    /// Unblocks the bot as a person.
    pub fn unblock(&self, user: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_blocked(user, false))
    }

    /// Adds the bot back to a group it was removed from.
    pub fn add_bot(&self, chat: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_bot_present(chat, true))
    }

    /// Removes the bot from a group.
    pub fn remove_bot(&self, chat: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_bot_present(chat, false))
    }

    /// Removes a message from its chat; the bot is not told.
    pub fn delete_message(&self, chat: i64, message_id: i32) -> Result<(), ActionError> {
        self.shared().write(|state| state.clear_message(chat, message_id))
    }

    /// Expires a press at once, as if the bot had not answered it in time.
    pub fn expire_press(&self, callback_id: &str) {
        self.shared().write(|state| state.expire_press(callback_id));
    }

    /// Adds a fault, which strikes the next calls it matches.
    pub fn fault(&self, fault: Fault) {
        self.shared().write(|state| state.faults.add(fault));
    }

    /// Discards the faults that have not struck yet, and ends the delays in progress.
    pub fn clear_faults(&self) {
        self.shared().write(|state| state.faults.clear());
    }
}
