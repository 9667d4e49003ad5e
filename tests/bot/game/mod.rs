//! Games on their boards: moves, help, panels, pictures, and the next game.

pub(crate) mod coming_boards;
pub(crate) mod family;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod next_game;
pub(crate) mod openings;
pub(crate) mod own_marks;
pub(crate) mod panels;
pub(crate) mod pictures;
pub(crate) mod sheep;
pub(crate) mod strategic;
pub(crate) mod thinking;
pub(crate) mod trial_moves;
pub(crate) mod typed;
