//! Pairs people who wait for an opponent: at once when a person starts to wait in this process, and
//! periodically, because more opponents are acceptable the longer a person waits.
//!
//! Every process does so, and the conditional write lets each person play once. While no person waits, a
//! round is one read of an empty table.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::sleep;
use zerosum_store::StoreError;

use crate::bot::services::Services;
use crate::bot::start::pairing::Pairing;
use crate::jobs::periodic::Periodic;

/// Interval between rounds if no person starts to wait.
const LOOK_PERIOD: Duration = Duration::from_secs(1);

/// Minimum pause between two rounds, however many people start to wait or change their search: each round
/// reads all who wait.
const LOOK_PAUSE: Duration = Duration::from_millis(200);

/// Interval for counting open invitations.
const COUNT_PERIOD: Duration = Duration::from_secs(10);

/// Pairs people, for as long as it is polled.
pub(super) async fn run(services: Arc<Services>) {
    let mut look = Periodic::new(LOOK_PERIOD, "seekers cannot be paired");
    let mut counts = Periodic::new(COUNT_PERIOD, "invitations cannot be counted");
    let mut pairing = Pairing::new(Arc::clone(&services));
    loop {
        tokio::select! {
            () = look.tick() => {}
            () = services.seekers_changed.notified() => {}
            () = counts.tick() => {
                counts.note(count(&services).await);
                continue;
            }
        }
        look.note(pairing.look().await);
        sleep(LOOK_PAUSE).await;
    }
}

/// Counts the open invitations. While the store is unavailable the last count stands.
async fn count(services: &Services) -> Result<(), StoreError> {
    let invitations = services.play.waiting_invitations().await?;
    let invitations = usize::try_from(invitations).unwrap_or(usize::MAX);
    services.waiting.invitations.store(invitations, Ordering::Relaxed);
    Ok(())
}
