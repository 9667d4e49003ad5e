//! Catch the Sheep: its complete [`solution`], and the engine of a [`tutorial`] that searches are
//! compared by.

pub mod solution;
pub mod tutorial;
