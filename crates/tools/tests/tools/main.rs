//! What the tools of the command line say.

mod analysis;
mod analyze;
mod compare;
mod progress;
mod record;
mod sheets;
mod solve;
mod train;
