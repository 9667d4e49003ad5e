//! Leases: every process on a shared database renews a lease once a second. When a lease ends, the other
//! processes show what its process had yet to show.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use zerosum_store::StoreError;
use zerosum_store::games::screens::{EndedLease, ProcessId};

use crate::bot::services::Services;
use crate::jobs::periodic::Periodic;
use crate::jobs::sweep::{Senders, sweep};
use crate::play::games::screens::LEASE;

/// Interval at which the lease is renewed, and those of other processes are checked.
const PERIOD: Duration = Duration::from_secs(1);

/// Time for which a silent lease is watched before it has ended: a clock that jumps makes all seem silent, but those of
/// living processes change each second.
const WATCHED_FOR: Duration = Duration::from_secs(3);

/// Maximum time since the end of a lease for which its boards are looked for. Those that are still passed over then, such
/// as edits that Telegram refuses, are left to the other sweeps.
const INHERITED_FOR: Duration = Duration::from_mins(1);

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
        let mut silent = SilentLeases::default();
        let mut look = Periodic::new(PERIOD, "ended leases cannot be found");
        loop {
            look.tick().await;
            // If this process could not renew its lease, the others may not have been able to either.
            let renews_since = *told.borrow();
            if renews_since.is_none_or(|since| since.elapsed() < LEASE) {
                continue;
            }
            look.note(inherit(services, &senders, &mut silent).await);
        }
    };
    futures::join!(renewing, looking);
}

/// Leases that seem to have ended.
#[derive(Default)]
struct SilentLeases(HashMap<ProcessId, Silence>);

/// Silence of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Silence {
    lease: EndedLease,
    /// Time since which the lease has not changed.
    since: Instant,
    /// True if the boards left behind have been swept.
    is_swept: bool,
}

impl SilentLeases {
    /// Takes note of all leases that are silent now. Returns those that have been so for long enough.
    fn ended(&mut self, silent: Vec<EndedLease>, now: Instant) -> Vec<Silence> {
        let known = std::mem::take(&mut self.0);
        let silence = |lease: EndedLease| match known.get(&lease.process) {
            Some(same) if same.lease == lease => *same,
            Some(_) | None => Silence { lease, since: now, is_swept: false },
        };
        let silences: Vec<Silence> = silent.into_iter().map(silence).collect();
        let is_over = |silence: &Silence| now.duration_since(silence.since) >= WATCHED_FOR;
        self.0 = silences
            .iter()
            .map(|silence| {
                let is_swept = silence.is_swept || is_over(silence);
                (silence.lease.process, Silence { is_swept, ..*silence })
            })
            .collect();
        silences.into_iter().filter(is_over).collect()
    }
}

/// Shows the boards left behind by processes whose lease has ended, until there are none.
async fn inherit(
    services: &Arc<Services>,
    senders: &Senders,
    silent: &mut SilentLeases,
) -> Result<(), StoreError> {
    // By the store's clock, which may be wrong.
    let leases = services.play.store().ended_leases(LEASE.saturating_sub(WATCHED_FOR)).await?;
    for Silence { lease, since, is_swept } in silent.ended(leases, Instant::now()) {
        if !is_swept {
            log::info!("a process has ended; the boards it has left behind are shown");
        }
        let is_done = sweep(services, senders, services.play.left_by(lease)).await?;
        if is_done || since.elapsed() > INHERITED_FOR {
            services.play.store().drop_lease(lease).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_that_changes_has_not_ended_whatever_the_clock_says() {
        let (begin, mut silent) = (Instant::now(), SilentLeases::default());
        let [dead, living] = [1, 2].map(ProcessId);
        for second in 0..10_u32 {
            let now = begin + PERIOD * second;
            let renewed_at = i64::from(second);
            let leases = [(dead, 7), (living, renewed_at)];
            let leases = leases.map(|(process, renewed_at)| EndedLease { process, renewed_at });
            let ended = silent.ended(leases.to_vec(), now);
            let is_over = PERIOD * second >= WATCHED_FOR;
            let is_swept = PERIOD * second > WATCHED_FOR;
            let silence = Silence { lease: leases[0], since: begin, is_swept };
            assert_eq!(ended, if is_over { vec![silence] } else { Vec::new() }, "{second}");
        }
        // A process that was silent and goes on starts over.
        assert_eq!(silent.ended(Vec::new(), begin + PERIOD * 10), []);
        let lease = EndedLease { process: dead, renewed_at: 7 };
        assert_eq!(silent.ended(vec![lease], begin + PERIOD * 11), []);
    }
}
