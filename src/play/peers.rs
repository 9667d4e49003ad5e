//! Other processes on the same store: they are told what changes here, and heard of what changes there, so
//! that nobody works on a copy that is old.

use std::sync::Arc;

use crate::play::Play;
use crate::play::announcements::{Announcement, Cause, Subscriber};
use crate::store::Store;

/// Whoever tells them.
pub struct Peers {
    store: Arc<dyn Store>,
}

impl Peers {
    pub fn new(store: Arc<dyn Store>) -> Peers {
        Peers { store }
    }

    /// Hears what changes there, for as long as it is polled.
    pub async fn listen(store: Arc<dyn Store>, play: Arc<Play>) {
        let mut announced = store.announced();
        while let Some((id, revision)) = announced.next().await {
            play.note_changed_elsewhere(id, revision);
        }
    }
}

impl Subscriber for Peers {
    fn hear(&self, announcement: &Announcement) {
        match announcement.cause {
            // Nobody has a copy of what is new.
            Cause::Created { .. } | Cause::Lagging { .. } | Cause::Doubtful { .. } => {}
            Cause::Person { .. } | Cause::Engine(_) | Cause::Afterwards { .. } | Cause::Clock => {
                let session = &announcement.board.session;
                self.store.announce(&[(session.id(), session.revision())]);
            }
        }
    }
}
