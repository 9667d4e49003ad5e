//! The full sheet: everything that a game needs on one page.

use crate::drawing::{Area, Face, Squares};
use crate::field::{self, Field};
use crate::help;
use crate::moves::{Filling, Move};
use crate::page::Document;
use crate::paper::{Frame, Paper};
use crate::record::{self, GamesPerPage};
use crate::words::Words;

/// Squares across the page: four tables of the record, a gap before each but the first and before the
/// help field.
const COLUMNS: u8 = HELP_COLUMN + help::COLUMNS;
const TABLES: u8 = 4;
const TABLE_PITCH: u8 = record::COLUMNS + 1;
const HELP_COLUMN: u8 = TABLES * TABLE_PITCH;

/// Squares of the field down the page, and of all.
const FIELD_ROWS: u8 = 31;
const ROWS: u8 = 54;

/// Lines of the record, below the two of its head.
const RECORD_ROWS: u8 = ROWS - FIELD_ROWS - 2;

/// Rows of the texts and fields in the right column, which begins with the record.
const TACTICAL_TITLE_ROW: u8 = FIELD_ROWS + 1;
const TACTICAL_ROW: u8 = FIELD_ROWS + 3;
const STRATEGIC_TITLE_ROW: u8 = FIELD_ROWS + 15;
const STRATEGIC_ROW: u8 = FIELD_ROWS + 17;
const ENTRY_ROWS: [u8; 2] = [FIELD_ROWS + 22, FIELD_ROWS + 23];

const TITLE: f32 = 0.7;

/// Builds the sheet with field, help field and move record on one page of A4, filled in with the game so far. Moves
/// beyond its lines go on in a record of their own.
pub fn sheet(field: &Field<'_>, words: &Words, filling: &Filling, moves: &[Move]) -> Document {
    let frame = Frame {
        paper: Paper::A4,
        words,
        name: &words.full_sheet,
        details: field.details(words),
        columns: COLUMNS,
        rows: ROWS,
    };
    let table_moves = record::table_moves(RECORD_ROWS);
    let mut document = frame.document(1, |drawing, squares, _| {
        let origin = squares.corner((COLUMNS - field.columns()) / 2, 0);
        field::draw(field, drawing, Squares { origin, ..squares }, filling);
        let tables = moves.chunks(table_moves).chain(std::iter::repeat(&[][..]));
        for (table, moves) in (0..TABLES).zip(tables) {
            let place = (table * TABLE_PITCH, FIELD_ROWS, RECORD_ROWS);
            record::draw_table(drawing, squares, place, words, moves);
        }
        let titles = [
            (TACTICAL_TITLE_ROW, &words.tactical_cells),
            (STRATEGIC_TITLE_ROW, &words.strategic_cells),
        ];
        for (row, title) in titles {
            let area = Area { column: HELP_COLUMN, row, columns: help::COLUMNS, rows: 1 };
            let face = Face::black(TITLE * squares.side);
            drawing.centred(squares, area, (title, face), 0.0);
        }
        let tactical = Area::square(HELP_COLUMN, TACTICAL_ROW);
        help::draw_tactical(drawing, squares, tactical, filling);
        let strategic = Area::square(HELP_COLUMN + 4, STRATEGIC_ROW);
        help::draw_strategic(drawing, squares, strategic, filling);
        for (row, label) in ENTRY_ROWS.into_iter().zip(["X", "O"]) {
            let start = squares.corner(HELP_COLUMN, row);
            record::write_entry(drawing, squares, (start, help::COLUMNS), label);
        }
    });
    let rest = moves.get(table_moves * usize::from(TABLES)..).unwrap_or_default();
    if !rest.is_empty() {
        let rest = record::sheet(GamesPerPage::One, words, &[rest.to_vec()]);
        document.pages.extend(rest.pages);
    }
    document
}
