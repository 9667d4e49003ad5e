//! The two rooms that are measured, built from zerosum's own sources: they need nothing else of it,
//! and so the bench is built in seconds.

#[path = "../../../src/games/mod.rs"]
pub mod games;
#[path = "../../../src/search/mod.rs"]
pub mod search;
