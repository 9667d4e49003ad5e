//! Boards of one game.

pub(crate) mod connect_four;
pub(crate) mod mnk_perfect;
pub(crate) mod sheep;
pub(crate) mod strategic;
