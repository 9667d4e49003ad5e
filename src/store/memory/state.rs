//! What the store in memory keeps.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::session::board::{Board, ChatId, MessageId};
use crate::session::{SessionId, UserId, record};
use crate::store::broadcast::{self, Broadcast, BroadcastId};
use crate::store::deletion::Deletion;
use crate::store::{OpenGames, Person, StoredBoard, Switch};

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) boards: BTreeMap<SessionId, Entry>,
    pub(super) by_owner: HashMap<UserId, BTreeSet<SessionId>>,
    pub(super) people: BTreeMap<UserId, Person>,
    pub(super) broadcasts: BTreeMap<BroadcastId, Broadcast>,
    pub(super) switches: HashSet<Switch>,
    pub(super) deletions: u64,
    /// The store's own time when somebody last set about a purge.
    pub(super) purged: i64,
    /// How many boards of whom are still to be deleted. Nobody would find them, so they are not kept.
    pub(super) departed: BTreeMap<UserId, u64>,
    pub(super) is_closed: bool,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) board: Board,
    /// When the game last changed, in microseconds since 1970. No two games have the same.
    pub(super) touched: i64,
    /// When the board was last claimed.
    pub(super) claimed: i64,
    /// When the turn of its engine was last claimed.
    pub(super) turn_claimed: i64,
}

impl Entry {
    pub(super) fn is_over(&self) -> bool {
        self.board.session.outcome().is_some()
    }

    pub(super) fn stored(&self) -> StoredBoard {
        // Which process has seen to the board when is no news of the person.
        let Entry { board, touched, claimed: _, turn_claimed: _ } = self;
        StoredBoard {
            id: board.session.id(),
            chat: board.chat,
            message: board.message,
            shown: board.shown,
            revision: board.session.revision(),
            record: record::encode(&board.session),
            touched: *touched,
        }
    }
}

impl State {
    /// The board, if it is shown by this message.
    pub(super) fn shown_by(&mut self, id: SessionId, message: MessageId) -> Option<&mut Board> {
        let board = &mut self.boards.get_mut(&id)?.board;
        (board.message == Some(message)).then_some(board)
    }

    pub(super) fn of_owner(&self, owner: UserId) -> impl Iterator<Item = &Entry> {
        let ids = self.by_owner.get(&owner).into_iter().flatten();
        ids.filter_map(|id| self.boards.get(id))
    }

    pub(super) fn in_play(&self, chat: ChatId, owner: UserId) -> impl Iterator<Item = &Entry> {
        self.of_owner(owner).filter(move |entry| entry.board.chat == chat && !entry.is_over())
    }

    pub(super) fn delete_departed(&mut self, user: UserId, limit: u32) -> Deletion {
        let left = self.departed.remove(&user).unwrap_or_default();
        let boards = left.min(limit.into());
        if boards < left {
            self.departed.insert(user, left - boards);
        }
        Deletion { boards, is_complete: boards == left }
    }

    /// Lets go of these boards.
    pub(super) fn remove(&mut self, boards: &[(SessionId, UserId)]) {
        for (id, owner) in boards {
            self.boards.remove(id);
            if let Some(ids) = self.by_owner.get_mut(owner) {
                ids.remove(id);
            }
        }
    }

    /// How many games in play this person has.
    pub(super) fn open_games(&self, chat: ChatId, owner: UserId) -> OpenGames {
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        OpenGames {
            in_chat: count(self.in_play(chat, owner).count()),
            in_all: count(self.of_owner(owner).filter(|entry| !entry.is_over()).count()),
        }
    }

    pub(super) fn has_room(&self, chat: ChatId, owner: UserId, max: OpenGames) -> bool {
        let open = self.open_games(chat, owner);
        open.in_chat < max.in_chat && open.in_all < max.in_all
    }

    /// The broadcast, if it runs.
    pub(super) fn running(&mut self, id: BroadcastId) -> Option<&mut Broadcast> {
        let broadcast = self.broadcasts.get_mut(&id)?;
        (broadcast.state == broadcast::State::Running).then_some(broadcast)
    }
}

pub(super) fn count_of(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
