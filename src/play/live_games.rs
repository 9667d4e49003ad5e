//! The live games: a concurrent map in front of the store, which answers a button press without a read
//! from disk. A game is found by its id, and the lowest one of a person by their chat.
//!
//! Every entry is a copy of the store's data and may be dropped at any time. A copy may also be outdated,
//! because another process has written; the conditional write detects that, and the copy is then
//! reloaded.

use std::collections::BTreeSet;

use zerosum_session::board::{
    self, Board, ChatId, ChatMessage, MessageId, Place, Placement, Surface, TopicId,
};
use zerosum_session::people::group_settings::GroupSettings;
use zerosum_session::{Revision, Session, SessionId, UserId};
use zerosum_store::Person;

use crate::bounded::BoundedMap;
use crate::play::copies::Copies;
use crate::play::people::groups::GROUPS_KEPT_MAX;

/// Maximum number of people whose block lists are cached. Most lists are empty; each takes a hundred
/// bytes.
const BLOCKED_KEPT_MAX: usize = 16_384;

/// Number of chats of which the lowest games are known by id.
const CHATS_KEPT_MAX: usize = 16_384;

/// Maximum number of people in a chat whose lowest games are known by id.
const LOWEST_PER_CHAT_MAX: usize = 8;

/// Numbers of cached copies, or limits on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveCounts {
    pub boards: usize,
    pub people: usize,
}

/// The game in play of a person whose message is the lowest in a chat, unless that has ended or has another message by
/// now.
struct Lowest {
    user: UserId,
    /// `None` while the store is asked.
    found: Option<(SessionId, MessageId)>,
}

/// A cache of the boards in use and of the people recently seen.
pub struct LiveGames {
    /// Boards by id. They are boxed, because a hash table keeps up to half its slots free.
    boards: BoundedMap<SessionId, Option<Box<Board>>>,
    /// The lowest game of each person in a chat, the person asked about last first.
    lowest: BoundedMap<ChatId, Vec<Lowest>>,
    /// `None` for a person who is not stored.
    pub people: Copies<UserId, Option<Person>>,
    pub groups: Copies<ChatId, GroupSettings>,
    /// The people that a person has blocked, except deleted ones.
    pub blocked: Copies<UserId, Vec<UserId>>,
}

impl LiveGames {
    pub fn new(max: LiveCounts) -> LiveGames {
        LiveGames {
            boards: BoundedMap::new(max.boards),
            lowest: BoundedMap::new(CHATS_KEPT_MAX),
            people: Copies::new(max.people),
            groups: Copies::new(GROUPS_KEPT_MAX),
            blocked: Copies::new(BLOCKED_KEPT_MAX),
        }
    }

    /// Returns the board as it is shown on the surface.
    pub fn board(&self, surface: impl Into<Surface>, id: SessionId) -> Option<Board> {
        self.boards.read(id, |board| board.as_deref()?.seen_in(surface)).flatten()
    }

    /// Returns the board with all its places.
    pub(crate) fn board_anywhere(&self, id: SessionId) -> Option<Board> {
        self.boards.read(id, |board| board.as_deref().cloned()).flatten()
    }

    /// Returns the game in play of the person whose board is the lowest in this chat, if that is known. If not, the
    /// store is to be asked, and its answer to be learned by [`learn_lowest`](LiveGames::learn_lowest).
    pub(crate) fn lowest(&self, chat: ChatId, user: UserId) -> Option<Board> {
        let found_in = |lowest: &Vec<Lowest>| {
            lowest.iter().find(|other| other.user == user).and_then(|other| other.found)
        };
        if let Some((id, message)) = self.lowest.read(chat, found_in).flatten() {
            let is_there =
                |board: &Board| board.message == Some(message) && board.session.outcome().is_none();
            let board = self.board(chat, id).filter(is_there);
            if board.is_some() {
                return board;
            }
        }
        self.lowest.change_or_insert(chat, |lowest| {
            lowest.retain(|other| other.user != user);
            lowest.insert(0, Lowest { user, found: None });
            lowest.truncate(LOWEST_PER_CHAT_MAX);
        });
        None
    }

    /// Records the lowest board of the person in this chat, as the store says, unless a board has changed since it was
    /// asked.
    pub(crate) fn learn_lowest(&self, chat: ChatId, user: UserId, board: &Board) {
        let (id, Some(message)) = (board.session.id(), board.message) else { return };
        self.lowest.change(chat, |lowest| {
            for known in lowest.iter_mut().filter(|known| known.user == user) {
                if known.found.is_none_or(|(_, lowest)| lowest < message) {
                    known.found = Some((id, message));
                }
            }
        });
    }

    /// Records that a board was created, has changed or is shown by another message: it may be the lowest one of its
    /// people.
    pub(crate) fn note_changed(&self, board: &Board) {
        if board.session.outcome().is_some() {
            return;
        }
        for placement in board.placements() {
            let Some(chat) = placement.surface().chat() else { continue };
            if placement.message.is_none() && !placement.is_unsent() {
                continue;
            }
            for user in people_of(board) {
                self.note_message(chat, user, (board.session.id(), placement.message));
            }
        }
    }

    /// Records the message of a game in play of a person, `None` if it is yet to be sent.
    fn note_message(
        &self,
        chat: ChatId,
        user: UserId,
        (id, message): (SessionId, Option<MessageId>),
    ) {
        self.lowest.change(chat, |lowest| {
            lowest.retain_mut(|known| {
                if known.user != user {
                    return true;
                }
                match (known.found, message) {
                    (Some((_, lowest)), Some(message)) => {
                        if lowest < message {
                            known.found = Some((id, message));
                        }
                        true
                    }
                    // The store may have been asked before this.
                    (None, _) | (Some(_), None) => false,
                }
            });
        });
    }

    /// Forgets the lowest games of a chat, because another game is shown there now.
    pub(crate) fn forget_lowest(&self, chat: ChatId) {
        self.lowest.remove(chat);
    }

    /// Inserts a board read from the store, unless the cached one is as new.
    pub fn put_board(&self, board: Board) {
        self.boards.change_or_insert(board.session.id(), |known| {
            let revision = known.as_ref().map(|known| known.session.revision());
            if revision.is_none_or(|revision| revision < board.session.revision()) {
                *known = Some(Box::new(board));
            }
        });
    }

    /// Drops a board that is no longer in the store.
    pub fn drop_board(&self, id: SessionId) {
        self.boards.remove(id);
    }

    /// Drops a board if its revision is older than this one.
    pub fn drop_older(&self, id: SessionId, revision: Revision) {
        let is_older = |board: &Option<Box<Board>>| {
            board.as_ref().is_some_and(|board| board.session.revision() < revision)
        };
        if self.boards.read(id, is_older) == Some(true) {
            self.boards.remove(id);
        }
    }

    /// Drops people, and all boards that involve them. Scans every cached board.
    pub(crate) fn drop_people(&self, people: &BTreeSet<UserId>) {
        people.iter().for_each(|user| self.people.remove(*user));
        // Deleted people are no longer on any block list.
        self.blocked.sweep(|user, blocked| {
            !people.contains(user) && !blocked.iter().any(|other| people.contains(other))
        });
        self.boards.sweep(|_, board| {
            !board.as_deref().is_some_and(|board| people.iter().any(|user| has(board, *user)))
        });
    }

    /// Updates the placements of a board of the same revision, as another process may have recorded them.
    /// Changes recorded here while it was being read are kept.
    pub fn put_placements(&self, board: &Board) {
        self.update(board.session.id(), |known| {
            if known.session.revision() == board.session.revision() {
                let mut stored = board.clone();
                stored.learn_places(known);
                // The cached copy was read before its clock was started.
                if stored.session.is_clock_waiting() {
                    stored.session = known.session.clone();
                }
                *known = stored;
            }
        });
    }

    /// Updates the session of a cached board after a commit.
    pub fn put_session(&self, board: &Board) {
        self.update(board.session.id(), |known| {
            if known.session.revision() < board.session.revision() {
                known.session = board.session.clone();
            }
        });
    }

    /// Updates the clock of a cached board once it has started, unless the board has changed.
    pub(crate) fn put_clock(&self, session: &Session) {
        self.update(session.id(), |known| {
            if known.session.revision() == session.revision() && known.session.is_clock_waiting() {
                known.session = session.clone();
            }
        });
    }

    /// Returns whether the clock of a board is known not to be waiting for its start.
    pub(crate) fn is_clock_set(&self, id: SessionId) -> bool {
        let is_set = |board: &Option<Box<Board>>| {
            board.as_ref().is_some_and(|board| !board.session.is_clock_waiting())
        };
        self.boards.read(id, is_set).unwrap_or_default()
    }

    pub fn place(&self, at: ChatMessage, topic: Option<TopicId>, id: SessionId, shown: Revision) {
        let ChatMessage { chat, message } = at;
        self.update_placement(chat.into(), id, |placement| {
            placement.topic = topic;
            let is_same = placement.message == Some(message);
            placement.message = Some(message);
            placement.shown = if is_same { placement.shown.max(shown) } else { shown };
        });
        match self.board_anywhere(id).filter(|board| board.is_shown_in(chat)) {
            Some(board) => self.note_changed(&board),
            // Its people are unknown, or the copy lacks the chat.
            None => self.forget_lowest(chat),
        }
    }

    pub fn displace(&self, place: Place, id: SessionId) {
        match place {
            Place::Chat(ChatMessage { chat, message }) => {
                self.update_placement(chat.into(), id, |placement| {
                    if placement.message == Some(message) {
                        placement.message = None;
                        placement.shown = Revision::LAST;
                    }
                });
            }
            Place::Inline(_) => self.update(id, |board| board.drop_placement(place.surface())),
        }
    }

    /// Marks a board that has no message in this chat as not to be sent there.
    pub(crate) fn give_up(&self, chat: ChatId, id: SessionId) {
        self.update_placement(chat.into(), id, |placement| {
            if placement.message.is_none() {
                placement.shown = Revision::LAST;
            }
        });
    }

    /// Marks a board whose message in this chat is gone as never sent there.
    pub(crate) fn recall(&self, chat: ChatId, id: SessionId) {
        self.update_placement(chat.into(), id, |placement| {
            (placement.message, placement.shown) = (None, Revision::NONE);
        });
        self.forget_lowest(chat);
    }

    /// Records that the message shows this revision, and returns the newest one that it is known to have
    /// shown.
    pub fn note_shown(&self, place: Place, id: SessionId, shown: Revision) -> Revision {
        let mut newest = shown;
        self.update_placement(place.surface(), id, |placement| {
            if placement.place() == Some(place) {
                placement.shown = placement.shown.max(shown);
                newest = placement.shown;
            }
        });
        newest
    }

    /// Returns the numbers of cached copies.
    pub(crate) fn counts(&self) -> LiveCounts {
        LiveCounts { boards: self.boards.len(), people: self.people.len() }
    }

    /// Drops all copies.
    pub(crate) fn clear(&self) {
        self.boards.clear();
        self.lowest.clear();
        self.people.clear();
        self.groups.clear();
        self.blocked.clear();
    }

    /// Drops the copies that were not used since the call before the last.
    pub fn age(&self) {
        self.boards.age();
        self.lowest.age();
        self.people.age();
        self.groups.age();
        self.blocked.age();
    }

    fn update_placement(
        &self,
        surface: Surface,
        id: SessionId,
        change: impl FnOnce(&mut Placement),
    ) {
        self.update(id, |board| board.change_placement(surface, change));
    }

    fn update(&self, id: SessionId, change: impl FnOnce(&mut Board)) {
        self.boards.change(id, |board| {
            if let Some(board) = board.as_deref_mut() {
                change(board);
            }
        });
    }
}

/// The owner of a board and the people who play on it.
fn people_of(board: &Board) -> impl Iterator<Item = UserId> + use<> {
    [Some(board.owner)].into_iter().chain(board::people(&board.session)).flatten()
}

/// Returns whether a person plays on a board, owns it or has a seat reserved there.
fn has(board: &Board, user: UserId) -> bool {
    let is_reserved = board.session.reservation().is_some_and(|kept| kept.user == user);
    board.owner == user || board.session.seat_of(user).is_some() || is_reserved
}
