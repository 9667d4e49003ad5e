//! Follows what other processes on the same store do: changes of games and deletions as they are announced, and
//! switches and deletions as they are stored, because an announcement may be lost.

use std::sync::Arc;

use zerosum_store::announcements::Change;

use crate::admin::WATCH_PERIOD;
use crate::bot::services::Services;
use crate::jobs::periodic::Periodic;

/// Reads the switches and the number of deletions, at once and then periodically.
pub(super) async fn follow(services: Arc<Services>) {
    let mut reading = Periodic::new(WATCH_PERIOD, "changes by other processes are not seen");
    loop {
        reading.tick().await;
        reading.note(services.admin.follow().await);
    }
}

/// Receives announcements, until the store has ended.
pub(super) async fn listen(services: Arc<Services>) {
    let play = &services.play;
    let mut announced = play.store().announced();
    while let Some(change) = announced.next().await {
        match change {
            Change::Session(id, revision) => play.note_changed_elsewhere(id, revision),
            Change::Deleted(user) => play.note_deleted(user),
        }
    }
}
