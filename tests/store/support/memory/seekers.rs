//! Players who wait for an opponent, in memory.

use async_trait::async_trait;
use zerosum::session::board::{Board, MessageId};
use zerosum::session::people::seeker::{Points, Seeker, SeekerWish};
use zerosum::session::{SessionId, UserId};
use zerosum::store::people::seekers::{SeekerPlace, Seekers};
use zerosum::store::{Commit, StoreError};

use crate::memory_store::MemoryStore;
use crate::memory_store::state::{Entry, State, count_of};

impl State {
    /// The entry of this person, if they wait for this game.
    fn seeker(&mut self, person: UserId, game: SessionId) -> Option<&mut Seeker> {
        self.seekers.get_mut(&person).filter(|seeker| seeker.game == game)
    }
}

#[async_trait]
impl Seekers for MemoryStore {
    async fn seek(
        &self,
        person: UserId,
        game: SessionId,
        wish: SeekerWish,
        points: Points,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let is_there = state.seekers.contains_key(&person)
            || state.seekers.values().any(|other| other.game == game)
            || state.boards.contains_key(&game);
        if is_there || !state.people.contains_key(&person) {
            return Ok(Commit::Conflict);
        }
        let (since, message) = (self.clock.now(), None);
        state.seekers.insert(person, Seeker { person, game, wish, points, since, message });
        Ok(Commit::Done)
    }

    async fn seeking_of(&self, person: UserId) -> Result<Option<Seeker>, StoreError> {
        Ok(self.state()?.seekers.get(&person).cloned())
    }

    async fn place_seeking(
        &self,
        person: UserId,
        game: SessionId,
        message: MessageId,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let Some(seeker) = state.seeker(person, game) else { return Ok(Commit::Conflict) };
        seeker.message = Some(message);
        Ok(Commit::Done)
    }

    async fn change_seeking(
        &self,
        person: UserId,
        game: SessionId,
        wish: SeekerWish,
        points: Points,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let Some(seeker) = state.seeker(person, game) else { return Ok(Commit::Conflict) };
        (seeker.wish, seeker.points) = (wish, points);
        Ok(Commit::Done)
    }

    async fn withdraw_seeking(
        &self,
        person: UserId,
        game: SessionId,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        if state.seeker(person, game).is_none() {
            return Ok(Commit::Conflict);
        }
        state.seekers.remove(&person);
        Ok(Commit::Done)
    }

    async fn waiting_seekers(
        &self,
        after: Option<SeekerPlace>,
        limit: u32,
    ) -> Result<Vec<Seeker>, StoreError> {
        let state = self.state()?;
        let can_be_called =
            |user: UserId| state.people.get(&user).is_some_and(|person| person.is_reachable);
        let place = |seeker: &Seeker| SeekerPlace { since: seeker.since, person: seeker.person };
        let mut waiting: Vec<Seeker> = state
            .seekers
            .values()
            .filter(|seeker| can_be_called(seeker.person))
            .filter(|seeker| after.is_none_or(|after| place(seeker) > after))
            .cloned()
            .collect();
        waiting.sort_by_key(place);
        waiting.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(waiting)
    }

    async fn seekers_apart(&self, limit: u32) -> Result<Vec<(UserId, UserId)>, StoreError> {
        let state = self.state()?;
        let waits = |user: &UserId| state.seekers.contains_key(user);
        let apart = state.blocks.keys().filter(|(one, other)| waits(one) && waits(other));
        Ok(apart.copied().take(usize::try_from(limit).unwrap_or(usize::MAX)).collect())
    }

    async fn pair(
        &self,
        one: &Seeker,
        other: &Seeker,
        board: &Board,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let Some(chat) = board.surface().chat() else { return Ok(Commit::Conflict) };
        let mut wait = true;
        for seen in [one, other] {
            let seeker = state.seeker(seen.person, seen.game);
            let is_same = |now: &mut Seeker| (now.wish, now.message) == (seen.wish, seen.message);
            wait &= seeker.is_some_and(is_same);
        }
        let (one, other) = (one.person, other.person);
        let are_apart = [(one, other), (other, one)].iter().any(|it| state.blocks.contains_key(it));
        if !wait || are_apart || one == other {
            return Ok(Commit::Conflict);
        }
        state.seekers.remove(&one);
        state.seekers.remove(&other);
        if !state.boards.contains_key(&board.session.id()) {
            state.insert(Entry::new(board, chat, self.clock.tick()));
        }
        Ok(Commit::Done)
    }

    async fn purge_seekers(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let mut state = self.state()?;
        let mut old: Vec<(i64, UserId)> = state
            .seekers
            .values()
            .filter(|seeker| seeker.since < before)
            .map(|seeker| (seeker.since, seeker.person))
            .collect();
        old.sort_unstable();
        old.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        for (_, person) in &old {
            state.seekers.remove(person);
        }
        Ok(count_of(old.len()))
    }
}
