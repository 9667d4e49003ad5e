//! Updates that arrive, and messages and pictures that leave within Telegram's limits.

pub(crate) mod fair_pace;
pub(crate) mod pace;
pub(crate) mod photos;
pub(crate) mod posted;
pub(crate) mod updates;
