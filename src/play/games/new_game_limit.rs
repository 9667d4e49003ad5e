//! Rate limit for new games: a maximum per person and minute.
//!
//! It keeps one person from filling the store, and it is not exact: every process counts for itself, and a
//! person who has not started a game for long may be forgotten early if very many others do.

use std::time::{Duration, Instant};

use zerosum_session::UserId;

use crate::bounded::recent_counts::RecentCounts;

const MINUTE: Duration = Duration::from_secs(60);

/// Counts the games that each person has asked for within a minute.
pub(crate) struct NewGameLimit {
    per_minute: u32,
    wishes: RecentCounts<UserId>,
}

impl NewGameLimit {
    /// Creates a limit that remembers about `people_max` people.
    pub(crate) fn new(per_minute: u32, people_max: usize) -> NewGameLimit {
        NewGameLimit { per_minute, wishes: RecentCounts::new(MINUTE, people_max) }
    }

    pub(crate) fn per_minute(&self) -> u32 {
        self.per_minute
    }

    /// Counts one request of a person, and returns the number of those that were too many in this minute. A
    /// minute begins with a request and ends by itself, so that a person who keeps asking is let through
    /// again.
    pub(crate) fn count(&self, user: UserId, now: Instant) -> u32 {
        self.wishes.count(user, now).saturating_sub(self.per_minute)
    }

    /// Drops people who have not asked recently.
    pub(crate) fn age(&self) {
        self.wishes.age();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_wishes_of_a_person_are_let_through_in_a_minute() {
        let (anna, boris) = (UserId(1), UserId(2));
        let limit = NewGameLimit::new(3, 100);
        let first = Instant::now();
        let ask = |user, seconds| limit.count(user, first + Duration::from_secs(seconds));
        assert_eq!([0, 20, 40].map(|at| ask(anna, at)), [0, 0, 0]);
        assert_eq!(ask(anna, 41), 1);
        assert_eq!([42, 59].map(|at| ask(anna, at)), [2, 3]);
        assert_eq!(ask(boris, 59), 0);
        assert_eq!([60, 61, 62].map(|at| ask(anna, at)), [0, 0, 0]);
        assert_eq!(ask(anna, 63), 1);
    }
}
