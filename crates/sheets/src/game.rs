//! The sheet of a game that is being played, filled in. Nothing else here knows the rules.

use zerosum_games::MoveCode;
use zerosum_games::strategic::Strategic;
use zerosum_games::strategic::numbers::{NumberSet, RuleSet};
use zerosum_games::ultimate::LocalStatus;

use crate::field::{Field, Named};
use crate::full;
use crate::moves::{Decision, Filling, Move};
use crate::page::Document;
use crate::words::Words;

/// The full sheet of a game with the numbers of its rules: the marks of a position, what they have
/// decided, and the moves that have led to it.
pub fn full_sheet(words: &Words, position: &Strategic, moves: &[MoveCode]) -> Document {
    let (filling, moves) = (filling(position), moves_of(moves));
    let draw = |field: Field<'_>| full::sheet(&field, words, &filling, &moves);
    let numbers = position.rules().numbers.as_ref();
    let name = numbers.and_then(NumberSet::name);
    let usual = NumberSet::usual(RuleSet::Functional);
    // Behind numbers in cells stand those that are usual left of rows, as on the empty sheets.
    match (numbers, &usual) {
        (Some(NumberSet::Functional(rows)), _) => {
            draw(Field::Functional(Named { name, numbers: rows }))
        }
        (Some(NumberSet::Hyper(cells)), Some(set @ NumberSet::Functional(rows))) => {
            let rows = Named { name: set.name(), numbers: &**rows };
            draw(Field::Hyperfunctional(rows, Named { name, numbers: cells }))
        }
        _ => draw(Field::Numbered),
    }
}

/// The marks of a position and what they have decided.
pub fn filling(position: &Strategic) -> Filling {
    let mut filling = Filling::default();
    for (place, strategic) in (0..9).zip(&mut filling.strategic) {
        *strategic = decision(position.strategic_status(place));
    }
    for index in 0..81_u8 {
        let (strategic, tactical) = (index / 9, index % 9);
        let status = position.tactical_status(strategic, tactical);
        filling.tactical[usize::from(strategic)][usize::from(tactical)] = decision(status);
        for cell in 0..9_u8 {
            let code = MoveCode(u16::from(index) * 9 + u16::from(cell));
            let cells = &mut filling.cells[usize::from(strategic)][usize::from(tactical)];
            cells[usize::from(cell)] = position.mark(code);
        }
    }
    filling
}

/// The moves as they are written. A code that is off the field is none.
pub fn moves_of(codes: &[MoveCode]) -> Vec<Move> {
    let number = |code: u16| u8::try_from(code % 9 + 1).ok();
    let written = |MoveCode(code): &MoveCode| {
        let strategic = u8::try_from(code / 81 + 1).ok()?;
        Move::new([strategic, number(code / 9)?, number(*code)?])
    };
    codes.iter().filter_map(written).collect()
}

fn decision(status: LocalStatus) -> Option<Decision> {
    match status {
        LocalStatus::InPlay => None,
        LocalStatus::Drawn => Some(Decision::Drawn),
        LocalStatus::Won(side) => Some(Decision::Won(side)),
    }
}
