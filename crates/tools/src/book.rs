//! `zerosum book`: makes the opening book of Connect Four on the board of 7 columns and 6 rows.
//!
//! The book of the program, `connect_four/book.bin` in `crates/search/src`, is the file of this command. It is the same
//! on every machine, and a file that is not whole yet is gone on with.

use std::cell::Cell;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use thiserror::Error;
use zerosum_search::connect_four::book::{BOOK_PLIES, book_positions, make_book};
use zerosum_search::connect_four::solver::TABLE_BYTES;
use zerosum_search::limits::{Budget, Watch};
use zerosum_search::searcher::SearchResult;

use crate::progress::{Progress, grouped};

/// Most pieces in the positions of a book: a file of 91 kB.
const PLIES_MAX: i64 = 8;

/// Last values of a file that are made again, to know that it is the beginning of this book.
const CHECKED: usize = 3;

/// Makes the opening book of Connect Four: exact values of all positions with a given number of pieces
///
/// The values are written as they are found, a byte each. A file that has the first of them is gone on with; its last
/// values are made again first.
#[derive(Clone, Debug, Args)]
pub struct Book {
    /// Pieces in the positions
    #[arg(long, value_name = "N", default_value_t = BOOK_PLIES, value_parser = clap::value_parser!(u32).range(0..=PLIES_MAX))]
    pub plies: u32,

    /// The file of the book
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Reason why there is no book.
#[derive(Debug, Error)]
pub enum BookError {
    #[error("{0} cannot be read")]
    Read(PathBuf, #[source] io::Error),
    #[error("{path} has {found} values, and a book of {plies} pieces has {expected}")]
    TooLong { path: PathBuf, plies: u32, found: usize, expected: usize },
    #[error(
        "{path} is not the beginning of a book of {plies} pieces: value {place} is another one"
    )]
    Other { path: PathBuf, plies: u32, place: usize },
    #[error("the book cannot be written")]
    Write(#[from] io::Error),
}

/// Ends the work once the book cannot be written any more, or the file is another one.
struct UntilFailure<'a>(&'a Cell<bool>);

impl Watch for UntilFailure<'_> {
    fn is_over(&mut self) -> bool {
        self.0.get()
    }

    fn progress(&mut self, _: &SearchResult) {}
}

/// Makes what is missing of the book.
pub fn run(arguments: &Book, out: &mut impl Write) -> Result<(), BookError> {
    let Book { plies, out: path } = arguments;
    let earlier = match fs::read(path) {
        Ok(earlier) => earlier,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(BookError::Read(path.clone(), error)),
    };
    let (found, expected) = (earlier.len(), book_positions(*plies));
    if found > expected {
        return Err(BookError::TooLong { path: path.clone(), plies: *plies, found, expected });
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let progress = Progress::start(format!("{found} of {expected} positions"));
    let has_failed = Cell::new(false);
    let mut watch = UntilFailure(&has_failed);
    let mut budget = Budget::new(&mut watch, u64::MAX);
    let (mut written, mut other) = (Ok(()), None);
    let sure = &earlier[..found.saturating_sub(CHECKED)];
    let made = make_book(*plies, TABLE_BYTES, sure, &mut budget, |book| {
        let place = book.len() - 1;
        match earlier.get(place) {
            Some(value) if *value != book[place] => other = other.or(Some(place)),
            Some(_) => {}
            None if written.is_ok() && other.is_none() => {
                written = file.write_all(&book[place..]);
            }
            None => {}
        }
        has_failed.set(written.is_err() || other.is_some());
        progress.say(format!("{} of {expected} positions", book.len()));
    });
    drop(progress);
    written?;
    if let Some(place) = other {
        return Err(BookError::Other { path: path.clone(), plies: *plies, place });
    }
    let made = made.expect("nothing else stops it").len();
    let nodes = grouped(budget.nodes());
    Ok(writeln!(out, "{made} positions, {} of them new, {nodes} nodes", made - found)?)
}
