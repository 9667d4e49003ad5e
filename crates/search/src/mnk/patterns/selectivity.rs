//! Cuts and reductions: positions far outside the window, and moves late in the order.

use crate::mnk::patterns::tables::Threat;
use crate::score::Score;
use crate::window::Window;

/// Greatest depth at which a position is given up for its estimate alone, and the distance from the
/// window for each ply at which it is: above it, and below it.
const SAFE_DEPTH_MAX: i16 = 5;
const SAFE_PER_DEPTH: i32 = 45;
const HOPELESS_DEPTH_MAX: i16 = 3;
const HOPELESS_PER_DEPTH: i32 = 90;

/// Returns whether the estimate is so far outside the window that the depth left will not change it.
pub(crate) fn is_hopeless_or_safe(estimate: Score, window: Window, depth: i16) -> bool {
    let (value, plies) = (estimate.value(), i32::from(depth));
    let is_safe = depth <= SAFE_DEPTH_MAX
        && !window.beta.is_decided()
        && value - SAFE_PER_DEPTH * plies >= window.beta.value();
    let is_hopeless = depth <= HOPELESS_DEPTH_MAX
        && !window.alpha.is_decided()
        && value + HOPELESS_PER_DEPTH * plies <= window.alpha.value();
    is_safe || is_hopeless
}

/// Number of moves after which quiet ones are left out.
pub(crate) fn few_moves(depth: i16, is_improving: bool) -> usize {
    let depth = usize::from(depth.max(0).unsigned_abs());
    let count = 3 + depth * depth * 3 / 5;
    if is_improving { count } else { count * 2 / 3 }
}

/// A move by its place in the order.
pub(crate) struct Late {
    pub(crate) depth: i16,
    /// Number of moves tried before.
    pub(crate) tried: usize,
    /// True if only whether it is better is asked.
    pub(crate) is_null: bool,
    pub(crate) is_improving: bool,
    /// The threats that a mark of either side makes there.
    pub(crate) own: Threat,
    pub(crate) other: Threat,
}

/// Number of plies by which a move is first searched less deep.
pub(crate) fn reduction(late: &Late) -> i16 {
    let Late { depth, tried, is_null, is_improving, own, other } = *late;
    if depth < 3 || tried < 2 {
        return 0;
    }
    // Both logarithms are below 256. The sum, in hundredths of a ply, fits.
    let product = (log2(depth.unsigned_abs().into()) * log2(tried)) / 10;
    let mut less = 40 + product as i16;
    less -= if is_null { 0 } else { 100 };
    less += if is_improving { 0 } else { 60 };
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
