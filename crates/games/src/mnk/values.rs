//! Proven outcomes of boards of k in a row if both sides play their best from the first move on.
//!
//! This is the only list of it. `zerosum prove` proves any entry, and the tests those that take little
//! time.

use crate::Outcome;
use crate::mnk::rule::Rule;
use crate::mnk::{MnkSpec, SIZE_MIN};
use crate::side::Side;

/// No larger board is in the list: the proof works on 64 cells at most.
const SIZE_PROVEN_MAX: u16 = 8;

/// Returns the outcome of a board with best play; `None` if it is not proven here.
pub fn proven_outcome(spec: MnkSpec) -> Option<Outcome> {
    let (long, short) = (spec.columns().max(spec.rows()), spec.columns().min(spec.rows()));
    if long > SIZE_PROVEN_MAX || spec.rule() != Rule::Free {
        return None;
    }
    match (spec.k(), long, short) {
        (3, 3, 3) => Some(Outcome::Draw),
        (3, _, _) => Some(Outcome::Win(Side::First)),
        (4, _, 3 | 4) | (4, 5, 5) => Some(Outcome::Draw),
        (4, _, _) => Some(Outcome::Win(Side::First)),
        (5, _, 3..=5) | (5, 6..=8, 6) | (5, 7, 7) => Some(Outcome::Draw),
        (5, _, _) => None,
        (_, _, _) => Some(Outcome::Draw),
    }
}

/// Every board that [`proven_outcome`] knows, the longer side first.
pub fn proven_boards() -> impl Iterator<Item = MnkSpec> {
    let sizes = || SIZE_MIN..=SIZE_PROVEN_MAX;
    let boards = sizes().flat_map(move |columns| {
        (SIZE_MIN..=columns).flat_map(move |rows| sizes().map(move |k| (columns, rows, k)))
    });
    let boards = boards.filter_map(|(columns, rows, k)| MnkSpec::new(columns, rows, k).ok());
    boards.filter(|spec| proven_outcome(*spec).is_some())
}
