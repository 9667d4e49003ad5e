//! Notices of changed games and people, sent between processes that share a store.
//!
//! An announcement may be lost at any time. That costs time but no correctness: the store records what
//! each message shows, and the periodic sweep finds messages that lag behind. A store used by a single
//! process neither sends nor receives any.

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{self, Receiver};
use zerosum_session::{Revision, SessionId, UserId};

use crate::store::Store;

/// Maximum number of announcements queued for a subscriber; beyond it the oldest are lost.
pub(super) const HEARD_WAITING_MAX: usize = 4_096;

/// A change that is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The session has reached this revision.
    Session(SessionId, Revision),
    /// A person was deleted.
    Deleted(UserId),
}

impl Store {
    /// Announces these changes to the other processes. Returns at once.
    pub fn announce(&self, changes: &[Change]) {
        self.database.announce(changes);
    }

    /// Subscribes to the announcements of other processes, from now on; this process's own are never
    /// included.
    pub fn announced(&self) -> Announced {
        self.database.announced()
    }
}

/// A subscription to announcements.
pub struct Announced {
    heard: Receiver<Change>,
}

impl Announced {
    /// A subscription that never yields anything.
    pub(crate) fn nothing() -> Announced {
        Announced { heard: broadcast::channel(1).1 }
    }

    pub(super) fn from(heard: Receiver<Change>) -> Announced {
        Announced { heard }
    }

    /// Returns the next announcement; `None` once there can be no more.
    pub async fn next(&mut self) -> Option<Change> {
        loop {
            match self.heard.recv().await {
                Ok(change) => return Some(change),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    }
}
