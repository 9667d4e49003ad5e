//! Upkeep of the store: games that are of no use any more are deleted in small batches.
//!
//! Any number of processes may do it at once. A game that somebody plays on meanwhile stays, and
//! the live copy of one that is gone is found out by the next press at it.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::sleep;

use crate::store::{Purge, Store};

/// The time between two purges, up to a tenth more or less by chance, so that processes which
/// start together do not go on together.
const PURGE_PERIOD: Duration = Duration::from_secs(60 * 60);

/// Games deleted at once: some milliseconds in which no press is written.
pub const PURGE_BATCH: u32 = 200;

/// The time between two batches, in which presses are written.
const PURGE_PAUSE: Duration = Duration::from_millis(200);

/// How long a game is kept after its last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    pub finished: Duration,
    pub unfinished: Duration,
}

/// Purges at once and from time to time, for as long as it is polled.
pub async fn run(store: Arc<dyn Store>, keeping: Keeping) {
    loop {
        let deleted = purge(store.as_ref(), keeping, SystemTime::now()).await;
        if deleted > 0 {
            log::info!("{deleted} games that nobody has touched for long are deleted");
        }
        sleep(PURGE_PERIOD.mul_f64(0.9 + fastrand::f64() / 5.0)).await;
    }
}

/// Deletes all that is too old at this time, and tells how many games. What cannot be deleted now
/// is left to the next time.
pub async fn purge(store: &dyn Store, keeping: Keeping, now: SystemTime) -> u64 {
    let before = |kept: Duration| now.checked_sub(kept).unwrap_or(UNIX_EPOCH);
    let (over_before, open_before) = (before(keeping.finished), before(keeping.unfinished));
    let batch = Purge { over_before, open_before, limit: PURGE_BATCH };
    let mut deleted = 0;
    loop {
        match store.purge(batch).await {
            Ok(count) => {
                deleted += count;
                if count < u64::from(PURGE_BATCH) {
                    return deleted;
                }
            }
            Err(error) => {
                log::warn!("old games are not deleted: {error}");
                return deleted;
            }
        }
        sleep(PURGE_PAUSE).await;
    }
}
