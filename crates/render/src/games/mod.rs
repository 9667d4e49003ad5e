//! Appearance of each game: a file or a folder for each, and the only list of games in `render`. The
//! rest of the crate uses `Appearance` and names no game.

pub(crate) mod appearance;
pub(super) mod tictactoe;
pub mod mnk;
pub mod ultimate;
pub(super) mod strategic;
pub(super) mod sheep;
pub(super) mod connect_four;

use zerosum_games::any::AnyGame;

pub(super) use appearance::Appearance;

use crate::locales::phrase::Phrase;

/// Returns the appearance of a position. New games are added here.
pub(super) fn of(position: &AnyGame) -> &dyn Appearance {
    match position {
        AnyGame::TicTacToe(game) => game,
        AnyGame::Mnk(game) => &**game,
        AnyGame::ConnectFour(game) => &**game,
        AnyGame::Ultimate(game) => &**game,
        AnyGame::Strategic(game) => &**game,
        AnyGame::Sheep(game) => game,
    }
}

/// Phrase with the games besides those on tiles.
pub(super) fn besides_tiles() -> Phrase<'static> {
    mnk::free_boards()
}
