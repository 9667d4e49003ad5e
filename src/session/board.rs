//! A session together with the message that shows it.

use std::fmt::{self, Display, Formatter};

use crate::session::inline_message::InlineMessageId;
use crate::session::{Revision, Seat, Session, UserId};

/// In how many places a board may be shown besides its own chat.
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
    /// The private chat of a person, whether or not they have begun it.
    pub fn of_person(UserId(user): UserId) -> ChatId {
        ChatId(user.cast_signed())
    }

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

/// A message of a chat, named from outside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChatMessage {
    pub chat: ChatId,
    pub message: MessageId,
}

/// A message that can be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Chat(ChatMessage),
    Inline(InlineMessageId),
}

impl Place {
    pub fn surface(self) -> Surface {
        match self {
            Place::Chat(ChatMessage { chat, .. }) => Surface::Chat(chat),
            Place::Inline(id) => Surface::Inline(id),
        }
    }

    /// Its number, if it is in a chat.
    pub fn message(self) -> Option<MessageId> {
        match self {
            Place::Chat(ChatMessage { message, .. }) => Some(message),
            Place::Inline(_) => None,
        }
    }

    /// Whether it was sent earlier than the other one, to the same chat.
    pub fn is_above(self, other: Place) -> bool {
        self.surface() == other.surface() && self.message() < other.message()
    }
}

impl From<ChatMessage> for Place {
    fn from(message: ChatMessage) -> Place {
        Place::Chat(message)
    }
}

impl From<InlineMessageId> for Place {
    fn from(id: InlineMessageId) -> Place {
        Place::Inline(id)
    }
}

/// What a board is shown on, at most once: a chat, or an inline message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Surface {
    Chat(ChatId),
    Inline(InlineMessageId),
}

impl Surface {
    /// The chat, unless it is one that nobody knows.
    pub fn chat(self) -> Option<ChatId> {
        match self {
            Surface::Chat(chat) => Some(chat),
            Surface::Inline(_) => None,
        }
    }

    /// Whether it is the chat of one person with the bot.
    pub fn is_private(self) -> bool {
        self.chat().is_some_and(ChatId::is_private)
    }

    /// Whether it is a chat of several people.
    pub fn is_group(self) -> bool {
        self.chat().is_some_and(|chat| !chat.is_private())
    }
}

impl From<ChatId> for Surface {
    fn from(chat: ChatId) -> Surface {
        Surface::Chat(chat)
    }
}

impl From<InlineMessageId> for Surface {
    fn from(id: InlineMessageId) -> Surface {
        Surface::Inline(id)
    }
}

impl Display for Surface {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Surface::Chat(chat) => write!(formatter, "chat {}", chat.0),
            Surface::Inline(id) => write!(formatter, "inline message {}", id.as_str()),
        }
    }
}

/// A surface that takes little room. There are many boards, and few are in inline messages.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoxedSurface {
    Chat(ChatId),
    Inline(Box<InlineMessageId>),
}

impl BoxedSurface {
    pub fn open(&self) -> Surface {
        match self {
            BoxedSurface::Chat(chat) => Surface::Chat(*chat),
            BoxedSurface::Inline(id) => Surface::Inline(**id),
        }
    }
}

impl From<Surface> for BoxedSurface {
    fn from(surface: Surface) -> BoxedSurface {
        match surface {
            Surface::Chat(chat) => BoxedSurface::Chat(chat),
            Surface::Inline(id) => BoxedSurface::Inline(Box::new(id)),
        }
    }
}

impl From<ChatId> for BoxedSurface {
    fn from(chat: ChatId) -> BoxedSurface {
        BoxedSurface::Chat(chat)
    }
}

/// Where a board is shown besides its own chat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    pub surface: BoxedSurface,
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
    /// Where it is seen: the chat in which the game was started, unless [`Board::seen_in`] says otherwise.
    pub surface: BoxedSurface,
    /// The topic it is sent to, `None` where there are none.
    pub topic: Option<TopicId>,
    /// The message of the chat that shows the session, `None` until one was sent or after it was deleted.
    pub message: Option<MessageId>,
    /// The newest revision known to be on the screen: [`Revision::NONE`] until the board was sent,
    /// [`Revision::LAST`] after its message was deleted.
    pub shown: Revision,
    /// Where else it is shown, in the order of surfaces: at most one placement on each.
    pub elsewhere: Vec<Placement>,
}

impl Placement {
    /// A surface that does not show the board yet.
    pub fn new(surface: impl Into<Surface>, topic: Option<TopicId>) -> Placement {
        let surface = surface.into().into();
        Placement { surface, topic, message: None, shown: Revision::NONE }
    }

    pub fn surface(&self) -> Surface {
        self.surface.open()
    }

    /// Whether it is a chat that has not been sent the board.
    fn is_unsent(&self) -> bool {
        let is_chat = matches!(self.surface, BoxedSurface::Chat(_));
        is_chat && self.message.is_none() && self.shown == Revision::NONE
    }

    /// The message that shows the board, if there is one. An inline message was there before.
    pub fn place(&self) -> Option<Place> {
        place_on(&self.surface, self.message)
    }
}

impl Board {
    /// A board that nobody has been sent yet.
    pub fn new(session: Session, owner: UserId, chat: ChatId) -> Board {
        let (surface, message, shown) = (BoxedSurface::Chat(chat), None, Revision::NONE);
        Board { session, owner, surface, topic: None, message, shown, elsewhere: Vec::new() }
    }

    /// A board that is shown by an inline message only, which does not show it yet. Its own chat is the
    /// owner's private one, where it counts as sent and gone.
    pub fn posted(session: Session, owner: UserId, message: InlineMessageId) -> Board {
        let elsewhere = vec![Placement::new(message, None)];
        let shown = Revision::LAST;
        Board { shown, elsewhere, ..Board::new(session, owner, ChatId::of_person(owner)) }
    }

    /// The same in a topic of its chat.
    #[must_use]
    pub fn in_topic(self, topic: Option<TopicId>) -> Board {
        Board { topic, ..self }
    }

    pub fn surface(&self) -> Surface {
        self.surface.open()
    }

    /// In whose language it is shown where it is seen: in private the person's who plays there, and
    /// elsewhere the owner's.
    pub fn viewer(&self) -> UserId {
        let plays = |user: &UserId| self.session.seat_of(*user).is_some();
        let person = self.surface().chat().and_then(ChatId::person);
        person.filter(plays).unwrap_or(self.owner)
    }

    /// The person other than the owner who has a seat in the game.
    pub fn guest(&self) -> Option<UserId> {
        people(&self.session).into_iter().flatten().find(|person| *person != self.owner)
    }

    /// Whether the screen on which it is seen shows less than has happened.
    pub fn is_behind(&self) -> bool {
        self.shown < self.session.revision()
    }

    pub fn place(&self) -> Option<Place> {
        place_on(&self.surface, self.message)
    }

    /// Whether it is shown nowhere but in the private chats of people.
    pub fn is_private(&self) -> bool {
        self.placements().all(|placement| placement.surface().is_private())
    }

    /// Whether a chat has not been sent it, as far as is known.
    pub fn has_unsent(&self) -> bool {
        self.placements().any(|placement| placement.is_unsent())
    }

    /// Takes over from the same board, as it was known by others, which messages show it, and what they show.
    pub fn learn_places(&mut self, known: &Board) {
        for placement in known.placements() {
            self.change_placement(placement.surface(), |own| {
                let is_newer = own.message.is_some() && own.message < placement.message;
                if own.is_unsent() || is_newer {
                    *own = placement;
                } else if own.message == placement.message {
                    own.shown = own.shown.max(placement.shown);
                }
            });
        }
    }

    /// Everything on which it is shown, its own chat first.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        std::iter::once(self.first()).chain(self.elsewhere.iter().cloned())
    }

    /// The same board as it is shown there: with that placement in the place of the first one. `None` if
    /// it is not shown there.
    pub fn seen_in(&self, surface: impl Into<Surface>) -> Option<Board> {
        let seen = self.placement_in(surface)?;
        let elsewhere = self.placements().filter(|other| other.surface != seen.surface).collect();
        let Placement { surface, topic, message, shown } = seen;
        let (session, owner) = (self.session.clone(), self.owner);
        Some(Board { session, owner, surface, topic, message, shown, elsewhere })
    }

    /// Changes what is known of its placement there, if it has one.
    pub fn change_placement(
        &mut self,
        surface: impl Into<Surface>,
        change: impl FnOnce(&mut Placement),
    ) {
        let surface = surface.into();
        if let Some(placement) = self.elsewhere.iter_mut().find(|other| other.surface() == surface)
        {
            return change(placement);
        }
        if self.surface() == surface {
            let mut placement = self.first();
            change(&mut placement);
            Placement { topic: self.topic, message: self.message, shown: self.shown, .. } =
                placement;
        }
    }

    /// Shows it no more on a surface other than its own chat.
    pub fn drop_placement(&mut self, surface: Surface) {
        self.elsewhere.retain(|placement| placement.surface() != surface);
    }

    pub fn placement_in(&self, surface: impl Into<Surface>) -> Option<Placement> {
        let surface = surface.into();
        self.placements().find(|placement| placement.surface() == surface)
    }

    pub fn is_shown_in(&self, surface: impl Into<Surface>) -> bool {
        self.placement_in(surface).is_some()
    }

    fn first(&self) -> Placement {
        let Board { topic, message, shown, .. } = *self;
        Placement { surface: self.surface.clone(), topic, message, shown }
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

fn place_on(surface: &BoxedSurface, message: Option<MessageId>) -> Option<Place> {
    match surface.open() {
        Surface::Chat(chat) => message.map(|message| ChatMessage { chat, message }.into()),
        Surface::Inline(id) => Some(id.into()),
    }
}
