//! The reference implementation, for tests and measurements: everything is kept in maps.
//!
//! It answers at once and keeps nothing when the process ends.

mod hosting;
mod state;
mod upkeep;

use std::collections::btree_map::Entry as Slot;
use std::ops::Bound;
// The lock is never held across an await, and what is done under it is a few look-ups.
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use futures::FutureExt;
use futures::future::{self, BoxFuture};

use crate::session::board::{Board, ChatId, MessageId, TopicId};
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::clock::{self, Clock};
use crate::store::deletion::Deletion;
use crate::store::memory::state::{Entry, State, count_of};
use crate::store::row::is_engine_awaited;
use crate::store::{
    Boards, Commit, Grace, OpenGames, People, Person, Store, StoreError, StoredBoard,
};

/// When a board was claimed that anybody may claim at once.
const ANYBODYS: i64 = -1;

/// A store in memory.
#[derive(Debug)]
pub struct MemoryStore {
    state: Mutex<State>,
    clock: Clock,
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore::new()
    }
}

impl MemoryStore {
    pub fn new() -> MemoryStore {
        let now = clock::of_machine();
        MemoryStore { state: Mutex::default(), clock: Clock::new(now, now) }
    }

    /// The state, unless the store is closed.
    fn state(&self) -> Result<MutexGuard<'_, State>, StoreError> {
        let state = self.lock();
        if state.is_closed { Err(StoreError::Closed) } else { Ok(state) }
    }

    fn is_left_behind(&self, entry: &Entry, grace: Grace) -> bool {
        let board = &entry.board;
        let grace = if board.message.is_none() { grace.unsent } else { grace.unshown };
        let lately = self.clock.lately(grace);
        let is_anybodys = board.message.is_none() && entry.claimed == ANYBODYS;
        let is_recent = lately.contains(entry.touched) || lately.contains(entry.claimed);
        board.is_behind() && (is_anybodys || !is_recent)
    }

    fn is_turn_left(&self, entry: &Entry, grace: Duration) -> bool {
        let lately = self.clock.lately(grace);
        let is_recent = lately.contains(entry.touched) || lately.contains(entry.turn_claimed);
        is_engine_awaited(&entry.board.session) && !is_recent
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics half-way through a change, so the state is whole even if something did.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Boards for MemoryStore {
    async fn create(&self, board: &Board, max: OpenGames) -> Result<Commit, StoreError> {
        let board = board.clone();
        let (id, owner) = (board.session.id(), board.owner);
        let mut state = self.state()?;
        if !state.has_room(board.chat, owner, max) {
            return Ok(Commit::Conflict);
        }
        let Slot::Vacant(slot) = state.boards.entry(id) else { return Ok(Commit::Conflict) };
        slot.insert(Entry { board, touched: self.clock.tick(), claimed: 0, turn_claimed: 0 });
        state.by_owner.entry(owner).or_default().insert(id);
        Ok(Commit::Done)
    }

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        Ok(self.state()?.boards.get(&id).map(|entry| entry.board.clone()))
    }

    async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError> {
        let session = session.clone();
        match self.state()?.boards.get_mut(&session.id()) {
            Some(entry) if entry.board.session.revision() == seen => {
                entry.board.session = session;
                entry.touched = self.clock.tick();
                Ok(Commit::Done)
            }
            Some(_) | None => Ok(Commit::Conflict),
        }
    }

    async fn reopen(
        &self,
        session: &Session,
        seen: Revision,
        max: OpenGames,
    ) -> Result<Commit, StoreError> {
        let session = session.clone();
        let mut state = self.state()?;
        let Some(Entry { board, .. }) = state.boards.get(&session.id()) else {
            return Ok(Commit::Conflict);
        };
        let has_room = state.has_room(board.chat, board.owner, max);
        match state.boards.get_mut(&session.id()) {
            Some(entry) if has_room && entry.board.session.revision() == seen => {
                entry.board.session = session;
                entry.touched = self.clock.tick();
                Ok(Commit::Done)
            }
            Some(_) | None => Ok(Commit::Conflict),
        }
    }

    async fn place(
        &self,
        id: SessionId,
        message: MessageId,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        if let Some(entry) = self.state()?.boards.get_mut(&id) {
            entry.board.topic = topic;
            let is_same = entry.board.message == Some(message);
            entry.board.message = Some(message);
            entry.board.shown = if is_same { entry.board.shown.max(shown) } else { shown };
        }
        Ok(())
    }

    async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<u64, StoreError> {
        let mut moved = 0;
        for entry in self.state()?.boards.values_mut() {
            if entry.board.chat == from && !entry.is_over() {
                let Board { session, owner, .. } = entry.board.clone();
                entry.board = Board::new(session, owner, to);
                entry.claimed = ANYBODYS;
                moved += 1;
            }
        }
        Ok(moved)
    }

    async fn displace(&self, id: SessionId, message: MessageId) -> Result<(), StoreError> {
        if let Some(board) = self.state()?.shown_by(id, message) {
            board.message = None;
            board.shown = Revision::LAST;
        }
        Ok(())
    }

    fn note_shown(
        &self,
        id: SessionId,
        message: MessageId,
        shown: Revision,
    ) -> BoxFuture<'static, Option<Commit>> {
        let noted = self.state().ok().map(|mut state| match state.shown_by(id, message) {
            Some(board) if board.shown < shown && board.session.revision() <= shown => {
                board.shown = shown;
                Commit::Done
            }
            Some(_) | None => Commit::Conflict,
        });
        future::ready(noted).boxed()
    }

    async fn latest_open(&self, chat: ChatId, owner: UserId) -> Result<Option<Board>, StoreError> {
        let state = self.state()?;
        let latest = state.in_play(chat, owner).max_by_key(|entry| entry.touched);
        Ok(latest.map(|entry| entry.board.clone()))
    }

    async fn count_open(&self, chat: ChatId, owner: UserId) -> Result<OpenGames, StoreError> {
        Ok(self.state()?.open_games(chat, owner))
    }

    async fn boards_of(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let state = self.state()?;
        let boards = state.of_owner(person);
        let above = boards.filter(|entry| Some(entry.board.session.id()) > after);
        Ok(above.take(limit).map(Entry::stored).collect())
    }

    async fn behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let state = self.state()?;
        let entries = state.boards.range((above(after), Bound::Unbounded));
        let behind = entries.filter(|(_, entry)| self.is_left_behind(entry, grace));
        Ok(behind.map(|(_, entry)| entry.board.clone()).take(limit).collect())
    }

    async fn claim(&self, id: SessionId, grace: Grace) -> Result<Commit, StoreError> {
        match self.state()?.boards.get_mut(&id) {
            Some(entry) if self.is_left_behind(entry, grace) => {
                entry.claimed = self.clock.now();
                Ok(Commit::Done)
            }
            Some(_) | None => Ok(Commit::Conflict),
        }
    }

    async fn awaiting_engine(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Duration,
    ) -> Result<Vec<Board>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let state = self.state()?;
        let entries = state.boards.range((above(after), Bound::Unbounded));
        let left = entries.filter(|(_, entry)| self.is_turn_left(entry, grace));
        Ok(left.map(|(_, entry)| entry.board.clone()).take(limit).collect())
    }

    async fn claim_turn(
        &self,
        id: SessionId,
        seen: Revision,
        grace: Duration,
    ) -> Result<Commit, StoreError> {
        let is_seen = |entry: &Entry| entry.board.session.revision() == seen;
        match self.state()?.boards.get_mut(&id) {
            Some(entry) if is_seen(entry) && self.is_turn_left(entry, grace) => {
                entry.turn_claimed = self.clock.now();
                Ok(Commit::Done)
            }
            Some(_) | None => Ok(Commit::Conflict),
        }
    }
}

#[async_trait]
impl People for MemoryStore {
    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        Ok(self.state()?.people.get(&user).cloned())
    }

    async fn put_person(
        &self,
        user: UserId,
        seen: Option<&Person>,
        person: &Person,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        if state.people.get(&user) != seen {
            return Ok(Commit::Conflict);
        }
        state.people.insert(user, person.clone());
        Ok(Commit::Done)
    }

    async fn set_reachable(&self, user: UserId, is_reachable: bool) -> Result<(), StoreError> {
        if let Some(person) = self.state()?.people.get_mut(&user) {
            person.is_reachable = is_reachable;
        }
        Ok(())
    }

    async fn delete_person(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        let mut state = self.state()?;
        let ids = state.by_owner.remove(&user).unwrap_or_default();
        for id in &ids {
            state.boards.remove(id);
        }
        state.people.remove(&user);
        state.broadcasts.retain(|_, broadcast| broadcast.author != user);
        state.deletions += 1;
        *state.departed.entry(user).or_default() += count_of(ids.len());
        Ok(state.delete_departed(user, limit))
    }

    async fn departed(&self, limit: u32) -> Result<Vec<UserId>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.state()?.departed.keys().copied().take(limit).collect())
    }

    async fn delete_boards_left(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        Ok(self.state()?.delete_departed(user, limit))
    }

    async fn deletions(&self) -> Result<u64, StoreError> {
        Ok(self.state()?.deletions)
    }

    async fn people_after(
        &self,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let state = self.state()?;
        let last = Bound::Included(UserId(i64::MAX.unsigned_abs()));
        if after >= Some(UserId(i64::MAX.unsigned_abs())) {
            return Ok(Vec::new());
        }
        let people = state.people.range((above(after), last));
        let reachable = people.filter(|(_, person)| person.is_reachable);
        Ok(reachable.map(|(user, _)| *user).take(limit).collect())
    }
}

#[async_trait]
impl Store for MemoryStore {
    fn kind(&self) -> &'static str {
        "memory"
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.state().map(drop)
    }

    fn is_shared(&self) -> bool {
        false
    }

    async fn close(&self) {
        self.lock().is_closed = true;
    }
}

fn above<T>(after: Option<T>) -> Bound<T> {
    after.map_or(Bound::Unbounded, Bound::Excluded)
}
