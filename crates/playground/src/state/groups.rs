//! Events that happen in groups only: topics, administrators who write as the group, members who join and
//! leave, and the upgrade to a supergroup.

use serde_json::{Value, json};

use crate::Playground;
use crate::actions::{ActionError, person_text};
use crate::api::chats::member_json;
use crate::state::message::{ANONYMOUS_ADMIN, Content, Message};
use crate::state::people::{BotStatus, Chat, ChatKind, GENERAL_TOPIC};
use crate::state::{Event, ServerState, now};

const MAX_TOPIC_NAME_CHARACTERS: usize = 128;
/// Name of a topic whose name does not matter.
const TOPIC_NAME: &str = "Topic";

impl Playground {
    /// Makes a topic in a supergroup, which is a forum from then on; returns the topic.
    pub fn add_topic(&self, chat: i64) -> Result<i32, ActionError> {
        self.shared().write(|state| {
            let actor = state.group(chat)?.members.first().copied().unwrap_or_default();
            state.create_topic(actor, chat, TOPIC_NAME)
        })
    }

    /// Closes a topic, of which 1 is the general one, or opens it again, as an administrator. The bot cannot
    /// write in a closed topic, because it does not manage topics.
    pub fn close_topic(&self, chat: i64, topic: i32, is_closed: bool) -> Result<(), ActionError> {
        self.shared().write(|state| state.close_topic(chat, topic, is_closed))
    }

    /// Deletes a topic with all its messages, as an administrator. The bot is not told.
    pub fn delete_topic(&self, chat: i64, topic: i32) -> Result<(), ActionError> {
        self.shared().write(|state| state.delete_topic(chat, topic))
    }

    /// Sends a text in a topic as a person; returns the id of the message.
    pub fn send_text_in_topic(
        &self,
        user: i64,
        chat: i64,
        topic: i32,
        text: &str,
    ) -> Result<i32, ActionError> {
        self.shared().write(|state| state.write(user, chat, text, None, Some(topic)))
    }

    /// Sends a text as the supergroup, on behalf of an administrator; returns the id of the message.
    pub fn send_text_as_group(&self, chat: i64, text: &str) -> Result<i32, ActionError> {
        self.shared().write(|state| state.write_as_group(chat, text))
    }

    /// Makes a member an administrator, or takes that back, as the owner of the group.
    pub fn set_administrator(
        &self,
        user: i64,
        chat: i64,
        administers: bool,
    ) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_administrator(user, chat, administers))
    }

    /// Adds a person to a group, as a member does, or lets a person join if the actor is that person.
    pub fn bring(&self, actor: i64, user: i64, chat: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.bring(actor, user, chat))
    }

    /// Removes a person from a group, as a member does, or lets a person leave if the actor is that person.
    pub fn part(&self, actor: i64, user: i64, chat: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.part(actor, user, chat))
    }

    /// Lets a person leave a group so large that it shows no message about it.
    pub fn part_untold(&self, user: i64, chat: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.leave(user, user, chat))
    }

    /// Makes the bot an administrator, or takes that back, as the owner of the group.
    pub fn promote_bot(&self, chat: i64, administers: bool) -> Result<(), ActionError> {
        self.shared().write(|state| state.promote_bot(chat, administers))
    }

    /// Upgrades a basic group to a supergroup with another id, which is returned. Earlier messages stay
    /// behind.
    pub fn upgrade_group(&self, chat: i64) -> Result<i64, ActionError> {
        self.shared().write(|state| state.upgrade_group(chat, true))
    }

    /// Like [`upgrade_group`](Self::upgrade_group), but the updates that tell the bot of it are lost.
    pub fn upgrade_group_unheard(&self, chat: i64) -> Result<i64, ActionError> {
        self.shared().write(|state| state.upgrade_group(chat, false))
    }

    /// Tells the bot of its membership in a supergroup that was a group before, in which it counts as new. Telegram does
    /// so at some time around the upgrade.
    pub fn report_membership(&self, supergroup: i64) -> Result<(), ActionError> {
        self.shared().write(|state| state.report_membership(supergroup))
    }
}

impl ServerState {
    fn set_administrator(
        &mut self,
        user: i64,
        chat: i64,
        administers: bool,
    ) -> Result<(), ActionError> {
        let known = self.group(chat)?;
        if !known.members.contains(&user) {
            return Err(ActionError::NotAMember { user, chat });
        }
        let owner = known.owner.unwrap_or(user);
        self.change_member(owner, user, chat, |known| {
            known.administrators.retain(|person| *person != user);
            if administers && known.owner != Some(user) {
                known.administrators.push(user);
            }
        })
    }

    pub(crate) fn bring(&mut self, actor: i64, user: i64, chat: i64) -> Result<(), ActionError> {
        if !self.users.contains_key(&user) {
            return Err(ActionError::NoUser(user));
        }
        if actor != user {
            self.check_member(actor, chat)?;
        }
        self.check_place(chat, None)?;
        if !self.group(chat)?.members.contains(&user) {
            self.change_member(actor, user, chat, |known| _ = known.members.insert(user))?;
            self.serve(actor, chat, Content::Joined(user))?;
        }
        Ok(())
    }

    pub(crate) fn part(&mut self, actor: i64, user: i64, chat: i64) -> Result<(), ActionError> {
        self.leave(actor, user, chat)?;
        self.serve(actor, chat, Content::Left(user))
    }

    fn leave(&mut self, actor: i64, user: i64, chat: i64) -> Result<(), ActionError> {
        self.check_member(actor, chat)?;
        self.check_member(user, chat)?;
        self.check_place(chat, None)?;
        self.change_member(actor, user, chat, |known| {
            known.members.remove(&user);
            known.administrators.retain(|person| *person != user);
        })
    }

    /// Changes a person's membership in a group. The bot is told if it administers the group.
    fn change_member(
        &mut self,
        actor: i64,
        user: i64,
        chat: i64,
        change: impl FnOnce(&mut Chat),
    ) -> Result<(), ActionError> {
        let before = self.printed_member(user, chat)?;
        change(self.group(chat)?);
        let after = self.printed_member(user, chat)?;
        let known = self.group(chat)?;
        if before == after {
            return Ok(());
        }
        let is_told = known.bot == BotStatus::Administrator;
        self.events.push(Event::Chat(chat));
        if is_told {
            let known = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?;
            let update = json!({
                "chat": self.chat_json(known),
                "from": self.user_json(actor),
                "date": now(),
                "old_chat_member": before,
                "new_chat_member": after,
            });
            self.updates.push("chat_member", update);
        }
        Ok(())
    }

    fn printed_member(&self, user: i64, chat: i64) -> Result<Value, ActionError> {
        let known = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?;
        Ok(member_json(self, known, user))
    }

    pub(crate) fn promote_bot(&mut self, chat: i64, administers: bool) -> Result<(), ActionError> {
        let known = self.group(chat)?;
        if !known.bot.is_present() {
            return Err(ActionError::NoBot(chat));
        }
        let owner = known.owner.unwrap_or(ANONYMOUS_ADMIN);
        let status = if administers { BotStatus::Administrator } else { BotStatus::Present };
        self.set_bot_status(owner, chat, status)
    }

    pub(crate) fn create_topic(
        &mut self,
        actor: i64,
        chat: i64,
        name: &str,
    ) -> Result<i32, ActionError> {
        self.check_member(actor, chat)?;
        self.check_place(chat, None)?;
        self.supergroup(chat)?;
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MAX_TOPIC_NAME_CHARACTERS {
            return Err(ActionError::WrongTopicName);
        }
        let known = self.group(chat)?;
        // A topic is named by the message that began it. The first message of a group is its own beginning,
        // and names the general topic.
        known.last_message_id = known.last_message_id.max(GENERAL_TOPIC);
        let topic = known.last_message_id + 1;
        known.topics.insert(topic, name.to_owned());
        self.events.push(Event::Chat(chat));
        self.post(chat, actor, Content::TopicCreated(name.to_owned()), None, None, Some(topic))
            .map_err(|_| ActionError::NoChat(chat))?;
        self.tell_bot("message", chat, topic);
        Ok(topic)
    }

    fn close_topic(&mut self, chat: i64, topic: i32, is_closed: bool) -> Result<(), ActionError> {
        let known = self.supergroup(chat)?;
        let is_general = topic == GENERAL_TOPIC;
        if !is_general && !known.topics.contains_key(&topic) {
            return Err(ActionError::NoTopic(topic));
        }
        let has_changed = match is_closed {
            true => known.closed_topics.insert(topic),
            false => known.closed_topics.remove(&topic),
        };
        if has_changed {
            let actor = known.owner.unwrap_or(ANONYMOUS_ADMIN);
            let content = Content::TopicClosed(is_closed);
            let place = (!is_general).then_some(topic);
            let message = self
                .post(chat, actor, content, None, None, place)
                .map_err(|_| ActionError::NoChat(chat))?;
            self.tell_bot("message", chat, message);
        }
        Ok(())
    }

    fn delete_topic(&mut self, chat: i64, topic: i32) -> Result<(), ActionError> {
        let known = self.supergroup(chat)?;
        known.topics.remove(&topic).ok_or(ActionError::NoTopic(topic))?;
        known.closed_topics.remove(&topic);
        let is_in = |(id, message): (&i32, &Message)| (message.topic == Some(topic)).then_some(*id);
        let written: Vec<i32> = known.messages.iter().filter_map(is_in).collect();
        for message in written {
            self.clear_message(chat, message)?;
        }
        self.events.push(Event::Chat(chat));
        Ok(())
    }

    /// Posts a service message to a group.
    fn serve(&mut self, actor: i64, chat: i64, content: Content) -> Result<(), ActionError> {
        let message = self
            .post(chat, actor, content, None, None, None)
            .map_err(|_| ActionError::NoChat(chat))?;
        self.tell_bot("message", chat, message);
        Ok(())
    }

    fn write_as_group(&mut self, chat: i64, text: &str) -> Result<i32, ActionError> {
        let text = Content::Text(person_text(text)?);
        self.check_place(chat, None)?;
        self.supergroup(chat)?;
        let message = self
            .post(chat, ANONYMOUS_ADMIN, text, None, None, None)
            .map_err(|_| ActionError::NoChat(chat))?;
        self.tell_bot("message", chat, message);
        Ok(message)
    }

    fn upgrade_group(&mut self, chat: i64, is_heard: bool) -> Result<i64, ActionError> {
        self.check_place(chat, None)?;
        let known = self.group(chat)?;
        if known.kind != ChatKind::Group {
            return Err(ActionError::WrongKindOfChat);
        }
        let (owner, bot) = (known.owner, known.bot);
        let administrators = known.administrators.clone();
        let members: Vec<i64> = known.members.iter().copied().collect();
        let title = known.title.clone().unwrap_or_default();
        let supergroup = self.add_group(&title, &members);
        let known = self.group(supergroup)?;
        (known.owner, known.administrators, known.bot) = (owner, administrators, bot);
        let actor = members.first().copied().unwrap_or(ANONYMOUS_ADMIN);
        for (place, content) in
            [(chat, Content::UpgradedTo(supergroup)), (supergroup, Content::UpgradedFrom(chat))]
        {
            let message = self
                .post(place, actor, content, None, None, None)
                .map_err(|_| ActionError::NoChat(place))?;
            if is_heard {
                self.tell_bot("message", place, message);
            }
        }
        self.group(chat)?.upgraded_to = Some(supergroup);
        self.events.push(Event::Chat(chat));
        Ok(supergroup)
    }

    fn report_membership(&mut self, supergroup: i64) -> Result<(), ActionError> {
        let known = self.chats.get(&supergroup).ok_or(ActionError::NoChat(supergroup))?;
        let actor = known.members.first().copied().unwrap_or(ANONYMOUS_ADMIN);
        if known.bot.is_present() {
            let change = json!({
                "chat": self.chat_json(known),
                "from": self.user_json(actor),
                "date": now(),
                "old_chat_member": self.bot_member_json(BotStatus::NotStarted),
                "new_chat_member": self.bot_member_json(known.bot),
            });
            self.updates.push("my_chat_member", change);
        }
        Ok(())
    }

    fn group(&mut self, chat: i64) -> Result<&mut Chat, ActionError> {
        let known = self.chats.get_mut(&chat).ok_or(ActionError::NoChat(chat))?;
        if known.is_group() { Ok(known) } else { Err(ActionError::WrongKindOfChat) }
    }

    fn supergroup(&mut self, chat: i64) -> Result<&mut Chat, ActionError> {
        let known = self.group(chat)?;
        if known.kind == ChatKind::Supergroup {
            Ok(known)
        } else {
            Err(ActionError::WrongKindOfChat)
        }
    }
}
