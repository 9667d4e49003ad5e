//! Logins: a browser exchanges a login code of the chat, the launch data of a Mini App or its own pass for a pass.

use serde::{Deserialize, Serialize};
use zerosum_render::page::FORMAT_VERSION;
use zerosum_session::UserId;

use crate::page::live::{Live, init_data};
use crate::page::refusal::Refusal;

/// A request for a pass, by one of these. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub struct EnterRequest {
    v: u32,
    init_data: Option<String>,
    login: Option<String>,
    token: Option<String>,
}

/// A pass and its person.
#[derive(Debug, Serialize)]
pub struct Entered {
    v: u32,
    token: String,
    /// End of the pass, in seconds since 1970.
    until: u64,
    name: String,
    /// Language that the chat speaks to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'static str>,
    /// The game that a Mini App is opened with.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
}

impl Live {
    /// Exchanges what a browser shows for a pass.
    pub(super) async fn enter(&self, request: EnterRequest) -> Result<Entered, Refusal> {
        let now = self.play.now();
        let mut start = None;
        let (pass, token) = match request {
            EnterRequest { v, .. } if v != FORMAT_VERSION => return Err(Refusal::Malformed),
            EnterRequest { init_data: Some(text), login: None, token: None, .. } => {
                let launch = init_data::read(&text, &self.token, now).ok_or(Refusal::NoPass)?;
                start = launch.start;
                self.passes.issue(launch.user, now)
            }
            EnterRequest { init_data: None, login: Some(code), token: None, .. } => {
                let user = self.passes.read_login(&code, now).ok_or(Refusal::NoPass)?;
                self.passes.issue(user, now)
            }
            EnterRequest { init_data: None, login: None, token: Some(text), .. } => {
                let pass = self.passes.read(&text, now).ok_or(Refusal::NoPass)?;
                self.passes.renewed(pass, now)
            }
            EnterRequest { .. } => return Err(Refusal::Malformed),
        };
        let (name, lang) = self.shown_as(pass.user).await?;
        Ok(Entered { v: FORMAT_VERSION, token, until: pass.until, name, lang, start })
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
