//! Guests: friends of a person who play by an invitation, without an account at Telegram.
//!
//! A guest's number follows from the code of the invitation and a key that their browser has made, so a repeated
//! request finds the same guest, and a second opener of the link is another one. Only that number
//! and their language are stored.

use std::hash::{Hash, Hasher};

use serde::Serialize;
use siphasher::sip::SipHasher24;
use zerosum_render::board::{sides, titles};
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::page::PageLabel;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::people::invitation::{Invitation, InvitationCode, InvitationState};
use zerosum_session::{SessionId, UserId};

use crate::page::live::Live;
use crate::page::refusal::Refusal;
use crate::page::shell::First;
use crate::play::people::invitations::GuestArrival;

/// Hexadecimal digits of the key of a guest's browser.
const KEY_DIGITS: usize = 32;

/// An invitation as the page begins with it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct InvitationView {
    code: String,
    say: String,
    /// It can still be accepted.
    is_open: bool,
    /// It was accepted, perhaps by this browser.
    is_taken: bool,
}

impl Live {
    /// The page of an invitation, with a new game of that kind behind it.
    pub(crate) async fn invited(
        &self,
        code: &str,
        localizer: Localizer<'_>,
    ) -> Result<First, Refusal> {
        let invitation = self.invitation_behind(code).await?.ok_or(Refusal::NotFound)?;
        // A guest who has come is known by their key only.
        let nobody = UserId::guest(0);
        let arrival = self.play.arrival_at(&invitation, nobody);
        let reason = arrival.as_ref().and_then(|arrival| reason(arrival, localizer));
        let is_open = reason.is_none();
        let is_taken = matches!(arrival, Some(GuestArrival::Taken));
        let say = match reason {
            Some(reason) => reason,
            None => self.invites(&invitation, localizer).await?,
        };
        let view = InvitationView { code: code.to_owned(), say, is_open, is_taken };
        Ok(First::Invited(invitation.setup.spec, view))
    }

    async fn invites(
        &self,
        invitation: &Invitation,
        localizer: Localizer<'_>,
    ) -> Result<String, Refusal> {
        let setup = invitation.setup;
        let owner = self.play.person(invitation.owner).await.map_err(Refusal::away)?;
        let name = owner.map(|person| self.bot.name_beside(&person.name)).unwrap_or_default();
        let name = &localizer.name_or_player(&name);
        let game = &titles::title(setup.spec, localizer);
        let mark = sides::mark_before_game(setup.spec, !setup.side);
        Ok(localizer.say(Phrase::InvitedToPlay { name, game, mark }))
    }

    /// Finds the invitation behind the code of a link for a browser. Links of earlier versions have the code alone: they
    /// lead only those back who have accepted by them.
    async fn invitation_behind(&self, text: &str) -> Result<Option<Invitation>, Refusal> {
        let tagged = self.links.read_browser_code(text);
        let Some(code) = tagged.or_else(|| InvitationCode::decode(text)) else { return Ok(None) };
        let invitation = self.play.invitation(code).await.map_err(Refusal::away)?;
        let counts = |found: &Invitation| {
            tagged.is_some() || matches!(found.state, InvitationState::Accepted(_))
        };
        Ok(invitation.filter(counts))
    }

    /// Seats the guest with this key, or finds the seat that they have. The inviter is no guest in a browser in which
    /// they are signed in: they would play against themselves, and be signed out.
    pub(super) async fn seat_guest(
        &self,
        code: &str,
        key: &str,
        signed_in: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<(UserId, SessionId), Refusal> {
        let is_key = key.len() == KEY_DIGITS && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_key {
            return Err(Refusal::Malformed);
        }
        self.check_maintenance(None, localizer)?;
        let invitation = self.invitation_behind(code).await?.ok_or(Refusal::NotFound)?;
        let code = invitation.code;
        let mut hasher = SipHasher24::new_with_key(&self.seal.key("guests"));
        (code, key).hash(&mut hasher);
        let guest = UserId::guest(hasher.finish());
        let arrival = self.play.arrival_at(&invitation, guest);
        let has_seat = matches!(arrival, None | Some(GuestArrival::Seated(_)));
        if has_seat && signed_in == Some(invitation.owner) {
            return Err(Refusal::denied(localizer.say(Phrase::InvitationOwn)));
        }
        let arrival =
            self.play.seat_guest(code, guest, localizer.language).await.map_err(Refusal::away)?;
        match arrival.ok_or(Refusal::NotFound)? {
            GuestArrival::Seated(id) => Ok((guest, id)),
            other => Err(Refusal::Gone(reason(&other, localizer).unwrap_or_default())),
        }
    }
}

/// The reason why an invitation seats no guest.
fn reason(arrival: &GuestArrival, localizer: Localizer<'_>) -> Option<String> {
    match arrival {
        GuestArrival::Seated(_) => None,
        GuestArrival::Taken => Some(localizer.page_label(PageLabel::InvitationTaken)),
        GuestArrival::Withdrawn => Some(localizer.page_label(PageLabel::InvitationWithdrawn)),
        GuestArrival::Old => Some(localizer.page_label(PageLabel::InvitationOld)),
        GuestArrival::InviterBusy => Some(localizer.say(Phrase::InviterBusy)),
    }
}
