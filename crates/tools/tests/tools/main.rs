//! Output of the command-line tools.

mod analysis;
mod analyze;
mod compare;
mod progress;
mod puzzles;
mod record;
mod sheets;
mod solve;
mod train;
