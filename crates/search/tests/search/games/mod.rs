//! Searchers of single games but k in a row, and players that stand for people.

pub(crate) mod connect_four;
pub(crate) mod people;
pub(crate) mod sheep_solution;
pub(crate) mod sheep_tutorial;
pub(crate) mod strategic_search;
pub(crate) mod ultimate_evaluator;
pub(crate) mod ultimate_parameters;
pub(crate) mod ultimate_search;
