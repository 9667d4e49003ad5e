//! Chats without the bot, and games that are left behind, in memory.

use async_trait::async_trait;
use zerosum::session::board::{Board, ChatId};
use zerosum::session::game::clock::PlayTime;
use zerosum::session::{SessionId, UserId};
use zerosum::store::games::absences::Absences;
use zerosum::store::{Commit, StoreError};

use crate::memory_store::state::{Entry, State};
use crate::memory_store::{MemoryStore, readable};

/// Time since which the bot has been away from a chat, and the time of its return.
#[derive(Clone, Copy, Debug)]
pub(super) struct Absence {
    since: PlayTime,
    pub(super) returned: Option<i64>,
}

impl State {
    /// The absence of the only chat in which a board is shown.
    pub(super) fn absence_of(&self, entry: &Entry) -> Option<&Absence> {
        self.absences.get(&entry.home_chat()).filter(|_| entry.elsewhere.is_empty())
    }
}

impl MemoryStore {
    /// Moves the absence of a group that becomes another chat.
    pub(super) fn move_absence(&self, from: ChatId, to: ChatId) -> Result<(), StoreError> {
        let mut state = self.state()?;
        if let Some(absence) = state.absences.remove(&from) {
            state.absences.entry(to).or_insert(absence);
        }
        Ok(())
    }
}

fn is_played_only_in(entry: &Entry, chat: ChatId) -> bool {
    let is_here = entry.home_chat() == chat && entry.elsewhere.is_empty();
    is_here && !entry.is_over && entry.guest.is_some()
}

#[async_trait]
impl Absences for MemoryStore {
    async fn games_with_others(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let state = self.state()?;
        let games = state
            .of_person(person)
            .filter(|entry| Some(entry.id) > after && !entry.is_over && entry.guest.is_some());
        Ok(readable(games, limit))
    }

    async fn timed_games_in(
        &self,
        chat: ChatId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let state = self.state()?;
        let games = state.boards.values().filter(|entry| {
            let is_timed = Some(entry.id) > after && entry.clock.is_some();
            is_timed && is_played_only_in(entry, chat)
        });
        Ok(readable(games, limit))
    }

    async fn seats_kept_in(
        &self,
        chat: ChatId,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let state = self.state()?;
        let kept = state.boards.values().filter(|entry| {
            let is_theirs = entry.reservation.is_some_and(|kept| kept.user == person);
            is_theirs && entry.home_chat() == chat && !entry.is_over
        });
        Ok(readable(kept, limit))
    }

    async fn note_absence(&self, chat: ChatId, since: PlayTime) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let is_away = state.absences.get(&chat).is_some_and(|known| known.returned.is_none());
        if is_away || !state.boards.values().any(|entry| is_played_only_in(entry, chat)) {
            return Ok(Commit::Conflict);
        }
        state.absences.insert(chat, Absence { since, returned: None });
        for entry in state.boards.values_mut().filter(|entry| is_played_only_in(entry, chat)) {
            entry.due = None;
        }
        Ok(Commit::Done)
    }

    async fn absent_since(&self, chat: ChatId) -> Result<Option<PlayTime>, StoreError> {
        let state = self.state()?;
        let away = state.absences.get(&chat).filter(|known| known.returned.is_none());
        Ok(away.map(|known| known.since))
    }

    async fn end_absence(&self, chat: ChatId) -> Result<Commit, StoreError> {
        let now = self.clock.now();
        let mut state = self.state()?;
        match state.absences.get_mut(&chat).filter(|known| known.returned.is_none()) {
            Some(known) => {
                known.returned = Some(now);
                Ok(Commit::Done)
            }
            None => Ok(Commit::Conflict),
        }
    }

    async fn purge_absences(&self) -> Result<u64, StoreError> {
        let state = &mut *self.state()?;
        let boards = &state.boards;
        let before = state.absences.len();
        state.absences.retain(|chat, _| {
            boards.values().any(|entry| entry.home_chat() == *chat && !entry.is_over)
        });
        Ok(crate::memory_store::state::count_of(before - state.absences.len()))
    }
}
