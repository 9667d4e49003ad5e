//! A board as a person reads it from the buttons.

use zerosum_playground::views::{ButtonView, MessageView};

/// The cells of a board, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid(pub [Cell; 9]);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cell {
    Empty,
    Cross,
    Nought,
    /// Part of a winning line.
    WinningCross,
    WinningNought,
}

/// All lines of three cells that win.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Reads the board of a message, which must show one.
pub(crate) fn grid_of(message: &MessageView) -> Grid {
    read(message).unwrap_or_else(|| panic!("this message shows no board: {message:?}"))
}

/// Returns whether a message shows a board.
pub(crate) fn is_board(message: &MessageView) -> bool {
    read(message).is_some()
}

/// Returns whether a board shows a finished game and offers a next one.
pub(crate) fn is_over(message: &MessageView) -> bool {
    message.keyboard.iter().flatten().any(|button| button.text.starts_with("🔁"))
}

fn read(message: &MessageView) -> Option<Grid> {
    let rows = message.keyboard.get(..3)?;
    if rows.iter().any(|row| row.len() != 3) {
        return None;
    }
    let cells: Option<Vec<Cell>> = rows.iter().flatten().map(cell).collect();
    Some(Grid(cells?.try_into().ok()?))
}

fn cell(button: &ButtonView) -> Option<Cell> {
    Some(match button.text.as_str() {
        "·" => Cell::Empty,
        "❌" | "‹❌›" => Cell::Cross,
        "⭕" | "‹⭕›" => Cell::Nought,
        "✅❌" => Cell::WinningCross,
        "✅⭕" => Cell::WinningNought,
        _ => return None,
    })
}

impl Grid {
    pub(crate) fn free(&self) -> Vec<usize> {
        (0..9).filter(|cell| self.0[*cell] == Cell::Empty).collect()
    }

    /// Returns a cell that keeps the game going for at least two moves: one that is about to complete a line,
    /// else the first free one.
    pub(crate) fn calm_cell(&self) -> usize {
        let is_about_to_be_complete = |line: &[usize; 3]| {
            let marks = line.map(|cell| self.0[cell]);
            [Cell::Cross, Cell::Nought].into_iter().any(|mark| {
                marks.iter().filter(|cell| **cell == mark).count() == 2
                    && marks.contains(&Cell::Empty)
            })
        };
        let line = LINES.into_iter().find(is_about_to_be_complete);
        let cells = line.map_or_else(|| (0..9).collect(), |line| line.to_vec());
        let free = cells.into_iter().find(|cell| self.0[*cell] == Cell::Empty);
        free.expect("the board is not full")
    }

    pub(crate) fn crosses(&self) -> usize {
        self.0.iter().filter(|cell| matches!(cell, Cell::Cross | Cell::WinningCross)).count()
    }

    pub(crate) fn noughts(&self) -> usize {
        self.0.iter().filter(|cell| matches!(cell, Cell::Nought | Cell::WinningNought)).count()
    }

    /// Number of taken cells.
    pub(crate) fn marks(&self) -> usize {
        self.crosses() + self.noughts()
    }

    /// Cells that are marked as the winning line.
    pub(crate) fn winning_cells(&self) -> Vec<usize> {
        let is_winning = |cell| matches!(cell, Cell::WinningCross | Cell::WinningNought);
        (0..9).filter(|cell| is_winning(self.0[*cell])).collect()
    }

    /// Complete lines of a side, found without relying on the marking.
    pub(crate) fn lines_of(&self, plain: Cell, winning: Cell) -> Vec<[usize; 3]> {
        let is_theirs = |cell: &usize| self.0[*cell] == plain || self.0[*cell] == winning;
        LINES.into_iter().filter(|line| line.iter().all(is_theirs)).collect()
    }
}
