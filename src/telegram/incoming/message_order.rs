//! The order in which messages of one person in one chat are handled.
//!
//! `/new` and then `/board` is not the same as the other way round. A message begins when the one before it is decided,
//! so that none stays undecided because a chat is busy, and it is answered when that one is handled to its end. Presses
//! carry the revision they saw; [`PressOrder`](crate::telegram::incoming::press_order::PressOrder) only decides which is
//! first.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use dashmap::DashMap;
use tokio::sync::watch;

use crate::telegram::incoming::event::PersonInChat;

/// Stages of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Undecided,
    /// Undecided, but not delivered again.
    Released,
    Decided,
}

/// The last message of each person in each chat, until it is handled to its end. Each sender has at most
/// [`MESSAGES_PER_PERSON_MAX`](crate::telegram::incoming::admission::MESSAGES_PER_PERSON_MAX) messages, because no more
/// are admitted, and the times the person has left the chat meanwhile; a group has the removals, returns and moves of the
/// bot.
#[derive(Debug, Default)]
pub(crate) struct MessageOrder {
    last: DashMap<PersonInChat, Last>,
    numbers: AtomicU64,
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct Last {
    number: u64,
    stage: watch::Receiver<Stage>,
}

/// Guard for a message. Dropping it ends its handling.
#[derive(Debug)]
pub(crate) struct MessageTurn {
    order: Arc<MessageOrder>,
    sender: PersonInChat,
    number: u64,
    stage: Arc<watch::Sender<Stage>>,
    /// The message before it, until that is handled to its end.
    before: Option<watch::Receiver<Stage>>,
}

/// Guard for an undecided message. Dropping it lets the next one begin.
#[derive(Debug)]
pub(crate) struct Undecided(Arc<watch::Sender<Stage>>);

impl MessageOrder {
    /// Puts a message behind the earlier ones of its sender. Never blocks.
    pub(crate) fn enter(self: &Arc<MessageOrder>, sender: PersonInChat) -> MessageTurn {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let (told, stage) = watch::channel(Stage::Undecided);
        let before = self.last.insert(sender, Last { number, stage }).map(|last| last.stage);
        self.waiting.fetch_add(usize::from(before.is_some()), Ordering::Relaxed);
        MessageTurn { order: Arc::clone(self), sender, number, stage: Arc::new(told), before }
    }

    /// Number of messages before which there is another one.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

impl MessageTurn {
    /// Returns whether no message is before this one.
    pub(crate) fn is_first(&self) -> bool {
        self.before.is_none()
    }

    /// Guard for the time until this message is decided.
    pub(crate) fn undecided(&self) -> Undecided {
        Undecided(Arc::clone(&self.stage))
    }

    /// Waits until the message before this one is decided. If that may take long, calls `release`: this one need not be
    /// delivered again, either.
    pub(crate) async fn may_begin(&mut self, release: impl FnOnce()) {
        let Some(before) = &mut self.before else { return };
        // An error means that it is handled to its end.
        let reached = before.wait_for(|stage| *stage > Stage::Undecided).await.map(|stage| *stage);
        if matches!(reached, Ok(Stage::Released)) {
            release();
            self.stage.send_replace(Stage::Released);
            let _ = before.wait_for(|stage| *stage == Stage::Decided).await;
        }
    }

    /// Waits until the message before this one is handled to its end.
    pub(crate) async fn may_answer(&mut self) {
        if let Some(before) = &mut self.before {
            while before.changed().await.is_ok() {}
            self.forget_before();
        }
    }

    fn forget_before(&mut self) {
        let waited = usize::from(self.before.take().is_some());
        self.order.waiting.fetch_sub(waited, Ordering::Relaxed);
    }
}

impl Undecided {
    /// Says that the decision may take long, so that the messages after it give up their deliveries.
    pub(crate) fn release(&self) {
        self.0.send_if_modified(|stage| {
            std::mem::replace(stage, Stage::Released.max(*stage)) < Stage::Released
        });
    }
}

impl Drop for MessageTurn {
    fn drop(&mut self) {
        self.forget_before();
        self.order.last.remove_if(&self.sender, |_, last| last.number == self.number);
    }
}

impl Drop for Undecided {
    fn drop(&mut self) {
        self.0.send_replace(Stage::Decided);
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use zerosum_session::UserId;
    use zerosum_session::board::ChatId;

    use super::*;

    fn sender(user: u64) -> PersonInChat {
        PersonInChat { chat: ChatId(1), user: UserId(user) }
    }

    #[tokio::test]
    async fn a_message_begins_after_the_decision_on_the_one_before_and_is_answered_after_its_end() {
        let order = Arc::<MessageOrder>::default();
        let (first, mut second) = (order.enter(sender(1)), order.enter(sender(1)));
        let undecided = first.undecided();
        assert!(first.is_first() && !second.is_first());
        assert_eq!(order.waiting(), 1);
        assert!(second.may_begin(|| ()).now_or_never().is_none());
        drop(undecided);
        assert!(second.may_begin(|| ()).now_or_never().is_some());
        assert!(second.may_answer().now_or_never().is_none());
        drop(first);
        assert!(second.may_answer().now_or_never().is_some());
        assert!(order.enter(sender(2)).is_first(), "another person waits for nobody");
        assert_eq!(order.waiting(), 0);
        // The second one ends undecided, as after a panic.
        let mut third = order.enter(sender(1));
        drop(second);
        assert!(third.may_begin(|| ()).now_or_never().is_some());
        drop(third);
        assert!(order.last.is_empty() && order.enter(sender(1)).is_first());
    }

    #[tokio::test]
    async fn a_message_whose_decision_takes_long_releases_those_after_it() {
        let order = Arc::<MessageOrder>::default();
        let (first, mut second) = (order.enter(sender(1)), order.enter(sender(1)));
        let mut third = order.enter(sender(1));
        let undecided = first.undecided();
        let (mut released, mut also) = (false, false);
        undecided.release();
        assert!(second.may_begin(|| released = true).now_or_never().is_none());
        assert!(third.may_begin(|| also = true).now_or_never().is_none());
        assert!(released && also);
        drop(undecided);
        assert!(second.may_begin(|| ()).now_or_never().is_some());
    }

    #[tokio::test]
    async fn an_end_before_its_turn_lets_later_messages_wait_for_those_before() {
        let order = Arc::<MessageOrder>::default();
        let (first, mut second) = (order.enter(sender(1)), order.enter(sender(1)));
        let mut third = order.enter(sender(1));
        drop(first.undecided());
        second.may_begin(|| ()).await;
        drop(second.undecided());
        assert!(third.may_begin(|| ()).now_or_never().is_some());
        assert!(third.may_answer().now_or_never().is_none());
        drop((first, second));
        assert!(third.may_answer().now_or_never().is_some());
    }
}
