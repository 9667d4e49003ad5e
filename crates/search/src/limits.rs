//! What a search may cost, who may stop it, and how it keeps count.

use crate::searcher::SearchResult;

/// A search looks up from its work at least this often: within a fraction of a millisecond.
pub const NODES_BETWEEN_LOOKS: u64 = 1_024;

/// What a search may cost. Searches with equal limits, of which none is stopped by its watch, give
/// equal results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies from the root to the leaves; quiet positions beyond may be looked at too.
    pub depth_max: u16,
    /// Positions looked at in all. A search may overstep it by [`NODES_BETWEEN_LOOKS`].
    pub nodes_max: u64,
}

impl Limits {
    /// As deep as the game goes, and as long as the watch lets it.
    pub const NONE: Limits = Limits { depth_max: u16::MAX, nodes_max: u64::MAX };

    pub fn of_depth(depth_max: u16) -> Limits {
        Limits { depth_max, ..Limits::NONE }
    }

    pub fn of_nodes(nodes_max: u64) -> Limits {
        Limits { nodes_max, ..Limits::NONE }
    }
}

/// Whoever waits for a search. Time and cancellation come in here, because a search has no clock.
pub trait Watch {
    /// Whether the search must end now with what it has. Asked every [`NODES_BETWEEN_LOOKS`] nodes
    /// at least.
    fn is_over(&mut self) -> bool;

    /// What the search has found so far, after every depth it has finished.
    fn progress(&mut self, result: &SearchResult);
}

/// Nobody watches: the search ends by its limits alone.
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

/// What a search may still spend: it counts positions, and looks up from the work every now and then.
pub struct Budget<'a> {
    watch: &'a mut dyn Watch,
    nodes: u64,
    nodes_max: u64,
    /// At so many nodes it asks the watch.
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

    /// Has some work done for so many positions at most. The next to look is told if all of the
    /// budget is used up by that.
    pub(crate) fn part<T>(&mut self, nodes_max: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let nodes_max = nodes_max.min(self.left());
        let mut watch = Silent(self.watch);
        let mut part = Budget::new(&mut watch, nodes_max);
        let result = work(&mut part);
        let nodes = part.nodes;
        self.count(nodes);
        result
    }

    /// Counts so many positions that were looked at; the next to look is told if it was too much.
    #[inline]
    pub(crate) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Counts nothing since then, for whoever has looked again at what was counted before.
    pub(crate) fn count_again_from(&mut self, nodes: u64) {
        self.nodes = nodes;
    }

    /// Whether there is anything left to spend.
    #[inline]
    pub(crate) fn look(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.next_look { Ok(()) } else { self.look_up() }
    }

    /// Counts so many positions, and tells whether there is anything left to spend.
    #[inline]
    pub(crate) fn spend(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.count(nodes);
        self.look()
    }

    #[cold]
    fn look_up(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.nodes_max || self.watch.is_over() {
            // Whoever asks again is told the same.
            self.nodes_max = self.nodes;
            self.next_look = 0;
            return Err(Stopped);
        }
        self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.nodes_max);
        Ok(())
    }
}

/// Ends when the watch does, and tells it nothing.
pub(crate) struct Silent<'a>(pub(crate) &'a mut dyn Watch);

impl Watch for Silent<'_> {
    fn is_over(&mut self) -> bool {
        self.0.is_over()
    }

    fn progress(&mut self, _: &SearchResult) {}
}
