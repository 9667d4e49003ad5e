//! Copies in front of the store: what answers a press without a read from disk.
//!
//! Everything here is a copy of what the store holds and may be lost at any time. A copy may also
//! be old, because somebody else has written; the conditional write finds that out, and the copy
//! is then loaded anew.

use std::time::{Duration, Instant};

use crate::bounded::BoundedMap;
use crate::play::groups::GROUPS_KEPT_MAX;
use crate::session::board::{Board, ChatId, ChatMessage, Place, Placement, Surface, TopicId};
use crate::session::{Revision, SessionId, UserId};
use crate::store::Person;
use crate::store::groups::GroupSettings;

/// How many copies are kept at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheMax {
    pub boards: usize,
    pub people: usize,
}

/// How many copies there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheCounts {
    pub boards: usize,
    pub people: usize,
}

/// The boards that are played on, and the people who have lately been seen.
pub struct Cache {
    /// A board stands behind a pointer, because a hash table keeps up to half its places free.
    boards: BoundedMap<SessionId, Option<Box<Board>>>,
    people: BoundedMap<UserId, Known>,
    groups: BoundedMap<ChatId, KnownGroup>,
}

/// What the store said of a person.
#[derive(Default)]
struct Known {
    person: Option<Person>,
    /// As of when; `None` if it was never asked.
    as_of: Option<Instant>,
}

/// What the store said of a group.
#[derive(Default)]
struct KnownGroup {
    settings: GroupSettings,
    /// As of when; `None` if it was never asked.
    as_of: Option<Instant>,
}

impl Cache {
    pub fn new(max: CacheMax) -> Cache {
        Cache {
            boards: BoundedMap::new(max.boards),
            people: BoundedMap::new(max.people),
            groups: BoundedMap::new(GROUPS_KEPT_MAX),
        }
    }

    /// The board as it is shown there.
    pub fn board(&self, surface: impl Into<Surface>, id: SessionId) -> Option<Board> {
        self.boards.read(id, |board| board.as_deref()?.seen_in(surface)).flatten()
    }

    /// Puts in a board that was read from the store, unless what is already there is as new.
    pub fn put_board(&self, board: Board) {
        self.boards.change_or_insert(board.session.id(), |known| {
            let revision = known.as_ref().map(|known| known.session.revision());
            if revision.is_none_or(|revision| revision < board.session.revision()) {
                *known = Some(Box::new(board));
            }
        });
    }

    /// Lets go of a board that is not in the store any more.
    pub fn drop_board(&self, id: SessionId) {
        self.boards.remove(id);
    }

    /// Lets go of a board that has another revision by now.
    pub fn drop_older(&self, id: SessionId, revision: Revision) {
        let is_older = |board: &Option<Box<Board>>| {
            board.as_ref().is_some_and(|board| board.session.revision() < revision)
        };
        if self.boards.read(id, is_older) == Some(true) {
            self.boards.remove(id);
        }
    }

    /// Takes over where a board of the same revision is shown, as somebody else may have noted it. What has
    /// been noted here while it was read stays.
    pub fn put_placements(&self, board: &Board) {
        self.update(board.session.id(), |known| {
            if known.session.revision() == board.session.revision() {
                let mut stored = board.clone();
                stored.learn_places(known);
                *known = stored;
            }
        });
    }

    /// Takes over a session that has been committed, if its board is live.
    pub fn put_session(&self, board: &Board) {
        self.update(board.session.id(), |known| {
            if known.session.revision() < board.session.revision() {
                known.session = board.session.clone();
            }
        });
    }

    pub fn place(&self, at: ChatMessage, topic: Option<TopicId>, id: SessionId, shown: Revision) {
        let ChatMessage { chat, message } = at;
        self.update_placement(chat.into(), id, |placement| {
            placement.topic = topic;
            let is_same = placement.message == Some(message);
            placement.message = Some(message);
            placement.shown = if is_same { placement.shown.max(shown) } else { shown };
        });
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

    pub fn note_shown(&self, place: Place, id: SessionId, shown: Revision) {
        self.update_placement(place.surface(), id, |placement| {
            if placement.place() == Some(place) {
                placement.shown = placement.shown.max(shown);
            }
        });
    }

    /// What is known of a person: the outer `None` if they are not live, the inner one if the
    /// store does not know them either.
    pub fn person(&self, user: UserId) -> Option<Option<Person>> {
        self.people.read(user, |known| known.person.clone())
    }

    /// The same, of what the store has said within this time only.
    pub fn person_known_within(&self, age_max: Duration, user: UserId) -> Option<Option<Person>> {
        let is_young = |known: &Known| known.as_of.is_some_and(|at| at.elapsed() <= age_max);
        let find = |known: &Known| is_young(known).then(|| known.person.clone());
        self.people.read(user, find).flatten()
    }

    /// Puts in what the store said of a person, as of when it was asked or had written it, unless
    /// something later is known.
    pub fn put_person(&self, user: UserId, person: Option<Person>, as_of: Instant) {
        self.people.change_or_insert(user, |known| {
            if known.as_of.is_none_or(|known_as_of| known_as_of <= as_of) {
                *known = Known { person, as_of: Some(as_of) };
            }
        });
    }

    pub fn set_reachable(&self, user: UserId, is_reachable: bool) {
        self.people.change(user, |known| {
            if let Some(person) = &mut known.person {
                person.is_reachable = is_reachable;
            }
        });
    }

    /// What is known of a group, if the store has said so, and within this time if one is given.
    pub fn group(&self, chat: ChatId, age_max: Option<Duration>) -> Option<GroupSettings> {
        let find = |known: &KnownGroup| {
            let age = known.as_of?.elapsed();
            age_max.is_none_or(|age_max| age <= age_max).then_some(known.settings)
        };
        self.groups.read(chat, find).flatten()
    }

    /// Puts in what the store said of a group, as of when it was asked, unless something later is known.
    pub fn put_group(&self, chat: ChatId, settings: GroupSettings, as_of: Instant) {
        self.groups.change_or_insert(chat, |known| {
            if known.as_of.is_none_or(|known_as_of| known_as_of <= as_of) {
                *known = KnownGroup { settings, as_of: Some(as_of) };
            }
        });
    }

    /// Lets go of what is known of groups.
    pub fn clear_groups(&self) {
        self.groups.clear();
    }

    /// How much is live.
    pub fn counts(&self) -> CacheCounts {
        CacheCounts { boards: self.boards.len(), people: self.people.len() }
    }

    /// Lets go of everything.
    pub fn clear(&self) {
        self.boards.clear();
        self.people.clear();
        self.groups.clear();
    }

    /// Lets go of whatever was not used since the call before the last.
    pub fn age(&self) {
        self.boards.age();
        self.people.age();
        self.groups.age();
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
