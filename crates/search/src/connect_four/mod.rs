//! Connect Four: exact values by a [`solver`] on boards that are small enough, of which that of 7 columns and 6 rows is
//! the largest that people play, and a search by an evaluation on the others, to a limited depth, and where pieces
//! are popped out. A [`book`] has the first plies of 7x6, and the [`searcher`] chooses between
//! them.
//!
//! ```
//! use zerosum_search::Verdict;
//! use zerosum_search::connect_four::board::Grid;
//! use zerosum_search::connect_four::solver::{Solver, TABLE_BYTES};
//! use zerosum_search::limits::{Budget, Unwatched};
//!
//! let grid = Grid::after(7, 6, &[3, 3, 4, 4]).expect("four legal moves");
//! let mut solver = Solver::new(7, 6, TABLE_BYTES).expect("a size of board that is solved");
//!
//! let mut watch = Unwatched;
//! let mut budget = Budget::new(&mut watch, u64::MAX);
//! assert_eq!(solver.solve(&grid, &mut budget), Ok(Verdict::Win { plies: 3 }));
//! ```

pub mod board;
pub mod solver;
mod deepening;
pub mod book;
pub(crate) mod evaluation;
pub mod searcher;
mod oracle;
mod exact;
mod threats;
mod table;
mod position;
mod bits;
#[cfg(test)]
mod tests;
