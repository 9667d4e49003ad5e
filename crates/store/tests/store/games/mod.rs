//! Games in play, and the messages that show them.

pub(crate) mod agreements;
pub(crate) mod announcements;
pub(crate) mod boards;
pub(crate) mod clocks;
pub(crate) mod help;
pub(crate) mod inline;
pub(crate) mod lapses;
pub(crate) mod leaving;
pub(crate) mod moves;
pub(crate) mod placements;
pub(crate) mod screens;
pub(crate) mod turns;
