//! Boards as rows of cells, and cells as the labels of buttons.

use crate::games::MoveCode;
use crate::games::side::Side;
use crate::games::tictactoe::{TicTacToe, WIDTH, cells};

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Marked(Side),
    /// Part of the line that has won.
    Won(Side),
}

/// The rows of a tic-tac-toe board, each cell with the move that marks it.
pub fn tictactoe(game: &TicTacToe) -> Vec<Vec<(MoveCode, Cell)>> {
    let all: Vec<(MoveCode, Cell)> = cells().map(|code| (code, cell(game, code))).collect();
    all.chunks(WIDTH).map(<[_]>::to_vec).collect()
}

fn cell(game: &TicTacToe, code: MoveCode) -> Cell {
    match game.mark(code) {
        None => Cell::Empty,
        Some(side) if game.is_winning_cell(code) => Cell::Won(side),
        Some(side) => Cell::Marked(side),
    }
}

/// The mark of a side in texts and on buttons.
pub fn mark(side: Side) -> &'static str {
    match side {
        Side::First => "❌",
        Side::Second => "⭕",
    }
}

/// A cell as a button. Telegram refuses empty labels, so an empty cell is a dot.
pub fn label(cell: Cell) -> String {
    match cell {
        Cell::Empty => "·".to_owned(),
        Cell::Marked(side) => mark(side).to_owned(),
        Cell::Won(side) => format!("[{}]", mark(side)),
    }
}
