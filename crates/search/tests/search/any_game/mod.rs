//! Searches of any game.

pub(crate) mod iterative_deepening;
pub(crate) mod minimax;
pub(crate) mod searchers;
pub(crate) mod signature;
pub(crate) mod trace;
pub(crate) mod transposition;
