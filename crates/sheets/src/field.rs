//! The strategic field, bare, with the numbers of tactical cells, and with the numbers that say where
//! the next move is.
//!
//! Beside a tactical cell stand its strategic and its own number: above those of the upper row, below
//! those of the lower one, left and right of the others but the one in the middle.

use zerosum_games::strategic::numbers::{FunctionalSet, HyperSet};

use crate::drawing::{Area, Drawing, Face, Squares};
use crate::moves::{self, Filling};
use crate::page::{Document, Ink, Pen};
use crate::paper::{Frame, Paper};
use crate::words::Words;

/// A set of numbers and its name, if it has one.
#[derive(Debug)]
pub struct Named<'a, T> {
    pub name: Option<&'a str>,
    pub numbers: &'a T,
}

/// Numbers that are printed on a strategic field.
#[derive(Debug)]
pub enum Field<'a> {
    /// 29x29 squares and nothing else.
    Basic,
    /// 31x31 squares with the numbers of tactical cells.
    Numbered,
    /// 35x31 squares, with the numbers of rows.
    Functional(Named<'a, FunctionalSet>),
    /// 35x31 squares, with the numbers of rows and of cells.
    Hyperfunctional(Named<'a, FunctionalSet>, Named<'a, HyperSet>),
}

/// Builds the sheet with the field alone, with the marks that are in it.
pub fn sheet(field: &Field<'_>, paper: Paper, words: &Words, filling: &Filling) -> Document {
    let name = match field {
        Field::Basic => &words.basic_field,
        Field::Numbered => &words.numbered_field,
        Field::Functional(_) => &words.functional_field,
        Field::Hyperfunctional(..) => &words.hyperfunctional_field,
    };
    let layout = Layout::of(field);
    let frame = Frame {
        paper,
        words,
        name,
        details: field.details(words),
        columns: layout.columns,
        rows: layout.rows,
    };
    frame.document(1, |drawing, squares, _| draw(field, drawing, squares, filling))
}

impl Field<'_> {
    /// The names of its numbers.
    pub(crate) fn details(&self, words: &Words) -> Vec<String> {
        let (rows, cells) = match self {
            Field::Basic | Field::Numbered => (None, None),
            Field::Functional(rows) => (rows.name, None),
            Field::Hyperfunctional(rows, cells) => (rows.name, cells.name),
        };
        let rows = rows.map(|name| format!("{}: {name}", words.row_numbers));
        let cells = cells.map(|name| format!("{}: {name}", words.cell_numbers));
        rows.into_iter().chain(cells).collect()
    }

    pub(crate) fn columns(&self) -> u8 {
        Layout::of(self).columns
    }

    fn rows(&self) -> Option<&FunctionalSet> {
        match self {
            Field::Basic | Field::Numbered => None,
            Field::Functional(rows) | Field::Hyperfunctional(rows, _) => Some(rows.numbers),
        }
    }

    fn cells(&self) -> Option<&HyperSet> {
        match self {
            Field::Basic | Field::Numbered | Field::Functional(_) => None,
            Field::Hyperfunctional(_, cells) => Some(cells.numbers),
        }
    }
}

/// Cells of a strategic cell in a row, and of a tactical one.
const CELLS: u8 = 9;
const THIRD: u8 = 3;

/// From one strategic cell to the one below.
const ROW_PITCH: u8 = 10;

/// Sizes of the font in squares.
const LABEL: f32 = 0.62;
const NUMBER: f32 = 0.66;
const MARK: f32 = 1.0;
const TACTICAL_MARK: f32 = 3.7;
const STRATEGIC_MARK: f32 = 11.5;

/// Shift of labels that share a row of squares towards the cells they name, in squares.
const LABEL_SHIFT: f32 = 0.06;

/// Layout of the strategic cells among the squares.
#[derive(Clone, Copy, Debug)]
struct Layout {
    columns: u8,
    rows: u8,
    /// Before the first cell.
    left: u8,
    top: u8,
    /// From one strategic cell to the one to the right.
    column_pitch: u8,
    /// The rows of a strategic cell beside which the fourth and the sixth tactical cell are named.
    side_rows: Option<[u8; 2]>,
}

impl Layout {
    fn of(field: &Field<'_>) -> Layout {
        let basic =
            Layout { columns: 29, rows: 29, left: 0, top: 0, column_pitch: 10, side_rows: None };
        match field {
            Field::Basic => basic,
            Field::Numbered => {
                Layout { columns: 31, rows: 31, left: 1, top: 1, side_rows: Some([3, 5]), ..basic }
            }
            // 35 squares, and one more for the labels right of the last strategic cells.
            Field::Functional(_) | Field::Hyperfunctional(..) => Layout {
                columns: 36,
                rows: 31,
                left: 2,
                top: 1,
                column_pitch: 12,
                side_rows: Some([4, 4]),
            },
        }
    }

    /// The nine by nine cells of a strategic cell.
    fn strategic(&self, strategic: u8) -> Area {
        Area {
            column: self.left + strategic % THIRD * self.column_pitch,
            row: self.top + strategic / THIRD * ROW_PITCH,
            columns: CELLS,
            rows: CELLS,
        }
    }

    fn tactical(&self, strategic: u8, tactical: u8) -> Area {
        let whole = self.strategic(strategic);
        Area {
            column: whole.column + tactical % THIRD * THIRD,
            row: whole.row + tactical / THIRD * THIRD,
            columns: THIRD,
            rows: THIRD,
        }
    }

    fn cell(&self, strategic: u8, tactical: u8, cell: u8) -> Area {
        let nine = self.tactical(strategic, tactical);
        Area::square(nine.column + cell % THIRD, nine.row + cell / THIRD)
    }
}

/// Draws the field from the first square on: what lies behind first, its lines last.
pub(crate) fn draw(field: &Field<'_>, drawing: &mut Drawing, squares: Squares, filling: &Filling) {
    let layout = Layout::of(field);
    for strategic in 0..CELLS {
        write_decisions(drawing, squares, layout, (strategic, filling));
        let whole = layout.strategic(strategic);
        if let Some(cells) = field.cells() {
            write_cell_numbers(drawing, squares, whole, |row, column| {
                cells.number(strategic, row, column)
            });
        }
        if let Some(rows) = field.rows() {
            write_row_numbers(drawing, squares, whole, |row| rows.number(strategic, row));
        }
        if let Some(side_rows) = layout.side_rows {
            write_labels(drawing, squares, (strategic, whole), side_rows);
        }
        write_marks(drawing, squares, layout, (strategic, filling));
        drawing.lattice(squares, whole, (THIRD, THIRD));
    }
}

fn write_decisions(
    drawing: &mut Drawing,
    squares: Squares,
    layout: Layout,
    (strategic, filling): (u8, &Filling),
) {
    let face = |size: f32, ink| Face { size: size * squares.side, ink };
    if let Some(decision) = filling.strategic[usize::from(strategic)] {
        let text = (moves::sign(decision), face(STRATEGIC_MARK, Ink::Pale));
        drawing.centred(squares, layout.strategic(strategic), text, 0.0);
    }
    for (tactical, decision) in (0..).zip(filling.tactical[usize::from(strategic)]) {
        if let Some(decision) = decision {
            let text = (moves::sign(decision), face(TACTICAL_MARK, Ink::Light));
            drawing.centred(squares, layout.tactical(strategic, tactical), text, 0.0);
        }
    }
}

fn write_marks(
    drawing: &mut Drawing,
    squares: Squares,
    layout: Layout,
    (strategic, filling): (u8, &Filling),
) {
    for (tactical, cells) in (0..).zip(&filling.cells[usize::from(strategic)]) {
        for (cell, side) in (0..).zip(cells) {
            if let Some(side) = side {
                let text = (moves::mark(*side), Face::black(MARK * squares.side));
                drawing.centred(squares, layout.cell(strategic, tactical, cell), text, 0.0);
            }
        }
    }
}

/// A number in each cell of a strategic cell, to be written over.
fn write_cell_numbers(
    drawing: &mut Drawing,
    squares: Squares,
    whole: Area,
    number: impl Fn(u8, u8) -> u8,
) {
    let face = Face { size: NUMBER * squares.side, ink: Ink::Grey };
    for row in 0..CELLS {
        for column in 0..CELLS {
            let text = (number(row, column) + 1).to_string();
            let area = Area::square(whole.column + column, whole.row + row);
            drawing.centred(squares, area, (&text, face), 0.0);
        }
    }
}

/// A number left of each row of a strategic cell, in a box; another box keeps the place of a label.
fn write_row_numbers(
    drawing: &mut Drawing,
    squares: Squares,
    whole: Area,
    number: impl Fn(u8) -> u8,
) {
    for row in 0..CELLS {
        let text = (number(row) + 1).to_string();
        let area = Area::square(whole.column - 2, whole.row + row);
        drawing.centred(squares, area, (&text, Face::black(NUMBER * squares.side)), 0.0);
    }
    for column in [whole.column - 2, whole.column - 1] {
        let area = Area { column, columns: 1, ..whole };
        drawing.rectangle(squares, area, Pen::Thin);
    }
}

/// The numbers of the tactical cells around a strategic cell.
fn write_labels(
    drawing: &mut Drawing,
    squares: Squares,
    (strategic, whole): (u8, Area),
    side_rows: [u8; 2],
) {
    let face = Face::black(LABEL * squares.side);
    let mut write = |tactical: u8, column: u8, row: u8, rise: f32| {
        let text = format!("{}{}", strategic + 1, tactical + 1);
        drawing.centred(squares, Area::square(column, row), (&text, face), rise);
    };
    for third in 0..THIRD {
        let first = whole.column + third * THIRD;
        write(third, first, whole.row - 1, -LABEL_SHIFT);
        write(2 * THIRD + third, first + 2, whole.row + CELLS, LABEL_SHIFT);
    }
    write(THIRD, whole.column - 1, whole.row + side_rows[0], 0.0);
    write(THIRD + 2, whole.column + CELLS, whole.row + side_rows[1], 0.0);
}
