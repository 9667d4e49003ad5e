//! Invitations to games, and the creation of accepted games.

use crate::play::Play;
use crate::play::announcements::Cause;
use crate::session::board::{Board, ChatId, MessageId, Placement};
use crate::session::choice::{Opponent, Setup};
use crate::session::people::invitation::{Invitation, InvitationCode};
use crate::session::{Session, SessionId, UserId};
use crate::store::{Commit, StoreError};

impl Play {
    /// Makes an invitation; see [`Invitations::invite`](crate::store::people::invitations::Invitations::invite).
    pub async fn invite(
        &self,
        code: InvitationCode,
        game: SessionId,
        owner: UserId,
        setup: Setup,
    ) -> Result<Commit, StoreError> {
        self.store.invite(code, game, owner, setup).await
    }

    pub async fn invitation(&self, code: InvitationCode) -> Result<Option<Invitation>, StoreError> {
        self.store.invitation(code).await
    }

    /// Returns the invitations that a person has made and those that they have accepted.
    pub async fn invitations_of(&self, person: UserId) -> Result<Vec<Invitation>, StoreError> {
        self.store.invitations_of(person).await
    }

    /// Returns the number of pending invitations, up to the limit of counting.
    pub async fn waiting_invitations(&self) -> Result<u64, StoreError> {
        Ok(self.store.waiting_invitations().await?.number)
    }

    pub async fn place_invitation(
        &self,
        code: InvitationCode,
        owner: UserId,
        message: MessageId,
    ) -> Result<(), StoreError> {
        self.store.place_invitation(code, owner, message).await
    }

    pub async fn change_invitation(
        &self,
        code: InvitationCode,
        owner: UserId,
        seen: Setup,
        setup: Setup,
    ) -> Result<Commit, StoreError> {
        self.store.change_invitation(code, owner, seen, setup).await
    }

    pub async fn withdraw_invitation(
        &self,
        code: InvitationCode,
        owner: UserId,
    ) -> Result<Commit, StoreError> {
        self.store.withdraw_invitation(code, owner).await
    }

    /// Accepts an invitation as the person has seen it, and begins its game in the private chats of both.
    /// Returns the board, which is yet to be sent; `None` if another person was faster or the invitation
    /// has changed.
    pub async fn accept(
        &self,
        invitation: &Invitation,
        guest: UserId,
    ) -> Result<Option<Board>, StoreError> {
        let &Invitation { code, game, owner, setup, .. } = invitation;
        let session =
            Session::set_up(game, owner, Setup { opponent: Opponent::Person(guest), ..setup });
        let session = self.timed(session, None).await?;
        let board = in_private(Board::new(session, owner, ChatId::of_person(owner)));
        if self.store.accept_invitation(code, guest, setup, &board).await? == Commit::Conflict {
            return Ok(None);
        }
        self.cache.put_board(board.clone());
        self.announce(board.clone(), Cause::Created { is_answered: false });
        Ok(Some(board))
    }
}

/// Adds the opponent's private chat to a new board: a game between two people that begins in the private
/// chat of one is shown in that of the other as well.
pub(in crate::play) fn in_private(board: Board) -> Board {
    let is_private = board.surface().is_private();
    let Some(guest) = board.guest().filter(|_| is_private) else { return board };
    Board { elsewhere: vec![Placement::new(ChatId::of_person(guest), None)], ..board }
}
