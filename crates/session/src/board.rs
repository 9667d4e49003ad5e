//! A session together with the messages that show it.
//!
//! A [`Board`] has the chat in which its game was started, and [`Placement`]s for further chats and inline
//! messages. Each shows the game to its own [viewer](Board::viewer), and is claimed, noted and found lagging
//! by itself. An inline message that is gone is no placement any more.

use std::fmt::{self, Display, Formatter};

use crate::inline_message::InlineMessageId;
use crate::{Awaiting, Revision, Seat, Session, UserId};

/// Maximum number of places in which a board may be shown besides its own chat.
pub const PLACEMENTS_MAX: u32 = 4;

/// Ids of basic groups are from here to zero, those of supergroups and channels below.
const SUPERGROUPS_BELOW: i64 = -1_000_000_000_000;

/// A chat: of one person with the bot, or of several people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChatId(pub i64);

impl ChatId {
    /// Returns whether it is the chat of one person with the bot. Telegram gives such a chat the id of the
    /// person, and all other chats negative ids.
    pub fn is_private(self) -> bool {
        self.0 > 0
    }

    /// Returns whether it is a basic group; Telegram gives it another id when it becomes a supergroup.
    pub fn is_basic_group(self) -> bool {
        (SUPERGROUPS_BELOW..0).contains(&self.0)
    }

    /// Returns whether it is a supergroup or a channel.
    pub fn is_supergroup(self) -> bool {
        self.0 < SUPERGROUPS_BELOW
    }

    /// Returns the private chat of a person, whether or not they have begun it.
    pub fn of_person(UserId(user): UserId) -> ChatId {
        ChatId(user.cast_signed())
    }

    /// Returns the person of a private chat.
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

    /// Returns its id, if it is in a chat.
    pub fn message(self) -> Option<MessageId> {
        match self {
            Place::Chat(ChatMessage { message, .. }) => Some(message),
            Place::Inline(_) => None,
        }
    }

    /// Returns whether it was sent earlier than the other one, to the same chat.
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

/// Surface that shows a board at most once: a chat or an inline message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Surface {
    Chat(ChatId),
    Inline(InlineMessageId),
}

impl Surface {
    /// Returns the chat; `None` for an inline message, whose chat is unknown.
    pub fn chat(self) -> Option<ChatId> {
        match self {
            Surface::Chat(chat) => Some(chat),
            Surface::Inline(_) => None,
        }
    }

    /// Returns whether it is the chat of one person with the bot.
    pub fn is_private(self) -> bool {
        self.chat().is_some_and(ChatId::is_private)
    }

    /// Returns whether it is a chat of several people.
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

/// Small form of a [`Surface`]. There are many boards, and few are in inline messages.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoxedSurface {
    Chat(ChatId),
    Inline(Box<InlineMessageId>),
}

impl BoxedSurface {
    pub(crate) fn open(&self) -> Surface {
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

/// Place where a board is shown besides its own chat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    pub surface: BoxedSurface,
    /// Same as in [`Board`], like the next two fields.
    pub topic: Option<TopicId>,
    pub message: Option<MessageId>,
    pub shown: Revision,
}

/// A session, with its owner and the places where it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub session: Session,
    /// The user who started the game; in a group the board is theirs.
    pub owner: UserId,
    /// The chat in which the game was started, or the surface given to [`Board::seen_in`].
    pub surface: BoxedSurface,
    /// The topic it is sent to, `None` in chats without topics.
    pub topic: Option<TopicId>,
    /// The message of the chat that shows the session, `None` until one was sent or after it was deleted.
    pub message: Option<MessageId>,
    /// The newest revision known to be on the screen: [`Revision::NONE`] until the board was sent,
    /// [`Revision::LAST`] after its message was deleted.
    pub shown: Revision,
    /// Its other placements, in the order of surfaces: at most one on each.
    pub elsewhere: Vec<Placement>,
}

impl Placement {
    /// Creates a placement on a surface that does not show the board yet.
    pub fn new(surface: impl Into<Surface>, topic: Option<TopicId>) -> Placement {
        let surface = surface.into().into();
        Placement { surface, topic, message: None, shown: Revision::NONE }
    }

    pub fn surface(&self) -> Surface {
        self.surface.open()
    }

    /// Returns whether it is a chat that has not been sent the board.
    pub fn is_unsent(&self) -> bool {
        let is_chat = matches!(self.surface, BoxedSurface::Chat(_));
        is_chat && self.message.is_none() && self.shown == Revision::NONE
    }

    /// Returns the message that shows the board, if there is one. An inline message exists before the board.
    pub fn place(&self) -> Option<Place> {
        place_on(&self.surface, self.message)
    }
}

impl Board {
    /// Creates a board that has not been sent yet.
    pub fn new(session: Session, owner: UserId, chat: ChatId) -> Board {
        let (surface, message, shown) = (BoxedSurface::Chat(chat), None, Revision::NONE);
        Board { session, owner, surface, topic: None, message, shown, elsewhere: Vec::new() }
    }

    /// Creates a board that only an inline message is to show, which does not show it yet. Its own chat is
    /// the owner's private one, where it counts as sent and deleted.
    pub fn posted(session: Session, owner: UserId, message: InlineMessageId) -> Board {
        let elsewhere = vec![Placement::new(message, None)];
        let shown = Revision::LAST;
        Board { shown, elsewhere, ..Board::new(session, owner, ChatId::of_person(owner)) }
    }

    /// Returns the board in a topic of its chat.
    #[must_use]
    pub fn in_topic(self, topic: Option<TopicId>) -> Board {
        Board { topic, ..self }
    }

    pub fn surface(&self) -> Surface {
        self.surface.open()
    }

    /// Returns a new board that is shown in the guest's private chat as well, if it is that of a game
    /// between two people in the private chat of one.
    #[must_use]
    pub fn with_chat_of_guest(self) -> Board {
        let is_private = self.surface().is_private();
        // A guest of the page has no chat.
        let guest = self.guest().filter(|guest| is_private && !guest.is_guest());
        let Some(guest) = guest else { return self };
        Board { elsewhere: vec![Placement::new(ChatId::of_person(guest), None)], ..self }
    }

    /// Returns the user in whose language it is shown on its surface: in a private chat the person of that
    /// chat, if they play, and otherwise the owner.
    pub fn viewer(&self) -> UserId {
        let plays = |user: &UserId| self.session.seat_of(*user).is_some();
        let person = self.surface().chat().and_then(ChatId::person);
        person.filter(plays).unwrap_or(self.owner)
    }

    /// Returns the person other than the owner who has a seat in the game.
    pub fn guest(&self) -> Option<UserId> {
        people(&self.session).into_iter().flatten().find(|person| *person != self.owner)
    }

    /// Returns whether its surface shows an older revision than that of the session.
    pub fn is_behind(&self) -> bool {
        self.shown < self.session.revision()
    }

    pub fn place(&self) -> Option<Place> {
        place_on(&self.surface, self.message)
    }

    /// Returns whether the person who is to move can see it on a surface: any but the private chat of
    /// another person. A guest sees it on the page.
    pub fn is_in_sight_of_mover(&self, surface: Surface) -> bool {
        let person = surface.chat().and_then(ChatId::person);
        person.is_none_or(|person| match self.session.awaiting() {
            Awaiting::Human { user, .. } => user == person || user.is_guest(),
            Awaiting::Engine { .. } | Awaiting::Anybody { .. } | Awaiting::Nothing => false,
        })
    }

    /// Returns whether the person who is to move sees it in inline messages only. A guest sees it on the page.
    pub fn is_inline_for_mover(&self) -> bool {
        let mover = self.session.user_to_move().filter(|user| !user.is_guest());
        let Some(chat) = mover.map(ChatId::of_person) else { return false };
        let places: Vec<Place> =
            self.placements().filter_map(|placement| placement.place()).collect();
        let is_inline = |place: &Place| matches!(place, Place::Inline(_));
        let is_own = |place: &Place| place.surface().chat() == Some(chat);
        places.iter().any(is_inline) && !places.iter().any(is_own)
    }

    /// Returns whether it is shown nowhere but in the private chats of people.
    pub fn is_private(&self) -> bool {
        self.placements().all(|placement| placement.surface().is_private())
    }

    /// Returns whether there is a chat to which it was not sent yet, as far as is known.
    pub fn has_unsent(&self) -> bool {
        self.placements().any(|placement| placement.is_unsent())
    }

    /// Merges the messages that show it, and the revisions they show, from another copy of the same board.
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

    /// Returns all of its placements, its own chat first.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        std::iter::once(self.first()).chain(self.elsewhere.iter().cloned())
    }

    /// Returns the board as a surface shows it: with the placement there as the first one. `None` if it has
    /// no placement there.
    pub fn seen_in(&self, surface: impl Into<Surface>) -> Option<Board> {
        let seen = self.placement_in(surface)?;
        let elsewhere = self.placements().filter(|other| other.surface != seen.surface).collect();
        let Placement { surface, topic, message, shown } = seen;
        let (session, owner) = (self.session.clone(), self.owner);
        Some(Board { session, owner, surface, topic, message, shown, elsewhere })
    }

    /// Returns the board as each of its surfaces shows it.
    pub fn on_each_surface(&self) -> impl Iterator<Item = Board> {
        self.placements().filter_map(|placement| self.seen_in(placement.surface()))
    }

    /// Changes its placement on a surface, if it has one.
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

    /// Removes its placement on a surface other than its own chat.
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

/// Returns the person at each side; `None` for a side that no person plays.
pub fn people(session: &Session) -> [Option<UserId>; 2] {
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
