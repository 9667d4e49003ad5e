//! Games in the store, and what is noted beside them.

pub(crate) mod boards;
pub mod absences;
pub mod clocks;
pub mod screens;
pub(crate) mod marks;
pub mod reminders;
