//! A session together with the message that shows it.

use crate::session::{Revision, Session, UserId};

/// A chat: of one person with the bot, or of several people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChatId(pub i64);

impl ChatId {
    /// Whether it is the chat of one person with the bot. Telegram numbers those as their persons
    /// and all others below zero.
    pub fn is_private(self) -> bool {
        self.0 > 0
    }
}

/// A message within its chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub i32);

/// A topic of a group that is a forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TopicId(pub i32);

/// A message, named from outside its chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub chat: ChatId,
    pub message: MessageId,
}

/// A session, whose it is and where it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub session: Session,
    /// Who started the game; in a group the board is theirs.
    pub owner: UserId,
    pub chat: ChatId,
    /// The topic it is sent to, `None` where there are none.
    pub topic: Option<TopicId>,
    /// The message that shows the session, `None` until one was sent or after it was deleted.
    pub message: Option<MessageId>,
    /// The newest revision known to be on the screen: [`Revision::NONE`] until the board was sent,
    /// [`Revision::LAST`] after its message was deleted.
    pub shown: Revision,
}

impl Board {
    /// A board that nobody has been sent yet.
    pub fn new(session: Session, owner: UserId, chat: ChatId) -> Board {
        Board { session, owner, chat, topic: None, message: None, shown: Revision::NONE }
    }

    /// The same in a topic of its chat.
    #[must_use]
    pub fn in_topic(self, topic: Option<TopicId>) -> Board {
        Board { topic, ..self }
    }

    /// Whether the screen shows less than has happened.
    pub fn is_behind(&self) -> bool {
        self.shown < self.session.revision()
    }

    pub fn place(&self) -> Option<Place> {
        self.message.map(|message| Place { chat: self.chat, message })
    }
}
