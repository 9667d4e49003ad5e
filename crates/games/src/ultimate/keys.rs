//! The random numbers that keys of positions are made of, one for each fact about a position
//! (Zobrist's method): the key is the exclusive or of those that hold.

use crate::seed::random_numbers;
use crate::side::Side;

/// One number for each fact, from an arbitrary start.
const NUMBERS: &[u64; NUMBER_COUNT] = &random_numbers(0x756c_7469_6d61_7465);

const WINS: usize = 2 * 81;
const TARGETS: usize = WINS + 2 * 9;
const PREVIOUS: usize = TARGETS + 9;
const NUMBER_COUNT: usize = PREVIOUS + 2 * 9;

/// The side has a mark in the cell of the 81.
pub(crate) fn of_mark(side: Side, cell: usize) -> u64 {
    NUMBERS[side.index() * 81 + cell]
}

/// The side has won the local board.
pub(crate) fn of_win(side: Side, board: usize) -> u64 {
    NUMBERS[WINS + side.index() * 9 + board]
}

/// The side to move has to move in the local board; nothing stands for a free choice.
pub(crate) fn of_target(target: Option<u8>) -> u64 {
    target.map_or(0, |board| NUMBERS[TARGETS + usize::from(board)])
}

/// The side moved in the local board on its previous turn.
pub(crate) fn of_previous(side: Side, board: Option<u8>) -> u64 {
    board.map_or(0, |board| NUMBERS[PREVIOUS + side.index() * 9 + usize::from(board)])
}
