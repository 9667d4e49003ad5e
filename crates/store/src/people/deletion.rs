//! Limits on the boards of one person, and the deletion of all of them in batches between which others
//! can write.
//!
//! [`Store::delete_person`] makes the person invisible in one write. The rows of their boards are then
//! deleted batch by batch. The remaining work is recorded in the database, so any process can continue it
//! after a crash. Boards of other people stay, with a seat that is [`Gone`](zerosum_session::Seat::Gone).

use std::time::Duration;

use tokio::time::sleep;
use zerosum_session::UserId;

use crate::store::Store;
use crate::types::StoreError;

/// Maximum number of finished games kept for one person; beyond it the oldest are deleted. A person who
/// asks for their data gets all of them.
pub const FINISHED_GAMES_MAX: u32 = 10_000;

/// Number of boards deleted at once: this blocks other writes for some milliseconds. The first batch also
/// deletes the results of the person, which are short rows,
/// [`RESULTS_KEPT_MAX`](crate::people::results::RESULTS_KEPT_MAX) at most.
pub const DELETION_BATCH: u32 = 200;

/// Pause between two batches, in which other writes proceed.
const DELETION_PAUSE: Duration = Duration::from_millis(50);

/// Number of people read at once whose boards are still to be deleted.
const DELETIONS_BATCH: u32 = 100;

/// The outcome of one step of a deletion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// Number of boards deleted from the database in this step.
    pub boards: u64,
    /// True if it is known that no boards are left.
    pub is_complete: bool,
}

/// Completes all pending deletions, and returns the number of boards deleted. Stops at the first failure.
pub async fn finish_all(store: &Store) -> Result<u64, StoreError> {
    let mut deleted = 0;
    loop {
        let pending = store.pending_deletions(DELETIONS_BATCH).await?;
        if pending.is_empty() {
            return Ok(deleted);
        }
        for user in pending {
            deleted += finish(store, user).await?;
        }
    }
}

async fn finish(store: &Store, user: UserId) -> Result<u64, StoreError> {
    let mut deleted = 0;
    loop {
        let step = store.delete_boards_left(user, DELETION_BATCH).await?;
        deleted += step.boards;
        if step.is_complete {
            return Ok(deleted);
        }
        sleep(DELETION_PAUSE).await;
    }
}
