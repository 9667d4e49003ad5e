//! Cuts and reductions: positions far outside the window, and moves late in the order.

use crate::mnk::patterns::tables::Threat;
use crate::score::Score;
use crate::window::Window;

/// Distance above the window, for each ply but the last, at which a position is good enough by its estimate alone.
const SAFE_PER_DEPTH: i32 = 40;

/// Greatest depth at which a position is given up for its estimate alone, and the distance below
/// the window for each ply at which it is.
const HOPELESS_DEPTH_MAX: i16 = 3;
const HOPELESS_PER_DEPTH: i32 = 90;

/// Distance above the window for each ply at which moves are searched a ply less deep.
const HIGH_PER_DEPTH: i32 = 10;

/// Greatest depth at which quiet moves late in the order are left out.
const FEW_MOVES_DEPTH_MAX: i16 = 7;

/// Scores beyond this, for either side, are wins, proven or not: no estimate of a position comes near.
const PLAIN_MAX: i32 = 800_000;

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
    /// True if an earlier move was expected to be too good for the opponent, and this one has not been.
    pub(crate) is_cut: bool,
    /// The threats that a mark of either side makes there.
    pub(crate) own: Threat,
    pub(crate) other: Threat,
}

impl Late {
    /// Returns whether the move only puts a threat of the other side off, by a four that leads to no more.
    pub(crate) fn puts_off(&self) -> bool {
        matches!(self.own, Threat::Four | Threat::FourMore) && self.other < Threat::Four
    }
}

/// Returns whether enough moves have been tried to leave out the quiet ones that are left.
pub(crate) fn is_few(late: &Late) -> bool {
    let is_quiet = late.own == Threat::None && late.other == Threat::None;
    late.is_null
        && is_quiet
        && late.depth <= FEW_MOVES_DEPTH_MAX
        && late.tried >= few_moves(late.depth, late.is_improving)
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
    let product = (log2(depth.unsigned_abs().into()) * log2(tried)) / 10;
    let mut less = 40 + product as i16;
    less -= if is_null { 0 } else { 100 };
    less += if is_improving { 0 } else { 60 };
    less += if is_cut { 60 } else { 0 };
    less -= if own >= Threat::Three { 80 } else { 0 };
    less -= if own >= Threat::Four { 60 } else { 0 };
    less -= if other >= Threat::Three { 60 } else { 0 };
    (less / 100).clamp(0, depth - 2)
}

/// Sixteen times the binary logarithm, roughly.
fn log2(number: usize) -> usize {
    let number = number.max(1);
    let whole = number.ilog2() as usize;
    16 * whole + ((number << 4 >> whole) & 15)
}
