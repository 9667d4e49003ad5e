//! Invitations to games, and the creation of accepted games.

use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::language::Language;
use zerosum_session::people::invitation::{Invitation, InvitationCode, InvitationState};
use zerosum_session::{Session, SessionId, UserId};
use zerosum_store::people::invitations::{
    INVITATIONS_PER_DAY_MAX, INVITATIONS_WAITING_MAX, is_recent,
};
use zerosum_store::{Commit, Person, StoreError};

use crate::play::Play;
use crate::play::announcements::Cause;

/// Maximum number of tries if the owner changes the invitation at the same moment.
const TRIES_MAX: u32 = 3;

/// Outcome for a guest of the page who has opened an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuestArrival {
    /// They have the seat in this game, now or since before.
    Seated(SessionId),
    Taken,
    Withdrawn,
    Old,
    /// Its owner has too many games.
    InviterBusy,
}

/// Outcome for a person who asks for an invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InviteOutcome {
    Created(InvitationCode),
    /// An open one to the same game, or the one that this request has made before.
    Existing(Invitation),
    /// They have this many open ones.
    TooManyOpen(u32),
    /// They have made this many within a day.
    TooManyToday(u32),
}

impl Play {
    /// Makes an invitation to the game of this id. The id follows from the request, so that a repeated one makes no
    /// second invitation.
    pub(crate) async fn invite(
        &self,
        game: SessionId,
        owner: UserId,
        setup: Setup,
    ) -> Result<InviteOutcome, StoreError> {
        let code = new_code();
        if self.store.invite(code, game, owner, setup).await? == Commit::Done {
            return Ok(InviteOutcome::Created(code));
        }
        let mut own = self.store.invitations_of(owner).await?;
        own.retain(|invitation| invitation.owner == owner);
        if let Some(before) = own.iter().find(|invitation| invitation.game == game) {
            return Ok(InviteOutcome::Existing(before.clone()));
        }
        let open = own.iter().filter(|invitation| self.is_waiting(invitation)).count();
        let has_room = u32::try_from(open).is_ok_and(|open| open < INVITATIONS_WAITING_MAX);
        Ok(match has_room {
            true => InviteOutcome::TooManyToday(INVITATIONS_PER_DAY_MAX),
            false => InviteOutcome::TooManyOpen(INVITATIONS_WAITING_MAX),
        })
    }

    /// Finds an open invitation of a person to the same game.
    pub(crate) async fn open_invitation(
        &self,
        owner: UserId,
        setup: Setup,
    ) -> Result<Option<Invitation>, StoreError> {
        let all = self.store.invitations_of(owner).await?;
        let is_it =
            |one: &Invitation| one.owner == owner && one.setup == setup && self.is_waiting(one);
        Ok(all.into_iter().find(is_it))
    }

    /// Returns whether an invitation can be accepted now.
    pub(crate) fn is_waiting(&self, invitation: &Invitation) -> bool {
        invitation.state == InvitationState::Waiting && is_recent(invitation, self.now())
    }

    /// Seats a guest of the page who has opened an invitation; `None` if there is no such one. The board is sent to
    /// the owner.
    pub(crate) async fn seat_guest(
        &self,
        code: InvitationCode,
        guest: UserId,
        language: Language,
    ) -> Result<Option<GuestArrival>, StoreError> {
        for _ in 0..TRIES_MAX {
            let Some(invitation) = self.store.invitation(code).await? else { return Ok(None) };
            let owner = invitation.owner;
            if let Some(arrival) = self.arrival_at(&invitation, guest) {
                if let GuestArrival::Seated(id) = arrival {
                    self.send_missed(id, ChatId::of_person(owner)).await?;
                }
                return Ok(Some(arrival));
            }
            if self.check_games(ChatId::of_person(owner), owner).await?.is_err() {
                return Ok(Some(GuestArrival::InviterBusy));
            }
            // The store itself is asked: guests without a game are purged.
            self.remember(guest, |known| known.is_none().then(|| guest_of_page(language))).await?;
            if let Some(board) = self.accept(&invitation, guest).await? {
                let id = board.session.id();
                self.announce(board, Cause::Wanted);
                return Ok(Some(GuestArrival::Seated(id)));
            }
        }
        Err(StoreError::Contended)
    }

    /// Announces a board that a dead process has left unsent, so that this one sends it.
    async fn send_missed(&self, id: SessionId, chat: ChatId) -> Result<(), StoreError> {
        let board = self.board_anywhere(id).await?.filter(Board::has_unsent);
        if let Some(board) = board
            && self.claim_missed(chat, id).await?
        {
            self.announce(board, Cause::Wanted);
        }
        Ok(())
    }

    /// Returns the outcome for a guest at an invitation; `None` if it waits for one.
    pub(crate) fn arrival_at(
        &self,
        invitation: &Invitation,
        guest: UserId,
    ) -> Option<GuestArrival> {
        match invitation.state {
            InvitationState::Accepted(other) if other == guest => {
                Some(GuestArrival::Seated(invitation.game))
            }
            InvitationState::Accepted(_) => Some(GuestArrival::Taken),
            InvitationState::Withdrawn => Some(GuestArrival::Withdrawn),
            InvitationState::Waiting if !is_recent(invitation, self.now()) => {
                Some(GuestArrival::Old)
            }
            InvitationState::Waiting => None,
        }
    }

    /// Returns an invitation.
    pub(crate) async fn invitation(
        &self,
        code: InvitationCode,
    ) -> Result<Option<Invitation>, StoreError> {
        self.store.invitation(code).await
    }

    /// Returns the number of pending invitations, up to the limit of counting.
    pub(crate) async fn waiting_invitations(&self) -> Result<u64, StoreError> {
        Ok(self.store.waiting_invitations().await?.number)
    }

    /// Accepts an invitation as the person has seen it, and begins its game in the private chats of both.
    /// Returns the board, which is yet to be sent; `None` if another person was faster or the invitation
    /// has changed.
    pub(crate) async fn accept(
        &self,
        invitation: &Invitation,
        guest: UserId,
    ) -> Result<Option<Board>, StoreError> {
        let &Invitation { code, game, owner, setup, .. } = invitation;
        let session =
            Session::set_up(game, owner, Setup { opponent: Opponent::Person(guest), ..setup });
        let session = self.timed(session, None).await?;
        let board = Board::new(session, owner, ChatId::of_person(owner)).with_chat_of_guest();
        if self.store.accept_invitation(code, guest, setup, &board).await? == Commit::Conflict {
            return Ok(None);
        }
        Ok(Some(self.begun(board, false)))
    }
}

fn new_code() -> InvitationCode {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("every system the bot runs on gives random bytes");
    InvitationCode(u128::from_ne_bytes(bytes))
}

/// Data of a new guest, whose games count for no one else.
fn guest_of_page(language: Language) -> Person {
    Person { keeps_results: false, ..Person::new(language) }
}
