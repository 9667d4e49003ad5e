//! Things that only one task may be at.

use std::hash::Hash;

use dashmap::DashSet;

/// The right to be at something, as long as it lives.
#[derive(Debug)]
pub struct Turn<'a, K: Hash + Eq + Copy> {
    taken: &'a DashSet<K>,
    key: K,
}

impl<'a, K: Hash + Eq + Copy> Turn<'a, K> {
    /// The right to be at this, unless somebody is.
    pub fn take(taken: &'a DashSet<K>, key: K) -> Option<Turn<'a, K>> {
        taken.insert(key).then(|| Turn { taken, key })
    }
}

impl<K: Hash + Eq + Copy> Drop for Turn<'_, K> {
    fn drop(&mut self) {
        self.taken.remove(&self.key);
    }
}
