//! Messages other than boards, and printed sheets.

pub(crate) mod cards;
pub(crate) mod lessons;
pub(crate) mod lists;
pub(crate) mod puzzles;
pub(crate) mod results;
pub(crate) mod reviews;
pub(crate) mod screens;
pub(crate) mod sharing;
pub(crate) mod sheets;
pub(crate) mod standings;
