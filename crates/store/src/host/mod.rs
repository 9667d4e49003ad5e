//! The store as its host sees it.

pub mod operations;
pub mod upkeep;
pub mod owner;
pub(crate) mod location;
