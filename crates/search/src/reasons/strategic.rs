//! The areas of strategic tic-tac-toe.

use zerosum_games::MoveCode;
use zerosum_games::side::{BySide, Side};
use zerosum_games::strategic::{Strategic, Target};
use zerosum_games::ultimate::{Draws, LocalStatus};

use crate::reasons::Area;
use crate::reasons::nested::Nested;

impl Nested for Strategic {
    fn areas_of(code: MoveCode) -> Vec<Area> {
        let [strategic, tactical, _] = places(code);
        vec![Area::Tactical(strategic, tactical), Area::Strategic(strategic)]
    }

    fn status(&self, area: Area) -> LocalStatus {
        match area {
            Area::Tactical(strategic, tactical) => self.tactical_status(strategic, tactical),
            Area::Local(strategic) | Area::Strategic(strategic) => self.strategic_status(strategic),
        }
    }

    fn marks_beside(&self, code: MoveCode) -> BySide<u16> {
        let [strategic, tactical, _] = places(code);
        self.marks_in(strategic, tactical)
    }

    fn counting(&self, area: Area, side: Side) -> u16 {
        let (won, drawn) = match area {
            Area::Tactical(strategic, _) => {
                (self.won_tactical(strategic), self.drawn_tactical(strategic))
            }
            Area::Local(_) | Area::Strategic(_) => (self.won_strategic(), self.drawn_strategic()),
        };
        let shared = match self.rules().draws {
            Draws::Neutral => 0,
            Draws::Both => drawn,
        };
        won.get(side) | shared
    }

    fn target(&self) -> Option<Area> {
        match self.target() {
            Target::Anywhere => None,
            Target::Strategic(strategic) => Some(Area::Strategic(strategic)),
            Target::Tactical(strategic, tactical) => Some(Area::Tactical(strategic, tactical)),
        }
    }

    fn pointed(&self, code: MoveCode) -> Area {
        let [strategic, tactical, cell] = places(code);
        Area::Strategic(self.rules().leads_to(strategic, tactical, cell))
    }
}

/// The numbers of a move on the three levels.
fn places(MoveCode(code): MoveCode) -> [u8; 3] {
    let place = |number: u16| u8::try_from(number % 9).expect("it is below nine");
    [place(code / 81), place(code / 9), place(code)]
}
