//! Invitations to games, and the creation of accepted games.

use zerosum_session::board::{Board, ChatId, Placement};
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::people::invitation::Invitation;
use zerosum_session::{Session, UserId};
use zerosum_store::{Commit, StoreError};

use crate::play::Play;
use crate::play::announcements::Cause;

impl Play {
    /// Returns the number of pending invitations, up to the limit of counting.
    pub async fn waiting_invitations(&self) -> Result<u64, StoreError> {
        Ok(self.store.waiting_invitations().await?.number)
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
        self.live.put_board(board.clone());
        self.live.note_changed(&board, true);
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
