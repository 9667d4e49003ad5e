//! Lets one task at a time work on a key.

use std::hash::Hash;
use std::sync::Arc;

use dashmap::DashSet;

/// Keys that are being worked on.
#[derive(Debug)]
pub(crate) struct SingleFlight<K: Hash + Eq + Copy>(Arc<DashSet<K>>);

/// Guard for a key; dropping it releases the key.
#[derive(Debug)]
pub(crate) struct FlightGuard<K: Hash + Eq + Copy> {
    taken: Arc<DashSet<K>>,
    key: K,
}

impl<K: Hash + Eq + Copy> SingleFlight<K> {
    /// Takes the guard for a key, unless another task holds it.
    pub(crate) fn take(&self, key: K) -> Option<FlightGuard<K>> {
        self.0.insert(key).then(|| FlightGuard { taken: Arc::clone(&self.0), key })
    }
}

impl<K: Hash + Eq + Copy> Default for SingleFlight<K> {
    fn default() -> SingleFlight<K> {
        SingleFlight(Arc::default())
    }
}

impl<K: Hash + Eq + Copy> Drop for FlightGuard<K> {
    fn drop(&mut self) {
        self.taken.remove(&self.key);
    }
}
