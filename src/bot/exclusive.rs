//! Things that only one task may be at.

use std::hash::Hash;
use std::sync::Arc;

use dashmap::DashSet;

/// What somebody is at right now.
#[derive(Debug)]
pub(crate) struct InHand<K: Hash + Eq + Copy>(Arc<DashSet<K>>);

/// The right to be at something, as long as it lives.
#[derive(Debug)]
pub(crate) struct Exclusive<K: Hash + Eq + Copy> {
    taken: Arc<DashSet<K>>,
    key: K,
}

impl<K: Hash + Eq + Copy> InHand<K> {
    /// The right to be at this, unless somebody is.
    pub(crate) fn take(&self, key: K) -> Option<Exclusive<K>> {
        self.0.insert(key).then(|| Exclusive { taken: Arc::clone(&self.0), key })
    }
}

impl<K: Hash + Eq + Copy> Default for InHand<K> {
    fn default() -> InHand<K> {
        InHand(Arc::default())
    }
}

impl<K: Hash + Eq + Copy> Drop for Exclusive<K> {
    fn drop(&mut self) {
        self.taken.remove(&self.key);
    }
}
