//! Queue of searches that is fair between people.

use std::collections::{HashMap, VecDeque};

use zerosum_session::UserId;

/// Maximum waiting searches. Each person has a turn in about the time of one search, so all of them are
/// done in about the time of [`SEARCHES_PER_PERSON_MAX`].
pub const SEARCHES_WAITING_MAX: usize = 256;

/// Maximum running and waiting searches of one person. They run one after the other, each with a share
/// of the threads that does not depend on their number.
pub const SEARCHES_PER_PERSON_MAX: usize = 16;

/// Number of waiting searches above which the rest is reserved for people with none.
const SEARCHES_SHARED_MAX: usize = SEARCHES_WAITING_MAX / 2;

/// Maximum waiting searches of visitors of the page, who have a queue of their own behind all people.
const VISITORS_WAITING_MAX: usize = 64;

/// Maximum running and waiting searches of one visitor, or of all who share an address.
const SEARCHES_PER_VISITOR_MAX: usize = 4;

/// Maximum running searches of one person, so that none takes all threads.
const RUNNING_PER_PERSON_MAX: usize = 1;

/// Error: there is no room for another search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull;

/// Queue in which people take turns, however many searches each of them has.
///
/// Invariant: everyone in `people` has a waiting or running search, and `turns` holds exactly those with
/// a search that may begin, each once.
#[derive(Debug)]
pub(crate) struct SearchQueue<T> {
    people: HashMap<UserId, Share<T>>,
    turns: VecDeque<UserId>,
    waiting: usize,
    running: usize,
    max: QueueMax,
}

/// Limits of a queue.
#[derive(Clone, Copy, Debug)]
struct QueueMax {
    waiting: usize,
    /// Waiting searches above which the rest is reserved for people with none.
    shared: usize,
    /// Running and waiting searches of one person.
    per_person: usize,
}

/// Searches of one person.
#[derive(Debug)]
struct Share<T> {
    waiting: VecDeque<T>,
    running: usize,
}

impl<T> Share<T> {
    fn may_begin(&self) -> bool {
        !self.waiting.is_empty() && self.running < RUNNING_PER_PERSON_MAX
    }
}

impl<T> Default for SearchQueue<T> {
    fn default() -> SearchQueue<T> {
        SearchQueue::within(QueueMax {
            waiting: SEARCHES_WAITING_MAX,
            shared: SEARCHES_SHARED_MAX,
            per_person: SEARCHES_PER_PERSON_MAX,
        })
    }
}

impl<T> SearchQueue<T> {
    /// Creates a queue for visitors of the page.
    pub(crate) fn of_visitors() -> SearchQueue<T> {
        SearchQueue::within(QueueMax {
            waiting: VISITORS_WAITING_MAX,
            shared: VISITORS_WAITING_MAX / 2,
            per_person: SEARCHES_PER_VISITOR_MAX,
        })
    }

    fn within(max: QueueMax) -> SearchQueue<T> {
        let (people, turns) = (HashMap::new(), VecDeque::new());
        SearchQueue { people, turns, waiting: 0, running: 0, max }
    }

    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Number of people with waiting searches. People with a running search as well are counted, because
    /// they will soon take another turn.
    pub(crate) fn people_waiting(&self) -> usize {
        self.people.values().filter(|share| !share.waiting.is_empty()).count()
    }

    /// Number of searches that were taken and have not ended.
    pub(crate) fn running(&self) -> usize {
        self.running
    }

    /// Returns whether a search waits that may begin: its person has no other one running.
    pub(crate) fn may_begin_another(&self) -> bool {
        !self.turns.is_empty()
    }

    /// Adds a search for a person, behind their other ones.
    pub(crate) fn put(&mut self, person: UserId, search: T) -> Result<(), QueueFull> {
        let share = self.people.get(&person);
        let waiting = share.map_or(0, |share| share.waiting.len());
        let room = if waiting == 0 { self.max.waiting } else { self.max.shared };
        let asked = waiting + share.map_or(0, |share| share.running);
        if self.waiting >= room || asked >= self.max.per_person {
            return Err(QueueFull);
        }
        let share = self.people.entry(person).or_insert_with(Share::nothing);
        let could_begin = share.may_begin();
        share.waiting.push_back(search);
        if share.may_begin() && !could_begin {
            self.turns.push_back(person);
        }
        self.waiting += 1;
        Ok(())
    }

    /// Takes the next search with its person. The caller calls [`SearchQueue::end`] for the person
    /// later.
    pub(crate) fn take(&mut self) -> Option<(UserId, T)> {
        let person = self.turns.pop_front()?;
        let share = self.people.get_mut(&person)?;
        let search = share.waiting.pop_front()?;
        share.running += 1;
        if share.may_begin() {
            self.turns.push_back(person);
        }
        self.waiting -= 1;
        self.running += 1;
        Some((person, search))
    }

    /// Records that a taken search of a person has ended.
    pub(crate) fn end(&mut self, person: UserId) {
        let Some(share) = self.people.get_mut(&person) else { return };
        let could_begin = share.may_begin();
        share.running -= 1;
        self.running -= 1;
        if share.may_begin() && !could_begin {
            self.turns.push_back(person);
        }
        self.tidy(person);
    }

    /// Removes a waiting search of a person, if it still waits.
    pub(crate) fn remove(&mut self, person: UserId, is_it: impl Fn(&T) -> bool) -> Option<T> {
        let share = self.people.get_mut(&person)?;
        let place = share.waiting.iter().position(is_it)?;
        let search = share.waiting.remove(place)?;
        self.waiting -= 1;
        if !share.may_begin() {
            self.turns.retain(|other| *other != person);
        }
        self.tidy(person);
        Some(search)
    }

    /// Removes all waiting searches.
    pub(crate) fn clear(&mut self) {
        self.people.retain(|_, share| {
            share.waiting.clear();
            share.running > 0
        });
        self.turns.clear();
        self.waiting = 0;
    }

    fn tidy(&mut self, person: UserId) {
        let is_idle = |share: &Share<T>| share.waiting.is_empty() && share.running == 0;
        if self.people.get(&person).is_some_and(is_idle) {
            self.people.remove(&person);
        }
    }
}

impl<T> Share<T> {
    fn nothing() -> Share<T> {
        Share { waiting: VecDeque::new(), running: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(asked: &[(u64, char)]) -> SearchQueue<char> {
        let mut queue = SearchQueue::default();
        for (person, search) in asked {
            assert_eq!(queue.put(UserId(*person), *search), Ok(()));
        }
        queue
    }

    fn take(queue: &mut SearchQueue<char>) -> Option<char> {
        queue.take().map(|(_, search)| search)
    }

    #[test]
    fn people_take_turns_however_much_one_of_them_asks_for() {
        let mut queue = queue(&[(1, 'a'), (1, 'b'), (1, 'c'), (2, 'x'), (3, 'y'), (2, 'z')]);
        let mut order = String::new();
        while let Some((person, search)) = queue.take() {
            order.push(search);
            queue.end(person);
        }
        assert_eq!(order, "axybzc");
        assert!(queue.people.is_empty() && queue.turns.is_empty());
        assert_eq!((queue.waiting(), queue.running()), (0, 0));
    }

    #[test]
    fn one_person_has_one_search_under_way() {
        let mut queue = queue(&[(1, 'a'), (1, 'b'), (2, 'x')]);
        assert_eq!(
            (take(&mut queue), take(&mut queue), take(&mut queue)),
            (Some('a'), Some('x'), None)
        );
        assert_eq!((queue.waiting(), queue.running()), (1, 2));
        queue.end(UserId(2));
        assert_eq!(take(&mut queue), None);
        queue.end(UserId(1));
        assert_eq!(take(&mut queue), Some('b'));
    }

    #[test]
    fn people_who_wait_are_counted_once_however_much_they_ask_for() {
        let mut queue = queue(&[(1, 'a'), (1, 'b'), (1, 'c'), (2, 'x')]);
        assert_eq!(queue.people_waiting(), 2);
        assert_eq!(take(&mut queue), Some('a'));
        assert_eq!(queue.people_waiting(), 2, "the first has more to come");
        assert_eq!(take(&mut queue), Some('x'));
        assert_eq!(queue.people_waiting(), 1, "the second has nothing that waits");
        queue.remove(UserId(1), |search| *search == 'b');
        assert_eq!(queue.people_waiting(), 1);
        queue.remove(UserId(1), |search| *search == 'c');
        assert_eq!(queue.people_waiting(), 0, "what is under way does not wait");
    }

    #[test]
    fn no_person_takes_more_than_their_share_of_the_room() {
        let mut queue = SearchQueue::default();
        for _ in 0..SEARCHES_PER_PERSON_MAX {
            assert_eq!(queue.put(UserId(1), 'a'), Ok(()));
        }
        assert_eq!(queue.put(UserId(1), 'a'), Err(QueueFull));
        take(&mut queue);
        assert_eq!(queue.put(UserId(1), 'a'), Err(QueueFull), "what is under way counts");
        queue.end(UserId(1));
        assert_eq!(queue.put(UserId(1), 'a'), Ok(()));
        let mut person = 2;
        while queue.put(UserId(person), 'b').is_ok() {
            person += 1;
        }
        assert_eq!(queue.waiting(), SEARCHES_WAITING_MAX);
    }

    #[test]
    fn people_with_many_searches_leave_room_for_those_with_none() {
        let mut queue = SearchQueue::default();
        for person in 0..100 {
            for _ in 0..SEARCHES_PER_PERSON_MAX {
                _ = queue.put(UserId(person), 'a');
            }
        }
        assert!(queue.waiting() < SEARCHES_WAITING_MAX, "they take all of it");
        assert_eq!(queue.put(UserId(0), 'a'), Err(QueueFull));
        assert_eq!(queue.put(UserId(1_000), 'b'), Ok(()));
    }

    #[test]
    fn visitors_have_less_room_than_people() {
        let mut queue = SearchQueue::of_visitors();
        for _ in 0..SEARCHES_PER_VISITOR_MAX {
            assert_eq!(queue.put(UserId(1), 'a'), Ok(()));
        }
        assert_eq!(queue.put(UserId(1), 'a'), Err(QueueFull));
        let mut visitor = 2;
        while queue.put(UserId(visitor), 'b').is_ok() {
            visitor += 1;
        }
        assert_eq!(queue.waiting(), VISITORS_WAITING_MAX);
    }

    #[test]
    fn what_is_removed_is_not_taken() {
        let mut queue = queue(&[(1, 'a'), (1, 'b'), (2, 'x')]);
        assert_eq!(queue.remove(UserId(1), |search| *search == 'a'), Some('a'));
        assert_eq!(queue.remove(UserId(1), |search| *search == 'a'), None);
        assert_eq!(queue.remove(UserId(2), |search| *search == 'x'), Some('x'));
        assert_eq!((take(&mut queue), take(&mut queue)), (Some('b'), None));
        queue.end(UserId(1));
        assert!(queue.people.is_empty() && queue.turns.is_empty());
    }

    #[test]
    fn what_is_under_way_is_counted_after_all_that_waits_was_cleared() {
        let mut queue = queue(&[(1, 'a'), (1, 'b'), (2, 'x')]);
        assert_eq!(take(&mut queue), Some('a'));
        queue.clear();
        assert_eq!((queue.waiting(), queue.running(), take(&mut queue)), (0, 1, None));
        queue.end(UserId(1));
        assert!(queue.people.is_empty());
    }
}
