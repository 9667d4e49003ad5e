//! A session together with the message that shows it.

use crate::session::{Revision, Seat, Session, UserId};

/// In how many chats a board may be shown besides its own.
pub const PLACEMENTS_MAX: u32 = 4;

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

impl ChatId {
    /// The person of a private chat.
    pub fn person(self) -> Option<UserId> {
        self.0.try_into().ok().filter(|_| self.is_private()).map(UserId)
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

/// Where a board is shown besides its own chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    pub chat: ChatId,
    /// As in [`Board`], and so are the next ones.
    pub topic: Option<TopicId>,
    pub message: Option<MessageId>,
    pub shown: Revision,
}

/// A session, whose it is and where it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub session: Session,
    /// Who started the game; in a group the board is theirs.
    pub owner: UserId,
    /// Where the game was started.
    pub chat: ChatId,
    /// The topic it is sent to, `None` where there are none.
    pub topic: Option<TopicId>,
    /// The message that shows the session, `None` until one was sent or after it was deleted.
    pub message: Option<MessageId>,
    /// The newest revision known to be on the screen: [`Revision::NONE`] until the board was sent,
    /// [`Revision::LAST`] after its message was deleted.
    pub shown: Revision,
    /// Where else it is shown, by ascending chat: at most one placement for each.
    pub elsewhere: Vec<Placement>,
}

impl Placement {
    /// A chat that nothing was sent to yet.
    pub fn new(chat: ChatId, topic: Option<TopicId>) -> Placement {
        Placement { chat, topic, message: None, shown: Revision::NONE }
    }
}

impl Board {
    /// A board that nobody has been sent yet.
    pub fn new(session: Session, owner: UserId, chat: ChatId) -> Board {
        let (message, shown) = (None, Revision::NONE);
        Board { session, owner, chat, topic: None, message, shown, elsewhere: Vec::new() }
    }

    /// The same in a topic of its chat.
    #[must_use]
    pub fn in_topic(self, topic: Option<TopicId>) -> Board {
        Board { topic, ..self }
    }

    /// In whose language it is shown in its chat: in private the person's who plays there, in a group the
    /// owner's.
    pub fn viewer(&self) -> UserId {
        let plays = |user: &UserId| self.session.seat_of(*user).is_some();
        self.chat.person().filter(plays).unwrap_or(self.owner)
    }

    /// The person other than the owner who has a seat in the game.
    pub fn guest(&self) -> Option<UserId> {
        people(&self.session).into_iter().flatten().find(|person| *person != self.owner)
    }

    /// Whether the screen of its own chat shows less than has happened.
    pub fn is_behind(&self) -> bool {
        self.shown < self.session.revision()
    }

    pub fn place(&self) -> Option<Place> {
        self.message.map(|message| Place { chat: self.chat, message })
    }

    /// All chats in which it is shown, its own one first.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        let Board { chat, topic, message, shown, .. } = *self;
        let first = Placement { chat, topic, message, shown };
        std::iter::once(first).chain(self.elsewhere.iter().copied())
    }

    /// The same board as it is shown in this chat: with that placement in the place of the first one.
    /// `None` if it is not shown there.
    pub fn seen_in(&self, chat: ChatId) -> Option<Board> {
        let Placement { chat, topic, message, shown } = self.placement_in(chat)?;
        let elsewhere = self.placements().filter(|placement| placement.chat != chat).collect();
        let (session, owner) = (self.session.clone(), self.owner);
        Some(Board { session, owner, chat, topic, message, shown, elsewhere })
    }

    /// Changes what is known of its placement in this chat, if it has one there.
    pub fn change_placement(&mut self, chat: ChatId, change: impl FnOnce(&mut Placement)) {
        if let Some(placement) = self.elsewhere.iter_mut().find(|other| other.chat == chat) {
            return change(placement);
        }
        if self.chat == chat {
            let Board { topic, message, shown, .. } = *self;
            let mut placement = Placement { chat, topic, message, shown };
            change(&mut placement);
            Placement { topic: self.topic, message: self.message, shown: self.shown, .. } =
                placement;
        }
    }

    pub fn placement_in(&self, chat: ChatId) -> Option<Placement> {
        self.placements().find(|placement| placement.chat == chat)
    }

    pub fn is_shown_in(&self, chat: ChatId) -> bool {
        self.placement_in(chat).is_some()
    }
}

/// Who has a seat at each side, as far as that is a person.
pub(crate) fn people(session: &Session) -> [Option<UserId>; 2] {
    let seats = session.seats();
    [seats.first, seats.second].map(|seat| {
        let Seat::Human(user) = seat else { return None };
        Some(user)
    })
}
