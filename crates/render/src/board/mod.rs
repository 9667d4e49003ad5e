//! Boards: their text, buttons and scenes, and what stands around them.

pub mod presentation;
pub mod focus;
pub mod parts;
pub mod panels;
pub(crate) mod ballot;
pub mod clock;
pub mod help;
pub(crate) mod marks;
pub mod sides;
pub(crate) mod cells;
pub(crate) mod insight;
pub(crate) mod window;
pub(crate) mod open_seat;
pub(crate) mod scenes;
pub mod pictures;
pub mod endings;
pub(crate) mod lines;
pub mod words;
pub mod titles;
