//! What the tools of the command line say.

mod analysis;
mod compare;
mod progress;
mod solve;
mod train;
