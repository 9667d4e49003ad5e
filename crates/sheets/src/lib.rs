//! Sheets to play Strategic tic-tac-toe on paper: fields and records, empty or filled in, as SVG and
//! PDF for A4 with squares of 5 mm, and fields for A5 with squares of 4 mm too.
//!
//! The game and its sheets are an idea of M. Demchenko and A. Shashkov, "STTT", licensed CC BY 4.0.
//! The words on the sheets are an argument ([`words::Words`]), and so are moves and marks:
//! the rules of the game are needed by [`game`] only. A sheet is first a [`page::Document`] of lines,
//! rectangles and texts in millimetres, and then a file.
//!
//! | module | what it is |
//! |---|---|
//! | [`field`] | the strategic field, bare or with any set of numbers |
//! | [`help`] | the help field: what is decided |
//! | [`record`] | the move record, one, two or four games a page |
//! | [`continuous`] | the record of the tactical rule set in which no number is written twice |
//! | [`full`] | field, help field and record on one page |
//! | [`game`] | the full sheet of a game that is being played |
//! | [`svg_file`], [`pdf_file`] | files |
//!
//! ```
//! use zerosum_sheets::field::{self, Field};
//! use zerosum_sheets::moves::{Filling, Moves};
//! use zerosum_sheets::paper::Paper;
//! use zerosum_sheets::words::Words;
//! use zerosum_sheets::{pdf_file, svg_file};
//!
//! # fn english() -> Words {
//! #     let word = || "Word".to_owned();
//! #     Words {
//! #         language: "en".to_owned(), game: word(), credit: word(), basic_field: word(),
//! #         numbered_field: word(), functional_field: word(), hyperfunctional_field: word(),
//! #         help_field: word(), move_record: word(), continuous_record: word(), full_sheet: word(),
//! #         row_numbers: word(), cell_numbers: word(), squares_of_5_mm: word(),
//! #         squares_of_4_mm: word(), tactical_cells: word(), strategic_cells: word(),
//! #         columns: "STO".to_owned(), date: word(), bar: word(),
//! #     }
//! # }
//! let words: Words = english();
//! let moves: Moves = "5 4 1, 4 1 2, 1 2 2".parse()?;
//! let filling = Filling::of(&moves.0);
//! let document = field::sheet(&Field::Numbered, Paper::A4, &words, &filling);
//! let pdf = pdf_file::of(&document)?;
//! assert!(pdf.starts_with(b"%PDF-"));
//! let svg = svg_file::of(&document, &document.pages[0]);
//! assert!(svg.contains(r#"width="210mm""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// The lines between keep the formatter from sorting this reading order.

pub mod words;
pub mod moves;
pub mod paper;
pub mod field;
pub mod help;
pub mod record;
pub mod continuous;
pub mod full;
pub mod game;
pub mod page;
pub mod font;
mod drawing;
pub mod svg_file;
pub mod pdf_file;

#[cfg(test)]
mod tests;
