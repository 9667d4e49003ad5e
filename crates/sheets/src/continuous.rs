//! The continuous move record of the tactical rule set.
//!
//! A move there begins with the last two numbers of the move before, so they are not written twice:
//! the game is one row of numbers, and every three neighbours are a move. The head tells whose: it
//! has three rows of boxes, because a square belongs to three moves. X begins in every odd column and
//! O in every even one.
//!
//! After a closed target a move does not follow from the one before. It is written in full after a
//! bar, and as it takes two squares more, it still begins in a column of its player. A line begins
//! with a move in full too, in the first column of its player.

use crate::drawing::{Area, Drawing, Face, Squares};
use crate::moves::Move;
use crate::page::{Document, Pen, Point};
use crate::paper::{Frame, Paper};
use crate::record::{self, GamesPerPage, Places};
use crate::words::Words;

/// Squares across: twenty-four moves, each beginning one square further.
pub(crate) const COLUMNS: u8 = 26;

/// Numbers of a move.
const MOVE_COLUMNS: u8 = 3;

const HEAD_ROWS: u8 = 3;

/// Squares down the page, for players and the day of a game, and below it.
const PAGE_ROWS: u8 = 50;
const ENTRY_ROWS: u8 = 2;
const GAP: u8 = 1;

/// The places to write names and the day: first column and columns.
const ENTRIES: [(u8, u8); 3] = [(0, 9), (10, 9), (20, 6)];

const HEAD: f32 = 0.8;

/// Builds continuous records of this many games a page, one below the other, filled in with the moves of those
/// that are given. A game that is too long for its place goes on in the same place of the next page.
pub fn sheet(per_page: GamesPerPage, words: &Words, games: &[Vec<Move>]) -> Document {
    let frame = Frame {
        paper: Paper::A4,
        words,
        name: &words.continuous_record,
        details: vec![words.bar.clone()],
        columns: COLUMNS,
        rows: PAGE_ROWS,
    };
    let pitch = (PAGE_ROWS + GAP) / per_page.count();
    let rows = pitch - GAP - ENTRY_ROWS - HEAD_ROWS;
    let parts = |moves: &[Move]| lines_of(moves).len().div_ceil(usize::from(rows));
    let places = Places::of(per_page, games, parts);
    frame.document(places.pages(), |drawing, squares, page| {
        for place in 0..per_page.count() {
            let row = place * pitch;
            for ((column, columns), label) in ENTRIES.into_iter().zip(["X", "O", &words.date]) {
                let start = squares.corner(column, row + 1);
                record::write_entry(drawing, squares, (start, columns), label);
            }
            let (moves, part) = places.at(page, place);
            let lines = lines_of(moves);
            let here = lines.get(part * usize::from(rows)..).unwrap_or_default();
            draw_table(drawing, squares, (row + ENTRY_ROWS, rows), here);
        }
    })
}

/// A line of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    /// The numbers and their columns.
    numbers: Vec<(u8, u8)>,
    /// The columns before which there is a bar.
    bars: Vec<u8>,
}

/// The lines of a game.
fn lines_of(moves: &[Move]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    // The column of the next move if it shares two numbers with this one.
    let mut next: u8 = COLUMNS;
    let mut before: Option<Move> = None;
    for (index, played) in moves.iter().enumerate() {
        let follows = before.is_none_or(|before| before.leads_to(*played));
        // Behind all numbers of the move before, if none of them is shared.
        let beside = if follows { next } else { next + MOVE_COLUMNS - 1 };
        let is_new = beside + MOVE_COLUMNS > COLUMNS;
        // In a new line X begins in the first column and O in the second one.
        let start = if is_new { u8::from(index % 2 == 1) } else { beside };
        if is_new {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            let numbers = (start..).zip(played.numbers());
            let shared = if is_new || !follows { 0 } else { 2 };
            line.numbers.extend(numbers.skip(shared));
            if !follows {
                line.bars.push(start);
            }
        }
        next = start + 1;
        before = Some(*played);
    }
    lines
}

/// Draws a table of `rows` lines, below its head, from a row on.
fn draw_table(drawing: &mut Drawing, squares: Squares, (row, rows): (u8, u8), lines: &[Line]) {
    let first = row + HEAD_ROWS;
    for (index, line) in (0..rows).zip(lines) {
        for (column, number) in &line.numbers {
            let area = Area::square(*column, first + index);
            record::write_number(drawing, squares, area, *number);
        }
    }
    let below = Squares { origin: squares.corner(0, row), ..squares };
    draw_head(drawing, below);
    let area = Area { column: 0, row: first, columns: COLUMNS, rows };
    drawing.lattice(squares, area, (COLUMNS, rows));
    for (index, line) in (0..rows).zip(lines) {
        for column in &line.bars {
            let ends = [first + index, first + index + 1].map(|row| squares.corner(*column, row));
            drawing.line(ends[0], ends[1], Pen::Bar);
        }
    }
}

/// Three rows of boxes, each a move wide. The lowest ones begin in the first column, those above one
/// column further each.
fn draw_head(drawing: &mut Drawing, squares: Squares) {
    let face = Face::black(HEAD * squares.side);
    for level in 0..HEAD_ROWS {
        let row = HEAD_ROWS - 1 - level;
        let pen = if level == 1 { Pen::Thin } else { Pen::Bold };
        let starts = (level..).step_by(usize::from(MOVE_COLUMNS));
        let starts = starts.take_while(|start| start + MOVE_COLUMNS <= COLUMNS);
        for (start, mark) in starts.zip(marks(level)) {
            let area = Area { column: start, row, columns: MOVE_COLUMNS, rows: 1 };
            drawing.centred(squares, area, (mark, face), 0.0);
        }
        let end = COLUMNS - (MOVE_COLUMNS - 1 - level);
        drawing.line(squares.corner(level, row), squares.corner(end, row), pen);
        for column in (level..=end).step_by(usize::from(MOVE_COLUMNS)) {
            let ends: [Point; 2] = [row, HEAD_ROWS].map(|row| squares.corner(column, row));
            drawing.line(ends[0], ends[1], pen);
        }
    }
}

/// Marks of the sides whose moves begin in every third column, from column `level` on.
fn marks(level: u8) -> impl Iterator<Item = &'static str> {
    ["X", "O"].into_iter().cycle().skip(usize::from(level % 2))
}
