//! Announces changes made here to other processes on the same store.

use std::sync::Arc;

use zerosum_store::Store;
use zerosum_store::announcements::Change;

use crate::play::announcements::{Announcement, Cause, Subscriber};

/// Announces changes to other processes.
pub(crate) struct Peers {
    store: Arc<Store>,
}

impl Peers {
    pub(crate) fn new(store: Arc<Store>) -> Peers {
        Peers { store }
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
