//! Appearance of each game: a file or a folder for each, and the only list of games in `render`. The
//! rest of the module uses `Appearance` and names no game.

pub(super) mod tictactoe;
pub mod mnk;
pub mod ultimate;
pub(super) mod strategic;
pub(super) mod sheep;

use zerosum_games::MoveCode;
use zerosum_games::any::AnyGame;
use zerosum_games::notation::cell_text;
use zerosum_games::side::{BySide, Side};
use zerosum_picture::scene::{Scene, Spot};
use zerosum_session::Session;
use zerosum_session::language::Language;

use crate::board::focus::Focus;
use crate::board::window::Window;
use crate::board::words::BoardText;
use crate::locales::Locales;
use crate::locales::phrase::Phrase;
use crate::tap::Part;
use crate::view::Button;

/// The look of a position, and the texts about its game.
pub(super) trait Appearance {
    /// Name of the game.
    fn title(&self, voice: Voice) -> String;

    /// Name for a button of half the width of a phone.
    fn short_title(&self, voice: Voice) -> String;

    /// Name above the board, where there is little room; `None` where the board is clear enough.
    fn heading(&self, voice: Voice) -> Option<String>;

    /// Name of the variant among its variants.
    fn variant(&self, voice: Voice) -> String;

    /// Describes the game in a sentence, for a player who chooses one.
    fn sentence(&self) -> Phrase<'static>;

    /// Like [`Appearance::sentence`], but for two people who play each other.
    fn sentence_between_people(&self) -> Phrase<'static> {
        self.sentence()
    }

    /// Rules of the game, in order.
    fn rules_told(&self) -> Vec<Phrase<'static>>;

    /// Marks of both sides in texts and on buttons.
    fn marks(&self) -> BySide<&'static str>;

    /// Default side of a player: the one that can win, if only one can.
    fn side_offered(&self) -> Side;

    /// Returns whether the best level is proven perfect: the game is solved, or the engine proves each
    /// of its moves.
    fn is_perfect(&self) -> bool;

    /// Returns whether the game is a draw with best play.
    fn is_worth_a_draw(&self) -> bool;

    /// Tells the player to move what to do.
    fn your_turn(&self, speaker: &BoardText) -> String;

    /// Describes the last move, or where it has led.
    fn latest(&self, speaker: &BoardText) -> Option<String>;

    /// Tells how many boards each side has won, once one is won; `None` in games without boards to win.
    fn score(&self, _: &BoardText) -> Option<String> {
        None
    }

    /// Says where the last move has sent the side to move, in games in which moves do that; `None` if it
    /// has not, or if the player has chosen among several places.
    fn place_to_move(&self, speaker: &BoardText) -> Option<String>;

    /// Returns the reason why an illegal move is refused.
    fn refusal(&self, code: Option<MoveCode>) -> Phrase<'static>;

    /// Says how the game was won.
    fn how_won(&self, winner: Side) -> Phrase<'static>;

    /// Says why the game is a draw.
    fn how_drawn(&self) -> Phrase<'static>;

    /// Buttons of the board, without those after the end of a game.
    fn keyboard(&self, speaker: &BoardText) -> Vec<Vec<Button>>;

    /// Returns whether this board has such a part.
    fn has_part(&self, part: Part) -> bool;

    /// Cells that are buttons, if the board is too wide for all of them.
    fn window(&self, session: &Session, focus: Focus) -> Option<Window>;

    /// Picture of the position.
    fn scene(&self, last: Option<MoveCode>, focus: Focus) -> Scene;

    /// Place of a move on the picture in this focus.
    fn spot(&self, code: MoveCode, focus: Focus) -> Option<Spot>;

    /// Focus in which a move can be made.
    fn focus_on(&self, _: &Session, _: MoveCode) -> Focus {
        Focus::Suggested
    }

    /// Returns whether the board is sent with a picture, because its buttons do not show all of it.
    fn has_picture(&self) -> bool;

    /// Picture for the rules.
    fn rules_scene(&self) -> Scene {
        self.scene(None, Focus::Suggested)
    }

    /// First and last cell, in move notation.
    fn corners(&self) -> (String, String);
}

/// Returns the appearance of a position. New games are added here.
pub(super) fn of(position: &AnyGame) -> &dyn Appearance {
    match position {
        AnyGame::TicTacToe(game) => game,
        AnyGame::Mnk(game) => &**game,
        AnyGame::Ultimate(game) => &**game,
        AnyGame::Strategic(game) => &**game,
        AnyGame::Sheep(game) => game,
    }
}

/// Phrase with the games besides those on tiles.
pub(super) fn besides_tiles() -> Phrase<'static> {
    mnk::free_boards()
}

/// Returns the first and the last cell of a board.
fn corners(columns: u16, rows: u16) -> (String, String) {
    (cell_text(0, 0), cell_text(columns - 1, rows - 1))
}

/// Translates phrases into one language.
#[derive(Clone, Copy)]
pub(super) struct Voice<'a> {
    pub(super) locales: &'a Locales,
    pub(super) language: Language,
}

impl Voice<'_> {
    pub(super) fn say(self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }
}
