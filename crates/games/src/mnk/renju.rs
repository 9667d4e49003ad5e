//! Moves that renju forbids to the first side: an overline, two fours, and two threes.
//!
//! - Five is exactly five in a row; it wins even if the move would be forbidden otherwise.
//! - An overline is six or more in a row.
//! - A four becomes five by one more mark. A straight four is four in a row that becomes five at either end.
//! - A three becomes a straight four by one more mark, which neither makes five nor is forbidden itself. So the
//!   question for one move leads to the same question for another one, on a board with one mark more.
//!
//! A side without a cell left that it may mark can pass by these rules; here the game is drawn then.
//!
//! Rules of the Renju International Federation, section 9, <https://www.renju.net/rules/>.

use crate::mnk::MnkSpec;
use crate::mnk::bitboard::Bitboard;
use crate::mnk::rule::FIVE;

/// Number in a row that wins.
const LENGTH: usize = FIVE as usize;

/// Distance within which marks on a line matter: a five through a cell reaches no further.
const REACH: usize = LENGTH - 1;

/// Numbers of fours and of threes that one move must not make.
const FOURS_FORBIDDEN: usize = 2;
const THREES_FORBIDDEN: usize = 2;

/// The reason why a move is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Six or more in a row.
    Overline,
    DoubleFour,
    DoubleThree,
}

/// The marks of the side to which moves are forbidden, and the empty cells.
#[derive(Clone, Copy, Debug)]
pub struct Stones {
    pub spec: MnkSpec,
    pub own: Bitboard,
    pub empty: Bitboard,
}

impl Stones {
    /// Returns whether a mark on this empty cell is forbidden.
    pub fn is_forbidden(self, bit: usize) -> bool {
        self.fault(bit).is_some()
    }

    /// The reason why a mark on this empty cell is forbidden; `None` if it is allowed.
    pub fn fault(self, bit: usize) -> Option<Fault> {
        let steps = self.spec.steps();
        // Six in a row, two fours and two threes all take more marks than three within reach.
        let near = steps.into_iter().map(|step| self.own_within_reach(bit, step)).sum::<usize>();
        if near < 4 {
            return None;
        }
        let stones = self.with(bit);
        let runs = steps.map(|step| stones.own.run(bit, step));
        if runs.contains(&LENGTH) {
            return None;
        }
        if runs.iter().any(|run| *run > LENGTH) {
            return Some(Fault::Overline);
        }
        let fours = steps.map(|step| stones.fours(bit, step));
        if fours.iter().sum::<usize>() >= FOURS_FORBIDDEN {
            return Some(Fault::DoubleFour);
        }
        let lines = steps.into_iter().zip(fours).filter(|(_, fours)| *fours == 0);
        let lines = lines.map(|(step, _)| step);
        // Few moves have so many lines, and only those lead to the question for others.
        let has_points = |step: &usize| stones.points_of_three(bit, *step).next().is_some();
        lines.clone().filter(has_points).nth(THREES_FORBIDDEN - 1)?;
        let mut threes = lines.filter(|step| stones.has_three(bit, *step));
        threes.nth(THREES_FORBIDDEN - 1).map(|_| Fault::DoubleThree)
    }

    fn with(mut self, bit: usize) -> Stones {
        self.own.insert(bit);
        self.empty.remove(bit);
        self
    }

    fn own_within_reach(self, bit: usize, step: usize) -> usize {
        self.cells_within_reach(bit, step).filter(|cell| self.own.contains(*cell)).count()
    }

    /// The cells on either side of a cell that a five through it may have, without what lies behind an edge or a
    /// mark of the opponent.
    fn cells_within_reach(self, bit: usize, step: usize) -> impl Iterator<Item = usize> {
        let is_open = move |cell: &usize| self.own.contains(*cell) || self.empty.contains(*cell);
        let up = (1..=REACH).map(move |distance| bit + distance * step).take_while(is_open);
        let down = (1..=REACH).map_while(move |distance| bit.checked_sub(distance * step));
        up.chain(down.take_while(is_open))
    }

    /// Number of fours through a mark along one line: 2 if two cells make five, except for a straight four.
    fn fours(self, bit: usize, step: usize) -> usize {
        let mut fives =
            self.cells_within_reach(bit, step).filter(|cell| self.is_five(*cell, bit, step));
        match (fives.next(), fives.next()) {
            (None, _) => 0,
            (Some(_), None) => 1,
            (Some(_), Some(_)) => 1 + usize::from(self.own.run(bit, step) != LENGTH - 1),
        }
    }

    /// Returns whether a mark on an empty cell makes exactly five through another mark along this line.
    fn is_five(self, cell: usize, bit: usize, step: usize) -> bool {
        if !self.empty.contains(cell) {
            return false;
        }
        let stones = self.with(cell);
        stones.own.run(cell, step) == LENGTH
            && stones.own.run(bit, step) == LENGTH
            && stones.is_joined(cell, bit, step)
    }

    /// Returns whether all cells between two of a line are marked.
    fn is_joined(self, one: usize, other: usize, step: usize) -> bool {
        let (low, high) = (one.min(other), one.max(other));
        (low..=high).step_by(step).all(|cell| self.own.contains(cell))
    }

    /// Returns whether a mark is part of a three along this line.
    fn has_three(self, bit: usize, step: usize) -> bool {
        self.points_of_three(bit, step).any(|cell| !self.is_forbidden(cell))
    }

    /// The cells along this line where one more mark makes a straight four with a mark, and no five.
    fn points_of_three(self, bit: usize, step: usize) -> impl Iterator<Item = usize> {
        self.cells_within_reach(bit, step).filter(move |cell| {
            self.empty.contains(*cell)
                && self.with(*cell).is_straight_four(bit, *cell, step)
                && !self.makes_five(*cell)
        })
    }

    /// Returns whether two marks belong to one straight four along this line.
    fn is_straight_four(self, bit: usize, cell: usize, step: usize) -> bool {
        if self.own.run(bit, step) != LENGTH - 1 || !self.is_joined(cell, bit, step) {
            return false;
        }
        let fives = self.cells_within_reach(bit, step).filter(|end| self.is_five(*end, bit, step));
        fives.count() == 2
    }

    /// Returns whether a mark on this empty cell makes exactly five along any line.
    fn makes_five(self, cell: usize) -> bool {
        let own = self.with(cell).own;
        self.spec.steps().into_iter().any(|step| own.run(cell, step) == LENGTH)
    }
}
