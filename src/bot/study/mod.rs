//! Looking back at games and learning: replays, reviews, records, puzzles and courses.

pub(crate) mod what_if;
pub(crate) mod replay;
pub(crate) mod reviews;
pub(crate) mod records;
pub(crate) mod sheets;
pub(crate) mod sharing;
pub(crate) mod share_offers;
pub(crate) mod share_challenges;
pub(crate) mod puzzles;
pub(crate) mod lessons;
