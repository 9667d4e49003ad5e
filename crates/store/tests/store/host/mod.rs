//! Upkeep, figures and owners.

pub(crate) mod measures;
pub(crate) mod operations;
pub(crate) mod owner;
pub(crate) mod upkeep;
