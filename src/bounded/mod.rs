//! A concurrent map of bounded size, for values that may be dropped and computed again.
//!
//! Unlike a cache, it keeps no usage list for each entry: it drops entries a generation at a time.

pub mod recent_counts;
pub mod shares;

use std::hash::Hash;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

/// A concurrent map that keeps the entries in use.
///
/// Entries live in a young map and move to an old one when the young one is full or the map ages; old
/// entries that were not used meanwhile are then dropped as a whole. An entry in use moves back. This needs
/// neither clocks nor lists, and each entry moves at most once in a generation.
pub struct BoundedMap<K, V> {
    /// Write-locked only to turn a generation; no task waits while holding it.
    generations: RwLock<Generations<K, V>>,
    /// Maximum size of the young map, so both together hold twice as many.
    young_max: usize,
}

struct Generations<K, V> {
    young: DashMap<K, V>,
    old: DashMap<K, V>,
}

type Reading<'a, K, V> = RwLockReadGuard<'a, Generations<K, V>>;

impl<K: Hash + Eq + Copy, V> BoundedMap<K, V> {
    /// Creates a map of at most about `entries_max` entries.
    pub fn new(entries_max: usize) -> BoundedMap<K, V> {
        let generations = Generations { young: DashMap::new(), old: DashMap::new() };
        BoundedMap { generations: RwLock::new(generations), young_max: entries_max / 2 }
    }

    /// Calls `look` with the value of a key; `None` if the key is not there.
    pub fn read<T>(&self, key: K, look: impl FnOnce(&V) -> T) -> Option<T> {
        let generations = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        let has_grown = generations.rejuvenate(key);
        let seen = generations.young.get(&key).map(|value| look(&value));
        self.keep_bounded(generations, has_grown);
        seen
    }

    /// Changes the value of a key that is there.
    pub fn change(&self, key: K, change: impl FnOnce(&mut V)) {
        let generations = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        let has_grown = generations.rejuvenate(key);
        if let Some(mut value) = generations.young.get_mut(&key) {
            change(&mut value);
        }
        self.keep_bounded(generations, has_grown);
    }

    /// Changes the value of a key, after inserting the default if the key is not there.
    pub fn change_or_insert(&self, key: K, change: impl FnOnce(&mut V))
    where
        V: Default,
    {
        let generations = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        generations.rejuvenate(key);
        change(&mut generations.young.entry(key).or_default());
        self.keep_bounded(generations, true);
    }

    pub(crate) fn remove(&self, key: K) {
        let generations = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        generations.rejuvenate(key);
        generations.young.remove(&key);
    }

    /// Drops entries not used since the last call, and ages the rest.
    pub fn age(&self) {
        self.turn(0);
    }

    /// Drops everything.
    pub(crate) fn clear(&self) {
        let empty = Generations { young: DashMap::new(), old: DashMap::new() };
        let mut generations = self.generations.write().unwrap_or_else(PoisonError::into_inner);
        let dropped = std::mem::replace(&mut *generations, empty);
        drop(generations);
        // Dropped outside the lock, because it takes time.
        drop(dropped);
    }

    /// Drops all entries that `is_kept` rejects, shard by shard, so that other tasks go on meanwhile. An
    /// entry inserted meanwhile may stay.
    pub fn sweep(&self, is_kept: impl Fn(&K, &V) -> bool) {
        let generations = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        // Entries move only from the old map to the young one, so none is missed.
        generations.old.retain(|key, value| is_kept(key, value));
        generations.young.retain(|key, value| is_kept(key, value));
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        let generations = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        generations.young.len() + generations.old.len()
    }

    /// Turns the generation if the young map may have grown and is full.
    fn keep_bounded(&self, generations: Reading<'_, K, V>, has_grown: bool) {
        let is_full = has_grown && generations.young.len() > self.young_max;
        // Turning needs the write lock, so the read lock is released first.
        drop(generations);
        if is_full {
            self.turn(self.young_max);
        }
    }

    /// Makes the young map the old one if it has more than `more_than` entries, or always if that is zero.
    /// Of several callers that found it full, only one turns it.
    fn turn(&self, more_than: usize) {
        let mut generations = self.generations.write().unwrap_or_else(PoisonError::into_inner);
        if more_than == 0 || generations.young.len() > more_than {
            let young = std::mem::take(&mut generations.young);
            let dropped = std::mem::replace(&mut generations.old, young);
            // Dropped outside the lock, because it takes time to free so many entries.
            drop(generations);
            drop(dropped);
        }
    }
}

impl<K: Hash + Eq + Copy, V> Generations<K, V> {
    /// Moves an entry in use back into the young map, and returns whether it did. The place in the young
    /// map is locked meanwhile, so that no reader finds the entry in neither.
    fn rejuvenate(&self, key: K) -> bool {
        if self.old.is_empty() || self.young.contains_key(&key) {
            return false;
        }
        if let Entry::Vacant(entry) = self.young.entry(key)
            && let Some((_, value)) = self.old.remove(&key)
        {
            entry.insert(value);
            return true;
        }
        false
    }
}
