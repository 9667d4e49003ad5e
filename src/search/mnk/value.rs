//! What a whole board is worth: how the game ends from the empty board if both sides play their best.

use crate::games::Outcome;
use crate::games::mnk::{Mnk, MnkSpec};
use crate::games::side::Side;
use crate::search::mnk::board::Board;
use crate::search::mnk::budget::{Budget, Stopped};
use crate::search::mnk::fours::Fours;
use crate::search::mnk::needs::CELLS_MAX;
use crate::search::mnk::proof::Proof;
use crate::search::thought::Watch;

/// A value with what it took to prove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub outcome: Outcome,
    /// Positions looked at.
    pub nodes: u64,
}

/// Whether a proof is worth trying: boards of more cells are not charted.
pub fn is_in_reach(spec: MnkSpec) -> bool {
    usize::from(spec.cell_count()) <= CELLS_MAX
}

/// Proves how a board ends, with a table of about so many bytes and within so many positions.
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
    let mut proof = Proof::new(table_bytes);
    let does_win = proof.can_win(&mut board, Side::First, &mut Fours::default(), &mut budget)?;
    let outcome = if does_win { Outcome::Win(Side::First) } else { Outcome::Draw };
    Ok(Value { outcome, nodes: budget.nodes() })
}
