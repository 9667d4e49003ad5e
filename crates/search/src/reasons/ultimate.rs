//! The areas of ultimate tic-tac-toe.

use zerosum_games::MoveCode;
use zerosum_games::side::{BySide, Side};
use zerosum_games::ultimate::{Draws, LocalStatus, Ultimate};

use crate::reasons::Area;
use crate::reasons::nested::Nested;

impl Nested for Ultimate {
    fn areas_of(MoveCode(code): MoveCode) -> Vec<Area> {
        vec![Area::Local(ninth(code / 9))]
    }

    fn status(&self, area: Area) -> LocalStatus {
        self.status(area.number())
    }

    fn marks_beside(&self, MoveCode(code): MoveCode) -> BySide<u16> {
        self.marks_in(ninth(code / 9))
    }

    fn counting(&self, _: Area, side: Side) -> u16 {
        let shared = match self.rules().draws {
            Draws::Neutral => 0,
            Draws::Both => self.drawn_boards(),
        };
        self.won_boards().get(side) | shared
    }

    fn target(&self) -> Option<Area> {
        self.target().map(Area::Local)
    }

    fn pointed(&self, MoveCode(code): MoveCode) -> Area {
        Area::Local(ninth(code))
    }
}

fn ninth(number: u16) -> u8 {
    u8::try_from(number % 9).expect("it is below nine")
}
