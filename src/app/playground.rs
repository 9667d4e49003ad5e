//! The stand-in for Telegram on this machine.

use std::net::SocketAddr;

use sha2::{Digest, Sha256};
use url::Url;
use zerosum_playground::settings::{InlineMode, Settings};
use zerosum_playground::{Playground, StartError};

use crate::app::listeners::cannot_listen;
use crate::config::PlaygroundListen;

/// Starts the stand-in for Telegram.
pub(super) async fn start(
    listen: PlaygroundListen,
    page: Option<Url>,
    kept_in: Option<&str>,
) -> anyhow::Result<Playground> {
    let token = kept_in.map_or_else(|| Settings::default().token, token_kept_with);
    let at = |listen| {
        Playground::start(Settings {
            listen,
            token: token.clone(),
            first_name: "zerosum".to_owned(),
            username: "zerosum_bot".to_owned(),
            inline_mode: InlineMode::On,
            main_web_app: page.as_ref().map(Url::to_string),
            ..Settings::default()
        })
    };
    let started = match listen {
        PlaygroundListen::Exactly(address) => at(address).await,
        PlaygroundListen::Preferably(address) => match at(address).await {
            Err(StartError::Listen { .. }) => at(SocketAddr::new(address.ip(), 0)).await,
            started => started,
        },
    };
    started.map_err(|error| match error {
        StartError::Listen { address, source } => {
            cannot_listen(address, "ZEROSUM_PLAYGROUND_LISTEN", source)
        }
        other => other.into(),
    })
}

/// Token of the playground's bot for games in this database: the same in each run, so that links and passes go on with
/// the games. It is no secret from people on this machine, who can read the database as well.
fn token_kept_with(database_url: &str) -> String {
    let token = Settings::default().token;
    let (bot, _) = token.split_once(':').unwrap_or((&token, ""));
    let digest = Sha256::digest(database_url);
    let secret: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{bot}:{secret}")
}

#[cfg(test)]
mod tests {
    use super::*;

    use zerosum_playground::settings::is_token;

    #[test]
    fn a_database_has_one_token_of_its_own() {
        let [one, other] = ["sqlite:///one.db", "sqlite:///other.db"].map(token_kept_with);
        assert!(is_token(&one), "{one}");
        assert_eq!(one, token_kept_with("sqlite:///one.db"));
        assert_ne!(one, other);
        let number = |token: &str| token.split(':').next().map(str::to_owned);
        assert_eq!(number(&one), number(&Settings::default().token), "it is the same bot");
    }
}
