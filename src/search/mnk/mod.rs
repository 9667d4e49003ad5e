//! K in a row on any board: what is proven first, and what is only likely where nothing is.
//!
//! The modules stand in reading order. [`board`] keeps along what every line has come to. [`fours`]
//! finds attacks that leave the opponent no choice and [`threats`] those that leave few. [`needs`]
//! are what is left of lines, and [`pairing`] sees when nobody can be kept from a draw. [`proof`]
//! settles small boards with all that but threats, and [`value`] a whole board. [`duel`] searches
//! what is too large for that, with a [`memory`], and [`thinker`] asks all of them, each within its
//! [`budget`].

pub mod board;
pub mod budget;
pub mod fours;
pub mod threats;
pub mod needs;
pub mod pairing;
pub mod proof;
pub mod value;
pub mod memory;
pub mod duel;
pub mod thinker;
