//! Boards: their text, buttons and scenes, and what stands around them.

pub mod presentation;
pub mod panels;
pub(crate) mod ballot;
pub mod buttons;
pub mod clock;
pub mod help;
pub(crate) mod marks;
pub mod sides;
pub(crate) mod insight;
pub(crate) mod open_seat;
pub mod scenes;
pub mod endings;
pub(crate) mod lines;
pub mod words;
pub mod titles;
