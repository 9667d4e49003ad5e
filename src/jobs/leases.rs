//! Leases: every process on a shared database renews a lease once a second. When a lease ends, the other
//! processes show what its process had yet to show.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use zerosum_store::StoreError;
use zerosum_store::games::screens::ProcessId;

use crate::bot::services::Services;
use crate::jobs::periodic::Periodic;
use crate::jobs::sweep::{Senders, sweep};
use crate::play::games::screens::LEASE;

/// Interval at which the lease is renewed, and those of other processes are checked.
const PERIOD: Duration = Duration::from_secs(1);

/// Renews the lease of this process and takes over from the others, for as long as it is polled. A process
/// that is alone with its database has no lease.
pub(super) async fn run(services: &Arc<Services>) {
    if !services.play.is_shared() {
        return;
    }
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("every system the bot runs on gives random bytes");
    let process = ProcessId(i64::from_ne_bytes(bytes));
    let (tell, told) = tokio::sync::watch::channel(None);
    let renewing = async {
        let mut renewal = Periodic::new(PERIOD, "the lease of this process is not renewed");
        loop {
            renewal.tick().await;
            let renewed = services.play.store().renew_lease(process).await;
            tell.send_modify(|since: &mut Option<Instant>| {
                *since = renewed.is_ok().then(|| since.unwrap_or_else(Instant::now));
            });
            renewal.note(renewed);
        }
    };
    let looking = async {
        let senders = Senders::new();
        let mut look = Periodic::new(PERIOD, "what dead processes have left is not found");
        loop {
            look.tick().await;
            // If this process could not renew its lease, the others may not have been able to either.
            let renews_since = *told.borrow();
            if renews_since.is_none_or(|since| since.elapsed() < LEASE) {
                continue;
            }
            look.note(inherit(services, &senders).await);
        }
    };
    futures::join!(renewing, looking);
}

/// Shows the boards left behind by processes whose lease has ended.
async fn inherit(services: &Arc<Services>, senders: &Senders) -> Result<(), StoreError> {
    for (lease, left) in services.play.ended_leases().await? {
        log::info!("a process has ended; what it was about to show is shown");
        sweep(services, senders, left).await?;
        services.play.store().drop_lease(lease).await?;
    }
    Ok(())
}
