//! Counts the shares that each holder has of a bounded resource.

use std::hash::Hash;
use std::sync::Arc;

use dashmap::DashMap;
use zerosum_session::UserId;
use zerosum_session::board::Surface;

/// Holder of shares in a resource that people and groups use together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    Person(UserId),
    PersonInGroup(UserId, Surface),
    Group(Surface),
    Everybody,
}

/// Number of shares taken by each holder. Holders without any are forgotten.
#[derive(Debug)]
pub(crate) struct Shares<K: Hash + Eq> {
    taken: DashMap<K, usize>,
}

/// Guard for one share. Dropping it returns the share.
#[derive(Debug)]
pub(crate) struct Share<K: Hash + Eq> {
    shares: Arc<Shares<K>>,
    holder: K,
}

impl<K: Hash + Eq + Copy> Shares<K> {
    pub(crate) fn new() -> Arc<Shares<K>> {
        Arc::new(Shares { taken: DashMap::new() })
    }

    /// Takes one more share; `None` if the holder has `share_max` already.
    pub(crate) fn take(self: &Arc<Shares<K>>, holder: K, share_max: usize) -> Option<Share<K>> {
        if share_max == 0 {
            return None;
        }
        let mut taken = self.taken.entry(holder).or_insert(0);
        if *taken >= share_max {
            return None;
        }
        *taken += 1;
        Some(Share { shares: Arc::clone(self), holder })
    }

    /// Number of shares that this holder has.
    pub(crate) fn taken_by(&self, holder: &K) -> usize {
        self.taken.get(holder).map_or(0, |taken| *taken)
    }
}

impl<K: Hash + Eq> Drop for Share<K> {
    fn drop(&mut self) {
        self.shares.taken.remove_if_mut(&self.holder, |_, taken| {
            *taken = taken.saturating_sub(1);
            *taken == 0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_comes_back_when_it_is_dropped_and_a_holder_without_one_is_forgotten() {
        let shares = Shares::new();
        let taken: Vec<_> = (0..5).filter_map(|_| shares.take("anna", 3)).collect();
        assert_eq!((taken.len(), shares.taken_by(&"anna")), (3, 3));
        assert!(shares.take("boris", 1).is_some(), "one takes another's share");
        assert!(shares.take("boris", 0).is_none());
        drop(taken);
        assert!(shares.take("anna", 1).is_some());
        assert!(shares.taken.is_empty(), "{shares:?}");
    }
}
