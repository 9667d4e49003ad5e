//! K in a row on any board: a proof where possible, an estimate elsewhere.
//!
//! The modules stand in reading order. [`board`] tracks the state of every line. [`vcf`] finds wins
//! by fours, which leave the opponent no choice, and [`vct`] wins by threats, which leave few: it
//! is a threat-space search. [`needs`] are the cells that lines still need, and [`pairing`] detects
//! that a draw can be held. [`pn_search`] solves small boards with all of these but threats, and
//! [`value`] a whole board. [`alpha_beta`] searches boards that are too large for that, [`patterns`]
//! play five in a row on large boards, and [`searcher`] combines all of them. [`openings`] are those in which players
//! choose colours.

pub mod board;
pub mod vcf;
pub mod vct;
pub mod needs;
pub mod pairing;
pub mod pn_search;
pub mod value;
mod board_entry;
mod claims;
pub mod alpha_beta;
mod prover;
pub mod patterns;
mod move_scores;
pub mod openings;
pub mod searcher;
