//! Tic-tac-toe, which is solved before the first move.

pub mod solution;
