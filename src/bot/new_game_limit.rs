//! How fast a person may start games: so many within a minute.
//!
//! It keeps one person from filling the store, and it is not exact: every process counts for
//! itself, and whoever has not started a game for long may be forgotten early if very many do.

use std::time::{Duration, Instant};

use crate::bounded::BoundedMap;
use crate::session::UserId;

const MINUTE: Duration = Duration::from_secs(60);

/// See the module.
pub(crate) struct NewGameLimit {
    per_minute: u32,
    minutes: BoundedMap<UserId, Minute>,
}

/// The minute since a person's first wish.
#[derive(Default)]
struct Minute {
    began: Option<Instant>,
    wishes: u32,
}

/// Whether a wish for a game is let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewGamePace {
    Fine,
    /// It is one too many, the first one of this minute.
    TooFast,
    /// It is one too many, as others before it.
    StillTooFast,
}

impl NewGameLimit {
    /// Counts for about so many people.
    pub(crate) fn new(per_minute: u32, people_max: usize) -> NewGameLimit {
        NewGameLimit { per_minute, minutes: BoundedMap::new(people_max) }
    }

    pub(crate) fn per_minute(&self) -> u32 {
        self.per_minute
    }

    /// Counts one wish of a person. A minute begins with a wish and ends by itself, so that whoever
    /// goes on asking is let through again.
    pub(crate) fn count(&self, user: UserId, now: Instant) -> NewGamePace {
        let mut pace = NewGamePace::Fine;
        self.minutes.change_or_insert(user, |minute| {
            if minute.began.is_none_or(|began| now.duration_since(began) >= MINUTE) {
                *minute = Minute { began: Some(now), wishes: 0 };
            }
            if minute.wishes == self.per_minute {
                pace = NewGamePace::TooFast;
            } else if minute.wishes > self.per_minute {
                pace = NewGamePace::StillTooFast;
            }
            minute.wishes = minute.wishes.saturating_add(1);
        });
        pace
    }

    /// Lets go of whoever has not asked lately.
    pub(crate) fn age(&self) {
        self.minutes.age();
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
        assert_eq!([0, 20, 40].map(|at| ask(anna, at)), [NewGamePace::Fine; 3]);
        assert_eq!(ask(anna, 41), NewGamePace::TooFast);
        assert_eq!([42, 59].map(|at| ask(anna, at)), [NewGamePace::StillTooFast; 2]);
        assert_eq!(ask(boris, 59), NewGamePace::Fine);
        assert_eq!([60, 61, 62].map(|at| ask(anna, at)), [NewGamePace::Fine; 3]);
        assert_eq!(ask(anna, 63), NewGamePace::TooFast);
    }

    #[test]
    fn of_many_people_only_some_are_remembered() {
        let limit = NewGameLimit::new(1, 100);
        let now = Instant::now();
        for user in 0..10_000 {
            assert_eq!(limit.count(UserId(user), now), NewGamePace::Fine);
        }
        let known = (0..10_000).filter(|user| limit.count(UserId(*user), now) != NewGamePace::Fine);
        assert!(known.count() <= 101);
    }
}
