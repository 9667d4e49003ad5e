//! Background jobs: clocks, ratings, matchmaking, engine turns and boards that were left behind,
//! broadcasts, deletion of old games, and health checks.
//!
//! Every process runs all of them. Work that several processes might do at once is claimed by a conditional
//! write first, and the claims of a dead process can be taken over after a grace period; on a store of one
//! process there is no wait. Broadcasts are the exception: the rest of a dead process's slice is not sent.

pub(crate) mod engine_turns;
pub mod clocks;
pub(crate) mod ratings;
pub(crate) mod matchmaking;
mod reminders;
mod leases;
mod periodic;
pub(crate) mod guarded;
pub(crate) mod sweep;
pub mod broadcast;
pub mod upkeep;
pub(crate) mod probe;
