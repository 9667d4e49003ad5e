//! Logins: a browser exchanges a login code of the chat, the launch data of a Mini App or its own pass for a pass.

use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_session::UserId;
use zerosum_session::language::Language;

use crate::page::live::Live;
use crate::page::live::init_data::{self, Launch, LaunchError};
use crate::page::refusal::Refusal;
use crate::passes::Pass;

/// A request for a pass, by one of these, or by an invitation beside the pass of a browser that has one. Unknown fields
/// are ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct EnterRequest {
    v: u32,
    init_data: Option<String>,
    login: Option<String>,
    token: Option<String>,
    invitation: Option<String>,
    /// Key of the browser that accepts the invitation: 32 hexadecimal digits.
    key: Option<String>,
}

/// A pass and its person.
#[derive(Debug, Serialize)]
pub(crate) struct Entered {
    v: u32,
    token: String,
    /// End of the pass, in seconds since 1970.
    until: u64,
    name: String,
    /// Language that the chat speaks to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'static str>,
    /// The game that a Mini App is opened with, or that a guest has a seat in.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
}

impl Live {
    /// Exchanges what a browser shows for a pass.
    pub(super) async fn enter(
        &self,
        request: EnterRequest,
        localizer: Localizer<'_>,
    ) -> Result<Entered, Refusal> {
        let now = self.play.now();
        let EnterRequest { v, init_data, login, token, invitation, key } = request;
        if v != FORMAT_VERSION {
            return Err(Refusal::Malformed);
        }
        let mut start = None;
        let (pass, token) = match (init_data, login, token, invitation.zip(key)) {
            (Some(text), None, None, None) => {
                let mut launch = self.read_launch(&text)?;
                start = launch.start.take();
                self.let_in(launch, localizer.language).await?
            }
            (None, Some(code), None, None) => {
                let login = self.passes.read_login(&code, now).ok_or(Refusal::NoPass)?;
                let Pass { user, epoch, .. } = self.counting(login).await?;
                self.passes.issue(user, epoch, now)
            }
            (None, None, Some(text), None) => {
                let pass = self.passes.read(&text, now).ok_or(Refusal::NoPass)?;
                let pass = self.counting(pass).await?;
                self.passes.renewed(pass, now)
            }
            (None, None, shown, Some((code, key))) => {
                // A browser whose pass has expired is not signed in.
                let signed_in = shown.and_then(|text| self.passes.read(&text, now));
                let signed_in = signed_in.map(|pass| pass.user);
                let (guest, id) = self.seat_guest(&code, &key, signed_in, localizer).await?;
                start = Some(self.link_to(id));
                self.issue_pass(guest).await?
            }
            _ => return Err(Refusal::Malformed),
        };
        let (name, lang) = self.shown_as(pass.user).await?;
        Ok(Entered { v: FORMAT_VERSION, token, until: pass.until, name, lang, start })
    }

    /// Reads launch data, which Telegram's clock has dated: the store's own time may be ahead for good. A clock that is
    /// behind is logged once, since it keeps all people out.
    fn read_launch(&self, text: &str) -> Result<Launch, Refusal> {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX);
        init_data::read(text, &self.token, now).map_err(|reason| {
            if reason == LaunchError::FromFuture
                && !self.clock_warning_logged.swap(true, Ordering::Relaxed)
            {
                log::error!(
                    "Mini Apps are refused: the clock of this machine is behind Telegram's"
                );
            }
            Refusal::NoPass
        })
    }

    /// Issues a pass for a person whom Telegram vouches for, and who is stored from now on: a pass is valid as long as
    /// they are. Opponents here see the first name.
    async fn let_in(&self, launch: Launch, shown_in: Language) -> Result<(Pass, String), Refusal> {
        let Launch { user, first_name, language, may_be_written, .. } = launch;
        let name = self.bot.name_beside(&first_name).as_str().to_owned();
        self.play
            .remember_visitor(user, (Some(name), may_be_written), language.unwrap_or(shown_in))
            .await
            .map_err(Refusal::away)?;
        self.issue_pass(user).await
    }

    /// Name and language of a person, as far as they are stored.
    async fn shown_as(&self, user: UserId) -> Result<(String, Option<&'static str>), Refusal> {
        let person = self.play.person(user).await.map_err(Refusal::away)?;
        Ok(person.map_or_else(Default::default, |person| {
            let name = self.bot.name_beside(&person.name).as_str().to_owned();
            (name, Some(person.language.code()))
        }))
    }
}
