//! What happens to groups only: topics, administrators who write as the group, and becoming a supergroup.

use crate::playground::Playground;
use crate::playground::deeds::{DeedError, person_text};
use crate::playground::message::{ANONYMOUS_ADMIN, Content};
use crate::playground::people::Chat;
use crate::playground::world::World;

impl Playground {
    /// Makes a topic in a group, which is a forum from then on; returns the topic.
    pub fn add_topic(&self, chat: i64) -> Result<i32, DeedError> {
        self.shared().write(|world| world.add_topic(chat))
    }

    /// A person writes in a topic; returns the id of the message.
    pub fn send_text_in_topic(
        &self,
        user: i64,
        chat: i64,
        topic: i32,
        text: &str,
    ) -> Result<i32, DeedError> {
        self.shared().write(|world| world.write(user, chat, text, None, Some(topic)))
    }

    /// An administrator writes as the group; returns the id of the message.
    pub fn send_text_as_group(&self, chat: i64, text: &str) -> Result<i32, DeedError> {
        self.shared().write(|world| world.write_as_group(chat, text))
    }

    /// A group becomes a supergroup of another id, which is returned. What was written before stays behind.
    pub fn upgrade_group(&self, chat: i64) -> Result<i64, DeedError> {
        self.shared().write(|world| world.upgrade_group(chat, World::tell_bot))
    }

    /// The same, and whatever tells the bot of it is lost.
    pub fn upgrade_group_unheard(&self, chat: i64) -> Result<i64, DeedError> {
        self.shared().write(|world| world.upgrade_group(chat, |_, _, _, _| {}))
    }
}

impl World {
    fn add_topic(&mut self, chat: i64) -> Result<i32, DeedError> {
        let known = self.group(chat)?;
        let actor = known.members.first().copied().unwrap_or_default();
        // A topic is named by the message that began it.
        let topic = known.last_message_id + 1;
        known.topics.insert(topic);
        self.post(chat, actor, Content::TopicCreated, None, None, Some(topic))
            .map_err(|_| DeedError::NoChat(chat))?;
        self.tell_bot("message", chat, topic);
        Ok(topic)
    }

    fn write_as_group(&mut self, chat: i64, text: &str) -> Result<i32, DeedError> {
        let text = Content::Text(person_text(text)?);
        self.group(chat)?;
        let message = self
            .post(chat, ANONYMOUS_ADMIN, text, None, None, None)
            .map_err(|_| DeedError::NoChat(chat))?;
        self.tell_bot("message", chat, message);
        Ok(message)
    }

    fn upgrade_group(
        &mut self,
        chat: i64,
        tell: impl Fn(&mut World, &str, i64, i32),
    ) -> Result<i64, DeedError> {
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
                .map_err(|_| DeedError::NoChat(place))?;
            tell(self, "message", place, message);
        }
        self.group(chat)?.upgraded_to = Some(supergroup);
        Ok(supergroup)
    }

    fn group(&mut self, chat: i64) -> Result<&mut Chat, DeedError> {
        let known = self.chats.get_mut(&chat).ok_or(DeedError::NoChat(chat))?;
        if known.is_private() { Err(DeedError::WrongKindOfChat) } else { Ok(known) }
    }
}
