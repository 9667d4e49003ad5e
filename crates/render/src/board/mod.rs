//! Boards: their text, buttons and scenes, and what stands around them.

pub mod presentation;
pub mod focus;
pub mod agreement;
pub(crate) mod ballot;
pub mod clock;
pub mod help;
pub mod marks;
pub(crate) mod cells;
pub(crate) mod window;
pub(crate) mod open_seat;
pub mod scenes;
pub mod endings;
pub mod words;
pub mod titles;
