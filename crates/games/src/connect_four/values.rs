//! Outcomes of boards of Connect Four if both sides play their best from the first move on.
//!
//! 7x6 was solved in 1988 by James Dow Allen and by Victor Allis. The solver of this project has found those up to that
//! size; `zerosum solve` finds them again within seconds, and the tests those that take little time. They are as in the
//! table of John Tromp (<https://tromp.github.io/c4/c4.html>), from which the outcomes of larger boards are taken. Those of
//! 7x9, 9x7 and 8x9 were published by Christophe Steininger (<https://github.com/ChristopheSteininger/c4>).

use crate::Outcome;
use crate::connect_four::spec::ConnectFourSpec;
use crate::side::Side;

/// Returns the outcome of a board with best play; `None` if it is not proven here.
pub fn proven_outcome(spec: ConnectFourSpec) -> Option<Outcome> {
    if spec.has_pops() {
        return None;
    }
    match (spec.columns(), spec.rows()) {
        (7, 6) => Some(Outcome::Win(Side::First)),
        (6, 4 | 6) | (8, 4) => Some(Outcome::Win(Side::Second)),
        (5, 4..=8) | (6, 5) | (7, 4 | 5) => Some(Outcome::Draw),
        _ => None,
    }
}

/// Returns the outcome of a board with best play, proven here or published; `None` if it is not known.
pub fn known_outcome(spec: ConnectFourSpec) -> Option<Outcome> {
    if spec.has_pops() {
        return None;
    }
    proven_outcome(spec).or(match (spec.columns(), spec.rows()) {
        (6, 7 | 9) | (7, 8) | (8 | 9, 5 | 7) | (8, 9) => Some(Outcome::Win(Side::First)),
        (6, 8) | (8, 6 | 8) | (9, 4 | 6) => Some(Outcome::Win(Side::Second)),
        (5, 9) | (7, 7 | 9) => Some(Outcome::Draw),
        _ => None,
    })
}
