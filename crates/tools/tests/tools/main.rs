//! What the tools of the command line say.

mod analysis;
mod analyze;
mod compare;
mod progress;
mod solve;
mod train;
