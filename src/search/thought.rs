//! What a search is allowed, how it is watched while it thinks, and what it says.

use crate::games::{Game, MoveCode};
use crate::search::score::Score;

/// A search looks up from its work at least this often: within a fraction of a millisecond.
pub const NODES_BETWEEN_LOOKS: u64 = 1_024;

/// What a search may cost. Searches with equal limits, of which none is stopped by its watch, give
/// equal thoughts.
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

    /// What the search thinks so far, after every depth it has finished.
    fn progress(&mut self, thought: &Thought);
}

/// Nobody watches: the search ends by its limits alone.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn is_over(&mut self) -> bool {
        false
    }

    fn progress(&mut self, _: &Thought) {}
}

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions looked at, the root and repetitions included.
    pub nodes: u64,
    /// Positions an opinion was asked about, or that were over.
    pub leaves: u64,
    /// Positions whose score, or a bound that was enough, stood in the transposition table.
    pub table_hits: u64,
    /// Positions where a move was refuted and the rest not looked at.
    pub cutoffs: u64,
}

impl Statistics {
    /// Of two searches together.
    #[must_use]
    pub fn and(self, other: Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes + other.nodes,
            leaves: self.leaves + other.leaves,
            table_hits: self.table_hits + other.table_hits,
            cutoffs: self.cutoffs + other.cutoffs,
        }
    }
}

/// What the plies of a score mean that is won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// The end is so far off: no win is faster and no defence longer. Scores that are neither won nor
    /// lost have no distance, and are told like this.
    Exact,
    /// The winner needs no more plies, and perhaps fewer.
    Within,
}

impl Distance {
    /// The distance of a score by a search that has left out nothing within so many plies.
    pub fn of(score: Score, depth: u16) -> Distance {
        let is_known = !score.is_decided() || score.is_decided_within(depth);
        if is_known { Distance::Exact } else { Distance::Within }
    }
}

/// What a search thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move to make; `None` if the game is over. A search that is stopped at once has one all
    /// the same.
    pub best: Option<MoveCode>,
    /// For the side to move.
    pub score: Score,
    /// Whether the score is proven, no estimate having had a part in it. A decided score always
    /// is, even if a shorter win may not have been ruled out; that is told by the distance.
    pub is_exact: bool,
    pub distance: Distance,
    /// Plies that were searched to the end.
    pub depth: u16,
    /// The principal variation: what both sides do from here on if they play their best. It begins
    /// with `best`, and may break off early.
    pub line: Vec<MoveCode>,
    pub statistics: Statistics,
}

/// A mind that can be asked about any position of its game. It may remember what it has seen; a
/// fresh one with the same limits thinks the same.
pub trait Thinker {
    type Game: Game;

    fn think(&mut self, position: &Self::Game, limits: Limits, watch: &mut dyn Watch) -> Thought;

    /// Forgets what belongs to the game that was played.
    fn forget(&mut self);
}
