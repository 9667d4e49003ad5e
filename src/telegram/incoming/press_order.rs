//! The order in which presses that act on a board begin.
//!
//! Presses that arrive together are handled by tasks of their own, which run in any order. Of several people who tap an
//! open seat the first is to have it, so each press begins when those before it at the same message are decided. That
//! rarely takes long, because a handler acknowledges an update before it waits for Telegram or for an engine. Should a
//! store hang, or a message be flooded, a press waits for [`TURN_PATIENCE`] and no longer. Presses at other messages,
//! and those that act on no board, do not wait.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dashmap::DashMap;
use tokio::sync::oneshot;
use tokio::time::timeout;
use zerosum_session::board::Place;

/// Maximum time for which a press waits for earlier ones. The next updates are requested once all presses are decided,
/// so it also bounds how long one message can hold up others.
const TURN_PATIENCE: Duration = Duration::from_millis(500);

/// Undecided presses of each message, the earliest first. There are no more than are admitted, and a message without
/// any is forgotten.
#[derive(Debug, Default)]
pub(crate) struct PressOrder {
    undecided: DashMap<Place, VecDeque<Undecided>>,
    numbers: AtomicU64,
}

/// An undecided press.
#[derive(Debug)]
struct Undecided {
    number: u64,
    /// Tells it to begin. `None` if it has been told, or need not be.
    begin: Option<oneshot::Sender<()>>,
}

/// Guard for an undecided press. Dropping it lets the next one begin.
#[derive(Debug)]
pub(crate) struct Turn {
    order: Arc<PressOrder>,
    place: Place,
    number: u64,
}

/// Signal at which a press begins.
#[derive(Debug)]
pub(crate) struct Begin(Option<oneshot::Receiver<()>>);

impl PressOrder {
    /// Puts a press behind the undecided ones at its message. Never blocks.
    pub(crate) fn enter(self: &Arc<PressOrder>, place: Place) -> (Turn, Begin) {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let mut undecided = self.undecided.entry(place).or_default();
        let (begin, begun) = match undecided.is_empty() {
            true => (None, None),
            false => {
                let (begin, begun) = oneshot::channel();
                (Some(begin), Some(begun))
            }
        };
        undecided.push_back(Undecided { number, begin });
        drop(undecided);
        (Turn { order: Arc::clone(self), place, number }, Begin(begun))
    }
}

impl Begin {
    /// Signal for an event that waits for no other.
    pub(crate) fn at_once() -> Begin {
        Begin(None)
    }

    /// Waits until the earlier presses are decided, or have taken too long.
    pub(crate) async fn wait(self) {
        if let Begin(Some(begun)) = self {
            // Boxed, because few presses wait, and every one would need space for it.
            let _ = Box::pin(timeout(TURN_PATIENCE, begun)).await;
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut next = None;
        self.order.undecided.remove_if_mut(&self.place, |_, undecided| {
            undecided.retain(|press| press.number != self.number);
            next = undecided.front_mut().and_then(|first| first.begin.take());
            undecided.is_empty()
        });
        if let Some(begin) = next {
            // A press that has waited for too long has begun by itself.
            let _ = begin.send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use zerosum_session::board::{ChatId, ChatMessage, MessageId};

    use super::*;

    fn message(number: i32) -> Place {
        ChatMessage { chat: ChatId(-1), message: MessageId(number) }.into()
    }

    #[tokio::test]
    async fn a_press_begins_when_the_one_before_it_at_its_message_is_decided() {
        let order = Arc::<PressOrder>::default();
        let (one, other) = (message(1), message(2));
        let (first, begin) = order.enter(one);
        assert!(begin.wait().now_or_never().is_some());
        let (second, begin_second) = order.enter(one);
        let (third, begin_third) = order.enter(one);
        let (mut begin_second, mut begin_third) =
            (Box::pin(begin_second.wait()), Box::pin(begin_third.wait()));
        assert!(begin_second.as_mut().now_or_never().is_none());
        let (elsewhere, begin) = order.enter(other);
        assert!(begin.wait().now_or_never().is_some(), "another message");
        drop(first);
        assert!(begin_third.as_mut().now_or_never().is_none(), "another one is before it");
        assert!(begin_second.now_or_never().is_some());
        drop(second);
        assert!(begin_third.now_or_never().is_some());
        drop((third, elsewhere));
        assert!(order.undecided.is_empty(), "{order:?}");
    }

    #[tokio::test]
    async fn a_press_that_is_given_up_holds_up_none_behind_it() {
        let order = Arc::<PressOrder>::default();
        let (first, _) = order.enter(message(1));
        let (second, begin_second) = order.enter(message(1));
        let (third, begin_third) = order.enter(message(1));
        drop((second, begin_second));
        let mut begin_third = Box::pin(begin_third.wait());
        assert!(begin_third.as_mut().now_or_never().is_none(), "the first one is undecided");
        drop(first);
        assert!(begin_third.now_or_never().is_some());
        drop(third);
        assert!(order.undecided.is_empty(), "{order:?}");
    }
}
