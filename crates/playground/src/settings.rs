//! Settings of a playground.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use crate::rate_limits::SendLimits;
use crate::text::link;

/// Time within which Telegram takes the answer to a press.
const CALLBACK_LIFETIME: Duration = Duration::from_secs(15);
const PATIENCE: Duration = Duration::from_secs(60);
const CALLS_KEPT: usize = 10_000;
const BOT_ID: u64 = 42;

#[derive(Clone, Debug)]
pub struct Settings {
    /// A loopback address; port 0 takes any free port.
    pub listen: SocketAddr,
    /// The bot's token; the number before the colon is the bot's id. The default has an unguessable secret.
    pub token: String,
    pub first_name: String,
    pub username: String,
    pub cast: Cast,
    /// Limits of the bot's speed; none by default.
    pub send_limits: SendLimits,
    /// Time that a press waits for its answer.
    pub callback_lifetime: Duration,
    /// True if the bot hears only messages meant for it in groups, as is usual.
    pub privacy_mode: bool,
    pub inline_mode: InlineMode,
    /// Address of the bot's main Mini App, as set with BotFather; none by default.
    pub main_web_app: Option<String>,
    /// Number of finished calls that are kept; zero keeps none.
    pub calls_kept: usize,
    /// Time that the waiting methods of the handle wait.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            token: random_token(),
            first_name: "Bot".to_owned(),
            username: "playground_bot".to_owned(),
            cast: Cast::Demo,
            send_limits: SendLimits::default(),
            callback_lifetime: CALLBACK_LIFETIME,
            privacy_mode: true,
            inline_mode: InlineMode::Off,
            main_web_app: None,
            calls_kept: CALLS_KEPT,
            patience: PATIENCE,
        }
    }
}

/// Returns whether a text looks like a token: a number, a colon and a secret.
pub fn is_token(token: &str) -> bool {
    let is_secret = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    token.split_once(':').is_some_and(|(id, secret)| {
        let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
        is_id && !secret.is_empty() && secret.bytes().all(is_secret)
    })
}

/// Returns whether a Mini App can have this address: an `https` one, or an `http` one of this machine.
pub fn is_web_app(url: &str) -> bool {
    link::web_app(url).is_ok()
}

/// Makes a new token with a random secret. Its number stays the same, so that it always belongs to the same
/// bot.
fn random_token() -> String {
    format!("{BOT_ID}:{:016x}{:016x}", random_number(), random_number())
}

/// Returns an unguessable number.
pub(crate) fn random_number() -> u64 {
    getrandom::u64().expect("the system gives random numbers")
}

/// People and groups at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Three people, each with a private chat, and a group of all three.
    Demo,
    /// No people; tests add the ones they need.
    Empty,
}

/// Inline mode, as BotFather's `/setinline` sets it: people can send the bot queries from any chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlineMode {
    Off,
    On,
    /// The bot is also told which results people have chosen, as after `/setinlinefeedback`.
    OnWithFeedback,
}
