//! People who wait for an opponent are brought together, at once when somebody sits down here, and from time
//! to time, because the longer somebody waits the more will do.
//!
//! Every process looks, and the conditional write has each person play once. While nobody waits a look is one
//! read of an empty table.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::bot::pairing::Pairing;
use crate::bot::services::Services;

/// How often is looked, if nobody sits down.
const LOOK_PERIOD: Duration = Duration::from_secs(1);

/// The time between two looks at least, however many sit down or change what they want: each look reads all
/// who wait.
const LOOK_PAUSE: Duration = Duration::from_millis(200);

/// How often the invitations are counted that wait for somebody.
const COUNT_PERIOD: Duration = Duration::from_secs(10);

/// Brings people together, for as long as it is polled.
pub(crate) async fn run(services: Arc<Services>) {
    let mut ticks = interval(LOOK_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut counts = interval(COUNT_PERIOD);
    counts.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut pairing = Pairing::new(Arc::clone(&services));
    let mut is_failing = false;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = services.somebody_seeks.notified() => {}
            _ = counts.tick() => {
                count(&services).await;
                continue;
            }
        }
        match pairing.look().await {
            Ok(()) => is_failing = false,
            Err(error) if !is_failing => {
                is_failing = true;
                log::warn!("people who wait are not brought together: {error}");
            }
            Err(_) => {}
        }
        sleep(LOOK_PAUSE).await;
    }
}

/// Counts the invitations that wait for somebody. While the store does not tell, they stay as they were: that it
/// fails is logged by the looks.
async fn count(services: &Services) {
    if let Ok(invitations) = services.play.waiting_invitations().await {
        let invitations = usize::try_from(invitations).unwrap_or(usize::MAX);
        services.waiting.invitations.store(invitations, Ordering::Relaxed);
    }
}
