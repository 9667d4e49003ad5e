//! What the tools of the command line say.

mod analysis;
mod analyze;
mod compare;
mod progress;
mod puzzles;
mod record;
mod sheets;
mod solve;
mod train;
