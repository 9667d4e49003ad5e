//! Scores of moves over all positions of a search, by which moves are ordered.

use zerosum_games::mnk::bitboard::BITS;
use zerosum_games::side::Side;

use crate::mnk::board_entry::NO_CELL;
use crate::mnk::patterns::board::Cell;

/// Upper bound of a history value.
const HISTORY_MAX: i32 = 4_096;

/// Maximum number of plies with killers.
const PLIES: usize = 256;

#[derive(Clone, Debug)]
pub(crate) struct History {
    /// Number of refutations by each cell, less the number of failures to refute.
    cells: [Vec<i32>; 2],
    /// The same, by the cell that was marked before.
    answers: [Vec<i16>; 2],
    killers: Vec<[Cell; 2]>,
}

impl History {
    pub(crate) fn new() -> History {
        let (cells, answers) = (vec![0; BITS], vec![0; BITS * BITS]);
        History {
            cells: [cells.clone(), cells],
            answers: [answers.clone(), answers],
            killers: vec![[NO_CELL; 2]; PLIES],
        }
    }

    /// Fades what was learned for another root.
    pub(crate) fn age(&mut self) {
        self.cells.iter_mut().flatten().for_each(|value| *value /= 2);
        self.answers.iter_mut().flatten().for_each(|value| *value /= 2);
        self.killers.fill([NO_CELL; 2]);
    }

    pub(crate) fn killers(&self, plies: u16) -> [Cell; 2] {
        self.killers.get(usize::from(plies)).copied().unwrap_or([NO_CELL; 2])
    }

    /// The value of a cell, between 8,192 and the negative of that.
    #[inline]
    pub(crate) fn of_cell(&self, side: Side, previous: Cell, cell: Cell) -> i32 {
        let side = side.index();
        let answer = self.answers[side][slot_of(previous, cell)];
        self.cells[side][usize::from(cell)] + i32::from(answer)
    }

    /// Records that a mark has refuted a position at this distance from the root.
    pub(crate) fn reward(
        &mut self,
        side: Side,
        previous: Cell,
        cell: Cell,
        plies: u16,
        bonus: i32,
    ) {
        if let Some(killers) = self.killers.get_mut(usize::from(plies))
            && killers[0] != cell
        {
            *killers = [cell, killers[0]];
        }
        self.adjust(side, previous, cell, bonus);
    }

    /// Moves the values towards the bonus, the less the further they have gone already; so they
    /// never leave their bounds.
    pub(crate) fn adjust(&mut self, side: Side, previous: Cell, cell: Cell, bonus: i32) {
        let side = side.index();
        let value = &mut self.cells[side][usize::from(cell)];
        *value += bonus - *value * bonus.abs() / HISTORY_MAX;
        let answer = &mut self.answers[side][slot_of(previous, cell)];
        let value = i32::from(*answer);
        // Its bounds are those of the history.
        *answer = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// The bonus of a move that a search of this many plies has found good.
pub(crate) fn bonus_of(depth: i16) -> i32 {
    let depth = i32::from(depth.max(0)) + 1;
    (8 * depth * depth).min(HISTORY_MAX / 4)
}

#[inline]
fn slot_of(previous: Cell, cell: Cell) -> usize {
    usize::from(previous).min(BITS - 1) * BITS + usize::from(cell)
}
