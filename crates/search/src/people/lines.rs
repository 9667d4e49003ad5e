//! Lines on boards of k in a row and of Connect Four, as a person sees them.

use zerosum_games::connect_four::ConnectFour;
use zerosum_games::connect_four::spec::FOUR;
use zerosum_games::mnk::Mnk;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};

/// Steps from a cell to the next one in each direction: columns and rows.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Steps within which a cell is near another.
const NEAR_STEPS: i32 = 2;

/// A board on which k in a row win.
pub(super) trait Board: Game {
    fn columns(&self) -> u16;
    fn rows(&self) -> u16;
    fn k(&self) -> u16;
    fn mark(&self, code: MoveCode) -> Option<Side>;
}

impl Board for Mnk {
    fn columns(&self) -> u16 {
        self.spec().columns()
    }

    fn rows(&self) -> u16 {
        self.spec().rows()
    }

    fn k(&self) -> u16 {
        self.spec().k()
    }

    fn mark(&self, code: MoveCode) -> Option<Side> {
        Mnk::mark(self, code)
    }
}

impl Board for ConnectFour {
    fn columns(&self) -> u16 {
        self.spec().columns()
    }

    fn rows(&self) -> u16 {
        self.spec().rows()
    }

    fn k(&self) -> u16 {
        FOUR
    }

    fn mark(&self, code: MoveCode) -> Option<Side> {
        ConnectFour::mark(self, code)
    }
}

/// A stretch of k cells through an empty cell.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// Marks in it, without the cell itself.
    marks: BySide<u16>,
    /// True along a row or a column.
    is_straight: bool,
    /// True if the cell is the first or the last one.
    is_at_end: bool,
}

/// The empty cells that complete a line of the side.
pub(super) fn completing_cells(board: &Mnk, side: Side) -> Vec<MoveCode> {
    let mut cells = Vec::new();
    board.legal_moves(&mut cells);
    cells.retain(|code| board.would_win(side, *code));
    cells
}

/// Conspicuousness of a line that the opponent completes at a cell: 2 if its marks stand side by
/// side along a row or a column, 1 if it has one of both, and else 0.
pub(super) fn obviousness(board: &impl Board, code: MoveCode) -> usize {
    let due = windows_through(board, code).filter(|window| window.is_due(board, !board.turn()));
    let seen = |window: Window| usize::from(window.is_straight) + usize::from(window.is_at_end);
    due.map(seen).max().unwrap_or_default()
}

/// Estimates a cell by the lines that it lengthens and those of the opponent that it blocks.
pub(super) fn promise(board: &impl Board, code: MoveCode) -> i64 {
    let side = board.turn();
    let worth = |window: Window| match (*window.marks.get(side), *window.marks.get(!side)) {
        (marks, 0) | (0, marks) => i64::from(marks + 1).pow(2),
        (_, _) => 0,
    };
    windows_through(board, code).map(worth).sum()
}

/// Returns whether a cell has a mark of the side at most [`NEAR_STEPS`] away.
pub(super) fn is_near(board: &Mnk, code: MoveCode, side: Side) -> bool {
    steps_near().any(|offset| mark_at(board, code, offset) == Some(side))
}

/// Returns whether a cell is where people look: near a mark, or near the middle of an empty board.
pub(super) fn is_in_sight(board: &Mnk, code: MoveCode) -> bool {
    if board.plies() > 0 {
        return Side::ALL.into_iter().any(|side| is_near(board, code, side));
    }
    let middle = board.spec().rows() / 2 * board.spec().columns() + board.spec().columns() / 2;
    steps_near().any(|offset| cell_at(board, code, offset) == Some(MoveCode(middle)))
}

/// Offsets of the cells at most [`NEAR_STEPS`] away: columns and rows.
fn steps_near() -> impl Iterator<Item = (i32, i32)> {
    let near = -NEAR_STEPS..=NEAR_STEPS;
    near.clone().flat_map(move |down| near.clone().map(move |right| (right, down)))
}

fn windows_through(board: &impl Board, code: MoveCode) -> impl Iterator<Item = Window> {
    let k = i32::from(board.k());
    let stretches =
        DIRECTIONS.into_iter().flat_map(move |step| (0..k).map(move |back| (step, back)));
    stretches.filter_map(move |((right, down), back)| {
        let at = |index: i32| (right * (index - back), down * (index - back));
        let ends = [at(0), at(k - 1)];
        if !ends.into_iter().all(|offset| is_on_board(board, code, offset)) {
            return None;
        }
        let mut marks = BySide { first: 0, second: 0 };
        for index in (0..k).filter(|index| *index != back) {
            if let Some(side) = mark_at(board, code, at(index)) {
                *marks.get_mut(side) += 1;
            }
        }
        let (is_straight, is_at_end) = (right == 0 || down == 0, back == 0 || back == k - 1);
        Some(Window { marks, is_straight, is_at_end })
    })
}

fn is_on_board(board: &impl Board, code: MoveCode, offset: (i32, i32)) -> bool {
    cell_at(board, code, offset).is_some()
}

fn mark_at(board: &impl Board, code: MoveCode, offset: (i32, i32)) -> Option<Side> {
    board.mark(cell_at(board, code, offset)?)
}

/// The cell that many columns and rows away.
fn cell_at(
    board: &impl Board,
    MoveCode(code): MoveCode,
    (right, down): (i32, i32),
) -> Option<MoveCode> {
    let (columns, rows) = (i32::from(board.columns()), i32::from(board.rows()));
    let (column, row) = (i32::from(code) % columns + right, i32::from(code) / columns + down);
    let is_there = (0..columns).contains(&column) && (0..rows).contains(&row);
    let cell = u16::try_from(row * columns + column).ok()?;
    is_there.then_some(MoveCode(cell))
}

impl Window {
    /// Returns whether the cell completes a line of the side in it.
    fn is_due(self, board: &impl Board, side: Side) -> bool {
        *self.marks.get(side) + 1 == board.k()
    }
}
