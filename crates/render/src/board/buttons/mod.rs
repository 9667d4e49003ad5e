//! Buttons of boards: the cells, and the part of a board that they offer.

pub(crate) mod cells;
pub mod focus;
pub mod parts;
pub(crate) mod window;
