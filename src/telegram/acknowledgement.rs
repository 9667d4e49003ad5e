//! Acknowledgements: how whoever delivers an update learns that it is decided.
//!
//! Until then Telegram keeps the update, and delivers it again if the bot ends. An acknowledgement
//! goes with the update to where it is decided, and is dropped there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use dashmap::DashMap;
use tokio::sync::{Notify, oneshot};

/// Counts the updates that have arrived and are not yet decided, and knows who waits for which.
#[derive(Debug, Default)]
pub struct Deliveries {
    undecided: AtomicUsize,
    all_decided: Notify,
    tickets: AtomicU32,
    waiting: DashMap<u32, oneshot::Sender<Call>>,
}

/// A call of the Bot API as JSON, its method included, for Telegram to make on its way.
pub type Call = Vec<u8>;

/// An update that is being decided. Dropping it says that a second delivery is no longer needed.
#[derive(Debug)]
pub struct Acknowledgement {
    deliveries: Arc<Deliveries>,
    /// Who waits for this very update. They learn by its being dropped, too.
    waiting: Option<oneshot::Sender<Call>>,
}

/// Somebody's wait for one update to be decided.
#[derive(Debug)]
pub struct Decision(oneshot::Receiver<Call>);

impl Deliveries {
    /// Counts updates that have arrived together and are waited for together.
    pub fn note_arrived(&self, updates: usize) {
        self.undecided.fetch_add(updates, Ordering::AcqRel);
    }

    /// Counts an update that is waited for by itself. It is handed out under the number given here
    /// instead of Telegram's, which may arrive twice at once.
    pub fn note_awaited(&self) -> (u32, Decision) {
        self.note_arrived(1);
        let ticket = self.tickets.fetch_add(1, Ordering::Relaxed);
        let (decide, decided) = oneshot::channel();
        self.waiting.insert(ticket, decide);
        (ticket, Decision(decided))
    }

    /// Takes over an update that was handed out under this number.
    pub fn acknowledgement(self: &Arc<Deliveries>, number: u32) -> Acknowledgement {
        let waiting = self.waiting.remove(&number).map(|(_, waiting)| waiting);
        Acknowledgement { deliveries: Arc::clone(self), waiting }
    }

    pub fn is_settled(&self) -> bool {
        self.undecided.load(Ordering::Acquire) == 0
    }

    /// Waits until all that has arrived is decided.
    pub async fn settled(&self) {
        loop {
            let decided = self.all_decided.notified();
            if self.is_settled() {
                return;
            }
            decided.await;
        }
    }
}

impl Decision {
    /// Waits until the update is decided. Says which call is to be made with the answer, if any.
    pub async fn made(self) -> Option<Call> {
        self.0.await.ok()
    }
}

impl Acknowledgement {
    /// Whether a call can be handed over to whoever delivered the update.
    pub fn takes_calls(&self) -> bool {
        self.waiting.as_ref().is_some_and(|waiting| !waiting.is_closed())
    }

    /// Says that the update is decided, and hands over a call. Says whether it is taken; what
    /// becomes of it then, nobody learns.
    pub fn hand_over(mut self, call: Call) -> bool {
        self.waiting.take().is_some_and(|waiting| waiting.send(call).is_ok())
    }
}

impl Drop for Acknowledgement {
    fn drop(&mut self) {
        if self.deliveries.undecided.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.deliveries.all_decided.notify_waiters();
        }
    }
}
