//! Things that only one task may be at.

use std::hash::Hash;
use std::sync::Arc;

use dashmap::DashSet;

/// The right to be at something, as long as it lives.
#[derive(Debug)]
pub struct Turn<K: Hash + Eq + Copy> {
    taken: Arc<DashSet<K>>,
    key: K,
}

impl<K: Hash + Eq + Copy> Turn<K> {
    /// The right to be at this, unless somebody is.
    pub fn take(taken: &Arc<DashSet<K>>, key: K) -> Option<Turn<K>> {
        taken.insert(key).then(|| Turn { taken: Arc::clone(taken), key })
    }
}

impl<K: Hash + Eq + Copy> Drop for Turn<K> {
    fn drop(&mut self) {
        self.taken.remove(&self.key);
    }
}
