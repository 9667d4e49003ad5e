//! K in a row on any board: what is proven first, and what is only likely where nothing is.
//!
//! The modules stand in reading order. [`board`] keeps along what every line has come to. [`vcf`]
//! finds wins by fours, which leave the opponent no choice, and [`vct`] wins by threats, which
//! leave few: it is a threat-space search. [`needs`] are what is left of lines, and [`pairing`]
//! sees when nobody can be kept from a draw. [`pn_search`] settles small boards with all that but
//! threats, and [`value`] a whole board. [`alpha_beta`] searches what is too large for that, and
//! [`searcher`] asks all of them.

pub mod board;
pub mod vcf;
pub mod vct;
pub mod needs;
pub mod pairing;
pub mod pn_search;
pub mod value;
mod board_entry;
pub mod alpha_beta;
mod prover;
mod move_scores;
pub mod searcher;
