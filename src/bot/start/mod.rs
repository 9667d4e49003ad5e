//! Starting games: against the bot, by invitation, with an opponent found, and in any chat.

pub(crate) mod new_game;
pub(crate) mod games;
pub(crate) mod deep_links;
pub(crate) mod inline_query;
pub(crate) mod first_tap;
pub(crate) mod guest_arrivals;
pub(crate) mod invitations;
pub(crate) mod opponents;
pub(crate) mod pairing;
