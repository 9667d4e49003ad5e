//! Five in a row on large boards: play by the patterns of lines.
//!
//! [`classes`] tell what a mark does along one line, [`numbers`] what that is worth, `tables` put
//! both together for the four lines of a cell. `board` keeps them up to date. `fours` finds
//! attacks, `choice` the moves that may meet them, `history` and `selectivity` tell which moves come first and which
//! get little, and `search` uses all of them below the moves that [`root`] compares.

pub mod classes;
pub mod numbers;
pub(crate) mod tables;
mod board;
mod fours;
mod history;
mod selectivity;
mod choice;
mod search;
pub mod root;
#[cfg(test)]
mod tests;
