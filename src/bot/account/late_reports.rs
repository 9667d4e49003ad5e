//! Limits of the reports of Telegram that wait for the store, and the returns that make some of them untrue.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zerosum_session::board::ChatId;

use crate::bounded::BoundedMap;

/// Maximum number of reports that wait for the store.
const WAITING_MAX: usize = 256;

/// Maximum number of chats whose last return is remembered.
const RETURNS_KEPT_MAX: usize = 1_024;

/// Places of the reports that wait, and chats to which the bot has come back.
pub(crate) struct LateReports {
    places: Arc<Semaphore>,
    returned: BoundedMap<ChatId, Option<Instant>>,
}

impl LateReports {
    pub(crate) fn new() -> LateReports {
        let places = Arc::new(Semaphore::new(WAITING_MAX));
        LateReports { places, returned: BoundedMap::new(RETURNS_KEPT_MAX) }
    }

    /// A place for one more report; `None` if too many wait.
    pub(crate) fn place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }

    /// Notes that the bot has come back to a chat: a report from before that its clocks stand is no longer true.
    pub(crate) fn note_return(&self, chat: ChatId) {
        self.returned.change_or_insert(chat, |at| *at = Some(Instant::now()));
    }

    /// Returns whether the bot has come back to a chat since then.
    pub(crate) fn has_returned(&self, chat: ChatId, since: Instant) -> bool {
        self.returned.read(chat, |at| *at > Some(since)) == Some(true)
    }

    /// Drops old entries.
    pub(crate) fn age(&self) {
        self.returned.age();
    }
}
