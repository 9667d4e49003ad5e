//! Cuts and reductions: positions far outside the window, and moves late in the order.

use crate::deepening::logarithm::log2_in_sixteenths;
use crate::mnk::claims::PLAIN_MAX;
use crate::mnk::patterns::tables::Threat;
use crate::score::Score;
use crate::window::Window;

/// Distance above the window for each ply, but for the last or the last two, at which a position is good enough by its
/// estimate alone.
const SAFE_PER_DEPTH: i32 = 40;

/// Greatest depth at which a position below the window is given up for its estimate alone.
const HOPELESS_DEPTH_MAX: i16 = 3;

/// Distance below the window for each ply at which it is.
const HOPELESS_PER_DEPTH: i32 = 90;

/// Distance above the window for each ply at which moves are searched a ply less deep.
const HIGH_PER_DEPTH: i32 = 10;

/// Greatest depth at which quiet moves late in the order are left out.
const FEW_MOVES_DEPTH_MAX: i16 = 7;

/// Returns whether a score is neither a win nor a loss, not even one that an omitted move may prevent.
pub(crate) fn is_plain(score: Score) -> bool {
    score.value().abs() < PLAIN_MAX
}

/// Returns whether the estimate is so far above the window that the depth left will not change it.
pub(crate) fn is_safe(estimate: Score, window: Window, depth: i16, is_improving: bool) -> bool {
    let plies = (i32::from(depth) - 1 - i32::from(is_improving)).max(0);
    is_plain(window.beta) && estimate.value() - SAFE_PER_DEPTH * plies >= window.beta.value()
}

/// Returns whether the estimate is so far below the window that the depth left will not change it.
pub(crate) fn is_hopeless(estimate: Score, window: Window, depth: i16) -> bool {
    depth <= HOPELESS_DEPTH_MAX
        && is_plain(window.alpha)
        && estimate.value() + HOPELESS_PER_DEPTH * i32::from(depth) <= window.alpha.value()
}

/// Returns whether the estimate is so far above the window that less depth will show it.
pub(crate) fn is_high(estimate: Score, window: Window, depth: i16) -> bool {
    is_plain(window.beta)
        && estimate.value() >= window.beta.value() + HIGH_PER_DEPTH * i32::from(depth)
}

/// A move by its place in the order.
pub(crate) struct Late {
    pub(crate) depth: i16,
    /// Number of moves tried before.
    pub(crate) tried: usize,
    /// True if only whether it is better is asked.
    pub(crate) is_null: bool,
    pub(crate) is_improving: bool,
    /// True if an earlier move was expected to reach beta, and this one is no killer.
    pub(crate) is_cut: bool,
    /// The threats that a mark of either side makes there.
    pub(crate) own: Threat,
    pub(crate) other: Threat,
}

impl Late {
    /// Returns whether the move makes a four without an open three, and takes no cell where the other side makes one:
    /// it puts a threat off more often than it meets it.
    pub(crate) fn puts_off(&self) -> bool {
        matches!(self.own, Threat::Four | Threat::FourMore) && self.other < Threat::Four
    }

    /// Returns whether the move is quiet and enough others have been tried.
    pub(crate) fn is_left_out(&self) -> bool {
        self.is_null
            && self.own == Threat::None
            && self.other == Threat::None
            && self.depth <= FEW_MOVES_DEPTH_MAX
            && self.tried >= few_moves(self.depth, self.is_improving)
    }
}

fn few_moves(depth: i16, is_improving: bool) -> usize {
    let depth = usize::from(depth.max(0).unsigned_abs());
    let count = 3 + depth * depth * 3 / 5;
    if is_improving { count } else { count * 2 / 3 }
}

/// Number of plies by which a move is first searched less deep.
pub(crate) fn reduction(late: &Late) -> i16 {
    let Late { depth, tried, is_null, is_improving, is_cut, own, other } = *late;
    if depth < 3 || tried < 2 {
        return 0;
    }
    // Both logarithms are below 256. The sum, in hundredths of a ply, fits.
    let product =
        (log2_in_sixteenths(depth.unsigned_abs().into()) * log2_in_sixteenths(tried)) / 10;
    let mut less = 40 + product as i16;
    less -= if is_null { 0 } else { 100 };
    less += if is_improving { 0 } else { 60 };
    less += if is_cut { 60 } else { 0 };
    less -= if own >= Threat::Three { 80 } else { 0 };
    less -= if own >= Threat::Four { 60 } else { 0 };
    less -= if other >= Threat::Three { 60 } else { 0 };
    (less / 100).clamp(0, depth - 2)
}
