//! Invitations, in memory.

use async_trait::async_trait;
use zerosum::session::board::{Board, MessageId};
use zerosum::session::choice::Setup;
use zerosum::session::people::invitation::{Invitation, InvitationCode, InvitationState};
use zerosum::session::{SessionId, UserId};
use zerosum::store::Count;
use zerosum::store::people::invitations::{
    INVITATIONS_PER_DAY_MAX, INVITATIONS_WAITING_MAX, Invitations, is_recent,
};
use zerosum::store::{Commit, StoreError};

use crate::memory_store::MemoryStore;
use crate::memory_store::state::{Entry, State, count_of};

impl State {
    /// Removes the invitations that a person has made or accepted.
    pub(super) fn forget_invitations(&mut self, user: UserId) {
        let is_theirs = |invitation: &Invitation| {
            invitation.owner == user || invitation.state == InvitationState::Accepted(user)
        };
        self.invitations.retain(|_, invitation| !is_theirs(invitation));
    }

    /// Number of invitations that wait at this time.
    pub(super) fn invitations_waiting(&self, now: i64) -> usize {
        let waits = |it: &&Invitation| it.state == InvitationState::Waiting && is_recent(it, now);
        self.invitations.values().filter(waits).count()
    }

    /// The invitation of this person, if it waits at this time.
    fn waiting(
        &mut self,
        code: InvitationCode,
        owner: UserId,
        now: i64,
    ) -> Option<&mut Invitation> {
        let waits = |it: &&mut Invitation| {
            it.owner == owner && it.state == InvitationState::Waiting && is_recent(it, now)
        };
        self.invitations.get_mut(&code).filter(waits)
    }
}

#[async_trait]
impl Invitations for MemoryStore {
    async fn invite(
        &self,
        code: InvitationCode,
        game: SessionId,
        owner: UserId,
        setup: Setup,
    ) -> Result<Commit, StoreError> {
        let (mut state, made) = (self.state()?, self.clock.now());
        let recent: Vec<&Invitation> = state
            .invitations
            .values()
            .filter(|other| other.owner == owner && is_recent(other, made))
            .collect();
        let waiting = recent.iter().filter(|other| other.state == InvitationState::Waiting);
        let has_room = count_of(waiting.count()) < INVITATIONS_WAITING_MAX.into()
            && count_of(recent.len()) < INVITATIONS_PER_DAY_MAX.into();
        let is_there = state.invitations.contains_key(&code)
            || state.invitations.values().any(|other| other.game == game);
        if is_there || !has_room || !state.people.contains_key(&owner) {
            return Ok(Commit::Conflict);
        }
        let (message, waiting) = (None, InvitationState::Waiting);
        let invitation =
            Invitation { code, game, owner, setup, made, message, state: waiting, accepted: None };
        state.invitations.insert(code, invitation);
        Ok(Commit::Done)
    }

    async fn invitation(&self, code: InvitationCode) -> Result<Option<Invitation>, StoreError> {
        Ok(self.state()?.invitations.get(&code).cloned())
    }

    async fn invitations_of(&self, person: UserId) -> Result<Vec<Invitation>, StoreError> {
        let state = self.state()?;
        let is_theirs = |invitation: &&Invitation| {
            invitation.owner == person || invitation.state == InvitationState::Accepted(person)
        };
        let mut theirs: Vec<Invitation> =
            state.invitations.values().filter(is_theirs).cloned().collect();
        theirs.sort_by_key(|invitation| (-invitation.made, invitation.code));
        Ok(theirs)
    }

    async fn place_invitation(
        &self,
        code: InvitationCode,
        owner: UserId,
        message: MessageId,
    ) -> Result<(), StoreError> {
        let mut state = self.state()?;
        let invitation = state.invitations.get_mut(&code);
        if let Some(invitation) = invitation.filter(|invitation| invitation.owner == owner) {
            invitation.message = Some(message);
        }
        Ok(())
    }

    async fn change_invitation(
        &self,
        code: InvitationCode,
        owner: UserId,
        seen: Setup,
        setup: Setup,
    ) -> Result<Commit, StoreError> {
        let (mut state, now) = (self.state()?, self.clock.now());
        let waiting = state.waiting(code, owner, now).filter(|waiting| waiting.setup == seen);
        let Some(waiting) = waiting else { return Ok(Commit::Conflict) };
        waiting.setup = setup;
        Ok(Commit::Done)
    }

    async fn withdraw_invitation(
        &self,
        code: InvitationCode,
        owner: UserId,
    ) -> Result<Commit, StoreError> {
        let (mut state, now) = (self.state()?, self.clock.now());
        let Some(waiting) = state.waiting(code, owner, now) else { return Ok(Commit::Conflict) };
        waiting.state = InvitationState::Withdrawn;
        Ok(Commit::Done)
    }

    async fn accept_invitation(
        &self,
        code: InvitationCode,
        guest: UserId,
        seen: Setup,
        board: &Board,
    ) -> Result<Commit, StoreError> {
        let (mut state, now) = (self.state()?, self.clock.now());
        let Some(chat) = board.surface().chat() else { return Ok(Commit::Conflict) };
        let is_apart = [(guest, board.owner), (board.owner, guest)]
            .iter()
            .any(|pair| state.blocks.contains_key(pair));
        let is_known = state.people.contains_key(&guest) && !is_apart;
        let waiting = state
            .waiting(code, board.owner, now)
            .filter(|waiting| is_known && waiting.setup == seen && waiting.owner != guest);
        let Some(waiting) = waiting else { return Ok(Commit::Conflict) };
        waiting.state = InvitationState::Accepted(guest);
        waiting.accepted = Some(now);
        if !state.boards.contains_key(&board.session.id()) {
            state.insert(Entry::new(board, chat, self.clock.tick()));
        }
        Ok(Commit::Done)
    }

    async fn waiting_invitations(&self) -> Result<Count, StoreError> {
        let number = count_of(self.state()?.invitations_waiting(self.clock.now()));
        Ok(Count { number, is_exact: true })
    }

    async fn purge_invitations(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let mut state = self.state()?;
        let mut old: Vec<(i64, InvitationCode)> = state
            .invitations
            .values()
            .filter(|invitation| invitation.made < before)
            .map(|invitation| (invitation.made, invitation.code))
            .collect();
        old.sort_unstable();
        old.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        for (_, code) in &old {
            state.invitations.remove(code);
        }
        Ok(count_of(old.len()))
    }
}
