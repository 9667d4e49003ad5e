//! Background jobs: clocks, reminders, ratings, matchmaking, engine turns and boards that were left behind,
//! broadcasts, deletion of old games, changes by other processes, and health checks.
//!
//! Every process runs all of them. Work that several processes might do at once is claimed by a conditional
//! write first, and the claims of a dead process can be taken over after a grace period; on a store of one
//! process there is no wait. Broadcasts are the exception: the rest of a dead process's slice is not sent.

mod engine_turns;
pub mod clocks;
mod ratings;
mod matchmaking;
mod other_processes;
mod reminders;
mod leases;
mod periodic;
mod guarded;
mod sweep;
pub mod broadcast;
pub mod upkeep;
pub(crate) mod probe;

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::task::JoinSet;

use crate::bot::services::Services;
use crate::health::readiness::Readiness;
use crate::jobs::guarded::guarded;
use crate::jobs::upkeep::KeptFor;

/// Starts the jobs that every process runs beside its handlers. They end with the returned set, except broadcasts:
/// these stop between two messages when the services leave.
pub(crate) fn start(
    services: &Arc<Services>,
    readiness: &Arc<Readiness>,
    kept_for: KeptFor,
) -> JoinSet<()> {
    let broadcasting = Arc::clone(services);
    services.spawn(async move { guarded("broadcast", || broadcast::run(&broadcasting)).await });

    let mut jobs = JoinSet::new();
    let mut start = |name, job: fn(Arc<Services>) -> BoxFuture<'static, ()>| {
        let services = Arc::clone(services);
        jobs.spawn(guarded(name, move || job(Arc::clone(&services))));
    };
    start("sweep", |services| sweep::run(services).boxed());
    start("engine turns", |services| engine_turns::run(services).boxed());
    start("ratings", |services| ratings::run(services).boxed());
    start("matchmaking", |services| matchmaking::run(services).boxed());
    start("switches and deletions", |services| other_processes::follow(services).boxed());
    start("announcements", |services| other_processes::listen(services).boxed());

    let (timed, readiness) = (Arc::clone(services), Arc::clone(readiness));
    jobs.spawn(guarded("clocks", move || clocks::run(Arc::clone(&timed), Arc::clone(&readiness))));
    let services = Arc::clone(services);
    jobs.spawn(guarded("upkeep", move || upkeep::run(Arc::clone(&services), kept_for)));
    jobs
}
