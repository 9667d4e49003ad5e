//! Contract between a board and the look of its game.

use zerosum_games::notation::cell_text;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{MoveCode, Outcome};
use zerosum_picture::scene::{Mark, Scene, Spot};
use zerosum_session::Session;

use crate::board::buttons::focus::Focus;
use crate::board::buttons::window::Window;
use crate::board::insight::Insight;
use crate::board::scenes;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::tap::Part;
use crate::view::{Audience, Button};

/// The look of a position, and the texts about its game.
pub(crate) trait Appearance {
    /// Name of the game.
    fn title(&self, localizer: Localizer) -> String;

    /// Name for a button of half the width of a phone.
    fn short_title(&self, localizer: Localizer) -> String;

    /// Name above the board, where there is little room; `None` where the board is clear enough.
    fn heading(&self, localizer: Localizer) -> Option<String>;

    /// Name of the variant among its variants.
    fn variant(&self, localizer: Localizer) -> String;

    /// Describes the game in a sentence, for a player who chooses one.
    fn sentence(&self) -> Phrase<'static>;

    /// Like [`Appearance::sentence`], but for two people who play each other.
    fn sentence_between_people(&self) -> Phrase<'static> {
        self.sentence()
    }

    /// Names the authors of the rules, if their licence asks for it.
    fn credit(&self) -> Option<Phrase<'static>> {
        None
    }

    /// Rules of the game, in order: the first in a few words, then the details.
    fn rules_told(&self) -> Vec<Phrase<'static>>;

    /// Marks of both sides in texts and on buttons.
    fn marks(&self) -> BySide<&'static str>;

    /// Mark of a side in pictures.
    fn painted(&self, side: Side) -> Mark {
        scenes::cross_or_nought(side)
    }

    /// Default side of a player: the one that can win, if only one can.
    fn side_offered(&self) -> Side;

    /// Returns whether the best level is proven perfect: the game is solved, or the engine proves each
    /// of its moves.
    fn is_perfect(&self) -> bool;

    /// Returns whether the game is a draw with best play.
    fn is_worth_a_draw(&self) -> bool;

    /// Returns the outcome with best play from the start, proven or published, if it is known. The sentence about the
    /// game tells it.
    fn known_outcome(&self) -> Option<Outcome> {
        None
    }

    /// Tells the player to move what to do.
    fn your_turn(&self, renderer: &BoardRenderer) -> String;

    /// Describes the last move, or where it has led.
    fn latest(&self, renderer: &BoardRenderer) -> Option<String>;

    /// Tells how many boards each side has won, once one is won; `None` in games without boards to win.
    fn score(&self, _: &BoardRenderer) -> Option<String> {
        None
    }

    /// Says where the last move has sent the side to move, in games in which moves do that; `None` if it
    /// has not, or if the player has chosen among several places.
    fn place_to_move(&self, renderer: &BoardRenderer) -> Option<String>;

    /// Returns the reason why an illegal move is refused.
    fn refusal(&self, code: Option<MoveCode>) -> Phrase<'static>;

    /// Says how the game was won.
    fn how_won(&self, winner: Side) -> Phrase<'static>;

    /// Says why the game is a draw.
    fn how_drawn(&self) -> Phrase<'static>;

    /// Buttons of the board, without those after the end of a game.
    fn keyboard(&self, renderer: &BoardRenderer) -> Vec<Vec<Button>>;

    /// Returns whether this board has such a part.
    fn has_part(&self, part: Part) -> bool;

    /// Cells that are buttons, if the board is too wide for all of them.
    fn window(&self, session: &Session, focus: Focus) -> Option<Window>;

    /// Picture of the position.
    fn scene(&self, last: Option<MoveCode>, focus: Focus) -> Scene;

    /// Place of a move on the picture in this focus.
    fn spot(&self, code: MoveCode, focus: Focus) -> Option<Spot>;

    /// Place of a move on the picture of the whole board.
    fn whole_spot(&self, code: MoveCode) -> Option<Spot> {
        self.spot(code, Focus::Suggested)
    }

    /// Cells that mean a move on the picture of the whole board.
    fn aims(&self, code: MoveCode) -> Vec<Spot> {
        self.whole_spot(code).into_iter().collect()
    }

    /// Place of the piece that a move moves; `None` where no pieces are moved.
    fn origin(&self, _: MoveCode) -> Option<Spot> {
        None
    }

    /// Place of the value of a move on the picture in this focus.
    fn note_spot(&self, code: MoveCode, focus: Focus) -> Option<Spot> {
        self.spot(code, focus)
    }

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

/// Renders the text and the buttons of a board.
pub(crate) struct BoardRenderer<'a> {
    pub(crate) session: &'a Session,
    pub(crate) focus: Focus,
    pub(crate) insight: Insight<'a>,
    pub(crate) audience: Audience<'a>,
    pub(crate) localizer: Localizer<'a>,
}

/// Returns the first and the last cell of a board.
pub(super) fn corners(columns: u16, rows: u16) -> (String, String) {
    (cell_text(0, 0), cell_text(columns - 1, rows - 1))
}
