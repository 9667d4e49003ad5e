//! Boards of games in their messages.

pub(crate) mod agreements;
pub(crate) mod laws;
pub(crate) mod departures;
pub(crate) mod endings;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod looks;
pub(crate) mod openings;
pub(crate) mod rematches;
pub(crate) mod retries;
pub(crate) mod votes;
pub(crate) mod why;
pub(crate) mod wins;
