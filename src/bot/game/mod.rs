//! Playing a game on its board.

pub(crate) mod moves;
pub(crate) mod typed;
pub(crate) mod replied_boards;
pub(crate) mod engine_moves;
pub(crate) mod explanations;
pub(crate) mod fair_play;
pub(crate) mod focus;
pub(crate) mod panels;
pub(crate) mod clocks;
pub(crate) mod next_game;
pub(crate) mod open_games;
