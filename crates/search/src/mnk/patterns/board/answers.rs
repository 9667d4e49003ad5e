//! Answers to threats, and the moves that a rule allows.

use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::mnk::renju::Stones;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::side::Side;

use crate::mnk::board::RUN_OUT_CELLS_MAX;
use crate::mnk::patterns::board::{
    Cell, DIRECTIONS, EDGE, PatternBoard, cells, class_of, class_of_both, mark_of,
};
use crate::mnk::patterns::classes::Class;
use crate::mnk::patterns::tables::Threat;

impl PatternBoard {
    /// The empty cells, whose marks by the other side leave a mark of the side on `cell` with at
    /// most one cell to complete five, if now it has more than one. The cell itself is among them.
    pub(crate) fn parries(&self, side: Side, cell: Cell) -> Bitboard {
        let codes = self.codes[usize::from(cell)];
        let by_direction: [i32; DIRECTIONS] =
            std::array::from_fn(|direction| fours_of(class_of(codes, side, direction)));
        let total: i32 = by_direction.iter().sum();
        let mut parries = Bitboard::EMPTY;
        parries.insert(cell.into());
        for (direction, fours) in by_direction.into_iter().enumerate() {
            if fours == 0 {
                continue;
            }
            self.visit_blocks(side, cell, direction, |place, class| {
                if total - fours + fours_of(class) < 2 {
                    parries.insert(place);
                }
            });
        }
        parries
    }

    /// The empty cells whose marks stop the side from completing five with its next mark; none if that cannot be
    /// done, or if it cannot complete five.
    pub(crate) fn parries_of_fives(&self, side: Side) -> Bitboard {
        let fives = self.cells_with(side, Threat::Five);
        if self.spec.rule() != Rule::Caro {
            return if fives.len() == 1 { fives } else { Bitboard::EMPTY };
        }
        let all = if fives.is_empty() { Bitboard::EMPTY } else { self.empty };
        cells(fives).fold(all, |parries, five| parries & self.parries_of_five(side, five))
    }

    fn parries_of_five(&self, side: Side, five: Cell) -> Bitboard {
        const FIVE: u8 = Class::Five as u8;
        let codes = self.codes[usize::from(five)];
        let is_five = |direction: &usize| class_of(codes, side, *direction) == FIVE;
        let mut directions = (0..DIRECTIONS).filter(is_five);
        let mut parries = Bitboard::EMPTY;
        parries.insert(five.into());
        if let (Some(direction), None) = (directions.next(), directions.next()) {
            self.visit_blocks(side, five, direction, |place, class| {
                if class != FIVE {
                    parries.insert(place);
                }
            });
        }
        parries
    }

    /// Calls for each empty cell of a line around another one: with the class of that for the side once the other
    /// side has marked the first.
    fn visit_blocks(
        &self,
        side: Side,
        cell: Cell,
        direction: usize,
        mut visit: impl FnMut(usize, u8),
    ) {
        let (line, at) = self.geometry.spots[usize::from(cell)][direction];
        let window = self.window(direction, line, at);
        let (reach, step) = (self.reach(), usize::from(self.geometry.steps[direction]));
        for place in (0..=2 * reach).filter(|place| *place != reach) {
            if window >> (2 * place) & EDGE == 0 {
                let blocked = window | mark_of(!side) << (2 * place);
                let class = class_of_both(self.class_of_window(blocked), side);
                visit(usize::from(cell) + place * step - reach * step, class);
            }
        }
    }

    /// Returns whether the side has a four that may lead to more.
    pub(crate) fn has_attack(&self, side: Side) -> bool {
        !self.cells_with(side, Threat::FourThree).is_empty()
            || !self.cells_with(side, Threat::FourMore).is_empty()
    }

    /// The cells of a set that the side to move may mark: renju forbids some to the first side.
    pub(crate) fn allowed(&self, set: Bitboard) -> Bitboard {
        if self.spec.rule() != Rule::Renju || self.turn == Side::Second {
            return set;
        }
        let stones = Stones { spec: self.spec, own: self.first, empty: self.empty };
        let mut allowed = set & !self.cells_with(Side::First, Threat::Forbidden);
        let doubtful = allowed & self.cells_with(Side::First, Threat::DoubleThree);
        let forbidden = doubtful.bits().filter(|cell| stones.is_forbidden(*cell));
        forbidden.for_each(|cell| allowed.remove(cell));
        allowed
    }

    /// Returns whether the side to move has a cell that it may mark.
    pub(crate) fn has_move(&self) -> bool {
        // Few boards need the doubtful cells to be looked at.
        let doubtful = self.cells_with(Side::First, Threat::DoubleThree);
        let is_any = |set| !self.allowed(set).is_empty();
        is_any(self.empty & !doubtful) || is_any(self.empty)
    }

    /// Returns whether the first side may be left without a move soon, so that a won game ends in a draw.
    pub(crate) fn may_run_out(&self) -> bool {
        self.spec.rule() == Rule::Renju && self.empty.len() <= RUN_OUT_CELLS_MAX
    }

    /// Returns whether a mark of the other side on another line never stops a side from completing two fours: in
    /// renju it may make the move of the first side a forbidden one.
    pub(crate) fn has_firm_fours(&self, side: Side) -> bool {
        self.spec.rule() != Rule::Renju || side == Side::Second
    }

    /// Returns whether nothing but marks in its way, fives and fours stops a line of fours of a side.
    pub(crate) fn has_firm_lines(&self, side: Side) -> bool {
        self.spec.rule() != Rule::Caro && self.has_firm_fours(side)
    }
}

/// Number of cells that complete five after a mark of this class, 2 for more.
fn fours_of(class: u8) -> i32 {
    const FOUR: u8 = Class::Four as u8;
    const OPEN_FOUR: u8 = Class::OpenFour as u8;
    match class {
        FOUR => 1,
        OPEN_FOUR => 2,
        _ => 0,
    }
}
