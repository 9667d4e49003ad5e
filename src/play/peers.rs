//! Synchronization with other processes on the same store: announces changes made here, and drops copies
//! that were changed there.

use std::sync::Arc;

use zerosum_store::Store;
use zerosum_store::announcements::Change;

use crate::play::Play;
use crate::play::announcements::{Announcement, Cause, Subscriber};

/// Announces changes to other processes.
pub struct Peers {
    store: Arc<dyn Store>,
}

impl Peers {
    pub fn new(store: Arc<dyn Store>) -> Peers {
        Peers { store }
    }

    /// Receives the announcements of other processes, for as long as it is polled.
    pub async fn listen(store: Arc<dyn Store>, play: Arc<Play>) {
        let mut announced = store.announced();
        while let Some(change) = announced.next().await {
            match change {
                Change::Session(id, revision) => play.note_changed_elsewhere(id, revision),
                Change::Deleted(user) => play.note_deleted(user),
            }
        }
    }
}

impl Subscriber for Peers {
    fn on_change(&self, announcement: &Announcement) {
        match announcement.cause {
            // No process has a copy of a new board, and a wanted one has not changed.
            Cause::Created { .. } | Cause::Wanted => {}
            Cause::Person { .. } | Cause::Engine(_) | Cause::AfterGame { .. } | Cause::Clock => {
                let session = &announcement.board.session;
                let change = Change::Session(session.id(), session.revision());
                self.store.announce(&[change]);
            }
        }
    }
}
