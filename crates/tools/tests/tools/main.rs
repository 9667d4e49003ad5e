//! What the tools of the command line say.

mod analysis;
mod compare;
mod progress;
mod record;
mod solve;
mod train;
