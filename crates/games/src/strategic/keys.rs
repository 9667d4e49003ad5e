//! The random numbers that keys of positions are made of, one for each fact about a position
//! (Zobrist's method): the key is the exclusive or of those that hold.

use crate::seed::random_numbers;
use crate::side::Side;
use crate::strategic::Target;
use crate::strategic::place::Place;

/// One number for each fact, from an arbitrary start.
const NUMBERS: &[u64; NUMBER_COUNT] = &random_numbers(0x7374_7261_7465_6779);

const TACTICAL_WINS: usize = 2 * 729;
const STRATEGIC_WINS: usize = TACTICAL_WINS + 2 * 81;
const TACTICAL_TARGETS: usize = STRATEGIC_WINS + 2 * 9;
const STRATEGIC_TARGETS: usize = TACTICAL_TARGETS + 81;
const PREVIOUS: usize = STRATEGIC_TARGETS + 9;
const NUMBER_COUNT: usize = PREVIOUS + 2 * 81;

/// The side has a mark in the cell.
#[inline]
pub(crate) fn of_mark(side: Side, place: Place) -> u64 {
    NUMBERS[side.index() * 729 + usize::from(place.code().0)]
}

/// The side has won the tactical cell of the strategic one.
pub(crate) fn of_tactical_win(side: Side, strategic: u8, tactical: u8) -> u64 {
    let cell = usize::from(strategic) * 9 + usize::from(tactical);
    NUMBERS[TACTICAL_WINS + side.index() * 81 + cell]
}

/// The side has won the strategic cell.
pub(crate) fn of_strategic_win(side: Side, strategic: u8) -> u64 {
    NUMBERS[STRATEGIC_WINS + side.index() * 9 + usize::from(strategic)]
}

/// The side to move has to move there; nothing stands for a free choice.
#[inline]
pub(crate) fn of_target(target: Target) -> u64 {
    match target {
        Target::Anywhere => 0,
        Target::Strategic(strategic) => NUMBERS[STRATEGIC_TARGETS + usize::from(strategic)],
        Target::Tactical(strategic, tactical) => {
            NUMBERS[TACTICAL_TARGETS + usize::from(strategic) * 9 + usize::from(tactical)]
        }
    }
}

/// The side moved there on its previous turn.
pub(crate) fn of_previous(side: Side, previous: Option<u8>) -> u64 {
    previous.map_or(0, |cell| NUMBERS[PREVIOUS + side.index() * 81 + usize::from(cell)])
}
