//! Upkeep of the store: advances its own time, and deletes games in small batches that are too old, too
//! many for one person, or left by a person who has deleted their data.
//!
//! **Nothing is deleted because of one clock alone.** A game is old enough when both the clock and the
//! store's own time say so, and even then only a small share of all games is deleted at a time.
//!
//! Any number of processes may run it; only one of them deletes. A game that is played on meanwhile stays,
//! and the cached copy of a deleted game is detected by the next press at it.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::sleep;
use zerosum_metrics::Metrics;
use zerosum_metrics::labels::HeldBack;
use zerosum_session::people::standings::SAME_TWO_WITHIN;
use zerosum_store::FinishedBoard;
use zerosum_store::host::operations::Counts;
use zerosum_store::host::upkeep::{Purge, StoreTime};
use zerosum_store::people::challenges::LEFT_ALONE_FOR;
use zerosum_store::people::deletion::{self, FINISHED_GAMES_MAX};
use zerosum_store::people::invitations::INVITATION_KEPT;
use zerosum_store::people::ratings::RATED_KEPT;
use zerosum_store::people::seekers::SEEKING_KEPT;
use zerosum_store::{Commit, Store, StoreError};

use crate::bot::services::Services;
use crate::jobs::periodic::Periodic;

/// Interval at which the store's own time is written. Time after the last write is lost when a process
/// ends, and its games are kept for that much longer.
const REACH_PERIOD: Duration = Duration::from_secs(60);

/// Time between two purges, whichever processes run them and however often they are restarted.
const PURGE_PERIOD: Duration = Duration::from_secs(60 * 60);

/// Number of games deleted at once, which blocks writes of presses for some milliseconds.
pub const PURGE_BATCH: u32 = 200;

/// Pause between two batches, in which presses are written.
const PURGE_PAUSE: Duration = Duration::from_millis(200);

/// A purge deletes at most one in this many games. That is enough to keep up with games that are kept for
/// one day only.
const SHARE: u64 = 20;

/// Number of games that may always be deleted, however few there are.
pub const SHARE_MIN: u64 = 10;

/// Difference between the clock and the store's own time from which it is reported.
const DIFFERENCE_MAX: Duration = Duration::from_secs(24 * 60 * 60);
/// Number of finished games skipped at once to find people who have too many. A person with more than
/// [`FINISHED_GAMES_MAX`] is never skipped.
const FINISHED_STRIDE: NonZeroU32 = NonZeroU32::new(2_000).expect("it is not zero");
const _: () = assert!(FINISHED_STRIDE.get() < FINISHED_GAMES_MAX);

/// Pause between two strides, in which presses are read.
const STRIDE_PAUSE: Duration = Duration::from_millis(10);

/// Time between two checks for unfinished deletions, varied randomly by up to a tenth.
const DELETIONS_PERIOD: Duration = Duration::from_secs(10);

/// Time for which a game is kept after its last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptFor {
    pub finished: Duration,
    pub unfinished: Duration,
}

/// Result of a purge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purged {
    pub deleted: u64,
    /// Reason why there are games left that seem old enough, if any.
    pub held_back: Option<HeldBack>,
}

/// Runs upkeep at once and then periodically, and finishes deletions soon after they were begun, for as
/// long as it is polled.
pub(super) async fn run(services: Arc<Services>, keeping: KeptFor) {
    let store = services.play.store().as_ref();
    let looking_after = async {
        let mut upkeep = Periodic::new(REACH_PERIOD, "store upkeep failed");
        loop {
            upkeep.tick().await;
            upkeep.note(look_after(store, keeping, services.metrics()).await);
        }
    };
    futures::join!(looking_after, finish_deletions(store));
}

async fn finish_deletions(store: &Store) {
    let period = about(DELETIONS_PERIOD);
    let mut look = Periodic::new(period, "pending deletions cannot be finished");
    loop {
        look.tick().await;
        let deleted = deletion::finish_all(store).await;
        if let Ok(deleted @ 1..) = deleted {
            log::info!("deleted {deleted} games of people who asked for it");
        }
        look.note(deleted);
    }
}

fn about(period: Duration) -> Duration {
    period.mul_f64(0.9 + fastrand::f64() / 5.0)
}

async fn look_after(store: &Store, keeping: KeptFor, metrics: &Metrics) -> Result<(), StoreError> {
    let time = store.advance_uptime().await?;
    if store.claim_purge(PURGE_PERIOD).await? == Commit::Conflict {
        return Ok(());
    }
    let Purged { deleted, held_back } = purge(store, keeping, time).await?;
    if deleted > 0 {
        log::info!("deleted {deleted} games that were untouched for long");
    }
    purge_invitations(store, time).await?;
    while store.purge_guests(PURGE_BATCH).await? == u64::from(PURGE_BATCH) {
        sleep(PURGE_PAUSE).await;
    }
    purge_rated_games(store, time).await?;
    purge_seekers(store, time).await?;
    store.purge_absences().await?;
    purge_pairs(store, time).await?;
    let trimmed = trim(store, FINISHED_GAMES_MAX).await;
    if trimmed > 0 {
        log::info!("deleted {trimmed} finished games beyond the limit per person");
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

/// Deletes games that are too old by both times, up to a small share of all, and returns why others are
/// left.
pub async fn purge(store: &Store, keeping: KeptFor, time: StoreTime) -> Result<Purged, StoreError> {
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

/// Deletes invitations that are too old by both times.
pub(crate) async fn purge_invitations(store: &Store, time: StoreTime) -> Result<(), StoreError> {
    let before = micros_before(time, INVITATION_KEPT);
    while store.purge_invitations(before, PURGE_BATCH).await? == u64::from(PURGE_BATCH) {
        sleep(PURGE_PAUSE).await;
    }
    Ok(())
}

/// Deletes the records of rated games that are too old, by both times, to be reported again.
pub(crate) async fn purge_rated_games(store: &Store, time: StoreTime) -> Result<(), StoreError> {
    let before = micros_before(time, RATED_KEPT);
    while store.purge_rated_games(before, PURGE_BATCH).await? == u64::from(PURGE_BATCH) {
        sleep(PURGE_PAUSE).await;
    }
    Ok(())
}

/// The earlier of both times minus a duration, in microseconds since 1970.
fn micros_before(time: StoreTime, kept: Duration) -> i64 {
    let before = time.clock.min(time.reached).checked_sub(kept).unwrap_or(UNIX_EPOCH);
    let before = before.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(before.as_micros()).unwrap_or(i64::MAX)
}

/// Ends the searches of people who cannot be notified, if they are too old by both times.
async fn purge_seekers(store: &Store, time: StoreTime) -> Result<(), StoreError> {
    let before = micros_before(time, SEEKING_KEPT);
    while store.purge_seekers(before, PURGE_BATCH).await? == u64::from(PURGE_BATCH) {
        sleep(PURGE_PAUSE).await;
    }
    Ok(())
}

/// Deletes the records of which two people have played each other for ratings, and of declined challenges,
/// once they no longer matter by both times.
pub(crate) async fn purge_pairs(store: &Store, time: StoreTime) -> Result<(), StoreError> {
    let before = micros_before(time, SAME_TWO_WITHIN);
    while store.purge_rated_pairs(before, PURGE_BATCH).await? == u64::from(PURGE_BATCH) {
        sleep(PURGE_PAUSE).await;
    }
    let before = micros_before(time, LEFT_ALONE_FOR);
    while store.purge_declined(before, PURGE_BATCH).await? == u64::from(PURGE_BATCH) {
        sleep(PURGE_PAUSE).await;
    }
    Ok(())
}

/// Maximum number of games deleted in a purge.
async fn deleted_max(store: &Store) -> Result<u64, StoreError> {
    let Counts { boards_in_play, boards_over, .. } = store.counts().await?;
    Ok((boards_in_play.number.saturating_add(boards_over.number) / SHARE).max(SHARE_MIN))
}

/// Criteria for games that are too old at this time.
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

/// Deletes the oldest finished games of every person who has more than `kept`, and returns the number
/// deleted. The next run continues after a failure.
pub async fn trim(store: &Store, kept: u32) -> u64 {
    let mut deleted = 0;
    if let Err(error) = trim_counting(store, kept, &mut deleted).await {
        log::warn!("games of people who have too many are not deleted: {error}");
    }
    deleted
}

async fn trim_counting(store: &Store, kept: u32, deleted: &mut u64) -> Result<(), StoreError> {
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

/// Deletes the oldest finished games of the owner of this one.
async fn trim_one(store: &Store, board: FinishedBoard, kept: u32) -> Result<u64, StoreError> {
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
