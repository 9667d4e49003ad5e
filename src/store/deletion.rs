//! Many boards of one person: how many are kept, and how all of them are deleted, in batches between
//! which others write.
//!
//! [`People::delete_person`](crate::store::People::delete_person) makes the person gone for everybody in
//! one write. The rows of their boards then leave batch by batch. What is left to do stands in the
//! database, so after a crash any process goes on.

use std::time::Duration;

use tokio::time::sleep;

use crate::session::UserId;
use crate::store::{Store, StoreError};

/// Finished games that are kept of one person; of more the oldest go. Whoever asks for their data gets all
/// of these.
pub const FINISHED_GAMES_MAX: u32 = 10_000;

/// Boards deleted at once: some milliseconds in which no press is written. With the first of them go the
/// results of the person, which are short rows, [`RESULTS_KEPT_MAX`](crate::store::results::RESULTS_KEPT_MAX)
/// at most.
pub const DELETION_BATCH: u32 = 200;

/// The time between two batches, in which presses are written.
const DELETION_PAUSE: Duration = Duration::from_millis(50);

/// People read at once of whom boards are still to be deleted.
const DEPARTED_BATCH: u32 = 100;

/// What a step of a deletion came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// Boards that have left the database in this step.
    pub boards: u64,
    /// Whether it is known that none is left.
    pub is_complete: bool,
}

/// A finished board in the list of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FinishedBoard {
    pub owner: UserId,
    /// When the game last changed, in microseconds since 1970.
    pub touched: i64,
}

/// Deletes all that deletions have left, and tells how many boards. Stops at the first failure.
pub async fn finish_all(store: &dyn Store) -> Result<u64, StoreError> {
    let mut deleted = 0;
    loop {
        let departed = store.departed(DEPARTED_BATCH).await?;
        if departed.is_empty() {
            return Ok(deleted);
        }
        for user in departed {
            deleted += finish(store, user).await?;
        }
    }
}

async fn finish(store: &dyn Store, user: UserId) -> Result<u64, StoreError> {
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
