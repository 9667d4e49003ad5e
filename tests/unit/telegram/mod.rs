//! What comes from Telegram, and what goes there.

pub(crate) mod fair_pace;
pub(crate) mod pace;
pub(crate) mod photos;
pub(crate) mod posted;
pub(crate) mod updates;
