//! Minimax, the search of any game, and the guarantees of all searchers.

pub(crate) mod iterative_deepening;
pub(crate) mod minimax;
pub(crate) mod searchers;
pub(crate) mod signature;
pub(crate) mod trace;
pub(crate) mod transposition;
