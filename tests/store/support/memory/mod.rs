//! The reference implementation for tests and measurements, which keeps everything in maps.
//!
//! It answers at once, and its data ends with the process.

mod absences;
mod blocks;
mod challenges;
mod reminders;
mod screens;
mod clock;
mod groups;
mod clocks;
mod operations;
mod invitations;
mod ratings;
mod seekers;
mod state;
mod upkeep;

use std::cmp::Reverse;
use std::ops::Bound;
// The lock is never held across an await, and only for a few look-ups.
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use futures::FutureExt;
use futures::future::{self, BoxFuture};
use zerosum::session::board::{
    Board, ChatId, ChatMessage, PLACEMENTS_MAX, Place, Placement, Surface, TopicId,
};
use zerosum::session::people::results::{self, StoredResult};
use zerosum::session::people::standings::Listing;
use zerosum::session::{Revision, Session, SessionId, UserId};
use zerosum::store::announcements::{Announced, Announcements, Change};
use zerosum::store::people::deletion::Deletion;
use zerosum::store::people::results::{RESULTS_KEPT_MAX, Results};
use zerosum::store::{
    Boards, Commit, Grace, OpenGames, People, Person, Store, StoreError, StoredBoard,
};

use crate::memory_store::clock::Clock;
use crate::memory_store::state::{Entry, Spot, State, kept_of};

/// Claim time of a placement that any process may claim at once.
const ANYBODYS: i64 = -1;

/// A store in memory.
#[derive(Debug, Default)]
pub(crate) struct MemoryStore {
    state: Mutex<State>,
    clock: Clock,
}

impl MemoryStore {
    pub(crate) fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// The state, unless the store is closed.
    fn state(&self) -> Result<MutexGuard<'_, State>, StoreError> {
        let state = self.lock();
        if state.is_closed { Err(StoreError::Closed) } else { Ok(state) }
    }

    fn is_left_behind(&self, entry: &Entry, spot: &Spot, grace: Grace) -> bool {
        let is_unsent = spot.placement.place().is_none();
        let grace = if is_unsent { grace.unsent } else { grace.unshown };
        let is_recent = |time| self.clock.is_within(grace, time);
        let is_anybodys = is_unsent && spot.claimed == ANYBODYS;
        let is_behind = spot.placement.shown < entry.revision;
        is_behind && (is_anybodys || !(is_recent(entry.touched) || is_recent(spot.claimed)))
    }

    fn is_turn_left(&self, entry: &Entry, grace: Duration) -> bool {
        let is_recent = |time| self.clock.is_within(grace, time);
        entry.awaits_engine && !is_recent(entry.touched) && !is_recent(entry.turn_claimed)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No panic can interrupt a change, so the state is consistent even after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The readable boards among these.
fn readable<'a>(entries: impl Iterator<Item = &'a Entry>, limit: u32) -> Vec<Board> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    entries.filter_map(|entry| entry.board().ok()).take(limit).collect()
}

#[async_trait]
impl Boards for MemoryStore {
    async fn create(&self, board: &Board, max: OpenGames) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let is_there = state.boards.contains_key(&board.session.id());
        let Some(chat) = board.surface().chat() else { return Ok(Commit::Conflict) };
        let now = self.clock.now();
        let may_challenge = |kept| state.may_challenge(board.owner, kept, now);
        let is_kept_well = board.session.reservation().is_none_or(may_challenge);
        if is_there || !is_kept_well || !state.has_room(chat, board.owner, max) {
            return Ok(Commit::Conflict);
        }
        state.insert(Entry::new(board, chat, self.clock.tick()));
        Ok(Commit::Done)
    }

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        self.state()?.boards.get(&id).map(Entry::board).transpose()
    }

    async fn commit_by(
        &self,
        session: &Session,
        seen: Revision,
        by: Option<UserId>,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let id = session.id();
        if state.boards.get(&id).is_none_or(|entry| entry.revision != seen) {
            return Ok(Commit::Conflict);
        }
        let Some(mut entry) = state.remove(id) else { return Ok(Commit::Conflict) };
        let now = self.clock.tick();
        let is_told = entry.tells(session);
        let replaced = entry.replace(session.clone(), now);
        if let Some(side) = by.and_then(|user| session.seat_of(user)) {
            *entry.acted.get_mut(side) = Some(now);
        }
        state.insert(entry);
        if !is_told {
            for (user, result) in results::of(session) {
                if state.people.get(&user).is_some_and(|person| person.keeps_results) {
                    let stored = StoredResult::new(id, now, result);
                    state.results.entry((user, id)).or_insert(stored);
                }
            }
            state.note_rated_game(session, now);
        }
        replaced.map(|()| Commit::Done)
    }

    async fn add_placement(
        &self,
        id: SessionId,
        placement: Placement,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let Some(entry) = state.boards.get_mut(&id) else { return Ok(Commit::Conflict) };
        let has_room =
            u32::try_from(entry.elsewhere.len()).is_ok_and(|count| count < PLACEMENTS_MAX);
        let surface = placement.surface();
        if !has_room || entry.spot_on(surface).is_some() {
            return Ok(Commit::Conflict);
        }
        entry.elsewhere.insert(surface, Spot::new(kept_of(placement)));
        Ok(Commit::Done)
    }

    async fn place(
        &self,
        id: SessionId,
        ChatMessage { chat, message }: ChatMessage,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        let mut state = self.state()?;
        let entry = state.boards.get_mut(&id);
        let now = self.clock.now();
        if let Some(Spot { placement, placed, .. }) = entry.and_then(|entry| entry.spot_on(chat)) {
            *placed = Some(now);
            placement.topic = topic;
            let is_same = placement.message == Some(message);
            placement.message = Some(message);
            placement.shown = if is_same { placement.shown.max(shown) } else { shown };
        }
        Ok(())
    }

    async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<u64, StoreError> {
        self.move_group(from, to)?;
        self.move_absence(from, to)?;
        self.move_listings(Listing::Group(from), Listing::Group(to))?;
        let mut moved = 0;
        let unsent = || Spot { claimed: ANYBODYS, ..Spot::new(Placement::new(to, None)) };
        let (old, new) = (Surface::Chat(from), Surface::Chat(to));
        for entry in self.state()?.boards.values_mut().filter(|entry| !entry.is_over) {
            if entry.home.placement.surface() == old {
                entry.home = unsent();
                entry.elsewhere.remove(&new);
                moved += 1;
            } else if entry.spot_on(new).is_none() && entry.elsewhere.remove(&old).is_some() {
                entry.elsewhere.insert(new, unsent());
                moved += 1;
            }
        }
        Ok(moved)
    }

    async fn displace(&self, id: SessionId, place: Place) -> Result<(), StoreError> {
        let mut state = self.state()?;
        match (place, state.shown_by(id, place)) {
            (Place::Chat(_), Some(placement)) => {
                placement.message = None;
                placement.shown = Revision::LAST;
            }
            (Place::Inline(_), Some(_)) => {
                if let Some(entry) = state.boards.get_mut(&id) {
                    entry.elsewhere.remove(&place.surface());
                }
            }
            (Place::Chat(_) | Place::Inline(_), None) => {}
        }
        Ok(())
    }

    fn note_shown(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> BoxFuture<'static, Option<Commit>> {
        let noted = self.state().ok().map(|mut state| {
            let is_newest = state.boards.get(&id).is_some_and(|entry| entry.revision <= shown);
            match state.shown_by(id, place) {
                Some(placement) if placement.shown < shown && is_newest => {
                    placement.shown = shown;
                    Commit::Done
                }
                Some(_) | None => Commit::Conflict,
            }
        });
        future::ready(noted).boxed()
    }

    async fn open_boards(
        &self,
        chat: ChatId,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let state = self.state()?;
        let mut entries: Vec<&Entry> = state.in_play(chat, person).collect();
        entries.sort_by_key(|entry| Reverse(entry.touched));
        Ok(readable(entries.into_iter(), limit))
    }

    async fn games_with_people(
        &self,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let state = self.state()?;
        let is_with_people = |entry: &&Entry| entry.guest.is_some() && !entry.is_over;
        let mut entries: Vec<&Entry> = state.of_person(person).filter(is_with_people).collect();
        entries.sort_by_key(|entry| Reverse(entry.touched));
        Ok(readable(entries.into_iter(), limit))
    }

    async fn latest_over(&self, chat: ChatId, person: UserId) -> Result<Option<Board>, StoreError> {
        let state = self.state()?;
        let is_over_here = |entry: &&Entry| entry.is_over && entry.is_shown_in(chat);
        let latest = state.of_person(person).filter(is_over_here).max_by_key(|entry| entry.touched);
        Ok(latest.and_then(|entry| entry.board().ok()))
    }

    async fn count_open(&self, chat: ChatId, person: UserId) -> Result<OpenGames, StoreError> {
        Ok(self.state()?.open_games(chat, person))
    }

    async fn boards_of(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let state = self.state()?;
        let above = state.of_person(person).filter(|entry| Some(entry.id) > after);
        Ok(above.take(limit).map(|entry| entry.stored(person)).collect())
    }

    async fn behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError> {
        let state = self.state()?;
        let is_left =
            |entry: &&Entry| entry.spots().any(|spot| self.is_left_behind(entry, spot, grace));
        let entries = state.boards.range((above(after), Bound::Unbounded));
        Ok(readable(entries.map(|(_, entry)| entry).filter(is_left), limit))
    }

    async fn claim(
        &self,
        id: SessionId,
        surface: Surface,
        grace: Grace,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let Some(entry) = state.boards.get_mut(&id) else { return Ok(Commit::Conflict) };
        let is_left = entry.spots().any(|spot| {
            spot.placement.surface() == surface && self.is_left_behind(entry, spot, grace)
        });
        match entry.spot_on(surface) {
            Some(spot) if is_left => {
                spot.claimed = self.clock.now();
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
        let state = self.state()?;
        let entries = state.boards.range((above(after), Bound::Unbounded));
        let is_left = |entry: &&Entry| self.is_turn_left(entry, grace);
        Ok(readable(entries.map(|(_, entry)| entry).filter(is_left), limit))
    }

    async fn claim_turn(
        &self,
        id: SessionId,
        seen: Revision,
        grace: Duration,
    ) -> Result<Commit, StoreError> {
        match self.state()?.boards.get_mut(&id) {
            Some(entry) if entry.revision == seen && self.is_turn_left(entry, grace) => {
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
        if seen.is_none() {
            state.restore_blocks_of(user);
        }
        state.results.retain(|(other, _), _| *other != user || person.keeps_results);
        if !person.keeps_results {
            if seen.is_some_and(|seen| seen.keeps_results) {
                state.count_on(user);
            }
            state.rated.stop(user);
        }
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
        state.depart(user);
        state.people.remove(&user);
        state.open_seats_of(user);
        state.results.retain(|(person, _), _| *person != user);
        state.reminded.remove(&user);
        state.keep_blocks_of(user);
        state.forget_invitations(user);
        state.rated.forget(user);
        state.seekers.remove(&user);
        state.broadcasts.retain(|_, broadcast| broadcast.author != user);
        state.deletions += 1;
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
impl Results for MemoryStore {
    async fn results(&self, person: UserId) -> Result<Vec<StoredResult>, StoreError> {
        let state = self.state()?;
        let own = state.results.iter().filter(|((user, _), _)| *user == person);
        let mut results: Vec<StoredResult> = own.map(|(_, result)| result.clone()).collect();
        results.sort_by_key(|result| Reverse(result.ended));
        results.truncate(usize::try_from(RESULTS_KEPT_MAX).unwrap_or(usize::MAX));
        Ok(results)
    }
}

impl Announcements for MemoryStore {
    fn announce(&self, _changes: &[Change]) {}

    fn announced(&self) -> Announced {
        Announced::nothing()
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

    fn now(&self) -> i64 {
        self.clock.now()
    }

    fn uptime(&self) -> i64 {
        self.clock.now()
    }

    async fn close(&self) {
        self.lock().is_closed = true;
    }
}

fn above<T>(after: Option<T>) -> Bound<T> {
    after.map_or(Bound::Unbounded, Bound::Excluded)
}
