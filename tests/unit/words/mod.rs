//! Words that people type: commands, their arguments, and names of games.

pub(crate) mod commands;
pub(crate) mod names;
pub(crate) mod requests;
pub(crate) mod vocabulary;
