//! Telegram: updates in, calls out. teloxide is used only here, in the bot's dispatcher and in `app`.
//!
//! An update is parsed part by part ([`update`]) into one closed enum ([`event`]). Updates arrive by
//! [`polling`] or by a [`webhook`], and count as taken in once their [`acknowledgement`] is given.
//! Replies go through the [`messenger`]: messages leave by the [`outbox`] and edits by the
//! [`edit_queue`], both within the [`rate_limit`].
//!
//! **When an update is acknowledged.** An update that changes state: once its decision is durable,
//! refused, or has failed and the person is about to be told. An update with nothing to store: before
//! its answer is sent. A message queued behind earlier ones of its sender, and a press of a person with
//! too many in flight: at once, because Telegram would hold back other updates meanwhile. Updates of
//! kinds that the bot does not ask for are acknowledged at once, too.
//!
//! **How calls are paced.** A call counts against a budget from its beginning, and is released as if it
//! had arrived at its end, so the limit holds for any arrival time in between. Among calls of the same
//! priority, the person served longest ago goes first. Edits go before replies, three to one while both
//! wait, and replies leave a part of each budget to later edits; one turn in eight goes to the least
//! urgent call. Each priority may fill only its share of a bounded queue; a board whose edit does not
//! fit still counts in the store as not shown. A chat in which every call hangs does not block others.

pub mod incoming;
pub mod outgoing;
pub mod client;
pub mod shares;

use teloxide::payloads::GetMe;
use thiserror::Error;
use tokio::time::sleep;

use crate::config::secret::{Seal, Token};
use crate::health::pulse::Pulse;
use crate::locales::names::BotNames;
use crate::telegram::client::Client;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls;
use crate::telegram::client::calls::{Verdict, backoff};
use crate::telegram::incoming::polling::PAUSE_MAX;

/// Reasons why the bot cannot keep running.
#[derive(Debug, Error)]
pub enum BotError {
    #[error(
        "Telegram does not accept the token; check TELOXIDE_TOKEN and, if it is set, TELOXIDE_API_URL"
    )]
    WrongToken,
}

/// Identity of the bot.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    pub username: String,
    /// First name, as chats show it.
    pub first_name: String,
    /// Seals the links to games; `None` without a valid token, which Telegram does not accept either.
    pub seal: Option<Seal>,
    /// True if the bot has an inline mode.
    pub has_inline_mode: bool,
}

impl Identity {
    /// Names that players may not use, because they belong to the bot.
    pub fn names(&self) -> BotNames {
        BotNames::new(&self.username, &self.first_name)
    }
}

/// Asks Telegram for the bot's identity. Retries while Telegram is unreachable; a wrong token is an
/// error at once.
pub async fn introduce(client: &Client, pulse: &Pulse) -> Result<Identity, BotError> {
    let mut failures = 0;
    loop {
        pulse.beat();
        match ask(client).await {
            Ok(identity) => return Ok(identity),
            Err(error) => {
                failures += 1;
                wait_or_give_up(&error, failures).await?;
            }
        }
    }
}

/// Asks Telegram once for the bot's identity.
pub async fn ask(client: &Client) -> Result<Identity, CallError> {
    let me = calls::call(client, &GetMe::new()).await?;
    let (username, first_name) = (me.username().to_owned(), me.first_name.clone());
    let seal = Token::parse(client.bot.token()).as_ref().map(Seal::of);
    Ok(Identity { username, first_name, seal, has_inline_mode: me.supports_inline_queries })
}

/// Waits before the next try. Returns an error if another try is useless.
pub async fn wait_or_give_up(error: &CallError, failures: u32) -> Result<(), BotError> {
    let pause = match error.verdict() {
        Verdict::WrongToken => return Err(BotError::WrongToken),
        Verdict::Wait(pause) => pause.min(PAUSE_MAX),
        _ => backoff(failures),
    };
    if failures == 1 {
        log::warn!("Telegram is not reached: {error}; trying again until it works");
    }
    sleep(pause).await;
    Ok(())
}
