//! The search of any game, as deep as time allows: iterative deepening over an evaluation.

pub(crate) mod depth_ranking;
pub mod evaluation;
pub mod iterative_deepening;
pub(crate) mod logarithm;
pub(crate) mod negamax;
pub mod options;
pub(crate) mod ordering;
pub mod table;
