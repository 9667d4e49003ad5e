//! How each game looks and is spoken of: a file or a folder for each, and the only list of them in this
//! room. Whatever else draws or speaks here asks `Appearance` and names no game.

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

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::Button;
use crate::render::focus::Focus;
use crate::render::tap::Part;
use crate::render::window::Window;
use crate::render::words::Speaker;
use crate::session::Session;

/// All there is to be seen of a position and to be said about its game.
pub(super) trait Appearance {
    /// The name of the game.
    fn title(&self, voice: Voice) -> String;

    /// Its name for a button of half the width of a phone.
    fn short_title(&self, voice: Voice) -> String;

    /// Its name above its board, where there is little room; `None` where the board says enough.
    fn heading(&self, voice: Voice) -> Option<String>;

    /// What is different about it among its variants.
    fn variant(&self, voice: Voice) -> String;

    /// A sentence on it, for somebody who chooses a game.
    fn sentence(&self) -> Phrase<'static>;

    /// The same for two people who play each other.
    fn sentence_between_people(&self) -> Phrase<'static> {
        self.sentence()
    }

    /// Its rules, to be told one after the other.
    fn rules_told(&self) -> Vec<Phrase<'static>>;

    /// The marks of both sides in texts and on buttons.
    fn marks(&self) -> BySide<&'static str>;

    /// The side that somebody is offered who has not chosen one: the one that can win, where only one
    /// can.
    fn side_offered(&self) -> Side;

    /// Whether the best level is proven to be perfect: the game is solved as a whole, or its engine
    /// proves each of its moves.
    fn is_perfect(&self) -> bool;

    /// Whether nobody gets more than a draw if both sides play their best.
    fn is_worth_a_draw(&self) -> bool;

    /// What the person who is to move has to do.
    fn your_turn(&self, speaker: &Speaker) -> String;

    /// The last move, or where it has led.
    fn latest(&self, speaker: &Speaker) -> Option<String>;

    /// Where the last move has sent whoever makes the next one, in a game in which moves do; `None`
    /// if it does not, or if they have chosen among several places.
    fn place_to_move(&self, speaker: &Speaker) -> Option<String>;

    /// Why a move is refused that is not legal.
    fn refusal(&self, code: Option<MoveCode>) -> Phrase<'static>;

    /// What has won.
    fn how_won(&self, winner: Side) -> Phrase<'static>;

    /// What it means that nobody has won.
    fn how_drawn(&self) -> Phrase<'static>;

    /// Its buttons, without those that follow at the end of a game.
    fn keyboard(&self, speaker: &Speaker) -> Vec<Vec<Button>>;

    /// Whether a part can be asked for on this board at all.
    fn has_part(&self, part: Part) -> bool;

    /// The cells that are buttons, if the board is too wide for all of them.
    fn window(&self, session: &Session, focus: Focus) -> Option<Window>;

    /// Its picture.
    fn scene(&self, last: Option<MoveCode>, focus: Focus) -> Scene;

    /// Where a move is seen to go, on its picture in this focus.
    fn spot(&self, code: MoveCode, focus: Focus) -> Option<Spot>;

    /// What has to be looked at so that a move can be made.
    fn focus_on(&self, _: &Session, _: MoveCode) -> Focus {
        Focus::Suggested
    }

    /// Whether the board is sent with its picture, because its buttons do not show all of it.
    fn has_picture(&self) -> bool;

    /// The picture beside its rules.
    fn rules_scene(&self) -> Scene {
        self.scene(None, Focus::Suggested)
    }

    /// The first and the last cell, as moves are written.
    fn corners(&self) -> (String, String);
}

/// How a position and its game look. A game joins here.
pub(super) fn of(position: &AnyGame) -> &dyn Appearance {
    match position {
        AnyGame::TicTacToe(game) => game,
        AnyGame::Mnk(game) => &**game,
        AnyGame::Ultimate(game) => &**game,
        AnyGame::Strategic(game) => &**game,
        AnyGame::Sheep(game) => game,
    }
}

/// Which games there are besides those on tiles.
pub(super) fn besides_tiles() -> Phrase<'static> {
    mnk::free_boards()
}

/// The first and the last cell of a board of cells.
fn corners(columns: u16, rows: u16) -> (String, String) {
    (cell_text(0, 0), cell_text(columns - 1, rows - 1))
}

/// A language to speak.
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
