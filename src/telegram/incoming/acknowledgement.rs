//! Acknowledgements: tell the deliverer of an update that it is decided.
//!
//! Until then Telegram keeps the update, and delivers it again if the bot ends. An acknowledgement
//! travels with the update to its handler and is dropped when the update is decided.
//!
//! The next updates are requested only once the earlier ones are decided, so a handler acknowledges
//! before it waits for Telegram. Builds with debug assertions check that in every call.

use std::cell::Cell;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use dashmap::DashMap;
use tokio::sync::{Notify, oneshot};

use crate::telegram::incoming::message_order::Undecided;
use crate::telegram::incoming::press_order::Turn;

tokio::task_local! {
    /// True while the update of this task is undecided.
    static IS_UNDECIDED: Cell<bool>;
}

/// Runs the handler of an update, and tracks its decision if its acknowledgement is awaited.
pub(crate) fn deciding<F: Future>(is_awaited: bool, work: F) -> impl Future<Output = F::Output> {
    IS_UNDECIDED.scope(Cell::new(is_awaited), work)
}

/// Asserts, in builds with debug assertions, that the update of this task is decided before the task
/// waits for Telegram.
pub(crate) fn assert_decided() {
    let is_undecided = || IS_UNDECIDED.try_with(Cell::get).unwrap_or_default();
    debug_assert!(!is_undecided(), "Telegram is waited for before an update is acknowledged");
}

/// Counts the updates that have arrived and are not yet decided, and tracks the requests that wait for
/// one of them.
#[derive(Debug, Default)]
pub(crate) struct Deliveries {
    undecided: AtomicUsize,
    all_decided: Notify,
    tickets: AtomicU32,
    waiting: DashMap<u32, oneshot::Sender<Call>>,
}

/// A call of the Bot API as JSON, including its method, to be sent in the webhook response.
pub(crate) type Call = Vec<u8>;

/// Guard for an undecided update. Dropping it says that it is decided, and a second delivery not needed.
#[derive(Debug)]
pub(crate) struct Acknowledgement {
    /// `None` once a second delivery is not needed.
    delivery: Option<Delivery>,
    /// Turn of a press, which ends with the decision.
    turn: Option<Turn>,
    /// Turn of a message, whose first part ends with the decision.
    message: Option<Undecided>,
    /// Signal at which a message may be answered; `None` if it may at once.
    answer: Option<oneshot::Receiver<()>>,
}

/// Guard for an update that would be delivered again.
#[derive(Debug)]
struct Delivery {
    deliveries: Arc<Deliveries>,
    /// The request that waits for this update. It is notified by the drop, too.
    waiting: Option<oneshot::Sender<Call>>,
}

/// Signal at which an update may be answered.
pub(crate) struct AnswerTurn(oneshot::Receiver<()>);

/// Receiver for the decision on one update.
#[derive(Debug)]
pub(crate) struct Decision(oneshot::Receiver<Call>);

impl Deliveries {
    /// Counts a batch of updates that are awaited together.
    pub(crate) fn note_arrived(&self, updates: usize) {
        self.undecided.fetch_add(updates, Ordering::AcqRel);
    }

    /// Counts an update that is awaited on its own. It is handed out under the returned number instead
    /// of Telegram's, which may arrive twice at once.
    pub(crate) fn note_awaited(&self) -> (u32, Decision) {
        self.note_arrived(1);
        let ticket = self.tickets.fetch_add(1, Ordering::Relaxed);
        let (decide, decided) = oneshot::channel();
        self.waiting.insert(ticket, decide);
        (ticket, Decision(decided))
    }

    /// Takes over an update that was handed out under this number.
    pub(crate) fn acknowledgement(self: &Arc<Deliveries>, number: u32) -> Acknowledgement {
        let waiting = self.waiting.remove(&number).map(|(_, waiting)| waiting);
        let delivery = Some(Delivery { deliveries: Arc::clone(self), waiting });
        Acknowledgement { delivery, turn: None, message: None, answer: None }
    }

    /// Number of undecided updates.
    pub(crate) fn undecided(&self) -> usize {
        self.undecided.load(Ordering::Acquire)
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.undecided() == 0
    }

    /// Waits until all updates that have arrived are decided.
    pub(crate) async fn settled(&self) {
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
    /// Waits until the update is decided. Returns the call to send in the response, if any.
    pub(crate) async fn made(self) -> Option<Call> {
        self.0.await.ok()
    }
}

impl Acknowledgement {
    /// Ends this turn with the decision.
    pub(crate) fn with_turn(mut self, turn: Turn) -> Acknowledgement {
        self.turn = Some(turn);
        self
    }

    /// Lets the next message of the sender begin with the decision.
    pub(crate) fn with_message(mut self, message: Undecided) -> Acknowledgement {
        self.message = Some(message);
        self
    }

    /// Lets the message be answered at this signal only.
    pub(crate) fn answered_at(mut self, answer: oneshot::Receiver<()>) -> Acknowledgement {
        self.answer = Some(answer);
        self
    }

    /// Returns whether the update would be delivered again.
    pub(crate) fn is_awaited(&self) -> bool {
        self.delivery.is_some()
    }

    /// Says that a second delivery is not needed, although the update is not decided: other updates do not wait for it,
    /// except the next messages of its sender.
    pub(crate) fn release(&mut self) {
        (self.delivery, self.turn) = (None, None);
        self.message.iter().for_each(Undecided::release);
    }

    /// Returns whether the update may have to wait for its answer.
    pub(crate) fn is_answered_later(&self) -> bool {
        self.answer.is_some()
    }

    /// Takes the signal at which the update may be answered; `None` if it may at once.
    pub(crate) fn take_answer_turn(&mut self) -> Option<AnswerTurn> {
        self.answer.take().map(AnswerTurn)
    }

    /// Acknowledges the update, and waits until it may be answered.
    pub(crate) async fn decide(mut self) {
        let answer = self.take_answer_turn();
        drop(self);
        if let Some(answer) = answer {
            answer.wait().await;
        }
    }

    /// Returns whether a call can be sent in the response to the update.
    pub(crate) fn takes_calls(&self) -> bool {
        let waiting = self.delivery.as_ref().and_then(|delivery| delivery.waiting.as_ref());
        waiting.is_some_and(|waiting| !waiting.is_closed())
    }

    /// Acknowledges the update with a call for the response. Returns whether the call is taken; its
    /// outcome is never reported.
    pub(crate) fn hand_over(mut self, call: Call) -> bool {
        let waiting = self.delivery.as_mut().and_then(|delivery| delivery.waiting.take());
        waiting.is_some_and(|waiting| waiting.send(call).is_ok())
    }
}

impl AnswerTurn {
    pub(crate) async fn wait(self) {
        // Without the signal nothing waits for the answer any more.
        let _ = self.0.await;
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        let _ = IS_UNDECIDED.try_with(|is_undecided| is_undecided.set(false));
        if self.deliveries.undecided.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.deliveries.all_decided.notify_waiters();
        }
    }
}
