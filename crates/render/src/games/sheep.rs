//! Appearance of Catch the Sheep: all squares are buttons. The player chooses a piece, unless only one
//! can move, and then one of its target squares.

use zerosum_games::sheep::square::{Square, Step, WIDTH};
use zerosum_games::sheep::{Piece, Sheep};
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};
use zerosum_picture::scene::{Lattice, Mark, Scene, Spot};
use zerosum_session::Session;

use crate::board::cells;
use crate::board::focus::Focus;
use crate::board::marks;
use crate::board::window::Window;
use crate::games::appearance::BoardText;
use crate::games::appearance::{Appearance, Voice, corners};
use crate::locales::phrase::Phrase;
use crate::tap::Part;
use crate::view::Button;

/// Squares of the board, and a target of the chosen piece.
const LIGHT: &str = "⬜";
const DARK: &str = "⬛";
const TARGET: &str = "🟩";

/// Returns the pieces of the side to move that can move.
fn movable_pieces(game: &Sheep) -> Vec<Square> {
    let can_move = |square: &Square| game.targets(*square).next().is_some();
    Square::all().filter(can_move).collect()
}

/// Returns the piece whose targets are shown: the chosen one, or the only one that can move.
fn chosen_piece(game: &Sheep, focus: Focus) -> Option<Square> {
    let movable = movable_pieces(game);
    match (focus, &movable[..]) {
        (_, [only]) => Some(*only),
        (Focus::On(Part(number)), _) => {
            movable.into_iter().find(|square| square.number() == number)
        }
        _ => None,
    }
}

impl Appearance for Sheep {
    fn title(&self, voice: Voice) -> String {
        voice.say(Phrase::TitleSheep)
    }

    fn short_title(&self, voice: Voice) -> String {
        self.title(voice)
    }

    fn heading(&self, voice: Voice) -> Option<String> {
        Some(self.title(voice))
    }

    fn variant(&self, voice: Voice) -> String {
        self.title(voice)
    }

    fn sentence(&self) -> Phrase<'static> {
        Phrase::WordSheep
    }

    fn rules_told(&self) -> Vec<Phrase<'static>> {
        vec![Phrase::RulesSheep]
    }

    fn marks(&self) -> BySide<&'static str> {
        BySide { first: "🐑", second: "🐺" }
    }

    fn side_offered(&self) -> Side {
        Side::Second
    }

    fn is_perfect(&self) -> bool {
        true
    }

    fn is_worth_a_draw(&self) -> bool {
        false
    }

    fn your_turn(&self, speaker: &BoardText) -> String {
        let Some(chosen) = chosen_piece(self, speaker.focus) else {
            return speaker.say(Phrase::YourWolf);
        };
        let square = chosen.to_string();
        let is_only = movable_pieces(self).len() == 1;
        match self.turn() {
            Side::First => speaker.say(Phrase::MoveSheep),
            Side::Second if is_only => speaker.say(Phrase::MoveOnlyWolf { square: &square }),
            Side::Second => speaker.say(Phrase::MoveWolf { square: &square }),
        }
    }

    fn latest(&self, speaker: &BoardText) -> Option<String> {
        speaker.last_move()
    }

    fn place_to_move(&self, _: &BoardText) -> Option<String> {
        None
    }

    fn refusal(&self, _: Option<MoveCode>) -> Phrase<'static> {
        Phrase::NoSuchMove
    }

    fn how_won(&self, winner: Side) -> Phrase<'static> {
        match winner {
            Side::First => Phrase::HowSheepFree,
            Side::Second => Phrase::HowSheepCaught,
        }
    }

    /// There are no draws.
    fn how_drawn(&self) -> Phrase<'static> {
        Phrase::Draw
    }

    fn keyboard(&self, speaker: &BoardText) -> Vec<Vec<Button>> {
        let chosen = chosen_piece(self, speaker.focus);
        let square = |row: u8, column: u8| match Square::at(row, column) {
            Some(square) => square_button(self, speaker, chosen, square),
            None => cells::look(speaker.session, LIGHT, None),
        };
        let row = |row| (0..WIDTH).map(|column| square(row, column)).collect();
        (0..WIDTH).map(row).collect()
    }

    fn has_part(&self, Part(number): Part) -> bool {
        movable_pieces(self).iter().any(|at| at.number() == number)
    }

    fn window(&self, _: &Session, _: Focus) -> Option<Window> {
        None
    }

    fn scene(&self, last: Option<MoveCode>, focus: Focus) -> Scene {
        let spot = |square: Square| Spot::new(square.column(), square.row());
        let mut scene = Scene::new(Lattice::Checkered, WIDTH, WIDTH).with_coordinates();
        for square in Square::all() {
            scene = match self.piece(square) {
                Some(Piece::Sheep) => scene.with_mark(spot(square), Mark::Sheep),
                Some(Piece::Wolf) => scene.with_mark(spot(square), Mark::Wolf),
                None => scene,
            };
        }
        if let Some(chosen) = chosen_piece(self, focus) {
            scene = scene.with_chosen(spot(chosen));
            scene = self.targets(chosen).fold(scene, |scene, target| scene.with_hint(spot(target)));
        }
        let step = last.and_then(Step::of);
        let ends = step.into_iter().flat_map(|step| [step.from, step.to]);
        ends.fold(scene, |scene, square| scene.with_last_move(spot(square)))
    }

    fn spot(&self, code: MoveCode, _: Focus) -> Option<Spot> {
        Step::of(code).map(|step| Spot::new(step.to.column(), step.to.row()))
    }

    fn focus_on(&self, _: &Session, code: MoveCode) -> Focus {
        Step::of(code).map_or(Focus::Suggested, |step| Focus::On(Part(step.from.number())))
    }

    fn has_picture(&self) -> bool {
        false
    }

    fn corners(&self) -> (String, String) {
        corners(WIDTH.into(), WIDTH.into())
    }
}

fn square_button(game: &Sheep, speaker: &BoardText, chosen: Option<Square>, at: Square) -> Button {
    let session = speaker.session;
    let Some(piece) = game.piece(at) else {
        return match chosen {
            Some(from) if game.targets(from).any(|target| target == at) => {
                let code = Step { from, to: at }.code();
                let label = speaker.label(code).unwrap_or_else(|| TARGET.to_owned());
                cells::play(session, label, code)
            }
            _ => cells::look(session, DARK, None),
        };
    };
    let mark = *game.marks().get(piece.side());
    let last = session.moves().last().copied().and_then(Step::of);
    let is_chosen = chosen == Some(at);
    let label = match last {
        _ if is_chosen => marks::chosen(mark),
        Some(step) if step.to == at => marks::latest(mark, WIDTH.into()),
        Some(_) | None => mark.to_owned(),
    };
    // A second tap deselects the piece.
    let part = (!is_chosen).then_some(Part(at.number()));
    cells::look(session, label, part)
}
