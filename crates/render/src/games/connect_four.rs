//! Appearance of Connect Four: a button for each column above the board, whose cells are buttons of their column, too.
//! A wider board is a picture, with the number of each column where its next piece comes to rest.

use std::iter;

use zerosum_games::any::GameSpec;
use zerosum_games::connect_four::spec::{ConnectFourSpec, FOUR};
use zerosum_games::connect_four::values::{known_outcome, proven_outcome};
use zerosum_games::connect_four::{ColumnMove, ConnectFour};
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_picture::scene::{Lattice, Mark, Scene, Spot};
use zerosum_search::any::solving_nodes;
use zerosum_session::Session;

use crate::board::buttons::cells;
use crate::board::buttons::focus::Focus;
use crate::board::buttons::window::Window;
use crate::board::scenes;
use crate::games::appearance::{Appearance, BoardRenderer};
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::tap::Part;
use crate::view::Button;

/// Maximum columns of a board that is shown as a keyboard.
const KEYBOARD_COLUMNS_MAX: u16 = 7;

const PIECES: BySide<&str> = BySide { first: "🔴", second: "🟡" };

/// Label of a column that takes a piece.
const DROP: &str = "🔽";

/// Sign before the column of a pop.
const POP: &str = "⏬";

fn is_wide(game: &ConnectFour) -> bool {
    game.spec().columns() > KEYBOARD_COLUMNS_MAX
}

/// The drop into a column, or its highest cell if it is full.
fn drop_code(game: &ConnectFour, column: u16) -> MoveCode {
    game.landing_cell(column).unwrap_or(MoveCode(column))
}

/// The lowest cell of a column.
fn bottom_cell(game: &ConnectFour, column: u16) -> MoveCode {
    MoveCode((game.spec().rows() - 1) * game.spec().columns() + column)
}

impl Appearance for ConnectFour {
    fn title(&self, localizer: Localizer) -> String {
        let spec = self.spec();
        let (columns, rows) = (spec.columns().into(), spec.rows().into());
        localizer.say(match spec.has_pops() {
            false if spec == ConnectFourSpec::USUAL => Phrase::TitleConnectFour,
            false => Phrase::TitleConnectFourOn { columns, rows },
            true if spec == ConnectFourSpec::POP_OUT => Phrase::TitlePopOut,
            true => Phrase::TitlePopOutOn { columns, rows },
        })
    }

    fn short_title(&self, localizer: Localizer) -> String {
        if self.spec().has_pops() { self.variant(localizer) } else { self.title(localizer) }
    }

    fn heading(&self, localizer: Localizer) -> Option<String> {
        Some(self.title(localizer))
    }

    fn variant(&self, localizer: Localizer) -> String {
        let spec = self.spec();
        let size = format!("{}×{}", spec.columns(), spec.rows());
        match spec.has_pops() {
            false => size,
            true if spec == ConnectFourSpec::POP_OUT => localizer.say(Phrase::VariantPopOut),
            true => format!("{} {size}", localizer.say(Phrase::VariantPopOut)),
        }
    }

    fn sentence(&self) -> Phrase<'static> {
        let spec = self.spec();
        match known_outcome(spec) {
            _ if spec.has_pops() => Phrase::WordPopOut,
            Some(Outcome::Win(Side::First)) => Phrase::WordConnectFour,
            Some(Outcome::Win(Side::Second)) => Phrase::WordConnectFourSecond,
            Some(Outcome::Draw) => Phrase::WordConnectFourDraw,
            None => Phrase::WordConnectFourOpen,
        }
    }

    fn rules_told(&self) -> Vec<Phrase<'static>> {
        let spec = self.spec();
        let (columns, rows) = (spec.columns().into(), spec.rows().into());
        let game = [Phrase::RulesConnectFour { columns, rows }];
        // With pops a full board is no end.
        let end: &[Phrase] = match spec.has_pops() {
            true => &[Phrase::RulesPopOut, Phrase::RulesPopOutDraw],
            false => &[Phrase::RulesConnectFourDraw],
        };
        [&game, end, &[Phrase::RulesColumnNames]].concat()
    }

    fn marks(&self) -> BySide<&'static str> {
        PIECES
    }

    fn painted(&self, side: Side) -> Mark {
        match side {
            Side::First => Mark::RedPiece,
            Side::Second => Mark::YellowPiece,
        }
    }

    fn side_offered(&self) -> Side {
        Side::First
    }

    fn is_perfect(&self) -> bool {
        solving_nodes(GameSpec::ConnectFour(self.spec())) > 0
    }

    fn is_worth_a_draw(&self) -> bool {
        proven_outcome(self.spec()) == Some(Outcome::Draw)
    }

    fn known_outcome(&self) -> Option<Outcome> {
        known_outcome(self.spec())
    }

    fn your_turn(&self, renderer: &BoardRenderer) -> String {
        renderer.say(Phrase::YourColumn { mark: PIECES.get(self.turn()) })
    }

    fn latest(&self, renderer: &BoardRenderer) -> Option<String> {
        renderer.last_move()
    }

    fn place_to_move(&self, _: &BoardRenderer) -> Option<String> {
        None
    }

    fn refusal(&self, code: Option<MoveCode>) -> Phrase<'static> {
        match code.and_then(|code| self.column_move(code)) {
            Some(ColumnMove::Drop { .. }) => Phrase::ColumnFull,
            Some(ColumnMove::Pop { .. }) => Phrase::NothingToPop,
            None => Phrase::NoSuchMove,
        }
    }

    fn how_won(&self, _: Side) -> Phrase<'static> {
        Phrase::HowFour
    }

    fn how_drawn(&self) -> Phrase<'static> {
        if self.spec().has_pops() { Phrase::DrawPopOut } else { Phrase::DrawFull }
    }

    fn keyboard(&self, renderer: &BoardRenderer) -> Vec<Vec<Button>> {
        let columns = || 0..self.spec().columns();
        let is_over = renderer.session.outcome().is_some();
        let drops: Vec<Button> =
            columns().map(|column| drop_button(self, renderer, column)).collect();
        let pops: Vec<Button> =
            columns().map(|column| pop_button(self, renderer, column)).collect();
        // A row of buttons that all do nothing would be no help.
        let has_pops = columns().any(|column| self.can_pop(column));
        let (drops, pops) = (Some(drops).filter(|_| !is_over), Some(pops).filter(|_| has_pops));
        if is_wide(self) {
            let rows = |buttons: Vec<Button>| {
                buttons
                    .chunks(buttons.len().div_ceil(2))
                    .map(<[Button]>::to_vec)
                    .collect::<Vec<_>>()
            };
            return drops.into_iter().chain(pops).flat_map(rows).collect();
        }
        let row =
            |row: u16| columns().map(|column| cell_button(self, renderer, row, column)).collect();
        drops.into_iter().chain((0..self.spec().rows()).map(row)).chain(pops).collect()
    }

    fn has_part(&self, _: Part) -> bool {
        false
    }

    fn window(&self, _: &Session, _: Focus) -> Option<Window> {
        None
    }

    fn scene(&self, last: Option<MoveCode>, focus: Focus) -> Scene {
        let spec = self.spec();
        let spot = |code| scenes::spot_of(spec.columns(), code);
        let (columns, rows) = (scenes::small(spec.columns()), scenes::small(spec.rows()));
        let cells = || (0..spec.cell_count()).map(MoveCode);
        let scene =
            cells().fold(Scene::new(Lattice::Cells, columns, rows), |scene, code| {
                match self.mark(code) {
                    Some(side) => scene.with_mark(spot(code), self.painted(side)),
                    None => scene,
                }
            });
        let is_in_play = self.outcome().is_none();
        let columns = (0..spec.columns()).filter(|_| is_in_play);
        let landings = columns.filter_map(|column| self.landing_cell(column));
        let scene =
            landings.map(spot).fold(scene, |scene, spot| scene.with_number(spot, spot.column + 1));
        let winning = cells().filter(|code| self.is_winning_cell(*code)).map(spot);
        let scene = scenes::with_lines(scene, FOUR, winning);
        scenes::with_last(scene, last.and_then(|last| self.spot(last, focus)))
    }

    fn spot(&self, code: MoveCode, _: Focus) -> Option<Spot> {
        let cell = match self.column_move(code)? {
            ColumnMove::Drop { .. } => code,
            ColumnMove::Pop { column } => bottom_cell(self, column),
        };
        Some(scenes::spot_of(self.spec().columns(), cell))
    }

    /// A drop is meant by every cell of its column, but for a piece at the bottom that can be popped out.
    fn aims(&self, code: MoveCode) -> Vec<Spot> {
        let Some(spot) = self.spot(code, Focus::Suggested) else { return Vec::new() };
        let Some(ColumnMove::Drop { column }) = self.column_move(code) else {
            return vec![spot];
        };
        let rows = scenes::small(self.spec().rows()) - u8::from(self.can_pop(column));
        let others = (0..rows).filter(|row| *row != spot.row);
        iter::once(spot).chain(others.map(|row| Spot::new(spot.column, row))).collect()
    }

    fn has_picture(&self) -> bool {
        is_wide(self)
    }

    fn corners(&self) -> (String, String) {
        ("1".to_owned(), self.spec().columns().to_string())
    }
}

/// The button of a column: the worth of a piece there if it is shown.
fn drop_button(game: &ConnectFour, renderer: &BoardRenderer, column: u16) -> Button {
    let code = drop_code(game, column);
    let number = (column + 1).to_string();
    let label = match game.landing_cell(column) {
        None => cells::EMPTY.to_owned(),
        Some(code) => {
            renderer.label(code).unwrap_or(if is_wide(game) { number } else { DROP.to_owned() })
        }
    };
    cells::play(renderer.session, label, code)
}

fn pop_button(game: &ConnectFour, renderer: &BoardRenderer, column: u16) -> Button {
    let code = game.pop_code(column);
    let label = if game.can_pop(column) {
        let worth = renderer.label(code);
        worth.unwrap_or_else(|| {
            if is_wide(game) { format!("{POP}{}", column + 1) } else { POP.to_owned() }
        })
    } else {
        cells::EMPTY.to_owned()
    };
    cells::play(renderer.session, label, code)
}

/// A cell of the board, which drops a piece into its column.
fn cell_button(game: &ConnectFour, renderer: &BoardRenderer, row: u16, column: u16) -> Button {
    let columns = game.spec().columns();
    let code = MoveCode(row * columns + column);
    let side = game.mark(code);
    let label = match side {
        None => cells::EMPTY.to_owned(),
        Some(_) => cells::cell(renderer, code, side, game.is_winning_cell(code), columns).label,
    };
    cells::play(renderer.session, label, drop_code(game, column))
}
