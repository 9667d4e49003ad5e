//! Live state in front of the store: what answers a press without a read from disk.
//!
//! Everything here is a copy of what the store holds and may be lost at any time. A copy may also
//! be old, because somebody else has written; the conditional write finds that out, and the copy
//! is then loaded anew.

use crate::bounded::BoundedMap;
use crate::session::board::{Board, ChatId, MessageId};
use crate::session::{Revision, SessionId, UserId};
use crate::store::Person;

/// How many chats are live at most.
pub const LIVE_CHATS_MAX: usize = 100_000;

/// How many boards of one chat are live at most; the one put in first leaves for a new one.
pub const LIVE_BOARDS_PER_CHAT_MAX: usize = 64;

/// How many people are live at most.
pub const LIVE_PEOPLE_MAX: usize = 100_000;

/// The live boards by chat, and the people who have lately been seen.
pub struct Live {
    chats: BoundedMap<ChatId, Vec<Board>>,
    people: BoundedMap<UserId, Option<Person>>,
}

impl Live {
    pub fn new() -> Live {
        Live { chats: BoundedMap::new(LIVE_CHATS_MAX), people: BoundedMap::new(LIVE_PEOPLE_MAX) }
    }

    pub fn board(&self, chat: ChatId, id: SessionId) -> Option<Board> {
        let find =
            |boards: &Vec<Board>| boards.iter().find(|board| board.session.id() == id).cloned();
        self.chats.read(chat, find).flatten()
    }

    /// Puts in a board that was read from the store, unless what is already there is as new.
    pub fn put_board(&self, board: Board) {
        self.chats.change_or_insert(board.chat, |boards| {
            let id = board.session.id();
            match boards.iter_mut().find(|known| known.session.id() == id) {
                Some(known) if known.session.revision() >= board.session.revision() => {}
                Some(known) => *known = board,
                None => {
                    if boards.len() == LIVE_BOARDS_PER_CHAT_MAX {
                        boards.remove(0);
                    }
                    boards.push(board);
                }
            }
        });
    }

    /// Takes over a session that has been committed, if its board is live.
    pub fn put_session(&self, board: &Board) {
        self.update(board.chat, board.session.id(), |known| {
            if known.session.revision() < board.session.revision() {
                known.session = board.session.clone();
            }
        });
    }

    pub fn place(&self, chat: ChatId, id: SessionId, message: MessageId, shown: Revision) {
        self.update(chat, id, |board| {
            let is_same = board.message == Some(message);
            board.message = Some(message);
            board.shown = if is_same { board.shown.max(shown) } else { shown };
        });
    }

    pub fn displace(&self, chat: ChatId, id: SessionId, message: MessageId) {
        self.update(chat, id, |board| {
            if board.message == Some(message) {
                board.message = None;
                board.shown = Revision::LAST;
            }
        });
    }

    pub fn note_shown(&self, chat: ChatId, id: SessionId, message: MessageId, shown: Revision) {
        self.update(chat, id, |board| {
            if board.message == Some(message) {
                board.shown = board.shown.max(shown);
            }
        });
    }

    /// What is known of a person: the outer `None` if they are not live, the inner one if the
    /// store does not know them either.
    pub fn person(&self, user: UserId) -> Option<Option<Person>> {
        self.people.read(user, Option::clone)
    }

    pub fn put_person(&self, user: UserId, person: Option<Person>) {
        self.people.change_or_insert(user, |known| *known = person);
    }

    /// Lets go of whatever was not used since the call before the last.
    pub fn age(&self) {
        self.chats.age();
        self.people.age();
    }

    fn update(&self, chat: ChatId, id: SessionId, change: impl FnOnce(&mut Board)) {
        self.chats.change(chat, |boards| {
            if let Some(board) = boards.iter_mut().find(|board| board.session.id() == id) {
                change(board);
            }
        });
    }
}

impl Default for Live {
    fn default() -> Live {
        Live::new()
    }
}
