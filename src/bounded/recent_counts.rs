//! Counts by key, for limits such as "ten in an hour". They are not exact: every process counts for itself, and a
//! key that was not counted recently may be forgotten early if very many others are.

use std::hash::Hash;
use std::time::{Duration, Instant};

use crate::bounded::BoundedMap;

/// Counts each key within a period, which begins with the first count and ends by itself.
pub(crate) struct RecentCounts<K> {
    period: Duration,
    counts: BoundedMap<K, Recent>,
}

#[derive(Default)]
struct Recent {
    since: Option<Instant>,
    count: u32,
}

impl<K: Hash + Eq + Copy> RecentCounts<K> {
    /// Remembers about `keys_max` keys.
    pub(crate) fn new(period: Duration, keys_max: usize) -> RecentCounts<K> {
        RecentCounts { period, counts: BoundedMap::new(keys_max) }
    }

    /// Counts a key once more and returns its number within the period.
    pub(crate) fn count(&self, key: K, now: Instant) -> u32 {
        let mut number = 0;
        self.counts.change_or_insert(key, |recent| {
            if recent.since.is_none_or(|since| now.duration_since(since) >= self.period) {
                *recent = Recent { since: Some(now), count: 0 };
            }
            recent.count = recent.count.saturating_add(1);
            number = recent.count;
        });
        number
    }

    /// Drops keys that were not counted recently.
    pub(crate) fn age(&self) {
        self.counts.age();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_counted_within_its_own_period() {
        let counts = RecentCounts::new(Duration::from_secs(600), 100);
        let first = Instant::now();
        let count = |key, seconds| counts.count(key, first + Duration::from_secs(seconds));
        assert_eq!([0, 1, 599].map(|at| count("a", at)), [1, 2, 3]);
        assert_eq!(count("b", 599), 1, "another key");
        assert_eq!([600, 601].map(|at| count("a", at)), [1, 2], "another period");
    }

    #[test]
    fn only_some_of_many_keys_are_remembered() {
        let counts = RecentCounts::new(Duration::from_secs(600), 100);
        let now = Instant::now();
        (0..10_000).for_each(|key| assert_eq!(counts.count(key, now), 1));
        let known = (0..10_000).filter(|key| counts.count(*key, now) > 1);
        assert!(known.count() <= 101);
    }
}
