//! Messages that show games: sent, redrawn, sent again, and told in private.

pub(crate) mod boards;
pub(crate) mod board_views;
pub(crate) mod delivery;
pub(crate) mod notices;
pub(crate) mod private_notices;
mod milestones;
pub(crate) mod open_chats;
pub(crate) mod chat_migration;
pub(crate) mod reachability;
