//! Figures beside boards: results, ratings, the course of a game, and colours in place of marks.

pub mod chart;
pub mod curve;
pub mod heat_map;
pub mod rating_chart;
