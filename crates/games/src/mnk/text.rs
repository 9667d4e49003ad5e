//! Positions of k in a row as people write them, `X.O/.../.../... x`.

use thiserror::Error;

use crate::diagram::{Diagram, DiagramError, letter};
use crate::mnk::rule::Rule;
use crate::mnk::{Mnk, MnkSpec};
use crate::side::Side;
use crate::{Game, Outcome};

/// Error returned when a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MnkPositionError {
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    #[error("no game gets there: both sides have {k} in a row")]
    BothWon { k: u16 },
    #[error("no game gets there: {} has {k} in a row, but did not move last", letter(*side))]
    WonOutOfTurn { side: Side, k: u16 },
    #[error("no game gets there: no move of {} completes all of its lines at once", letter(*.0))]
    WonTwice(Side),
    #[error("no game gets there: X has a row that is longer than {k}")]
    Overline { k: u16 },
    #[error("it is {}'s turn by the count of marks, not {}'s", letter(!*.0), letter(*.0))]
    NotTheirTurn(Side),
}

impl Mnk {
    /// Reads a position, decided or in play. White space does not count, letters may be small, and
    /// the side to move may be left out because the marks tell it.
    pub fn read(spec: MnkSpec, text: &str) -> Result<Mnk, MnkPositionError> {
        let diagram = Diagram::read(spec.columns(), spec.rows(), text)?;
        let mut position = Mnk::new(spec);
        for side in Side::ALL {
            for code in diagram.marks.get(side) {
                let bit = spec.bit_of(*code).expect("a diagram has only cells of its board");
                position.put(side, *code, bit);
            }
        }
        position.outcome = position.outcome_of_marks()?;
        match diagram.claimed {
            Some(claimed) if claimed != position.turn() => {
                Err(MnkPositionError::NotTheirTurn(claimed))
            }
            _ => Ok(position),
        }
    }

    /// Returns whether the first side has a row that renju forbids.
    fn has_overline(&self) -> bool {
        let runs = |bit| self.spec.steps().map(|step| self.marks.first.run(bit, step));
        let is_long = |bit| runs(bit).into_iter().any(|run| run > usize::from(self.spec.k));
        self.spec.rule == Rule::Renju && self.marks.first.bits().any(is_long)
    }

    /// Judges the whole board, which a game in its course never needs.
    fn outcome_of_marks(&self) -> Result<Option<Outcome>, MnkPositionError> {
        let k = self.spec.k();
        let won = |side| self.marks(side).bits().any(|bit| self.has_line(side, bit));
        let winner = match (won(Side::First), won(Side::Second)) {
            (true, true) => return Err(MnkPositionError::BothWon { k }),
            (true, false) => Side::First,
            (false, true) => Side::Second,
            (false, false) if self.has_overline() => return Err(MnkPositionError::Overline { k }),
            (false, false) => return Ok(self.outcome_without_row()),
        };
        if winner == self.turn() {
            return Err(MnkPositionError::WonOutOfTurn { side: winner, k });
        }
        // The game went on until the last move, so without that there was no line.
        let completes_all = |bit: usize| {
            let mut before = *self;
            before.marks.get_mut(winner).remove(bit);
            !before.marks(winner).bits().any(|other| before.has_line(winner, other))
        };
        if !self.marks(winner).bits().any(completes_all) {
            return Err(MnkPositionError::WonTwice(winner));
        }
        Ok(Some(Outcome::Win(winner)))
    }
}
