//! Rates finished games between people: at once if they have ended in this process, and periodically those
//! that another process has left behind.

use std::sync::Arc;
use std::time::Duration;

use zerosum_store::StoreError;

use crate::bot::services::Services;
use crate::jobs::periodic::Periodic;

/// Interval for finding unrated games.
const FINDING_PERIOD: Duration = Duration::from_secs(10);

/// Rates games at once and then periodically, for as long as it is polled.
pub(super) async fn run(services: Arc<Services>) {
    let mut look = Periodic::new(FINDING_PERIOD, "finished games cannot be rated yet");
    loop {
        tokio::select! {
            () = look.tick() => {}
            () = services.play.rated_game_ended() => {}
        }
        let rating = async {
            while services.play.rate_games().await? {}
            Ok::<_, StoreError>(())
        };
        look.note(rating.await);
    }
}
