//! What happens to groups only: topics, administrators who write as the group, and becoming a supergroup.

use crate::Playground;
use crate::actions::{ActionError, person_text};
use crate::message::{ANONYMOUS_ADMIN, Content};
use crate::people::{Chat, ChatKind};
use crate::state::ServerState;

/// The topic of whatever names none.
const GENERAL_TOPIC: i32 = 1;

impl Playground {
    /// Makes a topic in a group, which is a forum from then on; returns the topic.
    pub fn add_topic(&self, chat: i64) -> Result<i32, ActionError> {
        self.shared().write(|state| state.add_topic(chat))
    }

    /// A person writes in a topic; returns the id of the message.
    pub fn send_text_in_topic(
        &self,
        user: i64,
        chat: i64,
        topic: i32,
        text: &str,
    ) -> Result<i32, ActionError> {
        self.shared().write(|state| state.write(user, chat, text, None, Some(topic)))
    }

    /// An administrator writes as the group; returns the id of the message.
    pub fn send_text_as_group(&self, chat: i64, text: &str) -> Result<i32, ActionError> {
        self.shared().write(|state| state.write_as_group(chat, text))
    }

    /// The owner of a group makes a member an administrator, or takes that back.
    pub fn set_administrator(
        &self,
        user: i64,
        chat: i64,
        administers: bool,
    ) -> Result<(), ActionError> {
        self.shared().write(|state| state.set_administrator(user, chat, administers))
    }

    /// A group becomes a supergroup of another id, which is returned. What was written before stays behind.
    pub fn upgrade_group(&self, chat: i64) -> Result<i64, ActionError> {
        self.shared().write(|state| state.upgrade_group(chat, ServerState::tell_bot))
    }

    /// The same, and whatever tells the bot of it is lost.
    pub fn upgrade_group_unheard(&self, chat: i64) -> Result<i64, ActionError> {
        self.shared().write(|state| state.upgrade_group(chat, |_, _, _, _| {}))
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
        known.administrators.retain(|person| *person != user);
        if administers && known.owner != Some(user) {
            known.administrators.push(user);
        }
        Ok(())
    }

    fn add_topic(&mut self, chat: i64) -> Result<i32, ActionError> {
        let known = self.group(chat)?;
        let actor = known.members.first().copied().unwrap_or_default();
        // A topic is named by the message that began it. The first message of a group is its own beginning,
        // and names the general topic.
        known.last_message_id = known.last_message_id.max(GENERAL_TOPIC);
        let topic = known.last_message_id + 1;
        known.topics.insert(topic);
        self.post(chat, actor, Content::TopicCreated, None, None, Some(topic))
            .map_err(|_| ActionError::NoChat(chat))?;
        self.tell_bot("message", chat, topic);
        Ok(topic)
    }

    fn write_as_group(&mut self, chat: i64, text: &str) -> Result<i32, ActionError> {
        let text = Content::Text(person_text(text)?);
        self.group(chat)?;
        let message = self
            .post(chat, ANONYMOUS_ADMIN, text, None, None, None)
            .map_err(|_| ActionError::NoChat(chat))?;
        self.tell_bot("message", chat, message);
        Ok(message)
    }

    fn upgrade_group(
        &mut self,
        chat: i64,
        tell: impl Fn(&mut ServerState, &str, i64, i32),
    ) -> Result<i64, ActionError> {
        let known = self.group(chat)?;
        let members: Vec<i64> = known.members.iter().copied().collect();
        let title = known.title.clone().unwrap_or_default();
        let supergroup = self.add_group(&title, &members);
        let actor = members.first().copied().unwrap_or(ANONYMOUS_ADMIN);
        for (place, content) in
            [(chat, Content::UpgradedTo(supergroup)), (supergroup, Content::UpgradedFrom(chat))]
        {
            let message = self
                .post(place, actor, content, None, None, None)
                .map_err(|_| ActionError::NoChat(place))?;
            tell(self, "message", place, message);
        }
        self.group(chat)?.upgraded_to = Some(supergroup);
        Ok(supergroup)
    }

    fn group(&mut self, chat: i64) -> Result<&mut Chat, ActionError> {
        let known = self.chats.get_mut(&chat).ok_or(ActionError::NoChat(chat))?;
        if known.kind != ChatKind::Supergroup {
            Err(ActionError::WrongKindOfChat)
        } else {
            Ok(known)
        }
    }
}
