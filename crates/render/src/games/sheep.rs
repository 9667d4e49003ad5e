//! Appearance of Catch the Sheep: a picture of the board, and buttons for the pieces and their moves. The
//! player chooses a piece, unless only one can move, and then one of its target squares. The buttons stand
//! as the pieces and the squares do: from left to right, and those of moves up above those of moves down.

use zerosum_games::sheep::square::{Square, Step, WIDTH, squares_of};
use zerosum_games::sheep::{Piece, Sheep};
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};
use zerosum_picture::scene::{Lattice, Mark, Scene, Spot};
use zerosum_session::Session;

use crate::board::buttons::cells;
use crate::board::buttons::focus::Focus;
use crate::board::buttons::window::Window;
use crate::board::marks;
use crate::games::appearance::{Appearance, BoardRenderer, corners};
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::tap::Part;
use crate::view::Button;

/// Directions of a move up and of a move down: by how many columns, and the sign.
const UP: [(i8, &str); 2] = [(-1, "↖️"), (1, "↗️")];
const DOWN: [(i8, &str); 2] = [(-1, "↙️"), (1, "↘️")];

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
        (Focus::On(part), _) => {
            movable.into_iter().find(|square| part.small() == Some(square.number()))
        }
        _ => None,
    }
}

impl Appearance for Sheep {
    fn title(&self, localizer: Localizer) -> String {
        localizer.say(Phrase::TitleSheep)
    }

    fn short_title(&self, localizer: Localizer) -> String {
        self.title(localizer)
    }

    fn heading(&self, localizer: Localizer) -> Option<String> {
        Some(self.title(localizer))
    }

    fn variant(&self, localizer: Localizer) -> String {
        self.title(localizer)
    }

    fn sentence(&self) -> Phrase<'static> {
        Phrase::WordSheep
    }

    fn rules_told(&self) -> Vec<Phrase<'static>> {
        vec![Phrase::RulesSheep, Phrase::RulesCellNames]
    }

    fn marks(&self) -> BySide<&'static str> {
        BySide { first: "🐑", second: "🐺" }
    }

    fn painted(&self, side: Side) -> Mark {
        match side {
            Side::First => Mark::Sheep,
            Side::Second => Mark::Wolf,
        }
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

    fn your_turn(&self, renderer: &BoardRenderer) -> String {
        let Some(chosen) = chosen_piece(self, renderer.focus) else {
            return renderer.say(Phrase::YourWolf);
        };
        let square = chosen.to_string();
        let is_only = movable_pieces(self).len() == 1;
        match self.turn() {
            Side::First => renderer.say(Phrase::MoveSheep),
            Side::Second if is_only => renderer.say(Phrase::MoveOnlyWolf { square: &square }),
            Side::Second => renderer.say(Phrase::MoveWolf { square: &square }),
        }
    }

    fn latest(&self, renderer: &BoardRenderer) -> Option<String> {
        renderer.last_move()
    }

    fn place_to_move(&self, _: &BoardRenderer) -> Option<String> {
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

    fn keyboard(&self, renderer: &BoardRenderer) -> Vec<Vec<Button>> {
        if renderer.session.outcome().is_some() {
            return Vec::new();
        }
        let chosen = chosen_piece(self, renderer.focus);
        let moves = |from: Square| match self.turn() {
            Side::First => vec![(from, -1, UP), (from, 1, DOWN)],
            Side::Second => vec![(from, 1, DOWN)],
        };
        let moves = chosen.into_iter().flat_map(moves).map(|row| row_of_moves(self, renderer, row));
        let wolves = (self.turn() == Side::Second).then(|| row_of_wolves(self, renderer, chosen));
        wolves.into_iter().chain(moves).collect()
    }

    fn has_part(&self, part: Part) -> bool {
        movable_pieces(self).iter().any(|at| part.small() == Some(at.number()))
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

    fn origin(&self, code: MoveCode) -> Option<Spot> {
        Step::of(code).map(|step| Spot::new(step.from.column(), step.from.row()))
    }

    /// A note on a move of a piece that is not chosen stands at the piece.
    fn note_spot(&self, code: MoveCode, focus: Focus) -> Option<Spot> {
        let step = Step::of(code)?;
        let is_chosen = chosen_piece(self, focus) == Some(step.from);
        let square = if is_chosen { step.to } else { step.from };
        Some(Spot::new(square.column(), square.row()))
    }

    fn focus_on(&self, _: &Session, code: MoveCode) -> Focus {
        Step::of(code).map_or(Focus::Suggested, |step| Focus::On(Part::of(step.from.number())))
    }

    fn has_picture(&self) -> bool {
        true
    }

    fn corners(&self) -> (String, String) {
        corners(WIDTH.into(), WIDTH.into())
    }
}

/// Returns a button for each wolf, from left to right. One that cannot move has no mark.
fn row_of_wolves(game: &Sheep, renderer: &BoardRenderer, chosen: Option<Square>) -> Vec<Button> {
    let mut wolves: Vec<Square> = squares_of(game.wolves()).collect();
    wolves.sort_by_key(|square| (square.column(), square.row()));
    let button = |from: Square| {
        let codes: Vec<MoveCode> = game.targets(from).map(|to| Step { from, to }.code()).collect();
        let is_chosen = chosen == Some(from);
        let label = match renderer.insight.label_of_best(&codes) {
            // A narrow button has no room for the piece and its square beside the sign.
            _ if is_chosen => marks::chosen(&from.to_string()),
            Some(sign) => format!("{from} {sign}"),
            None if codes.is_empty() => from.to_string(),
            None => format!("{} {from}", game.marks().second),
        };
        // A second tap deselects the piece.
        cells::look(renderer.session, label, (!is_chosen).then_some(Part::of(from.number())))
    };
    wolves.into_iter().map(button).collect()
}

/// Returns the buttons of the moves of a piece by this many rows in these directions.
fn row_of_moves(
    game: &Sheep,
    renderer: &BoardRenderer,
    (from, rows, directions): (Square, i8, [(i8, &str); 2]),
) -> Vec<Button> {
    let target = |columns: i8| {
        let row = from.row().checked_add_signed(rows)?;
        let to = Square::at(row, from.column().checked_add_signed(columns)?)?;
        game.targets(from).any(|target| target == to).then_some(to)
    };
    let button = |(columns, arrow): (i8, &str)| {
        let Some(to) = target(columns) else {
            return cells::look(renderer.session, cells::EMPTY, Some(Part::of(from.number())));
        };
        let code = Step { from, to }.code();
        let sign = renderer.label(code).map(|sign| format!(" {sign}")).unwrap_or_default();
        cells::play(renderer.session, format!("{arrow} {to}{sign}"), code)
    };
    directions.map(button).to_vec()
}
