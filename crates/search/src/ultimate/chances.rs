//! The chances of both sides in a local board: how likely each is to complete the first line there.
//!
//! The further play in a local board is unknown, because both sides are sent there from elsewhere.
//! So the cells are taken to be filled by chance, either side being as likely to move as the other;
//! but a cell that completes a line, or prevents one, is chosen more often.

use zerosum_games::lines::{FULL_3X3, completed_3x3};
use zerosum_games::side::{BySide, Side};
use zerosum_games::ultimate::Draws;

/// Ways to fill nine cells with three kinds of mark, none being one of them.
pub(crate) const FILLINGS: usize = 19_683;

/// Numbers the fillings of a local board.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    /// By a set of cells: the sum of the place values of those digits in base 3.
    places: Vec<u16>,
}

/// Factors by which some cells are chosen more often than others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Urgency {
    /// A cell that completes a line.
    pub winning: f32,
    /// A cell that keeps the opponent from a line.
    pub preventing: f32,
}

/// The chances in every local board there can be.
#[derive(Clone, Debug)]
pub(crate) struct Chances {
    /// Indexed by the number of the filling.
    values: Vec<BySide<f32>>,
    urgency: Urgency,
    numbering: Numbering,
}

impl Numbering {
    pub(crate) fn new() -> Numbering {
        let place = |cells: u16| {
            (0..9).filter(|cell| cells & (1 << cell) != 0).map(|cell| 3_u16.pow(cell)).sum()
        };
        Numbering { places: (0..512).map(place).collect() }
    }

    /// Below [`FILLINGS`], because sets of cells are below 512 and have nothing in common.
    #[inline]
    pub(crate) fn number_of(&self, first: u16, second: u16) -> usize {
        let place = |marks: u16| usize::from(self.places[usize::from(marks)]);
        place(first) + 2 * place(second)
    }
}

impl Default for Numbering {
    fn default() -> Numbering {
        Numbering::new()
    }
}

impl Chances {
    /// Under rules where drawn boards count for both sides, a chance to draw is half a win.
    pub(crate) fn new(draws: Draws, urgency: Urgency) -> Chances {
        let values = vec![BySide::default(); FILLINGS];
        let mut chances = Chances { values, urgency, numbering: Numbering::new() };
        let mut is_known = vec![false; FILLINGS];
        chances.fill(BySide::default(), draws, &mut is_known);
        chances
    }

    /// The chances where neither side has a line yet.
    pub(crate) fn of(&self, marks: BySide<u16>) -> BySide<f32> {
        self.values[self.number_of(marks)]
    }

    fn number_of(&self, marks: BySide<u16>) -> usize {
        self.numbering.number_of(marks.first, marks.second)
    }

    /// Judges the filling and all that can come of it.
    fn fill(&mut self, marks: BySide<u16>, draws: Draws, is_known: &mut [bool]) -> BySide<f32> {
        let number = self.number_of(marks);
        if is_known[number] {
            return self.values[number];
        }
        let empty = FULL_3X3 & !(marks.first | marks.second);
        let value = if completed_3x3(marks.first) != 0 {
            BySide { first: 1.0, second: 0.0 }
        } else if completed_3x3(marks.second) != 0 {
            BySide { first: 0.0, second: 1.0 }
        } else if empty == 0 {
            match draws {
                Draws::Neutral => BySide::default(),
                Draws::Both => BySide { first: 1.0, second: 1.0 },
            }
        } else {
            self.average(marks, empty, draws, is_known)
        };
        is_known[number] = true;
        self.values[number] = value;
        value
    }

    fn average(
        &mut self,
        marks: BySide<u16>,
        empty: u16,
        draws: Draws,
        is_known: &mut [bool],
    ) -> BySide<f32> {
        let mut sum = BySide::<f32>::default();
        let mut weights = 0.0;
        for side in Side::ALL {
            let (own, other) = (*marks.get(side), *marks.get(!side));
            let mut part = BySide::<f32>::default();
            let mut part_weights = 0.0;
            for bit in (0..9).map(|cell| 1 << cell).filter(|bit| empty & bit != 0) {
                let mut next = marks;
                *next.get_mut(side) |= bit;
                let mut weight = 1.0;
                if completed_3x3(own | bit) != 0 {
                    weight *= self.urgency.winning;
                }
                if completed_3x3(other | bit) != 0 {
                    weight *= self.urgency.preventing;
                }
                let value = self.fill(next, draws, is_known);
                part.first += weight * value.first;
                part.second += weight * value.second;
                part_weights += weight;
            }
            sum.first += part.first / part_weights;
            sum.second += part.second / part_weights;
            weights += 1.0;
        }
        BySide { first: sum.first / weights, second: sum.second / weights }
    }
}
