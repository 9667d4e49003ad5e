//! Telegram: updates in, calls out. teloxide is named in this room, in the dispatcher of the bot and in
//! `app` only.
//!
//! An update is read part by part ([`update`]) into one closed enum ([`event`]), by [`polling`] or from
//! a [`webhook`], and counts as taken in when its [`acknowledgement`] goes. What is said in return goes
//! by the [`messenger`]: messages leave by the [`outbox`], edits by the [`edit_queue`], both within the
//! [`rate_limit`].
//!
//! **When an update counts as delivered.** What changes something: once the decision is durable, or refused,
//! or has failed and the person is about to be told. What has nothing to keep: before its answer is sent.
//! What waits behind earlier words of its speaker, and presses of whoever has too many in flight: at once,
//! because Telegram would hold back others meanwhile. So are updates of kinds that nobody asks for.
//!
//! **How fast Telegram is spoken to.** A call counts from its beginning, and is let go of as if it had
//! arrived at its end, so whoever counts arrivals never sees more than the limit. One turn in eight goes to
//! the least urgent that waits. Of a bounded room each class may fill its share only, and what does not
//! fit still counts in the store as not shown. A chat in which every call hangs holds up nobody else.

pub mod event;
pub mod command;
pub mod deep_links;
pub mod update;
pub mod administrators;
pub mod admission;
pub mod acknowledgement;
pub mod polling;
pub mod webhook;
pub mod registration;
pub mod chat_migration;
pub mod messenger;
pub mod offers;
pub mod sendings;
pub mod reach;
pub mod rate_limit;
pub mod frame;
pub mod frames;
pub mod shares;
pub mod backlog;
pub mod edit_lanes;
pub mod edit_queue;
pub mod outbox;
pub mod paint;
pub mod markup;
pub mod profile;
pub mod calls;
pub mod photos;
pub mod picture_storage;
pub mod downloads;
pub mod api;
pub mod client;
pub mod lookup;

use teloxide::payloads::GetMe;
use thiserror::Error;
use tokio::time::sleep;

use crate::config::secret::{Seal, Token};
use crate::telegram::api::CallError;
use crate::telegram::calls::{Verdict, backoff};
use crate::telegram::client::Client;
use crate::telegram::polling::PAUSE_MAX;
use crate::web::pulse::Pulse;

/// Why the bot cannot run on.
#[derive(Debug, Error)]
pub enum BotError {
    #[error(
        "Telegram does not accept the token; check TELOXIDE_TOKEN and, if it is set, TELOXIDE_API_URL"
    )]
    WrongToken,
}

/// Who the bot is.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    pub username: String,
    /// What links to games are sealed with; `None` for a bot without a token, which Telegram does not answer.
    pub seal: Option<Seal>,
    /// Whether people can ask it for something in the message field of any chat.
    pub has_inline_mode: bool,
}

/// Who the bot is, once Telegram answers. An unreachable Telegram is waited for; a wrong token is
/// an error at once.
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

/// Asks Telegram once who the bot is.
pub async fn ask(client: &Client) -> Result<Identity, CallError> {
    let me = calls::once(client, &GetMe::new()).await?;
    let username = me.username().to_owned();
    let seal = Token::parse(client.bot.token()).as_ref().map(Seal::of);
    Ok(Identity { username, seal, has_inline_mode: me.supports_inline_queries })
}

/// Waits before Telegram is asked once more, unless there is no use in that.
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
