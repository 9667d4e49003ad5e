//! Replays, reviews, explanations, puzzles and lessons.

pub mod records;
pub mod replay;
pub mod review;
mod curve;
pub mod retry;
pub mod sharing;
pub mod why;
pub(crate) mod trace;
pub(crate) mod exercise;
pub mod trial_moves;
pub mod puzzles;
pub mod lessons;
