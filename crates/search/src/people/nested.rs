//! Boards in boards, as a person sees them: lines of three on each level.

use zerosum_games::lines::{LINES_3X3, completing_3x3};
use zerosum_games::side::{BySide, Side};
use zerosum_games::strategic::Strategic;
use zerosum_games::ultimate::Ultimate;
use zerosum_games::{Game, MoveCode};

/// Worth of a line by the marks of its only side.
const WORTHS: [i32; 4] = [0, 1, 4, 12];

/// Factor by which a line of boards is worth more than one within a board.
const LEVEL_FACTOR: i32 = 8;

/// Worth of a board that the opponent may close with the next move.
const GIFT: i32 = 12;

/// A small board in which a move is made, before it.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    marks: BySide<u16>,
    /// The cell, as a bit.
    cell: u16,
    mover: Side,
}

impl Spot {
    pub(super) fn of_ultimate(game: &Ultimate, code: MoveCode) -> Spot {
        let (board, cell) = parts(code);
        Spot { marks: game.marks_in(board), cell, mover: game.turn() }
    }

    pub(super) fn of_strategic(game: &Strategic, code: MoveCode) -> Spot {
        let (tactical, cell) = parts(code);
        let marks = game.marks_in(tactical / 9, tactical % 9);
        Spot { marks, cell, mover: game.turn() }
    }

    /// Returns whether the move completes a line of the mover in its board.
    pub(super) fn is_won(self) -> bool {
        completing_3x3(*self.marks.get(self.mover)) & self.cell != 0
    }

    /// Returns whether the move takes the cell that completes a line of the opponent.
    pub(super) fn is_blocked(self) -> bool {
        completing_3x3(*self.marks.get(!self.mover)) & self.cell != 0
    }
}

/// Estimates a move by the lines on both levels after it, less a board that the opponent can close.
pub(super) fn promise_in_ultimate(game: &Ultimate, code: MoveCode) -> i64 {
    let side = game.turn();
    let mut next = *game;
    next.make(code);
    let (board, _) = parts(code);
    let worth = |game: &Ultimate| {
        let is_open = game.open_boards() & (1 << board) != 0;
        let small = if is_open { worth_of(game.marks_in(board), 0, side) } else { 0 };
        small + LEVEL_FACTOR * worth_of(game.won_boards(), game.drawn_boards(), side)
    };
    let playable = next.playable_boards();
    let gifts = (0..9).filter(|board| playable & (1 << board) != 0);
    let has_gift = |board| can_close(next.marks_in(board), next.turn());
    let gift = if gifts.into_iter().any(has_gift) { GIFT } else { 0 };
    i64::from(worth(&next) - worth(game) - gift)
}

/// Like [`promise_in_ultimate`], on three levels.
pub(super) fn promise_in_strategic(game: &Strategic, code: MoveCode) -> i64 {
    let side = game.turn();
    let mut next = game.clone();
    next.make(code);
    let (number, _) = parts(code);
    let (strategic, tactical) = (number / 9, number % 9);
    let worth = |game: &Strategic| {
        let is_open = game.open_in(strategic) & (1 << tactical) != 0;
        let small = if is_open { worth_of(game.marks_in(strategic, tactical), 0, side) } else { 0 };
        let (won, drawn) = (game.won_tactical(strategic), game.drawn_tactical(strategic));
        let all = worth_of(game.won_strategic(), game.drawn_strategic(), side);
        small + LEVEL_FACTOR * (worth_of(won, drawn, side) + LEVEL_FACTOR * all)
    };
    let gifts = (0..9).flat_map(|strategic| (0..9).map(move |tactical| (strategic, tactical)));
    let is_gift = |(strategic, tactical): (u8, u8)| {
        let is_playable = next.playable_in(strategic) & (1 << tactical) != 0;
        is_playable && can_close(next.marks_in(strategic, tactical), next.turn())
    };
    let gift = if gifts.into_iter().any(is_gift) { GIFT } else { 0 };
    i64::from(worth(&next) - worth(game) - gift)
}

/// The lines that only one side can still complete.
fn worth_of(marks: BySide<u16>, drawn: u16, side: Side) -> i32 {
    let count = |side: Side, line: u16| (*marks.get(side) & line).count_ones() as usize;
    let open = LINES_3X3.into_iter().filter(|line| drawn & line == 0);
    let worths = open.map(|line| match (count(side, line), count(!side, line)) {
        (mine, 0) => WORTHS[mine],
        (0, theirs) => -WORTHS[theirs],
        (_, _) => 0,
    });
    worths.sum()
}

fn can_close(marks: BySide<u16>, side: Side) -> bool {
    completing_3x3(*marks.get(side)) & !(marks.first | marks.second) != 0
}

/// The number of the small board and the bit of the cell there.
fn parts(MoveCode(code): MoveCode) -> (u8, u16) {
    // The number of a small board is below 81.
    ((code / 9) as u8, 1 << (code % 9))
}
