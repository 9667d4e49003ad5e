//! Background jobs: clocks, ratings, matchmaking, engine turns and boards that were left behind,
//! broadcasts, deletion of old games, and health checks.
//!
//! Every process runs all of them. Work that several processes might do at once is claimed by a conditional
//! write first, and the claims of a dead process can be taken over after a grace period; on a store of one
//! process there is no wait. Broadcasts are the exception: the rest of a dead process's slice is not sent.

pub(crate) mod engine_turns;
pub mod clocks;
pub(crate) mod ratings;
pub(crate) mod matchmaking;
mod reminders;
mod leases;
mod periodic;
pub(crate) mod guarded;
pub(crate) mod sweep;
pub mod broadcast;
pub mod upkeep;
pub(crate) mod probe;

use std::sync::Arc;

use tokio::task::JoinHandle;

use crate::bot::services::Services;
use crate::health::readiness::Readiness;
use crate::jobs::guarded::guarded;

/// Starts the jobs that every process runs beside its handlers.
pub(crate) fn start(services: &Arc<Services>, readiness: &Arc<Readiness>) -> [JoinHandle<()>; 5] {
    let services = || Arc::clone(services);
    let [sweeping, turns, timed, rating, pairing] = [(); 5].map(|()| services());
    let readiness = Arc::clone(readiness);
    [
        tokio::spawn(guarded("sweep", move || sweep::run(Arc::clone(&sweeping)))),
        tokio::spawn(guarded("engine turns", move || engine_turns::run(Arc::clone(&turns)))),
        tokio::spawn(guarded("clocks", move || {
            clocks::run(Arc::clone(&timed), Arc::clone(&readiness))
        })),
        tokio::spawn(guarded("ratings", move || ratings::run(Arc::clone(&rating)))),
        tokio::spawn(guarded("matchmaking", move || matchmaking::run(Arc::clone(&pairing)))),
    ]
}
