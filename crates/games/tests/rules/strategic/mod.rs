//! Strategic tic-tac-toe.

pub(crate) mod numbers;
pub(crate) mod record;
pub(crate) mod rules;
pub(crate) mod text;
