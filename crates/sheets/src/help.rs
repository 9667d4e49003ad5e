//! The help field: the results of the eighty-one tactical cells, and of the nine strategic ones.

use crate::drawing::{Area, Drawing, Face, Squares};
use crate::moves::{self, Decision, Filling};
use crate::page::Document;
use crate::paper::{Frame, Paper};
use crate::words::Words;

/// Squares of the whole field.
pub(crate) const COLUMNS: u8 = 11;
const ROWS: u8 = 15;

/// Squares of one of its ten fields in a row, and from one to the next.
const SIDE: u8 = 3;
const PITCH: u8 = 4;

/// The first row of the field of strategic cells, and its first column.
const STRATEGIC_ROW: u8 = 3 * PITCH;
const STRATEGIC_COLUMN: u8 = PITCH;

const MARK: f32 = 1.0;

/// Builds the sheet with the help field alone, with what is decided.
pub fn sheet(paper: Paper, words: &Words, filling: &Filling) -> Document {
    let name = &words.help_field;
    let frame = Frame { paper, words, name, details: Vec::new(), columns: COLUMNS, rows: ROWS };
    frame.document(1, |drawing, squares, _| {
        draw_tactical(drawing, squares, Area::square(0, 0), filling);
        let place = Area::square(STRATEGIC_COLUMN, STRATEGIC_ROW);
        draw_strategic(drawing, squares, place, filling);
    })
}

/// Nine fields of tactical cells, from a square on.
pub(crate) fn draw_tactical(
    drawing: &mut Drawing,
    squares: Squares,
    first: Area,
    filling: &Filling,
) {
    for (strategic, decisions) in (0..).zip(&filling.tactical) {
        let column = first.column + strategic % SIDE * PITCH;
        let row = first.row + strategic / SIDE * PITCH;
        draw_nine(drawing, squares, Area::square(column, row), decisions);
    }
}

/// The field of strategic cells, from a square on.
pub(crate) fn draw_strategic(
    drawing: &mut Drawing,
    squares: Squares,
    first: Area,
    filling: &Filling,
) {
    draw_nine(drawing, squares, first, &filling.strategic);
}

fn draw_nine(
    drawing: &mut Drawing,
    squares: Squares,
    first: Area,
    decisions: &[Option<Decision>; 9],
) {
    for (place, decision) in (0..).zip(decisions) {
        if let Some(decision) = decision {
            let area = Area::square(first.column + place % SIDE, first.row + place / SIDE);
            let text = (moves::sign(*decision), Face::black(MARK * squares.side));
            drawing.centred(squares, area, text, 0.0);
        }
    }
    drawing.lattice(squares, Area { columns: SIDE, rows: SIDE, ..first }, (SIDE, SIDE));
}
