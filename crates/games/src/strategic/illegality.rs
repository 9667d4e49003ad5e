//! Reasons for which a move is not legal.

use crate::strategic::legal::Bar;
use crate::strategic::place::Place;
use crate::strategic::text::CellName;
use crate::strategic::{Strategic, Target};
use crate::{Game, MoveCode};

/// A reason for which a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegality {
    Taken,
    /// The player has to move in this cell.
    OutsideTarget(CellName),
    /// The strategic or else the tactical cell of the move takes no more.
    Closed(CellName),
    /// The opponent would have to go back to the cell in which the player made the latest move.
    SendsBack(CellName),
}

impl Strategic {
    /// Returns the most obvious reason for which a move is not legal. `None` if it is legal, if it
    /// is off the field, and if the game is over.
    pub fn illegality(&self, code: MoveCode) -> Option<Illegality> {
        let Place { strategic, tactical, .. } = Place::of(code)?;
        if self.outcome.is_some() || self.is_legal(code) {
            return None;
        }
        if self.mark(code).is_some() {
            return Some(Illegality::Taken);
        }
        let outside = match self.target {
            Target::Anywhere => None,
            Target::Strategic(target) => {
                (strategic != target).then_some(CellName::Strategic(target))
            }
            Target::Tactical(target, of_it) => ((strategic, tactical) != (target, of_it))
                .then_some(CellName::Tactical(target, of_it)),
        };
        if let Some(target) = outside {
            return Some(Illegality::OutsideTarget(target));
        }
        if self.open_in(strategic) == 0 {
            return Some(Illegality::Closed(CellName::Strategic(strategic)));
        }
        if self.open_in(strategic) & (1 << tactical) == 0 {
            return Some(Illegality::Closed(CellName::Tactical(strategic, tactical)));
        }
        self.bar().map(|bar| match bar {
            Bar::Strategic(strategic) => Illegality::SendsBack(CellName::Strategic(strategic)),
            Bar::Tactical(strategic, tactical) => {
                Illegality::SendsBack(CellName::Tactical(strategic, tactical))
            }
        })
    }
}
