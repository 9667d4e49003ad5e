//! A queue for each speaker: what one person says in one chat is worked on in the order they said it.
//!
//! `/new` and then `/board` mean something else than the other way round. Presses need no queue,
//! because they carry the revision they saw.

use std::collections::VecDeque;
use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

use crate::telegram::event::PersonInChat;

/// What waits behind what its speaker has said before. A queue holds no more than
/// [`crate::telegram::admission::WORDS_PER_PERSON_MAX`], because that many are let in.
#[derive(Debug)]
pub(crate) struct SpeakerQueue<T> {
    waiting: DashMap<PersonInChat, VecDeque<T>>,
}

/// What became of something that was put into a queue.
pub(crate) enum Queued<T> {
    /// Nothing of this speaker is being worked on: work on this, and then on whatever
    /// [`SpeakerQueue::next`] gives.
    First(T),
    /// It is worked on after those before it, by whoever works on them.
    Behind,
}

impl<T> SpeakerQueue<T> {
    pub(crate) fn new() -> Arc<SpeakerQueue<T>> {
        Arc::new(SpeakerQueue { waiting: DashMap::new() })
    }

    /// Puts something into a queue. If others are before it, it is changed by `on_waiting`.
    pub(crate) fn put(
        &self,
        speaker: PersonInChat,
        mut item: T,
        on_waiting: impl FnOnce(&mut T),
    ) -> Queued<T> {
        match self.waiting.entry(speaker) {
            Entry::Vacant(queue) => {
                queue.insert(VecDeque::new());
                Queued::First(item)
            }
            Entry::Occupied(mut queue) => {
                on_waiting(&mut item);
                queue.get_mut().push_back(item);
                Queued::Behind
            }
        }
    }

    /// How many wait in all queues together.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.iter().map(|queue| queue.len()).sum()
    }

    /// What is to be worked on next; `None` closes the queue.
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
    use super::*;

    use crate::session::UserId;
    use crate::session::board::ChatId;

    #[test]
    fn a_queue_is_worked_on_in_order_and_closes_when_it_is_empty() {
        let queues = SpeakerQueue::new();
        let in_chat = |user| PersonInChat { chat: ChatId(1), user };
        let (anna, boris) = (in_chat(UserId(1)), in_chat(UserId(2)));
        let put = |speaker, item: char| queues.put(speaker, item, char::make_ascii_uppercase);
        assert!(matches!(put(anna, 'a'), Queued::First('a')));
        assert!(matches!(put(anna, 'b'), Queued::Behind));
        assert!(matches!(put(boris, 'x'), Queued::First('x')));
        assert!(matches!(put(anna, 'c'), Queued::Behind));
        assert_eq!(queues.next(anna), Some('B'));
        assert_eq!(queues.next(anna), Some('C'));
        assert_eq!(queues.next(anna), None);
        assert!(matches!(put(anna, 'd'), Queued::First('d')));
        assert_eq!(queues.next(boris), None);
        assert_eq!(queues.next(boris), None);
    }
}
