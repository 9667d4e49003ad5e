//! Rules of the other games.

pub(crate) mod connect_four;
pub(crate) mod mnk;
pub(crate) mod renju;
pub(crate) mod sheep;
pub(crate) mod ultimate;
pub(crate) mod ultimate_perft;
