//! The moves that are tried in a position: all near marks, or those that may meet a threat.

use zerosum_games::mnk::bitboard::Bitboard;

use crate::limits::Budget;
use crate::mnk::claims::win_in;
use crate::mnk::patterns::board::{Cell, PatternBoard, cells};
use crate::mnk::patterns::fours::{Fours, NODES_PER_DEPTH, length_of};
use crate::mnk::patterns::tables::Threat;
use crate::score::Score;

/// The moves to try in a position.
pub(crate) struct Choice {
    pub(crate) cells: Bitboard,
    /// True if all other moves are proven to be worth no more than `floor`.
    pub(crate) is_complete: bool,
    pub(crate) floor: Score,
}

impl Choice {
    /// The moves of a position in which the side to move neither wins at once nor is lost. The board is the same
    /// afterwards.
    pub(crate) fn of(
        board: &mut PatternBoard,
        fours: &mut Fours,
        budget: &mut Budget,
        depth: i16,
        plies: u16,
    ) -> Choice {
        let me = board.turn();
        let fives = board.cells_with(!me, Threat::Five);
        if !fives.is_empty() {
            let cells = board.allowed(board.parries_of_fives(!me));
            return Choice { cells, is_complete: true, floor: -win_in(2, plies) };
        }
        let doubles = board.cells_with(!me, Threat::DoubleFour);
        let is_firm = board.has_firm_fours(!me) && !board.may_run_out();
        if !doubles.is_empty() && is_firm {
            let own = board.possible_fours(me);
            let parries = cells(doubles).map(|double| board.parries(!me, double) | own);
            let cells = parries.fold(board.empty(), |all, parries| all & parries);
            let cells = board.allowed(cells);
            return Choice { cells, is_complete: true, floor: -win_in(4, plies) };
        }
        if board.has_attack(!me)
            && board.has_firm_lines(!me)
            && let Some(choice) = Choice::against_fours(board, fours, budget, depth, plies)
        {
            return choice;
        }
        let cells = board.allowed(board.candidates());
        Choice { cells, is_complete: false, floor: Score::LOWEST }
    }

    /// The moves that may save the side to move from an attack by fours that the opponent has ready,
    /// if one is found. After any other move the same line wins as it stands.
    fn against_fours(
        board: &mut PatternBoard,
        fours: &mut Fours,
        budget: &mut Budget,
        depth: i16,
        plies: u16,
    ) -> Option<Choice> {
        let nodes_max = NODES_PER_DEPTH * u64::from(depth.max(1).unsigned_abs());
        let nodes_max = nodes_max.min(budget.left());
        board.pass();
        let line = fours.find(board, nodes_max, budget);
        board.pass();
        let line = line?;
        let cells = parries_of_line(board, line);
        let cells = board.allowed(cells);
        Some(Choice { cells, is_complete: true, floor: -win_in(length_of(line) + 1, plies) })
    }
}

/// The cells that may interfere with a line of fours that the opponent of the side to move has
/// ready: those of the line, those that complete five in its course, and own fours in its course. The board is the
/// same afterwards.
fn parries_of_line(board: &mut PatternBoard, line: &[Cell]) -> Bitboard {
    let defender = board.turn();
    let mut parries = board.possible_fours(defender) | board.cells_with(defender, Threat::Five);
    board.pass();
    for (index, cell) in line.iter().enumerate() {
        parries.insert((*cell).into());
        parries = parries | board.cells_with(!defender, Threat::Five);
        if index + 1 < line.len() {
            board.play(*cell);
            parries =
                parries | board.possible_fours(defender) | board.cells_with(defender, Threat::Five);
        }
    }
    for cell in line.iter().take(line.len().saturating_sub(1)).rev() {
        board.take_back(*cell);
    }
    board.pass();
    parries & board.empty()
}
