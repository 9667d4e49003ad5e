//! The opening book of the board of 7 columns and 6 rows: the exact verdicts of all positions of the
//! first plies.
//!
//! The file has one byte for each position with [`BOOK_PLIES`] pieces from which the game goes on, of
//! a position and its mirror image only one, in the order of their keys. The positions are enumerated
//! again when the book is opened, and those with fewer pieces are worth what their moves are worth. A
//! byte is the value in Pascal Pons's sense, moved by 64: 64 is a draw, 65 a win of the side to move
//! with the last piece it has, 63 a loss to the opponent's last piece.

use std::sync::{Arc, OnceLock};

use crate::Verdict;
use crate::connect_four::board::Grid;
use crate::connect_four::exact::value_of_win;
use crate::connect_four::solver::{Solver, value_of, verdict_of};
use crate::limits::{Budget, Stopped};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;

/// Number of pieces in the positions of the file.
pub const BOOK_PLIES: u32 = 8;

/// The byte of a draw.
const DRAWN: i32 = 64;

/// The file of the book, as [`make_book`] makes it.
const FILE: &[u8] = include_bytes!("book.bin");

/// The book that comes with the program, one for all who have a clone. It is opened when it is first asked, which takes
/// a tenth of a second.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedBook(Arc<OnceLock<Book>>);

impl SharedBook {
    /// The verdict for the side to move; `None` if the book does not have the position, or the board
    /// has another size.
    pub(crate) fn verdict(&self, grid: &Grid) -> Option<Verdict> {
        if grid.plies() > BOOK_PLIES {
            return None;
        }
        self.0.get_or_init(Book::shipped).verdict(grid)
    }
}

/// Exact verdicts of the positions with up to some number of pieces.
#[derive(Debug)]
pub(crate) struct Book {
    /// By their number of pieces.
    layers: Vec<Layer>,
}

/// The positions with equally many pieces from which the game goes on.
#[derive(Debug)]
struct Layer {
    /// Their symmetric keys, in ascending order.
    keys: Vec<u64>,
    /// The value of each.
    values: Vec<i8>,
}

impl Layer {
    fn value(&self, grid: &Grid) -> Option<i8> {
        let at = self.keys.binary_search(&key_of(grid)).ok()?;
        self.values.get(at).copied()
    }
}

impl Book {
    /// The book that comes with the program.
    pub(crate) fn shipped() -> Book {
        Book::read(BOOK_PLIES, FILE).expect("a test reads the file")
    }

    /// Reads a book of positions with this many pieces; `None` if the file is not one.
    pub(crate) fn read(plies: u32, file: &[u8]) -> Option<Book> {
        let mut keys = keys_by_pieces(plies);
        let last = keys.pop().filter(|last| last.len() == file.len())?;
        // No value is larger than that of an immediate win.
        let possible = -value_of_win(size(), 0)..=value_of_win(size(), 0);
        let values = file.iter().map(|byte| i32::from(*byte) - DRAWN);
        let values = values.map(|value| {
            i8::try_from(value).ok().filter(|value| possible.contains(&i32::from(*value)))
        });
        let mut layers = vec![Layer { keys: last, values: values.collect::<Option<_>>()? }];
        while let Some(keys) = keys.pop() {
            let next = layers.last()?;
            let values = keys.iter().map(|key| value_of_moves(&grid_of(*key)?, next));
            let values = values.collect::<Option<_>>()?;
            layers.push(Layer { keys, values });
        }
        layers.reverse();
        Some(Book { layers })
    }

    /// The verdict for the side to move; `None` if the book does not have the position, or the board
    /// has another size.
    pub(crate) fn verdict(&self, grid: &Grid) -> Option<Verdict> {
        if (grid.columns(), grid.rows()) != (COLUMNS, ROWS) {
            return None;
        }
        let layer = self.layers.get(usize::try_from(grid.plies()).ok()?)?;
        Some(verdict_of(layer.value(grid)?.into(), grid))
    }
}

/// Number of positions in a book of this many plies.
pub fn book_positions(plies: u32) -> usize {
    keys_by_pieces(plies).pop().map_or(0, |keys| keys.len())
}

/// Makes the file of a book of this many plies by solving its positions, one after the other with one
/// table of this many bytes. It does not depend on the table. The bytes of an earlier, unfinished run
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
    let keys = keys_by_pieces(plies).pop().unwrap_or_default();
    for key in keys.into_iter().skip(earlier.len()) {
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
fn keys_by_pieces(plies: u32) -> Vec<Vec<u64>> {
    let start = Grid::new(COLUMNS, ROWS).expect("a size in range");
    let mut layers = vec![vec![key_of(&start)]];
    for _ in 0..plies {
        let mut next = Vec::new();
        for grid in layers.last().into_iter().flatten().filter_map(|key| grid_of(*key)) {
            let moves = (0..COLUMNS).filter_map(|column| grid.play(column));
            next.extend(moves.filter(|after| !after.is_over()).map(|after| key_of(&after)));
        }
        next.sort_unstable();
        next.dedup();
        layers.push(next);
    }
    layers
}

/// The symmetric key, which has 49 bits on this board.
fn key_of(grid: &Grid) -> u64 {
    u64::try_from(grid.symmetric_key()).expect("49 bits")
}

fn grid_of(key: u64) -> Option<Grid> {
    Grid::of_key(COLUMNS, ROWS, key.into())
}

/// The value of a position whose moves all win or lead to the layer.
fn value_of_moves(grid: &Grid, next: &Layer) -> Option<i8> {
    let mut best = None;
    for after in (0..COLUMNS).filter_map(|column| grid.play(column)) {
        let value = if after.is_win() {
            i8::try_from(value_of_win(size(), pieces(grid))).ok()?
        } else {
            -next.value(&after)?
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
