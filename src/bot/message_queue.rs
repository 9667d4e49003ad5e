//! Queues that keep the messages of one person in one chat in order.
//!
//! `/new` and then `/board` is not the same as the other way round. Presses carry the revision they saw, and
//! need no queue; [`PressOrder`](crate::telegram::incoming::press_order::PressOrder) only decides which is first.

use std::collections::VecDeque;
use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

use crate::telegram::incoming::event::PersonInChat;

/// Messages that wait for earlier ones of the same sender. A queue holds at most
/// [`crate::telegram::incoming::admission::MESSAGES_PER_PERSON_MAX`] messages, because no more are admitted, and the
/// times the person has left the chat meanwhile; that of a group holds the removals, returns and moves of the bot.
#[derive(Debug)]
pub(crate) struct MessageQueue<T> {
    waiting: DashMap<PersonInChat, VecDeque<T>>,
}

impl<T> MessageQueue<T> {
    pub(crate) fn new() -> Arc<MessageQueue<T>> {
        Arc::new(MessageQueue { waiting: DashMap::new() })
    }

    /// Puts an item into a queue. Returns it if no other item of this sender is being handled: the caller
    /// handles it, and then those that [`MessageQueue::next`] returns. Else it waits, `on_waiting` is called
    /// with it, and the task that handles those before handles it.
    pub(crate) fn put(
        &self,
        speaker: PersonInChat,
        mut item: T,
        on_waiting: impl FnOnce(&mut T),
    ) -> Option<T> {
        match self.waiting.entry(speaker) {
            Entry::Vacant(queue) => {
                queue.insert(VecDeque::new());
                Some(item)
            }
            Entry::Occupied(mut queue) => {
                on_waiting(&mut item);
                queue.get_mut().push_back(item);
                None
            }
        }
    }

    /// Number of items that wait in all queues.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.iter().map(|queue| queue.len()).sum()
    }

    /// Returns the next item to handle; `None` closes the queue.
    pub(crate) fn next(&self, speaker: PersonInChat) -> Option<T> {
        let mut next = None;
        self.waiting.remove_if_mut(&speaker, |_, queue| {
            next = queue.pop_front();
            next.is_none()
        });
        next
    }
}

#[cfg(test)]
mod tests {
    use zerosum_session::UserId;
    use zerosum_session::board::ChatId;

    use super::*;

    #[test]
    fn a_queue_is_worked_on_in_order_and_closes_when_it_is_empty() {
        let queues = MessageQueue::new();
        let in_chat = |user| PersonInChat { chat: ChatId(1), user };
        let (anna, boris) = (in_chat(UserId(1)), in_chat(UserId(2)));
        let put = |speaker, item: char| queues.put(speaker, item, char::make_ascii_uppercase);
        assert_eq!(put(anna, 'a'), Some('a'));
        assert_eq!(put(anna, 'b'), None);
        assert_eq!(put(boris, 'x'), Some('x'));
        assert_eq!(put(anna, 'c'), None);
        assert_eq!(queues.next(anna), Some('B'));
        assert_eq!(queues.next(anna), Some('C'));
        assert_eq!(queues.next(anna), None);
        assert_eq!(put(anna, 'd'), Some('d'));
        assert_eq!(queues.next(boris), None);
        assert_eq!(queues.next(boris), None);
    }
}
