//! Games between people that have ended are rated: at once if they have ended here, and from time to time
//! those that another process has left.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::bot::services::Services;

/// How often games are looked for that nobody has rated.
const FINDING_PERIOD: Duration = Duration::from_secs(10);

/// Rates games at once and from time to time, for as long as it is polled.
pub(crate) async fn run(services: Arc<Services>) {
    let mut ticks = interval(FINDING_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_failing = false;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = services.play.rated_game_ended() => {}
        }
        loop {
            match services.play.rate_games().await {
                Ok(true) => continue,
                Ok(false) => is_failing = false,
                Err(error) if !is_failing => {
                    is_failing = true;
                    log::warn!("games that have ended are not rated yet: {error}");
                }
                Err(_) => {}
            }
            break;
        }
    }
}
