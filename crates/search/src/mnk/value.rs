//! The value of a whole board: the outcome from the empty board if both sides play their best.

use zerosum_games::Outcome;
use zerosum_games::mnk::values::proven_outcome;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::side::Side;

use crate::limits::{Budget, Stopped, Watch};
use crate::mnk::board::Board;
use crate::mnk::needs::CELLS_MAX;
use crate::mnk::pn_search::PnSearch;
use crate::mnk::vcf::Vcf;

/// A value with the cost of proving it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub outcome: Outcome,
    /// Positions looked at.
    pub nodes: u64,
}

/// Returns whether a proof is worth trying: boards of more cells are not charted.
pub fn is_in_reach(spec: MnkSpec) -> bool {
    usize::from(spec.cell_count()) <= CELLS_MAX
}

/// Returns whether every position of a board that comes about in play is proven within the shortest
/// thinking time.
pub fn is_proven_in_passing(spec: MnkSpec) -> bool {
    let (long, short) = (spec.columns().max(spec.rows()), spec.columns().min(spec.rows()));
    let is_small = match spec.k() {
        3 => true,
        4 => short == 3 || long == 4,
        5 => short <= 4 || (short == 5 && long <= 6),
        6 => short <= 6 || long <= 7,
        _ => true,
    };
    is_small && proven_outcome(spec).is_some()
}

/// Proves how a board ends, with a table of about this many bytes and within this many positions.
///
/// Only whether the first side wins is searched for. That the second side does not is shown by an
/// argument: if it could, the first one would make any move and then do as the second one does, and
/// one mark more is never in the way.
pub fn prove(
    spec: MnkSpec,
    table_bytes: usize,
    nodes_max: u64,
    watch: &mut dyn Watch,
) -> Result<Value, Stopped> {
    let mut board = Board::of(&Mnk::new(spec));
    let mut budget = Budget::new(watch, nodes_max);
    let mut search = PnSearch::new(table_bytes);
    let does_win = search.can_win(&mut board, Side::First, &mut Vcf::default(), &mut budget)?;
    let outcome = if does_win { Outcome::Win(Side::First) } else { Outcome::Draw };
    Ok(Value { outcome, nodes: budget.nodes() })
}
