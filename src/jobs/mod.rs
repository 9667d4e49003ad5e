//! What runs beside the updates: clocks, ratings, people who wait for an opponent, engines' turns and boards that
//! are left behind, broadcasts, the age of games, and whether everybody answers.
//!
//! Every process does all of it. What several might do at once is claimed by a conditional write first,
//! and what a dead process has claimed is anybody's after a grace; on a store of one process nothing is
//! waited for. A broadcast is the exception: the rest of a dead process's slice is not sent.

pub(crate) mod engine_turns;
pub mod clocks;
pub(crate) mod ratings;
pub(crate) mod matchmaking;
mod reminders;
pub(crate) mod sweep;
pub mod broadcast;
pub mod upkeep;
pub(crate) mod probe;
