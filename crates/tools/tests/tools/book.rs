//! The book of Connect Four as the command makes it.

use std::fs;
use std::path::PathBuf;

use zerosum_search::connect_four::book::BOOK_PLIES;
use zerosum_tools::book::{self, Book, BookError};

/// The book of the program.
const SHIPPED: &[u8] = include_bytes!("../../../search/src/connect_four/book.bin");

fn file_with(name: &str, values: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, values).expect("the file can be written");
    path
}

#[test]
fn the_last_values_of_the_shipped_book_are_made_again() {
    let out = file_with("part.bin", &SHIPPED[..SHIPPED.len() - 2]);
    let mut said = Vec::new();
    let arguments = Book { plies: BOOK_PLIES, out: out.clone() };
    book::run(&arguments, &mut said).expect("the book is made");
    assert_eq!(fs::read(&out).expect("it is there"), SHIPPED);
    let said = String::from_utf8(said).expect("text");
    assert!(said.starts_with(&format!("{} positions, 2 of them new, ", SHIPPED.len())), "{said}");
}

#[test]
fn a_file_that_is_too_long_is_refused_and_left_alone() {
    let out = file_with("long.bin", &[64; 5]);
    let refused = book::run(&Book { plies: 1, out: out.clone() }, &mut Vec::new());
    assert!(matches!(refused, Err(BookError::TooLong { found: 5, expected: 4, .. })));
    assert_eq!(fs::read(&out).expect("it is there"), [64; 5]);
}

#[test]
fn a_file_with_other_values_is_refused_and_left_alone() {
    // These are not the first values of a book of eight.
    let out = file_with("other.bin", &[64; 4]);
    let refused = book::run(&Book { plies: 8, out: out.clone() }, &mut Vec::new());
    assert!(matches!(refused, Err(BookError::Other { plies: 8, .. })), "{refused:?}");
    assert_eq!(fs::read(&out).expect("it is there"), [64; 4]);
}
