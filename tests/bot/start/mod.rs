//! Ways into a game.

pub(crate) mod asking;
pub(crate) mod both_sides;
pub(crate) mod challenges;
pub(crate) mod command_words;
pub(crate) mod first_minute;
pub(crate) mod invitations;
pub(crate) mod menus;
pub(crate) mod new_game_words;
pub(crate) mod open_seat;
pub(crate) mod opponents;
pub(crate) mod private;
pub(crate) mod rematches;
