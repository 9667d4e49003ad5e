//! Who is next: searches that wait, fair between the people they are for.

use std::collections::{HashMap, VecDeque};

use crate::session::UserId;

/// Searches that wait in all. Everybody has a turn in about the time of one search, so all of them are
/// done in about the time of [`SEARCHES_PER_PERSON_MAX`].
pub const SEARCHES_WAITING_MAX: usize = 256;

/// Searches for one person that are under way or wait. They are done one after the other, each of them
/// with a share of the threads that does not depend on how many there are.
pub const SEARCHES_PER_PERSON_MAX: usize = 16;

/// Searches for one person that are under way, so that nobody takes all threads from the others.
const RUNNING_PER_PERSON_MAX: usize = 1;

/// There is no room for another search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowded;

/// A queue in which people take turns, however much each of them asks for.
///
/// Invariant: everybody in `people` has something that waits or is under way, and `turns` holds
/// exactly those who have something that may begin, each once.
#[derive(Debug)]
pub struct SearchQueue<T> {
    people: HashMap<UserId, Share<T>>,
    turns: VecDeque<UserId>,
    waiting: usize,
    running: usize,
}

/// What is asked for one person.
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
        SearchQueue { people: HashMap::new(), turns: VecDeque::new(), waiting: 0, running: 0 }
    }
}

impl<T> SearchQueue<T> {
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// For how many people any search waits. Those who have one under way as well are counted: they are
    /// back before long.
    pub fn people_waiting(&self) -> usize {
        self.people.values().filter(|share| !share.waiting.is_empty()).count()
    }

    /// How many were taken and have not ended.
    pub fn running(&self) -> usize {
        self.running
    }

    /// Puts in a search for a person, behind what waits for the same person.
    pub fn put(&mut self, person: UserId, search: T) -> Result<(), Crowded> {
        let of_person = |share: &Share<T>| share.waiting.len() + share.running;
        let is_full = self.waiting >= SEARCHES_WAITING_MAX;
        if is_full || self.people.get(&person).map_or(0, of_person) >= SEARCHES_PER_PERSON_MAX {
            return Err(Crowded);
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

    /// Takes the search that is next, with its person, for whom [`SearchQueue::end`] is called later.
    pub fn take(&mut self) -> Option<(UserId, T)> {
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

    /// A search for a person that was taken has ended.
    pub fn end(&mut self, person: UserId) {
        let Some(share) = self.people.get_mut(&person) else { return };
        let could_begin = share.may_begin();
        share.running -= 1;
        self.running -= 1;
        if share.may_begin() && !could_begin {
            self.turns.push_back(person);
        }
        self.tidy(person);
    }

    /// Takes out a search of a person that waits, if it still does.
    pub fn remove(&mut self, person: UserId, is_it: impl Fn(&T) -> bool) -> Option<T> {
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

    /// Takes out all that waits.
    pub fn clear(&mut self) {
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
    fn nobody_takes_more_than_their_share_of_the_room() {
        let mut queue = SearchQueue::default();
        for _ in 0..SEARCHES_PER_PERSON_MAX {
            assert_eq!(queue.put(UserId(1), 'a'), Ok(()));
        }
        assert_eq!(queue.put(UserId(1), 'a'), Err(Crowded));
        take(&mut queue);
        assert_eq!(queue.put(UserId(1), 'a'), Err(Crowded), "what is under way counts");
        queue.end(UserId(1));
        assert_eq!(queue.put(UserId(1), 'a'), Ok(()));
        let mut person = 2;
        while queue.put(UserId(person), 'b').is_ok() {
            person += 1;
        }
        assert_eq!(queue.waiting(), SEARCHES_WAITING_MAX);
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
