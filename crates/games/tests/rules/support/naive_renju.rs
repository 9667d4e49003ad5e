//! The moves that renju forbids once more, word for word as the rules define them: fours and threes are sets of marks.

use std::collections::BTreeSet;

use zerosum_games::mnk::renju::Fault;

type Cell = (isize, isize);

const DIRECTIONS: [Cell; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A board of `X`, `O` and `.`, on which `X` is forbidden some cells.
#[derive(Clone)]
pub(crate) struct NaiveRenju {
    cells: Vec<Vec<char>>,
}

impl NaiveRenju {
    pub(crate) fn new(cells: &[Vec<char>]) -> NaiveRenju {
        NaiveRenju { cells: cells.to_vec() }
    }

    pub(crate) fn is_forbidden(&self, row: usize, column: usize) -> bool {
        self.fault((row.cast_signed(), column.cast_signed())).is_some()
    }

    pub(crate) fn fault(&self, cell: Cell) -> Option<Fault> {
        let board = self.with(cell);
        let lengths = DIRECTIONS.map(|step| board.row_through(cell, step).len());
        if lengths.contains(&5) {
            None
        } else if lengths.iter().any(|length| *length > 5) {
            Some(Fault::Overline)
        } else if board.fours(cell).len() >= 2 {
            Some(Fault::DoubleFour)
        } else if board.threes(cell).len() >= 2 {
            Some(Fault::DoubleThree)
        } else {
            None
        }
    }

    /// The sets of four marks, this one among them, of which one more makes exactly five.
    fn fours(&self, cell: Cell) -> BTreeSet<Vec<Cell>> {
        let mut fours = BTreeSet::new();
        for (step, window) in windows(cell, 5) {
            let (marks, rest): (Vec<Cell>, Vec<Cell>) =
                window.iter().partition(|place| self.at(**place) == Some('X'));
            if let [gap] = rest[..]
                && self.at(gap) == Some('.')
                && self.with(gap).row_through(gap, step) == window
            {
                fours.insert(marks);
            }
        }
        fours
    }

    /// The sets of three marks, this one among them, of which one more makes a straight four, without a five and
    /// without being forbidden.
    fn threes(&self, cell: Cell) -> BTreeSet<Vec<Cell>> {
        let mut threes = BTreeSet::new();
        for (step, window) in windows(cell, 4) {
            let (marks, rest): (Vec<Cell>, Vec<Cell>) =
                window.iter().partition(|place| self.at(**place) == Some('X'));
            let [gap] = rest[..] else { continue };
            if self.at(gap) != Some('.') {
                continue;
            }
            let next = self.with(gap);
            let makes_five = DIRECTIONS.iter().any(|step| next.row_through(gap, *step).len() == 5);
            if next.is_straight_four(&window, step) && !makes_five && self.fault(gap).is_none() {
                threes.insert(marks);
            }
        }
        threes
    }

    /// Returns whether these four cells are a whole row that becomes exactly five at either end.
    fn is_straight_four(&self, four: &[Cell], step: Cell) -> bool {
        let ends = [moved(four[0], step, -1), moved(four[3], step, 1)];
        self.row_through(four[0], step) == four
            && ends.iter().all(|end| {
                self.at(*end) == Some('.') && self.with(*end).row_through(*end, step).len() == 5
            })
    }

    /// The cells of the row of marks through a mark.
    fn row_through(&self, cell: Cell, step: Cell) -> Vec<Cell> {
        let along = |sign: isize| {
            let places = (1..).map(move |distance| moved(cell, step, sign * distance));
            places.take_while(|place| self.at(*place) == Some('X')).collect::<Vec<Cell>>()
        };
        along(-1).into_iter().rev().chain([cell]).chain(along(1)).collect()
    }

    fn with(&self, (row, column): Cell) -> NaiveRenju {
        let mut board = self.clone();
        board.cells[row.cast_unsigned()][column.cast_unsigned()] = 'X';
        board
    }

    fn at(&self, (row, column): Cell) -> Option<char> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        self.cells.get(row)?.get(column).copied()
    }
}

fn moved((row, column): Cell, (down, right): Cell, distance: isize) -> Cell {
    (row + distance * down, column + distance * right)
}

/// Every sequence of this many cells of a line through a cell.
fn windows(cell: Cell, length: isize) -> Vec<(Cell, Vec<Cell>)> {
    let mut windows = Vec::new();
    for step in DIRECTIONS {
        for from in 1 - length..=0 {
            let cells = (from..from + length).map(|distance| moved(cell, step, distance));
            windows.push((step, cells.collect()));
        }
    }
    windows
}
