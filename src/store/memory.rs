//! The reference implementation, for tests and measurements: everything is kept in maps.
//!
//! It answers at once and keeps nothing when the process ends.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
// The lock is never held across an await, and what is done under it is a few look-ups.
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use crate::session::board::{Board, ChatId, MessageId};
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::{Commit, Person, Store, StoreError};

/// A store in memory.
#[derive(Debug, Default)]
pub struct MemoryStore {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    boards: BTreeMap<SessionId, Entry>,
    by_owner: HashMap<(ChatId, UserId), Vec<SessionId>>,
    people: HashMap<UserId, Person>,
    /// How many times a game has changed.
    changes: u64,
    is_closed: bool,
}

#[derive(Debug)]
struct Entry {
    board: Board,
    /// The change that was its last one.
    changed: u64,
}

impl MemoryStore {
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// The state, unless the store is closed.
    fn state(&self) -> Result<MutexGuard<'_, State>, StoreError> {
        let state = self.lock();
        if state.is_closed { Err(StoreError::Closed) } else { Ok(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics half-way through a change, so the state is whole even if something did.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next_change(&mut self) -> u64 {
        self.changes += 1;
        self.changes
    }

    /// The board, if it is shown by this message.
    fn shown_by(&mut self, id: SessionId, message: MessageId) -> Option<&mut Board> {
        let board = &mut self.boards.get_mut(&id)?.board;
        (board.message == Some(message)).then_some(board)
    }

    fn in_play(&self, chat: ChatId, owner: UserId) -> impl Iterator<Item = &Entry> {
        let ids = self.by_owner.get(&(chat, owner));
        let entries = ids.into_iter().flatten().filter_map(|id| self.boards.get(id));
        entries.filter(|entry| entry.board.session.outcome().is_none())
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn create(&self, board: &Board) -> Result<Commit, StoreError> {
        let board = board.clone();
        let id = board.session.id();
        let mut state = self.state()?;
        if state.boards.contains_key(&id) {
            return Ok(Commit::Conflict);
        }
        let changed = state.next_change();
        state.by_owner.entry((board.chat, board.owner)).or_default().push(id);
        state.boards.insert(id, Entry { board, changed });
        Ok(Commit::Done)
    }

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        Ok(self.state()?.boards.get(&id).map(|entry| entry.board.clone()))
    }

    async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError> {
        let session = session.clone();
        let mut state = self.state()?;
        let changed = state.next_change();
        match state.boards.get_mut(&session.id()) {
            Some(entry) if entry.board.session.revision() == seen => {
                entry.board.session = session;
                entry.changed = changed;
                Ok(Commit::Done)
            }
            Some(_) | None => Ok(Commit::Conflict),
        }
    }

    async fn place(
        &self,
        id: SessionId,
        message: MessageId,
        shown: Revision,
    ) -> Result<(), StoreError> {
        if let Some(entry) = self.state()?.boards.get_mut(&id) {
            let is_same = entry.board.message == Some(message);
            entry.board.message = Some(message);
            entry.board.shown = if is_same { entry.board.shown.max(shown) } else { shown };
        }
        Ok(())
    }

    async fn displace(&self, id: SessionId, message: MessageId) -> Result<(), StoreError> {
        if let Some(board) = self.state()?.shown_by(id, message) {
            board.message = None;
            board.shown = Revision::LAST;
        }
        Ok(())
    }

    fn note_shown(&self, id: SessionId, message: MessageId, shown: Revision) {
        if let Ok(mut state) = self.state()
            && let Some(board) = state.shown_by(id, message)
        {
            board.shown = board.shown.max(shown);
        }
    }

    async fn latest_open(&self, chat: ChatId, owner: UserId) -> Result<Option<Board>, StoreError> {
        let state = self.state()?;
        let latest = state.in_play(chat, owner).max_by_key(|entry| entry.changed);
        Ok(latest.map(|entry| entry.board.clone()))
    }

    async fn count_open(&self, chat: ChatId, owner: UserId) -> Result<u32, StoreError> {
        let count = self.state()?.in_play(chat, owner).count();
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn behind(&self, after: Option<SessionId>, limit: u32) -> Result<Vec<Board>, StoreError> {
        let start = after.map_or(Bound::Unbounded, Bound::Excluded);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let state = self.state()?;
        let boards = state.boards.range((start, Bound::Unbounded)).map(|(_, entry)| &entry.board);
        Ok(boards.filter(|board| board.is_behind()).take(limit).cloned().collect())
    }

    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        Ok(self.state()?.people.get(&user).cloned())
    }

    async fn put_person(&self, user: UserId, person: &Person) -> Result<(), StoreError> {
        self.state()?.people.insert(user, person.clone());
        Ok(())
    }

    async fn close(&self) {
        self.lock().is_closed = true;
    }
}
