//! The techniques of the search, each for itself to be switched on and off.
//!
//! Each of them saves nodes, and none but reductions changes a score. So they can be compared, and
//! each can be tested against the search without it.

use crate::deepening::evaluation::Evaluation;

/// An arbitrary number that keys have no part in.
const REDUCED_SALT: u64 = 0x5bd1_e995_9e37_79b9;

/// The techniques that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Alpha-beta: a move that is refuted needs no second refutation.
    pub has_pruning: bool,
    /// Moves that were good elsewhere, and those the evaluation finds promising, are tried first.
    pub has_ordering: bool,
    /// The search goes one ply deeper after another, and tries the best move of the depth before
    /// first.
    pub has_deepening: bool,
    /// Number of plies by which the depth grows each time; the last search is as deep as allowed.
    /// Where little is known before the end of the game, 2 costs half of 1.
    pub depth_step: u8,
    /// All moves but the first are only asked whether they are better, and each depth looks around
    /// the score of the one before.
    pub has_null_windows: bool,
    /// Positions are given up if no result in them can change the score.
    pub has_prospects: bool,
    /// Quiet moves late in the order are searched less deep, what is remembered of a deeper search
    /// counts as well, and positions are given up that the evaluation finds safe. Estimates are then
    /// not those of that depth, and a win or a loss is true but perhaps not the shortest. Without
    /// pruning it means nothing.
    pub has_reductions: bool,
    /// The size of the transposition table; 0 is none.
    pub table_bytes: usize,
}

impl Options {
    /// Plain minimax.
    pub const PLAIN: Options = Options {
        has_pruning: false,
        has_ordering: false,
        has_deepening: false,
        depth_step: 1,
        has_null_windows: false,
        has_prospects: false,
        has_reductions: false,
        table_bytes: 0,
    };

    /// Alpha-beta as in the textbook, moves in the order of the evaluation.
    pub const ALPHA_BETA: Options = Options { has_pruning: true, ..Options::PLAIN };

    /// Alpha-beta with the promising moves first.
    pub const ORDERED: Options = Options { has_ordering: true, ..Options::ALPHA_BETA };

    /// All techniques that keep scores exact, with a table of `table_bytes` bytes.
    pub const fn full(table_bytes: usize) -> Options {
        Options {
            has_pruning: true,
            has_ordering: true,
            has_deepening: true,
            depth_step: 1,
            has_null_windows: true,
            has_prospects: true,
            has_reductions: false,
            table_bytes,
        }
    }

    /// The key under which a position is remembered. A search with reductions says less about
    /// distances than others, so its results are kept apart.
    #[inline]
    pub(crate) fn key_of<E: Evaluation>(&self, evaluation: &E) -> u64 {
        evaluation.key() ^ if self.has_reductions { REDUCED_SALT } else { 0 }
    }

    /// The depths that a search goes through, the deepest last.
    pub fn depths(self, depth_max: u8) -> impl Iterator<Item = u8> {
        let step = if self.has_deepening { self.depth_step } else { depth_max }.max(1);
        let first = depth_max.saturating_sub(1) % step + 1;
        (first..=depth_max).step_by(usize::from(step))
    }
}
