//! Games between people, and groups that vote.

pub(crate) mod agreements;
pub(crate) mod blocks;
pub(crate) mod clock_starts;
pub(crate) mod clocks;
pub(crate) mod fairness;
pub(crate) mod leaving;
pub(crate) mod notices;
pub(crate) mod open_games;
pub(crate) mod ratings;
pub(crate) mod reminders;
pub(crate) mod removals;
pub(crate) mod two_chats;
pub(crate) mod votes;
