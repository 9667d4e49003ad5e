//! Identity of the bot, as reported by `getMe`.

use std::time::Duration;

use reqwest::Url;
use teloxide::payloads::GetMe;
use thiserror::Error;
use tokio::time::sleep;
use zerosum_render::locales::names::BotNames;

use crate::config::secret::{Seal, Token};
use crate::health::pulse::Pulse;
use crate::telegram::client::Client;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::{self, FailureKind, PAUSE_MAX, backoff};

/// Number of calls in a row that must be refused before the token counts as no longer valid.
const TOKEN_CHECKS: u32 = 3;

/// Pause between two of these calls.
const TOKEN_CHECK_PAUSE: Duration = Duration::from_secs(3);

/// Reasons why the bot cannot keep running.
#[derive(Debug, Error)]
pub(crate) enum BotError {
    #[error(
        "Telegram does not accept the token; check TELOXIDE_TOKEN and, if it is set, TELOXIDE_API_URL"
    )]
    WrongToken,
}

/// Identity of the bot.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    /// The bot's own user id.
    pub id: u64,
    pub username: String,
    /// First name, as chats show it.
    pub first_name: String,
    /// Seals the links to games; `None` without a valid token, which Telegram does not accept either.
    pub seal: Option<Seal>,
    /// True if the bot has an inline mode.
    pub has_inline_mode: bool,
    /// True if links with `startapp` open its Mini App.
    pub has_main_app: bool,
    pub page: Option<PageAddress>,
}

/// Address of the page in a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageAddress {
    pub url: Url,
    /// Telegram shows the page as a Mini App.
    pub has_mini_app: bool,
}

impl PageAddress {
    /// Returns the address of a game by its sealed link.
    pub(crate) fn of_game(&self, link: &str) -> Url {
        self.at(&format!("g/{link}"))
    }

    /// Returns the address of an invitation.
    pub(crate) fn of_invitation(&self, code: &str) -> Url {
        self.at(&format!("i/{code}"))
    }

    /// Returns the address by which a login code is exchanged. Servers are not sent what follows `#`.
    pub(crate) fn of_login(&self, code: &str) -> Url {
        self.at(&format!("#in={code}"))
    }

    fn at(&self, path: &str) -> Url {
        self.url.join(path).unwrap_or_else(|_| self.url.clone())
    }
}

impl Identity {
    /// Names that players may not use, because they belong to the bot.
    pub(crate) fn names(&self) -> BotNames {
        BotNames::new(&self.username, &self.first_name)
    }
}

/// Asks Telegram for the bot's identity. Retries while Telegram is unreachable; a wrong token is an
/// error at once.
pub(crate) async fn introduce(client: &Client, pulse: &Pulse) -> Result<Identity, BotError> {
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
pub(crate) async fn ask(client: &Client) -> Result<Identity, CallError> {
    let me = calls::call(client, &GetMe::new()).await?;
    let (username, first_name) = (me.username().to_owned(), me.first_name.clone());
    let seal = Token::parse(client.bot.token()).as_ref().map(Seal::of);
    let has_inline_mode = me.supports_inline_queries;
    let has_main_app = me.has_main_web_app;
    let id = me.id.0;
    Ok(Identity { id, username, first_name, seal, has_inline_mode, has_main_app, page: None })
}

/// Waits before the next try. Returns an error if another try is useless.
pub(crate) async fn wait_or_give_up(error: &CallError, failures: u32) -> Result<(), BotError> {
    let pause = match error.kind() {
        FailureKind::WrongToken => return Err(BotError::WrongToken),
        FailureKind::Wait(pause) => pause.min(PAUSE_MAX),
        _ => backoff(failures),
    };
    if failures == 1 {
        log::warn!("cannot reach Telegram: {error}; trying again until it works");
    }
    sleep(pause).await;
    Ok(())
}

/// Returns whether Telegram no longer accepts the token, after a call that was refused so. A proxy or a local Bot API
/// server that restarts may refuse a call or two, too.
pub(crate) async fn is_token_refused(client: &Client) -> bool {
    is_refused_each_time(TOKEN_CHECK_PAUSE, || ask(client)).await
}

/// Returns whether each of several calls is refused because of the token.
async fn is_refused_each_time<T, F>(pause: Duration, ask: impl Fn() -> F) -> bool
where
    F: Future<Output = Result<T, CallError>>,
{
    for check in 0..TOKEN_CHECKS {
        if check > 0 {
            sleep(pause).await;
        }
        match ask().await {
            Err(error) if error.kind() == FailureKind::WrongToken => {}
            Ok(_) | Err(_) => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::future::ready;

    use super::*;

    fn refused(code: u16) -> Result<(), CallError> {
        let description = String::new();
        Err(CallError::Refused { code, description, retry_after: None, moved_to: None })
    }

    #[tokio::test]
    async fn a_token_is_refused_only_if_every_call_is() {
        let silence = || Err(CallError::Network("no route".to_owned()));
        for (answers, expected) in [
            (vec![refused(404), refused(401), refused(404)], true),
            (vec![Ok(())], false),
            (vec![refused(404), Ok(())], false),
            (vec![refused(401), refused(401), silence()], false),
            (vec![refused(502)], false),
        ] {
            let left = RefCell::new(answers.iter().cloned());
            let ask = || ready(left.borrow_mut().next().expect("no further call is made"));
            assert_eq!(is_refused_each_time(Duration::ZERO, ask).await, expected, "{answers:?}");
            assert_eq!(left.borrow().len(), 0, "{answers:?}");
        }
    }
}
