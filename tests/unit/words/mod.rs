//! Words of commands and names of games.

pub(crate) mod commands;
pub(crate) mod names;
pub(crate) mod posted;
pub(crate) mod vocabulary;
