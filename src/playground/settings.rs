//! How a playground is set up.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use crate::playground::pace::SendLimits;

/// Within this time Telegram takes the answer to a press.
const CALLBACK_LIFETIME: Duration = Duration::from_secs(15);
const PATIENCE: Duration = Duration::from_secs(10);
const CALLS_KEPT: usize = 10_000;

#[derive(Clone, Debug)]
pub struct Settings {
    /// A loopback address; port 0 takes any free port.
    pub listen: SocketAddr,
    /// The bot's token; the number before the colon is the bot's id.
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
            token: "42:PLAYGROUND".to_owned(),
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

/// Who is there at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Three people, each with a private chat, and a group of all three.
    Demo,
    /// Nobody; tests add whom they need.
    Empty,
}
