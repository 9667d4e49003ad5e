//! Photos, documents and animations: sent by the bot, and fetched by it.

pub(super) mod downloads;
pub(super) mod media;
