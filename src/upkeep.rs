//! Upkeep of the store: its own time goes on, and games that are of no use any more are deleted in
//! small batches.
//!
//! **Nothing is deleted on the word of one clock.** A game is old enough when both the clock and
//! the store's own time say so, and of all games only a small share is deleted at a time, whatever
//! any of the two says.
//!
//! Any number of processes may do it at once; of many, one deletes. A game that somebody plays on
//! meanwhile stays, and the live copy of one that is gone is found out by the next press at it.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::sleep;

use crate::metrics::Metrics;
use crate::metrics::labels::HeldBack;
use crate::store::upkeep::{Purge, StoreTime};
use crate::store::{Commit, Counts, Store, StoreError};

/// How often the store's own time is written. What is lived through after that is lost when a
/// process ends, and its games are kept for so much longer.
const REACH_PERIOD: Duration = Duration::from_secs(60);

/// The time between two purges, whichever processes do them and however often they are started.
const PURGE_PERIOD: Duration = Duration::from_secs(60 * 60);

/// Games deleted at once: some milliseconds in which no press is written.
pub const PURGE_BATCH: u32 = 200;

/// The time between two batches, in which presses are written.
const PURGE_PAUSE: Duration = Duration::from_millis(200);

/// One of so many games is deleted in a purge at most. That is enough to keep up with games that
/// are kept for a day only.
const SHARE: u64 = 20;

/// So many may always be deleted, however few there are.
pub const SHARE_MIN: u64 = 10;

/// The clock and the store's own time may differ by so much without anybody being told.
const DIFFERENCE_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a game is kept after its last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    pub finished: Duration,
    pub unfinished: Duration,
}

/// What came of a purge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purged {
    pub deleted: u64,
    /// Why there are games left that seem old enough, if there are.
    pub held_back: Option<HeldBack>,
}

/// Works at once and from time to time, for as long as it is polled.
pub async fn run(store: Arc<dyn Store>, keeping: Keeping, metrics: Arc<Metrics>) {
    loop {
        if let Err(error) = look_after(store.as_ref(), keeping, &metrics).await {
            log::warn!("the upkeep of the store has to wait: {error}");
        }
        sleep(REACH_PERIOD).await;
    }
}

async fn look_after(
    store: &dyn Store,
    keeping: Keeping,
    metrics: &Metrics,
) -> Result<(), StoreError> {
    let time = store.reach().await?;
    if store.claim_purge(PURGE_PERIOD).await? == Commit::Conflict {
        return Ok(());
    }
    let Purged { deleted, held_back } = purge(store, keeping, time).await?;
    if deleted > 0 {
        log::info!("{deleted} games that nobody has touched for long are deleted");
    }
    if let Some(reason) = held_back {
        metrics.store.purges_held_back.count(reason);
        match reason {
            HeldBack::Clock => log::warn!("{}", describe(time)),
            HeldBack::Share => log::warn!(
                "more games seem old enough to be deleted than are deleted at a time: the rest \
                 waits for the next time; if that is unexpected, correct ZEROSUM_KEEP_… or the \
                 clock now"
            ),
        }
    }
    Ok(())
}

/// Deletes what is too old by both times, as far as it is a small share, and tells what is left.
pub async fn purge(
    store: &dyn Store,
    keeping: Keeping,
    time: StoreTime,
) -> Result<Purged, StoreError> {
    let StoreTime { clock, reached } = time;
    let (earlier, later) = (clock.min(reached), clock.max(reached));
    let mut left = deleted_max(store).await?;
    let mut deleted = 0;
    while left > 0 {
        let limit = left.min(u64::from(PURGE_BATCH));
        let count = store.purge(stale_at(earlier, keeping, limit)).await?;
        deleted += count;
        left = left.saturating_sub(count);
        if count < limit {
            break;
        }
        sleep(PURGE_PAUSE).await;
    }
    let any_at = async |time| {
        let stale = store.count_stale(stale_at(time, keeping, 1)).await?;
        Ok::<bool, StoreError>(stale > 0)
    };
    let held_back = if left == 0 && any_at(earlier).await? {
        Some(HeldBack::Share)
    } else if difference(time) > DIFFERENCE_MAX && any_at(later).await? {
        Some(HeldBack::Clock)
    } else {
        None
    };
    Ok(Purged { deleted, held_back })
}

/// How many games may be deleted in a purge.
async fn deleted_max(store: &dyn Store) -> Result<u64, StoreError> {
    let Counts { boards_in_play, boards_over, .. } = store.counts().await?;
    Ok((boards_in_play.number.saturating_add(boards_over.number) / SHARE).max(SHARE_MIN))
}

/// What is too old at this time.
fn stale_at(time: SystemTime, keeping: Keeping, limit: u64) -> Purge {
    let before = |kept: Duration| time.checked_sub(kept).unwrap_or(UNIX_EPOCH);
    Purge {
        over_before: before(keeping.finished),
        open_before: before(keeping.unfinished),
        limit: u32::try_from(limit).unwrap_or(u32::MAX),
    }
}

fn difference(StoreTime { clock, reached }: StoreTime) -> Duration {
    let ahead = clock.duration_since(reached);
    ahead.unwrap_or_else(|behind| behind.duration())
}

fn describe(time: StoreTime) -> String {
    let days = difference(time).as_secs() / DIFFERENCE_MAX.as_secs();
    let side = if time.clock > time.reached { "ahead of" } else { "behind" };
    format!(
        "old games are kept for now: the clock is {days} days {side} the time that the store has \
         lived through; if the bot was not switched off for so long, correct the clock"
    )
}
