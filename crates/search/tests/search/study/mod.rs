//! Lessons, puzzles, reviews and reasons.

pub(crate) mod course;
pub(crate) mod neighbours;
pub(crate) mod puzzles;
pub(crate) mod reasons;
pub(crate) mod review;
