//! What a search may still spend.

use crate::search::thought::{NODES_BETWEEN_LOOKS, Thought, Watch};

/// Counts positions, and looks up from the work every now and then.
pub struct Budget<'a> {
    watch: &'a mut dyn Watch,
    nodes: u64,
    nodes_max: u64,
    next_look: u64,
}

/// The search has to end with what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl<'a> Budget<'a> {
    pub fn new(watch: &'a mut dyn Watch, nodes_max: u64) -> Budget<'a> {
        Budget { watch, nodes: 0, nodes_max, next_look: NODES_BETWEEN_LOOKS.min(nodes_max) }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions that may still be looked at.
    pub fn left(&self) -> u64 {
        self.nodes_max.saturating_sub(self.nodes)
    }

    pub fn watch(&mut self) -> &mut dyn Watch {
        self.watch
    }

    /// Has some work done for so many positions at most. The next to spend any is told if all of the
    /// budget is used up by that.
    pub fn part<T>(&mut self, nodes_max: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let nodes_max = nodes_max.min(self.left());
        let mut watch = Silent(self.watch);
        let mut part = Budget::new(&mut watch, nodes_max);
        let result = work(&mut part);
        let nodes = part.nodes;
        self.count(nodes);
        result
    }

    /// Counts so many positions that were looked at; the next to spend any is told if it was too
    /// much.
    pub fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Counts so many positions.
    pub fn spend(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes += nodes;
        if self.nodes < self.next_look {
            return Ok(());
        }
        self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.nodes_max);
        if self.nodes >= self.nodes_max || self.watch.is_over() {
            // Whoever asks again is told the same.
            self.nodes_max = self.nodes;
            self.next_look = 0;
            return Err(Stopped);
        }
        Ok(())
    }
}

/// Ends when the watch does, and tells it nothing.
struct Silent<'a>(&'a mut dyn Watch);

impl Watch for Silent<'_> {
    fn is_over(&mut self) -> bool {
        self.0.is_over()
    }

    fn progress(&mut self, _: &Thought) {}
}
