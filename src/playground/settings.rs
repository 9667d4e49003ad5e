//! How a playground is set up.

use std::hash::{BuildHasher, RandomState};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use crate::playground::pace::SendLimits;

/// Within this time Telegram takes the answer to a press.
const CALLBACK_LIFETIME: Duration = Duration::from_secs(15);
const PATIENCE: Duration = Duration::from_secs(10);
const CALLS_KEPT: usize = 10_000;
const BOT_ID: u64 = 42;

#[derive(Clone, Debug)]
pub struct Settings {
    /// A loopback address; port 0 takes any free port.
    pub listen: SocketAddr,
    /// The bot's token; the number before the colon is the bot's id. By default nobody can guess the rest.
    pub token: String,
    pub first_name: String,
    pub username: String,
    pub cast: Cast,
    /// Limits of the bot's speed; none by default.
    pub send_limits: SendLimits,
    /// How long a press waits for its answer.
    pub callback_lifetime: Duration,
    /// Whether the bot hears in groups only what is meant for it, as is usual.
    pub privacy_mode: bool,
    /// How many finished calls are kept; zero keeps none.
    pub calls_kept: usize,
    /// How long the waiting methods of the handle wait.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            token: random_token(),
            first_name: "zerosum".to_owned(),
            username: "zerosum_bot".to_owned(),
            cast: Cast::Demo,
            send_limits: SendLimits::default(),
            callback_lifetime: CALLBACK_LIFETIME,
            privacy_mode: true,
            calls_kept: CALLS_KEPT,
            patience: PATIENCE,
        }
    }
}

/// A token that is another one each time. Its number stays the same, so that it is always the same bot's.
fn random_token() -> String {
    // The keys of this hasher are the system's random numbers, and without them nobody can tell what it makes of
    // anything.
    let random = RandomState::new();
    let [first, second] = [0, 1].map(|half| random.hash_one(half));
    format!("{BOT_ID}:{first:016x}{second:016x}")
}

/// Who is there at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Three people, each with a private chat, and a group of all three.
    Demo,
    /// Nobody; tests add whom they need.
    Empty,
}
