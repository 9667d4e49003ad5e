//! Copies of the store's answers, each with the time as of which it is valid.

use std::hash::Hash;
use std::time::{Duration, Instant};

use crate::bounded::BoundedMap;
use crate::play::Play;

/// Maximum age of a copy on a shared store: the delay until, for example, a language chosen at another
/// process takes effect at this one.
const COPY_LIFETIME: Duration = Duration::from_secs(10);

/// A bounded map of the store's answers.
pub struct Copies<K: Eq + Hash, V>(BoundedMap<K, Said<V>>);

#[derive(Default)]
struct Said<V> {
    value: V,
    /// `None` if the store was never asked.
    as_of: Option<Instant>,
}

impl<K: Copy + Eq + Hash, V: Clone + Default> Copies<K, V> {
    pub(crate) fn new(entries_max: usize) -> Copies<K, V> {
        Copies(BoundedMap::new(entries_max))
    }

    /// Returns a cached answer, if it is no older than `age_max`.
    pub fn read(&self, key: K, age_max: Option<Duration>) -> Option<V> {
        let find = |said: &Said<V>| {
            let age = said.as_of?.elapsed();
            age_max.is_none_or(|age_max| age <= age_max).then(|| said.value.clone())
        };
        self.0.read(key, find).flatten()
    }

    /// Caches an answer of the store, or a value written to it, as of the time of the call, unless a
    /// later one is cached.
    pub fn put(&self, key: K, value: V, as_of: Instant) {
        self.0.change_or_insert(key, |said| {
            if said.as_of.is_none_or(|known_as_of| known_as_of <= as_of) {
                *said = Said { value, as_of: Some(as_of) };
            }
        });
    }

    pub(crate) fn remove(&self, key: K) {
        self.0.remove(key);
    }

    /// Drops all values but those to be kept. A value inserted meanwhile may survive.
    pub(crate) fn sweep(&self, is_kept: impl Fn(&K, &V) -> bool) {
        self.0.sweep(|key, said| is_kept(key, &said.value));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn clear(&self) {
        self.0.clear();
    }

    /// Drops the values not used since the call before the last.
    pub(crate) fn age(&self) {
        self.0.age();
    }
}

impl Play {
    /// Returns the maximum age of a copy if other processes write too.
    pub(super) fn copy_lifetime(&self) -> Option<Duration> {
        self.is_shared().then_some(COPY_LIFETIME)
    }
}
