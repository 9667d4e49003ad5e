//! Window of a wide board: the cells that are buttons, and its shifts.

use std::cmp::Reverse;
use std::ops::Range;

use crate::tap::Part;

/// Columns and rows of a window. With the arrows below, it is as high as a phone screen, and its buttons
/// are wide enough for a thumb.
pub(crate) const COLUMNS: u16 = 7;
const ROWS: u16 = 5;

/// Columns and rows kept after a shift. More of them help orientation, fewer save presses.
const COLUMNS_KEPT: u16 = 2;
const ROWS_KEPT: u16 = 1;

/// Rows of a window with another row of buttons below it: while a seat is open, where help is offered,
/// and in games between two people.
const ROWS_ABOVE_OTHERS: u16 = 4;

/// Columns and rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) columns: u16,
    pub(crate) rows: u16,
    /// True if there are more buttons below the arrows.
    pub(crate) has_row_below: bool,
}

/// Part of a wide board: ranges of columns and rows, counted from 0 and half-open.
///
/// Invariant: lies on its board and has the size of a window there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    columns: (u16, u16),
    rows: (u16, u16),
}

/// Direction of a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shift {
    Left,
    Up,
    Down,
    Right,
}

impl Shift {
    /// All shifts, in the order of their buttons.
    pub(crate) const ALL: [Shift; 4] = [Shift::Left, Shift::Up, Shift::Down, Shift::Right];
}

impl Window {
    /// Returns the window that begins with this cell, or the nearest one on the board.
    pub(crate) fn beginning_at(grid: Grid, Part(cell): Part) -> Window {
        Window::at(grid, cell % grid.columns, cell / grid.columns)
    }

    /// Returns the window in which the next move is most likely made, by the likelihood of each cell.
    /// Among equal windows, the one around the last move is chosen.
    pub(crate) fn suggested(grid: Grid, likely: &[u64], last: Option<(u16, u16)>) -> Window {
        let middle = last.unwrap_or((grid.columns / 2, grid.rows / 2));
        let worth = |window: &Window| {
            let rows = window.rows().map(|row| row * grid.columns);
            let cells = rows.flat_map(|row| window.columns().map(move |column| row + column));
            let sum: u64 = cells.map(|cell| likely[usize::from(cell)]).sum();
            // The last move should be visible.
            let has_last = last.is_some_and(|(column, row)| window.holds(column, row));
            let sum = if has_last { 2 * sum } else { sum };
            (sum, Reverse(window.distance_from(middle)))
        };
        let starts = (0..grid.rows)
            .flat_map(|row| (0..grid.columns).map(move |column| (column, row)))
            .map(|(column, row)| Window::at(grid, column, row));
        starts.max_by_key(worth).unwrap_or_else(|| Window::at(grid, 0, 0))
    }

    /// Returns the window centred on this cell, or the nearest one on the board.
    pub(crate) fn around(grid: Grid, column: u16, row: u16) -> Window {
        Window::at(
            grid,
            column.saturating_sub(COLUMNS / 2),
            row.saturating_sub(ROWS_ABOVE_OTHERS / 2),
        )
    }

    fn at(grid: Grid, column: u16, row: u16) -> Window {
        let span = |start: u16, size: u16, whole: u16| {
            let start = start.min(whole - size);
            (start, start + size)
        };
        let rows = if grid.has_row_below { ROWS_ABOVE_OTHERS } else { ROWS };
        let (columns, rows) = (extent(COLUMNS, grid.columns), extent(rows, grid.rows));
        Window { columns: span(column, columns, grid.columns), rows: span(row, rows, grid.rows) }
    }

    pub(crate) fn columns(self) -> Range<u16> {
        self.columns.0..self.columns.1
    }

    pub(crate) fn rows(self) -> Range<u16> {
        self.rows.0..self.rows.1
    }

    fn holds(self, column: u16, row: u16) -> bool {
        self.columns().contains(&column) && self.rows().contains(&row)
    }

    /// Number of its first cell, which identifies it in buttons.
    pub(crate) fn part(self, grid: Grid) -> Part {
        Part(self.rows.0 * grid.columns + self.columns.0)
    }

    /// Returns the window one step further; `None` at the edge of the board.
    pub(crate) fn shifted(self, grid: Grid, shift: Shift) -> Option<Window> {
        let (column, row) = (self.columns.0, self.rows.0);
        let right = (self.columns.1 - column).saturating_sub(COLUMNS_KEPT).max(1);
        let down = (self.rows.1 - row).saturating_sub(ROWS_KEPT).max(1);
        let next = match shift {
            Shift::Left => Window::at(grid, column.saturating_sub(right), row),
            Shift::Up => Window::at(grid, column, row.saturating_sub(down)),
            Shift::Down => Window::at(grid, column, row + down),
            Shift::Right => Window::at(grid, column + right, row),
        };
        (next != self).then_some(next)
    }

    /// Distance of its centre from a cell, in half cells.
    fn distance_from(self, (column, row): (u16, u16)) -> u16 {
        let off = |(start, end): (u16, u16), at: u16| (start + end - 1).abs_diff(2 * at);
        off(self.columns, column) + off(self.rows, row)
    }
}

/// Returns the size of a window along one dimension. If only one column or row would be left out, the
/// window includes it.
fn extent(wanted: u16, whole: u16) -> u16 {
    if whole <= wanted + 1 { whole } else { wanted }
}
