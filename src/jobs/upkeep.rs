//! Upkeep of the store: its own time goes on, and games that are of no use any more, too many of one
//! person, or left by somebody who has asked to be forgotten are deleted in small batches.
//!
//! **Nothing is deleted on the word of one clock.** A game is old enough when both the clock and
//! the store's own time say so, and of all games only a small share is deleted at a time, whatever
//! any of the two says.
//!
//! Any number of processes may do it at once; of many, one deletes. A game that somebody plays on
//! meanwhile stays, and the cached copy of one that is gone is found out by the next press at it.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::sleep;

use crate::metrics::Metrics;
use crate::metrics::labels::HeldBack;
use crate::store::deletion::{self, FINISHED_GAMES_MAX, FinishedBoard};
use crate::store::hosting::Counts;
use crate::store::invitations::INVITATION_KEPT;
use crate::store::ratings::RATED_KEPT;
use crate::store::seekers::SEEKING_KEPT;
use crate::store::upkeep::{Purge, StoreTime};
use crate::store::{Commit, Store, StoreError};

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
/// Finished games stepped over at once to find people who have too many. Nobody with more than
/// [`FINISHED_GAMES_MAX`] is stepped over.
const FINISHED_STRIDE: NonZeroU32 = NonZeroU32::new(2_000).expect("it is not zero");
const _: () = assert!(FINISHED_STRIDE.get() < FINISHED_GAMES_MAX);

/// The time between two strides, in which presses are read.
const STRIDE_PAUSE: Duration = Duration::from_millis(10);

/// The time between two looks for what deletions have left, up to a tenth more or less by chance.
const DELETIONS_PERIOD: Duration = Duration::from_secs(10);

/// How long a game is kept after its last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptFor {
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

/// Works at once and from time to time, and finishes deletions soon after they were begun, for as
/// long as it is polled.
pub async fn run(store: Arc<dyn Store>, keeping: KeptFor, metrics: Arc<Metrics>) {
    let looking_after = async {
        loop {
            if let Err(error) = look_after(store.as_ref(), keeping, &metrics).await {
                log::warn!("the upkeep of the store has to wait: {error}");
            }
            sleep(REACH_PERIOD).await;
        }
    };
    futures::join!(looking_after, finish_deletions(store.as_ref()));
}

async fn finish_deletions(store: &dyn Store) {
    let mut is_failing = false;
    loop {
        match deletion::finish_all(store).await {
            Ok(deleted) => {
                is_failing = false;
                if deleted > 0 {
                    log::info!("{deleted} games are deleted of people who asked for it");
                }
            }
            Err(error) if !is_failing => {
                is_failing = true;
                log::warn!("what deletions have left is not deleted yet: {error}");
            }
            Err(_) => {}
        }
        sleep(about(DELETIONS_PERIOD)).await;
    }
}

fn about(period: Duration) -> Duration {
    period.mul_f64(0.9 + fastrand::f64() / 5.0)
}

async fn look_after(
    store: &dyn Store,
    keeping: KeptFor,
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
    purge_invitations(store, time).await?;
    purge_rated_games(store, time).await?;
    purge_seekers(store, time).await?;
    let trimmed = trim(store, FINISHED_GAMES_MAX).await;
    if trimmed > 0 {
        log::info!("{trimmed} finished games are deleted of people who had too many");
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
    keeping: KeptFor,
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

/// Deletes the invitations of which nobody asks any more, by both times.
pub async fn purge_invitations(store: &dyn Store, time: StoreTime) -> Result<(), StoreError> {
    let before = micros_before(time, INVITATION_KEPT);
    while store.purge_invitations(before, PURGE_BATCH).await? == u64::from(PURGE_BATCH) {
        sleep(PURGE_PAUSE).await;
    }
    Ok(())
}

/// Forgets that games were rated, once nobody can note them again, by both times.
pub async fn purge_rated_games(store: &dyn Store, time: StoreTime) -> Result<(), StoreError> {
    let before = micros_before(time, RATED_KEPT);
    while store.purge_rated_games(before, PURGE_BATCH).await? == u64::from(PURGE_BATCH) {
        sleep(PURGE_PAUSE).await;
    }
    Ok(())
}

/// So long before the earlier of both times, in microseconds since 1970.
fn micros_before(time: StoreTime, kept: Duration) -> i64 {
    let before = time.clock.min(time.reached).checked_sub(kept).unwrap_or(UNIX_EPOCH);
    let before = before.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(before.as_micros()).unwrap_or(i64::MAX)
}

/// Ends the waits for an opponent of people who cannot be told, by both times.
async fn purge_seekers(store: &dyn Store, time: StoreTime) -> Result<(), StoreError> {
    let before = micros_before(time, SEEKING_KEPT);
    while store.purge_seekers(before, PURGE_BATCH).await? == u64::from(PURGE_BATCH) {
        sleep(PURGE_PAUSE).await;
    }
    Ok(())
}

/// How many games may be deleted in a purge.
async fn deleted_max(store: &dyn Store) -> Result<u64, StoreError> {
    let Counts { boards_in_play, boards_over, .. } = store.counts().await?;
    Ok((boards_in_play.number.saturating_add(boards_over.number) / SHARE).max(SHARE_MIN))
}

/// What is too old at this time.
fn stale_at(time: SystemTime, keeping: KeptFor, limit: u64) -> Purge {
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

/// Deletes the oldest finished games of everybody who has more than so many, and tells how many. What
/// cannot be deleted now is left to the next time.
pub async fn trim(store: &dyn Store, kept: u32) -> u64 {
    let mut deleted = 0;
    if let Err(error) = trim_counting(store, kept, &mut deleted).await {
        log::warn!("games of people who have too many are not deleted: {error}");
    }
    deleted
}

async fn trim_counting(store: &dyn Store, kept: u32, deleted: &mut u64) -> Result<(), StoreError> {
    let stride = FINISHED_STRIDE.min(NonZeroU32::new(kept).unwrap_or(NonZeroU32::MIN));
    let mut place: Option<FinishedBoard> = None;
    while let Some(next) = store.finished_behind(place, stride).await? {
        if place.is_none_or(|place| place.owner != next.owner) {
            *deleted += trim_one(store, next, kept).await?;
        }
        place = Some(next);
        sleep(STRIDE_PAUSE).await;
    }
    Ok(())
}

/// Deletes the oldest finished games of whoever has this one.
async fn trim_one(store: &dyn Store, board: FinishedBoard, kept: u32) -> Result<u64, StoreError> {
    let mut deleted = 0;
    loop {
        let count = store.trim(board.owner, kept, PURGE_BATCH).await?;
        deleted += count;
        if count < u64::from(PURGE_BATCH) {
            return Ok(deleted);
        }
        sleep(PURGE_PAUSE).await;
    }
}
