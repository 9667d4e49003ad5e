//! Output of the command-line tools.

mod analysis;
mod analyze;
mod book;
mod compare;
mod progress;
mod prove;
mod puzzles;
mod record;
mod sheets;
mod solve;
mod train;
