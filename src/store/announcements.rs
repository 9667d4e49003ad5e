//! What processes that share a store tell each other of games, so that nobody has to look for it.
//!
//! An announcement may be lost at any time, which costs time and no truth: what is shown is noted in the
//! store, and whoever sweeps finds it.

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{self, Receiver};

use crate::session::{Revision, SessionId};

/// Announcements that a subscriber may have before them; of more the oldest are lost.
pub(super) const HEARD_WAITING_MAX: usize = 4_096;

/// The announcements. A store of one process has nobody to tell and nobody to hear.
pub trait Announcements: Send + Sync {
    /// Tells the other processes that these sessions have these revisions by now. Returns at once.
    fn announce(&self, changes: &[(SessionId, Revision)]);

    /// What other processes announce from now on, and never what this one does.
    fn announced(&self) -> Announced;
}

/// What is heard.
pub struct Announced {
    heard: Receiver<(SessionId, Revision)>,
}

impl Announced {
    /// Nothing, ever.
    pub fn nothing() -> Announced {
        Announced { heard: broadcast::channel(1).1 }
    }

    pub(super) fn from(heard: Receiver<(SessionId, Revision)>) -> Announced {
        Announced { heard }
    }

    /// The next one; `None` once nothing will be heard any more.
    pub async fn next(&mut self) -> Option<(SessionId, Revision)> {
        loop {
            match self.heard.recv().await {
                Ok(change) => return Some(change),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    }
}
