//! Moves of a line of play that was not played, on the board where it begins.

use crate::scene::{Mark, NUMBERS, Scene, Spot};

/// Number of the first move of a line, which is not numbered on the board: a note marks it.
pub const FIRST_NUMBER: u8 = *NUMBERS.start();

/// A move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Number of the move in its line.
    pub number: u8,
    pub mark: Mark,
    /// The cell that a piece leaves; `None` for a mark that is put on the board.
    pub from: Option<Spot>,
    pub to: Spot,
}

impl Scene {
    /// A move of a line of play. Of two in one cell the first is seen.
    #[must_use]
    pub fn with_step(mut self, step: Step) -> Scene {
        let is_here = self.has(step.to) && step.from.is_none_or(|from| self.has(from));
        let is_taken = self.steps.iter().any(|other| other.to == step.to);
        if is_here && !is_taken && NUMBERS.contains(&step.number) {
            self.steps.push(step);
        }
        self
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The step that is written in a cell, if there is one.
    pub(crate) fn step_in(&self, spot: Spot) -> Option<&Step> {
        let is_written = |step: &&Step| step.from.is_none() && step.number > FIRST_NUMBER;
        self.steps.iter().filter(is_written).find(|step| step.to == spot)
    }
}
