//! The logarithm by which moves are reduced: the later a move and the deeper the search, the more.

/// Returns sixteen times the binary logarithm, roughly; 0 for 0.
pub(crate) fn log2_in_sixteenths(number: usize) -> usize {
    let number = number.max(1);
    let whole = number.ilog2() as usize;
    16 * whole + ((number << 4 >> whole) & 15)
}
