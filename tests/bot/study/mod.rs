//! Finished games, puzzles and courses.

pub(crate) mod daily_puzzles;
pub(crate) mod lessons;
pub(crate) mod pasted_records;
pub(crate) mod puzzles;
pub(crate) mod records;
pub(crate) mod replay;
pub(crate) mod reviews;
pub(crate) mod share_challenges;
pub(crate) mod share_offers;
pub(crate) mod sharing;
pub(crate) mod sheets;
