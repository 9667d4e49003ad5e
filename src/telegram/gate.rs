//! How much may be in flight: overall, so that memory is bounded, and for one chat, so that no
//! chat takes it all.

use std::sync::Arc;

use dashmap::DashMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::session::board::ChatId;

/// Updates being worked on, calls to Telegram included.
pub const UPDATES_IN_FLIGHT_MAX: usize = 4_096;

/// Updates of one chat being worked on.
pub const UPDATES_PER_CHAT_MAX: u32 = 32;

/// Presses being told that there are too many; those beyond are not answered at all.
pub const REFUSALS_IN_FLIGHT_MAX: usize = 256;

/// Lets updates in.
#[derive(Debug)]
pub struct Gate {
    permits: Arc<Semaphore>,
    refusals: Arc<Semaphore>,
    chats: DashMap<ChatId, u32>,
}

/// An update that was let in. Dropping it makes room.
#[derive(Debug)]
pub struct Pass {
    gate: Arc<Gate>,
    chat: ChatId,
    _permit: OwnedSemaphorePermit,
}

impl Gate {
    pub fn new() -> Gate {
        Gate {
            permits: Arc::new(Semaphore::new(UPDATES_IN_FLIGHT_MAX)),
            refusals: Arc::new(Semaphore::new(REFUSALS_IN_FLIGHT_MAX)),
            chats: DashMap::new(),
        }
    }

    /// Waits for room overall; `None` at once if the chat has too much in flight.
    pub async fn enter(self: &Arc<Gate>, chat: ChatId) -> Option<Pass> {
        if !self.count(chat) {
            return None;
        }
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.expect("the semaphore is never closed");
        Some(Pass { gate: Arc::clone(self), chat, _permit: permit })
    }

    /// A permit to tell somebody that there is too much in flight, if not too many are being told.
    pub fn refuse(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.refusals).try_acquire_owned().ok()
    }

    fn count(&self, chat: ChatId) -> bool {
        let mut in_flight = self.chats.entry(chat).or_insert(0);
        let has_room = *in_flight < UPDATES_PER_CHAT_MAX;
        if has_room {
            *in_flight += 1;
        }
        has_room
    }
}

impl Default for Gate {
    fn default() -> Gate {
        Gate::new()
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let leave = |_: &ChatId, in_flight: &mut u32| {
            *in_flight -= 1;
            *in_flight == 0
        };
        self.gate.chats.remove_if_mut(&self.chat, leave);
    }
}
