//! The opening book of the board of 7 columns and 6 rows: the exact verdicts of all positions of the
//! first plies.
//!
//! The file has one byte for each position with [`BOOK_PLIES`] pieces from which the game goes on, of
//! a position and its mirror image only one, in the order of their keys. The positions are enumerated
//! again when the book is opened, and those with fewer pieces are worth what their moves are worth. A byte is the value in Pascal Pons's sense, moved by 64: 64 is a draw, 65 a
//! win of the side to move with the last piece it has, 63 a loss to the opponent's last piece.

use std::collections::HashMap;

use crate::Verdict;
use crate::connect_four::board::Grid;
use crate::connect_four::exact::value_of_win;
use crate::connect_four::solver::{Solver, value_of, verdict_of};
use crate::limits::{Budget, Stopped};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;

/// Number of pieces in the positions of the file.
pub const BOOK_PLIES: u32 = 5;

/// The byte of a draw.
const DRAWN: i32 = 64;

/// The file of the book, as [`make_book`] makes it.
const FILE: &[u8] = include_bytes!("book.bin");

/// Exact verdicts of the positions with up to some number of pieces.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    plies: u32,
    /// The values of positions by their symmetric keys.
    values: HashMap<u128, i8>,
}

impl Book {
    /// The book that comes with the program.
    pub(crate) fn shipped() -> Book {
        Book::read(BOOK_PLIES, FILE).expect("a test reads the file")
    }

    /// Reads a book of positions with so many pieces; `None` if the file is not one.
    pub(crate) fn read(plies: u32, file: &[u8]) -> Option<Book> {
        let mut layers = layers(plies);
        let last = layers.pop()?;
        if last.len() != file.len() {
            return None;
        }
        let mut values = HashMap::with_capacity(2 * last.len());
        for (key, byte) in last.into_iter().zip(file) {
            let value = i32::from(*byte) - DRAWN;
            // No value is larger than that of an immediate win.
            let is_possible = value.abs() <= value_of_win(size(), 0);
            values.insert(key, i8::try_from(value).ok().filter(|_| is_possible)?);
        }
        for keys in layers.into_iter().rev() {
            for key in keys {
                let value = value_of_moves(&grid_of(key)?, &values)?;
                values.insert(key, value);
            }
        }
        Some(Book { plies, values })
    }

    /// The verdict for the side to move; `None` if the book does not have the position, or the board
    /// has another size.
    pub(crate) fn verdict(&self, grid: &Grid) -> Option<Verdict> {
        if (grid.columns(), grid.rows()) != (COLUMNS, ROWS) || grid.plies() > self.plies {
            return None;
        }
        let value = self.values.get(&grid.symmetric_key())?;
        Some(verdict_of(i32::from(*value), grid))
    }
}

/// Number of positions in a book of so many plies.
pub fn book_positions(plies: u32) -> usize {
    layers(plies).pop().map_or(0, |keys| keys.len())
}

/// Makes the file of a book of so many plies by solving its positions, one after the other with one
/// table of so many bytes. It is the same whatever the table. The bytes of an earlier, unfinished run
/// are taken over; after each position, `progress` receives all bytes so far, of which
/// [`book_positions`] make a book. Fails if the budget ends.
pub fn make_book(
    plies: u32,
    table_bytes: usize,
    earlier: &[u8],
    budget: &mut Budget,
    mut progress: impl FnMut(&[u8]),
) -> Result<Vec<u8>, Stopped> {
    let mut solver = Solver::new(COLUMNS, ROWS, table_bytes).expect("a size in range");
    let mut file = earlier.to_vec();
    for key in layers(plies).pop().unwrap_or_default().into_iter().skip(earlier.len()) {
        let grid = grid_of(key).expect("the key of a position");
        let verdict = solver.solve(&grid, budget)?;
        let byte = DRAWN + value_of(verdict, &grid);
        file.push(u8::try_from(byte).expect("values are small"));
        progress(&file);
    }
    Ok(file)
}

/// The symmetric keys of all positions from which the game goes on: first that without pieces, then
/// those with one, and so on, each in ascending order.
fn layers(plies: u32) -> Vec<Vec<u128>> {
    let start = Grid::new(COLUMNS, ROWS).expect("a size in range");
    let mut layers = vec![vec![start.symmetric_key()]];
    for _ in 0..plies {
        let mut next = Vec::new();
        for grid in layers.last().into_iter().flatten().filter_map(|key| grid_of(*key)) {
            let moves = (0..COLUMNS).filter_map(|column| grid.play(column));
            next.extend(moves.filter(|after| !after.is_over()).map(|after| after.symmetric_key()));
        }
        next.sort_unstable();
        next.dedup();
        layers.push(next);
    }
    layers
}

fn grid_of(key: u128) -> Option<Grid> {
    Grid::of_key(COLUMNS, ROWS, key)
}

/// The value of a position whose moves all have one, or win.
fn value_of_moves(grid: &Grid, values: &HashMap<u128, i8>) -> Option<i8> {
    let mut best = None;
    for after in (0..COLUMNS).filter_map(|column| grid.play(column)) {
        let value = if after.is_win() {
            i8::try_from(value_of_win(size(), pieces(grid))).ok()?
        } else {
            -*values.get(&after.symmetric_key())?
        };
        best = best.max(Some(value));
    }
    best
}

fn pieces(grid: &Grid) -> i32 {
    i32::try_from(grid.plies()).expect("at most 42")
}

fn size() -> i32 {
    i32::try_from(COLUMNS * ROWS).expect("42")
}
