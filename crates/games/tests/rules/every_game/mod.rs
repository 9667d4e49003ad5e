//! Laws, counts and notations of all games.

pub(crate) mod laws;
pub(crate) mod notation;
pub(crate) mod perft;
pub(crate) mod playthroughs;
pub(crate) mod record;
pub(crate) mod record_link;
pub(crate) mod record_pasted;
pub(crate) mod typing;
