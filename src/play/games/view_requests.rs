//! Requests for a board that change nothing: to see another part of it, to open a panel, or to go
//! on after its end.

use zerosum_session::board::{Board, Surface};
use zerosum_session::game::agreement::Offer;
use zerosum_session::{Action, Actor, Refusal, Revision, Session, SessionId, UserId};

use crate::play::Play;
use crate::play::games::transitions::NotDone;

/// A request to view a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewRequest {
    pub user: UserId,
    pub surface: Surface,
    pub id: SessionId,
    pub seen: Revision,
}

impl Play {
    /// Finds the board for the side to move, within the time limit of a press.
    pub async fn look(&self, look: ViewRequest) -> Result<Board, NotDone> {
        self.authorize_view(look, Session::check_turn).await
    }

    /// Finds the board of a game between two people for either of them, within the time limit of a press.
    pub async fn look_to_agree(&self, look: ViewRequest) -> Result<Board, NotDone> {
        self.authorize_view(look, Session::check_agreement).await
    }

    /// Like [`Play::look_to_agree`], but also for a game that is over.
    pub async fn look_to_greet(&self, look: ViewRequest) -> Result<Board, NotDone> {
        self.authorize_view(look, Session::check_greeting).await
    }

    /// Like [`Play::look_to_greet`], for a person about to send a message; refused if one of the two has
    /// blocked the other.
    pub async fn look_to_say(&self, look: ViewRequest) -> Result<Board, NotDone> {
        let board = self.look_to_greet(look).await?;
        self.not_apart(board, look.user).await
    }

    /// Finds the board of a game between two people for one who may offer a draw now.
    pub async fn look_to_offer_draw(&self, look: ViewRequest) -> Result<Board, NotDone> {
        let offer = Action::Offer(Offer::Draw);
        let check = |session: &Session, actor, seen| session.apply(actor, seen, offer).map(drop);
        let board = self.authorize_view(look, check).await?;
        self.not_apart(board, look.user).await
    }

    /// Refuses a board on which one of the two has blocked the other.
    async fn not_apart(&self, board: Board, user: UserId) -> Result<Board, NotDone> {
        match self.in_time(self.is_blocked_between(&board.session, user)).await? {
            true => Err(NotDone::Refused(Refusal::Blocked, board)),
            false => Ok(board),
        }
    }

    /// Finds the board of a game against an engine, for a person who wants more help.
    pub async fn look_for_help(&self, look: ViewRequest) -> Result<Board, NotDone> {
        self.authorize_view(look, Session::check_more_help).await
    }

    /// Finds the board of a game for a person who may resign it.
    pub async fn look_to_resign(&self, look: ViewRequest) -> Result<Board, NotDone> {
        self.authorize_view(look, Session::check_resignation).await
    }

    /// Finds the board below which a person has a panel.
    pub async fn look_at_board(&self, look: ViewRequest) -> Result<Board, NotDone> {
        self.authorize_view(look, Session::check_closing).await
    }

    /// Finds the board of a game that is over, within the time limit of a press.
    pub async fn look_back(&self, look: ViewRequest) -> Result<Board, NotDone> {
        self.authorize_view(look, Session::check_end).await
    }

    async fn authorize_view(
        &self,
        look: ViewRequest,
        check: impl Fn(&Session, Actor, Revision) -> Result<(), Refusal>,
    ) -> Result<Board, NotDone> {
        let ViewRequest { user, surface, id, seen } = look;
        let board = self.in_time(self.board(surface, id)).await?.ok_or(NotDone::Unknown)?;
        match check(&board.session, Actor::User(user), seen) {
            Ok(()) => Ok(board),
            Err(refusal) => Err(NotDone::Refused(refusal, board)),
        }
    }
}
