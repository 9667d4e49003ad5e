//! Limits of a search, the watch that may stop it, and its budget.

use crate::searcher::SearchResult;

/// Maximum number of nodes between two checks of the watch, a fraction of a millisecond.
pub const NODES_BETWEEN_LOOKS: u64 = 1_024;

/// Limits on the cost of a search. Searches with equal limits, of which none is stopped by its
/// watch, give equal results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies from the root to the leaves; quiet positions beyond may be looked at too.
    pub depth_max: u16,
    /// Positions looked at in all. A search may overstep it by [`NODES_BETWEEN_LOOKS`].
    pub nodes_max: u64,
}

impl Limits {
    /// No limits: the search goes to the end of the game, or until the watch stops it.
    pub const NONE: Limits = Limits { depth_max: u16::MAX, nodes_max: u64::MAX };

    pub fn of_depth(depth_max: u16) -> Limits {
        Limits { depth_max, ..Limits::NONE }
    }

    pub fn of_nodes(nodes_max: u64) -> Limits {
        Limits { nodes_max, ..Limits::NONE }
    }
}

/// Observer of a search. Time and cancellation come in here, because a search has no clock.
pub trait Watch {
    /// Returns whether the search must end now with what it has. Asked every
    /// [`NODES_BETWEEN_LOOKS`] nodes at least, but for an attack by fours in k in a row, which has 20,000 nodes at most
    /// and is not interrupted: proofs repeat it.
    fn is_over(&mut self) -> bool;

    /// Returns whether the result is wanted no more, so that even a search that has to solve its
    /// position ends. Asked as often as [`Watch::is_over`].
    fn is_abandoned(&mut self) -> bool {
        false
    }

    /// Receives the result so far after every finished depth.
    fn progress(&mut self, result: &SearchResult);
}

/// A watch that does not stop the search before it has looked at this many positions, unless it is
/// [abandoned](Watch::is_abandoned), for searches that end by themselves soon enough.
pub struct Patient<'a> {
    inner: &'a mut dyn Watch,
    looks_left: u64,
}

impl<'a> Patient<'a> {
    pub fn new(inner: &'a mut dyn Watch, nodes_min: u64) -> Patient<'a> {
        Patient { inner, looks_left: nodes_min / NODES_BETWEEN_LOOKS }
    }
}

impl Watch for Patient<'_> {
    fn is_over(&mut self) -> bool {
        self.looks_left = self.looks_left.saturating_sub(1);
        if self.looks_left == 0 { self.inner.is_over() } else { self.inner.is_abandoned() }
    }

    fn progress(&mut self, result: &SearchResult) {
        self.inner.progress(result);
    }
}

/// A watch that never stops the search: it ends by its limits alone.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn is_over(&mut self) -> bool {
        false
    }

    fn progress(&mut self, _: &SearchResult) {}
}

/// The search has to end with what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The remaining budget of a search: counts positions and checks the watch every now and then.
pub struct Budget<'a> {
    watch: &'a mut dyn Watch,
    nodes: u64,
    nodes_max: u64,
    /// Node count at which the watch is asked next.
    next_look: u64,
}

impl<'a> Budget<'a> {
    pub fn new(watch: &'a mut dyn Watch, nodes_max: u64) -> Budget<'a> {
        Budget { watch, nodes: 0, nodes_max, next_look: NODES_BETWEEN_LOOKS.min(nodes_max) }
    }

    /// Positions looked at so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions that may still be looked at.
    pub(crate) fn left(&self) -> u64 {
        self.nodes_max.saturating_sub(self.nodes)
    }

    /// The watch, for reports between two searches.
    pub(crate) fn watch(&mut self) -> &mut dyn Watch {
        self.watch
    }

    /// Runs a part of the work with at most this many positions. The next check fails if the part
    /// has used up the whole budget.
    pub(crate) fn part<T>(&mut self, nodes_max: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let nodes_max = nodes_max.min(self.left());
        let mut watch = Silent(self.watch);
        let mut part = Budget::new(&mut watch, nodes_max);
        let result = work(&mut part);
        let nodes = part.nodes;
        self.count(nodes);
        result
    }

    /// Counts visited positions; the next check fails if the budget is exceeded.
    #[inline]
    pub(crate) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Resets the count to an earlier value, for callers that look again at positions already
    /// counted.
    pub(crate) fn count_again_from(&mut self, nodes: u64) {
        self.nodes = nodes;
    }

    /// Returns whether there is anything left to spend.
    #[inline]
    pub(crate) fn look(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.next_look { Ok(()) } else { self.look_up() }
    }

    /// Counts visited positions and checks the budget.
    #[inline]
    pub(crate) fn spend(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.count(nodes);
        self.look()
    }

    #[cold]
    fn look_up(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.nodes_max || self.watch.is_over() {
            // Later calls are stopped as well.
            self.nodes_max = self.nodes;
            self.next_look = 0;
            return Err(Stopped);
        }
        self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.nodes_max);
        Ok(())
    }
}

/// A watch that ends when the inner one does, and reports nothing to it.
pub(crate) struct Silent<'a>(pub(crate) &'a mut dyn Watch);

impl Watch for Silent<'_> {
    fn is_over(&mut self) -> bool {
        self.0.is_over()
    }

    fn progress(&mut self, _: &SearchResult) {}
}
