//! Proof of the value of a k-in-a-row board, by a search that omits nothing relevant.
//!
//! It says how the game ends if both sides play their best. It does not say that the engine finds
//! those moves in the time it has.

use std::io::Write;
use std::time::Instant;

use thiserror::Error;
use zerosum_games::Outcome;
use zerosum_games::mnk::MnkSpec;
use zerosum_games::mnk::rule::Rule;
use zerosum_search::mnk::needs::CELLS_MAX;
use zerosum_search::mnk::value::{self, Value};

use crate::progress::{Counting, Progress};
use crate::prove::ProveError;

/// Memory for proven positions.
const TABLE_BYTES: usize = 1 << 30;

/// Maximum number of positions in a proof.
pub(crate) const NODES_MAX: u64 = 2_000_000_000;

/// Reason why the value of a board is not proven.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    #[error("it has more than {CELLS_MAX} cells")]
    TooLarge,
    #[error("the proof needs that longer rows win as well")]
    Ruled,
    #[error("{NODES_MAX} positions are not enough")]
    TooManyNodes,
}

/// Proves how the board ends and writes the effort it took. Writes nothing if that fails.
pub(crate) fn prove(
    spec: MnkSpec,
    progress: Progress,
    out: &mut impl Write,
) -> Result<(), ProveError> {
    let failed = |error| ProveError::NoValue(spec.to_string(), error);
    if !value::is_in_reach(spec) {
        return Err(failed(BoardError::TooLarge));
    }
    if spec.rule() != Rule::Free {
        return Err(failed(BoardError::Ruled));
    }
    let start = Instant::now();
    let mut counting = Counting { progress: &progress, deadline: None };
    let proven = value::prove(spec, TABLE_BYTES, NODES_MAX, &mut counting);
    let seconds = start.elapsed().as_secs_f64();
    drop(progress);
    let Value { outcome, nodes } = proven.map_err(|_| failed(BoardError::TooManyNodes))?;
    let claim = match outcome {
        Outcome::Win(_) => "X wins with best play: it can force a line, whatever O does",
        Outcome::Draw => {
            "a draw with best play: X cannot force a line, and O, which moves second, cannot either"
        }
    };
    writeln!(out, "What {spec} is worth, by a search of {nodes} positions, {seconds:.2} s:")?;
    writeln!(out, "{claim}.")?;
    writeln!(out, "Positions against the engine are too many to visit here.")?;
    Ok(())
}
