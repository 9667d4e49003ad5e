//! People who take the open seat of a game that they watch, and their invitations to friends.

use serde::{Deserialize, Serialize};
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::page::PageLabel;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::live::LiveSnapshot;
use zerosum_session::board::{Board, Surface};
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TIME_IN_PRIVATE;
use zerosum_session::people::invitation::{Invitation, InvitationCode};
use zerosum_session::{Action, Revision, SessionId, UserId};

use crate::page::live::Live;
use crate::page::refusal::Refusal;
use crate::play::announcements::Showing;
use crate::play::games::arrivals::SeatRefusal;
use crate::play::games::transitions::ActionRequest;
use crate::play::people::invitations::InviteOutcome;

/// A request for an invitation. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct InviteRequest {
    v: u32,
    /// Random text, the same when the request is repeated.
    once: String,
    game: String,
    side: u8,
}

/// An open invitation, as its owner passes it on.
#[derive(Debug, Serialize)]
pub(crate) struct OwnInvitationView {
    v: u32,
    /// The link for friends who have Telegram.
    telegram: String,
    /// Path of this page for all others.
    path: String,
    /// Link of the game; it opens once the friend has accepted.
    link: String,
}

impl Live {
    /// Seats a person in the open seat of a game; a repeated request finds them there.
    pub(super) async fn join(
        &self,
        board: Board,
        user: UserId,
        seen: Revision,
        localizer: Localizer<'_>,
    ) -> Result<LiveSnapshot, Refusal> {
        let session = &board.session;
        if session.seat_of(user).is_some() {
            return self.snapshot(&board, Some(user), localizer).await;
        }
        let surface = board.surface();
        if user.is_guest() || surface.is_private() {
            return Err(denied(SeatRefusal::Blocked, localizer));
        }
        if session.open_side().is_some() {
            self.check_member(surface, user, localizer).await?;
            let checked = self.play.check_arrival(&board, surface, user).await;
            checked.map_err(Refusal::away)?.map_err(|reason| denied(reason, localizer))?;
        }
        let (id, action, showing) = (session.id(), Action::Join, Showing::Elsewhere);
        match self.play.press(ActionRequest { user, surface, id, seen, action, showing }).await {
            Ok(board) => self.snapshot(&board, Some(user), localizer).await,
            Err(not_done) => Err(self.refused(not_done, (user, seen, None), localizer).await),
        }
    }

    /// Refuses a person who is not in the group of a board: they have only its link.
    async fn check_member(
        &self,
        surface: Surface,
        user: UserId,
        localizer: Localizer<'_>,
    ) -> Result<(), Refusal> {
        let Surface::Chat(group) = surface else { return Ok(()) };
        match self.membership.is_member(group, user).await {
            Some(true) => Ok(()),
            Some(false) => Err(denied(SeatRefusal::Blocked, localizer)),
            None => Err(Refusal::denied(localizer.page_label(PageLabel::Failed))),
        }
    }

    /// Makes an invitation, or finds the open one of this person to the same game.
    pub(super) async fn invite(
        &self,
        user: UserId,
        request: &InviteRequest,
        localizer: Localizer<'_>,
    ) -> Result<OwnInvitationView, Refusal> {
        let spec = GameSpec::from_name(&request.game).ok_or(Refusal::Malformed)?;
        let side = Side::from_number(request.side).ok_or(Refusal::Malformed)?;
        if request.v != FORMAT_VERSION {
            return Err(Refusal::Malformed);
        }
        if user.is_guest() {
            return Err(Refusal::NoPass);
        }
        let id = self.id_of_request("invitations of the page", user, &request.once)?;
        let setup = Setup { spec, side, opponent: Opponent::Anybody, time: TIME_IN_PRIVATE };
        let open = self.play.open_invitation(user, setup).await.map_err(Refusal::away)?;
        let invited = match open {
            Some(open) => InviteOutcome::Existing(open),
            None => {
                self.play
                    .remember_visitor(user, (None, false), localizer.language)
                    .await
                    .map_err(Refusal::away)?;
                self.play.invite(id, user, setup).await.map_err(Refusal::away)?
            }
        };
        let phrase = match invited {
            InviteOutcome::Created(code) => return Ok(self.own_invitation(code, id)),
            InviteOutcome::Existing(Invitation { code, game, .. }) => {
                return Ok(self.own_invitation(code, game));
            }
            InviteOutcome::TooManyOpen(count) => Phrase::TooManyInvitations { count },
            InviteOutcome::TooManyToday(count) => Phrase::TooManyInvitationsToday { count },
        };
        Err(Refusal::denied(localizer.say(phrase)))
    }

    fn own_invitation(&self, code: InvitationCode, game: SessionId) -> OwnInvitationView {
        OwnInvitationView {
            v: FORMAT_VERSION,
            telegram: self.links.to_invitation(code),
            path: format!("/i/{}", self.links.browser_code(code)),
            link: self.link_to(game),
        }
    }
}

fn denied(reason: SeatRefusal, localizer: Localizer<'_>) -> Refusal {
    Refusal::denied(match reason {
        SeatRefusal::Reserved => localizer.say(Phrase::SeatReserved),
        SeatRefusal::Blocked => localizer.say(Phrase::SeatNotForYou),
        SeatRefusal::TooManyGames(_) => localizer.page_label(PageLabel::TooManyGames),
    })
}
