//! Appearance of tic-tac-toe: the whole board is buttons, with few words.

use zerosum_games::MoveCode;
use zerosum_games::side::{BySide, Side};
use zerosum_games::tictactoe::{self, TicTacToe, WIDTH};
use zerosum_picture::scene::{Lattice, Scene, Spot};
use zerosum_session::Session;

use crate::board::buttons::cells;
use crate::board::buttons::focus::Focus;
use crate::board::buttons::window::Window;
use crate::board::marks;
use crate::board::scenes;
use crate::games::appearance::{Appearance, BoardRenderer, corners};
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::tap::Part;
use crate::view::Button;

/// Columns and rows.
const SIZE: u16 = 3;

impl Appearance for TicTacToe {
    fn title(&self, localizer: Localizer) -> String {
        localizer.say(Phrase::TitleTicTacToe)
    }

    fn short_title(&self, _: Localizer) -> String {
        "3×3".to_owned()
    }

    fn heading(&self, _: Localizer) -> Option<String> {
        None
    }

    fn variant(&self, localizer: Localizer) -> String {
        self.short_title(localizer)
    }

    fn sentence(&self) -> Phrase<'static> {
        Phrase::WordTicTacToe
    }

    fn rules_told(&self) -> Vec<Phrase<'static>> {
        vec![Phrase::RulesTicTacToe, Phrase::RulesCellNames]
    }

    fn marks(&self) -> BySide<&'static str> {
        marks::CROSSES_AND_NOUGHTS
    }

    fn side_offered(&self) -> Side {
        Side::First
    }

    fn is_perfect(&self) -> bool {
        true
    }

    fn is_worth_a_draw(&self) -> bool {
        true
    }

    fn your_turn(&self, renderer: &BoardRenderer) -> String {
        renderer.your_turn_with_a_mark()
    }

    fn latest(&self, _: &BoardRenderer) -> Option<String> {
        None
    }

    fn place_to_move(&self, _: &BoardRenderer) -> Option<String> {
        None
    }

    fn refusal(&self, _: Option<MoveCode>) -> Phrase<'static> {
        Phrase::CellTaken
    }

    fn how_won(&self, _: Side) -> Phrase<'static> {
        Phrase::HowThree
    }

    fn how_drawn(&self) -> Phrase<'static> {
        Phrase::DrawFull
    }

    fn keyboard(&self, renderer: &BoardRenderer) -> Vec<Vec<Button>> {
        let button = |code| {
            let is_winning = self.is_winning_cell(code);
            cells::cell(renderer, code, self.mark(code), is_winning, SIZE)
        };
        let buttons: Vec<Button> = tictactoe::cells().map(button).collect();
        buttons.chunks(WIDTH).map(<[Button]>::to_vec).collect()
    }

    fn has_part(&self, _: Part) -> bool {
        false
    }

    fn window(&self, _: &Session, _: Focus) -> Option<Window> {
        None
    }

    fn scene(&self, last: Option<MoveCode>, _: Focus) -> Scene {
        let spot = |code| scenes::spot_of(SIZE, code);
        let scene = Scene::new(Lattice::Cells, 3, 3).with_coordinates();
        let scene = tictactoe::cells().fold(scene, |scene, code| match self.mark(code) {
            Some(side) => scene.with_mark(spot(code), scenes::cross_or_nought(side)),
            None => scene,
        });
        let winning = tictactoe::cells().filter(|code| self.is_winning_cell(*code)).map(spot);
        scenes::with_last(scenes::with_lines(scene, SIZE, winning), last.map(spot))
    }

    fn spot(&self, code: MoveCode, _: Focus) -> Option<Spot> {
        Some(scenes::spot_of(SIZE, code))
    }

    fn has_picture(&self) -> bool {
        false
    }

    fn corners(&self) -> (String, String) {
        corners(SIZE, SIZE)
    }
}
