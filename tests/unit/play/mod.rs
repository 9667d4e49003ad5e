//! Below the chat: transitions, clocks, engines, copies, connectivity, upkeep and personal data.

pub(crate) mod clock_starts;
pub(crate) mod clocks;
pub(crate) mod connectivity;
pub(crate) mod engine;
pub(crate) mod forgery;
pub(crate) mod live;
pub(crate) mod openings;
pub(crate) mod personal_data;
pub(crate) mod reviews;
pub(crate) mod two_processes;
pub(crate) mod upkeep;
pub(crate) mod visitors;
pub(crate) mod watched_games;
