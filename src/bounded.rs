//! A concurrent map of bounded size, for whatever may be forgotten and made again.
//!
//! By hand, because it forgets by halves: no list of uses is kept for each entry, as caches do.

use std::hash::Hash;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

/// A concurrent map that keeps what is in use.
///
/// Entries live in a young map and move to an old one when the young one is full or the map ages;
/// what was old by then and not used meanwhile is dropped as a whole. An entry in use moves back.
/// That costs neither clocks nor lists, and each entry moves once a generation at most.
pub struct BoundedMap<K, V> {
    /// Locked for writing only to turn a generation; nothing waits under it.
    generations: RwLock<Generations<K, V>>,
    /// The young map may grow to this, so both together to twice as much.
    young_max: usize,
}

struct Generations<K, V> {
    young: DashMap<K, V>,
    old: DashMap<K, V>,
}

type Reading<'a, K, V> = RwLockReadGuard<'a, Generations<K, V>>;

impl<K: Hash + Eq + Copy, V> BoundedMap<K, V> {
    /// A map of at most about `entries_max` entries.
    pub fn new(entries_max: usize) -> BoundedMap<K, V> {
        let generations = Generations { young: DashMap::new(), old: DashMap::new() };
        BoundedMap { generations: RwLock::new(generations), young_max: entries_max / 2 }
    }

    /// What `look` makes of the value of a key, `None` if the key is not there.
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

    /// Changes the value of a key, which begins as the default.
    pub fn change_or_insert(&self, key: K, change: impl FnOnce(&mut V))
    where
        V: Default,
    {
        let generations = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        generations.rejuvenate(key);
        change(&mut generations.young.entry(key).or_default());
        self.keep_bounded(generations, true);
    }

    pub fn remove(&self, key: K) {
        let generations = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        generations.rejuvenate(key);
        generations.young.remove(&key);
    }

    /// Drops what was not used since the call before, and lets the rest grow old.
    pub fn age(&self) {
        self.turn(0);
    }

    /// Drops everything.
    pub fn clear(&self) {
        let empty = Generations { young: DashMap::new(), old: DashMap::new() };
        let mut generations = self.generations.write().unwrap_or_else(PoisonError::into_inner);
        let dropped = std::mem::replace(&mut *generations, empty);
        drop(generations);
        // That takes its time, and nobody waits for it any more.
        drop(dropped);
    }

    /// Drops all entries but those to be kept.
    pub fn retain(&self, is_kept: impl Fn(&K, &V) -> bool) {
        // An entry that moves between the maps meanwhile might be missed.
        let generations = self.generations.write().unwrap_or_else(PoisonError::into_inner);
        generations.young.retain(|key, value| is_kept(key, value));
        generations.old.retain(|key, value| is_kept(key, value));
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        let generations = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        generations.young.len() + generations.old.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Turns the generation if the young map may have grown and is full.
    fn keep_bounded(&self, generations: Reading<'_, K, V>, has_grown: bool) {
        let is_full = has_grown && generations.young.len() > self.young_max;
        // Turning waits for everybody who reads.
        drop(generations);
        if is_full {
            self.turn(self.young_max);
        }
    }

    /// Makes the young map the old one if it has more entries than that, or at all if that is
    /// none. Of several callers that found it full, one turns it.
    fn turn(&self, more_than: usize) {
        let mut generations = self.generations.write().unwrap_or_else(PoisonError::into_inner);
        if more_than == 0 || generations.young.len() > more_than {
            let young = std::mem::take(&mut generations.young);
            let dropped = std::mem::replace(&mut generations.old, young);
            // To free so many entries takes a while, and nobody need wait for it.
            drop(generations);
            drop(dropped);
        }
    }
}

impl<K: Hash + Eq + Copy, V> Generations<K, V> {
    /// Moves an entry in use back into the young map, and says whether it did. The place in the
    /// young map is held meanwhile, so that nobody finds the entry in neither.
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
