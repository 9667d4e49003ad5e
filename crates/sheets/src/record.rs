//! The move record: six columns of squares, three for each player, a line for each pair of moves.

use crate::drawing::{Area, Drawing, Face, Squares};
use crate::font;
use crate::moves::Move;
use crate::page::{Document, Pen, Point};
use crate::paper::{Frame, Paper};
use crate::words::Words;

/// Number of games on one page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesPerPage {
    One,
    Two,
    Four,
}

impl GamesPerPage {
    pub const ALL: [GamesPerPage; 3] = [GamesPerPage::One, GamesPerPage::Two, GamesPerPage::Four];

    pub(crate) fn count(self) -> u8 {
        match self {
            GamesPerPage::One => 1,
            GamesPerPage::Two => 2,
            GamesPerPage::Four => 4,
        }
    }
}

/// Squares across one table: a move of X and one of O.
pub(crate) const COLUMNS: u8 = 6;

/// The rows of its head.
const HEAD_ROWS: u8 = 2;

/// Moves in a line.
const LINE_MOVES: usize = 2;

/// Numbers of a move, a square each.
const MOVE_COLUMNS: u8 = 3;

/// Tables on a page, and squares between two of them.
const TABLES: u8 = 4;
const GAP: u8 = 2;

/// Squares across and down the page. Above the tables of a game are its players and its day.
const PAGE_COLUMNS: u8 = TABLES * (COLUMNS + GAP) - GAP;
const PAGE_ROWS: u8 = 50;
const ENTRY_ROWS: u8 = 5;

/// The longest place to write a name, in squares.
const ENTRY_COLUMNS_MAX: u8 = 14;

const HEAD: f32 = 0.8;
const NUMBER: f32 = 0.8;
const ENTRY: f32 = 0.7;

/// Builds records of this many games a page, filled in with the moves of those that are given. A game that is
/// too long for its place goes on in the same place of the next page.
pub fn sheet(per_page: GamesPerPage, words: &Words, games: &[Vec<Move>]) -> Document {
    let frame = Frame {
        paper: Paper::A4,
        words,
        name: &words.move_record,
        details: Vec::new(),
        columns: PAGE_COLUMNS,
        rows: PAGE_ROWS,
    };
    let tables_each = TABLES / per_page.count();
    let moves_each = table_moves(table_rows()) * usize::from(tables_each);
    let places = Places::of(per_page, games, |moves| moves.len().div_ceil(moves_each));
    frame.document(places.pages(), |drawing, squares, page| {
        for place in 0..per_page.count() {
            let column = place * tables_each * (COLUMNS + GAP);
            let columns = tables_each * (COLUMNS + GAP) - GAP;
            write_entries(drawing, squares, words, (column, columns));
            let (moves, part) = places.at(page, place);
            let rest = moves.get(part * moves_each..).unwrap_or_default();
            let tables = rest.chunks(table_moves(table_rows())).chain(std::iter::repeat(&[][..]));
            for (table, moves) in (0..tables_each).zip(tables) {
                let column = column + table * (COLUMNS + GAP);
                draw_table(drawing, squares, (column, ENTRY_ROWS, table_rows()), words, moves);
            }
        }
    })
}

/// The moves of a table of this many lines.
pub(crate) fn table_moves(rows: u8) -> usize {
    usize::from(rows) * LINE_MOVES
}

fn table_rows() -> u8 {
    PAGE_ROWS - ENTRY_ROWS - HEAD_ROWS
}

/// Draws a table with its head at a column and row and with this many lines, filled in from the first on.
pub(crate) fn draw_table(
    drawing: &mut Drawing,
    squares: Squares,
    (column, row, rows): (u8, u8, u8),
    words: &Words,
    moves: &[Move],
) {
    let head = Face::black(HEAD * squares.side);
    for (half, mark) in (0..).zip(["X", "O"]) {
        let column = column + half * MOVE_COLUMNS;
        let area = Area { column, row, columns: MOVE_COLUMNS, rows: 1 };
        drawing.centred(squares, area, (mark, head), 0.0);
        drawing.rectangle(squares, area, Pen::Bold);
        for (index, letter) in (0..MOVE_COLUMNS).zip(words.columns.chars()) {
            let area = Area::square(column + index, row + 1);
            drawing.centred(squares, area, (&letter.to_string(), head), 0.0);
        }
    }
    for (index, line) in (0..rows).zip(moves.chunks(LINE_MOVES)) {
        let numbers = line.iter().flat_map(|played| played.numbers());
        for (offset, number) in (0..).zip(numbers) {
            let area = Area::square(column + offset, row + HEAD_ROWS + index);
            write_number(drawing, squares, area, number);
        }
    }
    let heads = Area { column, row: row + 1, columns: COLUMNS, rows: 1 };
    drawing.lattice(squares, heads, (MOVE_COLUMNS, 1));
    let lines = Area { row: row + HEAD_ROWS, rows, ..heads };
    drawing.lattice(squares, lines, (MOVE_COLUMNS, rows));
}

/// A number that a player would have written.
pub(crate) fn write_number(drawing: &mut Drawing, squares: Squares, area: Area, number: u8) {
    let face = Face::black(NUMBER * squares.side);
    drawing.centred(squares, area, (&number.to_string(), face), 0.0);
}

/// Writes the lines for the players and the day of a game, one below the other.
fn write_entries(
    drawing: &mut Drawing,
    squares: Squares,
    words: &Words,
    (column, columns): (u8, u8),
) {
    let columns = columns.min(ENTRY_COLUMNS_MAX);
    for (index, label) in (0_u8..).zip(["X", "O", &words.date]) {
        // A square and a half for each, the last one a square above the table.
        let baseline = squares.corner(column, 0).y + squares.side * (1.0 + 1.5 * f32::from(index));
        let start = Point { x: squares.corner(column, 0).x, y: baseline };
        write_entry(drawing, squares, (start, columns), label);
    }
}

/// Draws a label and a line to write on after it, which ends this many squares from its start.
pub(crate) fn write_entry(
    drawing: &mut Drawing,
    squares: Squares,
    (start, columns): (Point, u8),
    label: &str,
) {
    let width = squares.side * f32::from(columns);
    let size = ENTRY * squares.side;
    drawing.fitted(start, width / 2.0, label, Face::black(size));
    let space = size * 0.4;
    let written = font::width(label, size).min(width / 2.0) + space;
    let from = Point { x: start.x + written, y: start.y };
    drawing.line(from, Point { x: start.x + width, y: start.y }, Pen::Thin);
}

/// Assigns the parts of games to places on pages.
#[derive(Debug)]
pub(crate) struct Places<'a> {
    per_page: usize,
    games: &'a [Vec<Move>],
    /// For each page its first game, and the part of it and of its neighbours that is there.
    pages: Vec<(usize, usize)>,
}

impl<'a> Places<'a> {
    /// `parts` says into how many parts a game is divided.
    pub(crate) fn of(
        per_page: GamesPerPage,
        games: &'a [Vec<Move>],
        parts: impl Fn(&[Move]) -> usize,
    ) -> Places<'a> {
        let per_page = usize::from(per_page.count());
        let mut pages = Vec::new();
        for (index, side_by_side) in games.chunks(per_page).enumerate() {
            let most = side_by_side.iter().map(|game| parts(game)).max().unwrap_or(1).max(1);
            pages.extend((0..most).map(|part| (index * per_page, part)));
        }
        if pages.is_empty() {
            pages.push((0, 0));
        }
        Places { per_page, games, pages }
    }

    pub(crate) fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The moves of the game at that place, and the part of it that is there. No moves where there is no
    /// game.
    pub(crate) fn at(&self, page: usize, place: u8) -> (&'a [Move], usize) {
        let place = usize::from(place);
        let (first, part) = self.pages.get(page).copied().unwrap_or_default();
        let game = if place < self.per_page { self.games.get(first + place) } else { None };
        (game.map_or(&[], Vec::as_slice), part)
    }
}
