//! The techniques of the search, each for itself to be switched on and off.
//!
//! None of them changes a score; each of them saves nodes. So they can be compared, and each can be
//! tested against the search without it.

/// Which techniques a search makes use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Alpha-beta: a move that is refuted needs no second refutation.
    pub has_pruning: bool,
    /// Moves that were good elsewhere, and those the opinion finds promising, are tried first.
    pub has_ordering: bool,
    /// The search goes one ply deeper after another, and tries the best move of the depth before
    /// first.
    pub has_deepening: bool,
    /// Or so many plies deeper each time, the last time as deep as is allowed. Where little is
    /// known before the end of the game, 2 costs half of 1.
    pub depth_step: u8,
    /// All moves but the first are only asked whether they are better, and each depth looks around
    /// the score of the one before.
    pub has_null_windows: bool,
    /// Positions are given up that cannot change the result, whatever happens in them.
    pub has_prospects: bool,
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
        table_bytes: 0,
    };

    /// Alpha-beta as in the textbook, moves in the order of the opinion.
    pub const ALPHA_BETA: Options = Options { has_pruning: true, ..Options::PLAIN };

    /// Alpha-beta with the promising moves first.
    pub const ORDERED: Options = Options { has_ordering: true, ..Options::ALPHA_BETA };

    /// Everything, with a table of so many bytes.
    pub const fn full(table_bytes: usize) -> Options {
        Options {
            has_pruning: true,
            has_ordering: true,
            has_deepening: true,
            depth_step: 1,
            has_null_windows: true,
            has_prospects: true,
            table_bytes,
        }
    }

    /// The depths that a search goes through, the deepest last.
    pub fn depths(self, depth_max: u8) -> impl Iterator<Item = u8> {
        let step = if self.has_deepening { self.depth_step } else { depth_max }.max(1);
        let first = depth_max.saturating_sub(1) % step + 1;
        (first..=depth_max).step_by(usize::from(step))
    }
}
