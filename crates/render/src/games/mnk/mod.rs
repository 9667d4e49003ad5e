//! Appearance of k in a row: on buttons if the board is small enough, and otherwise in a picture, with
//! buttons for a window of it and arrows that move the window.

mod likely;

use std::ops::Range;

use zerosum_games::mnk::opening::Opening;
use zerosum_games::mnk::renju::Fault;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::values::proven_outcome;
use zerosum_games::mnk::{Mnk, MnkSpec, SIZE_MAX, SIZE_MIN};
use zerosum_games::side::{BySide, Side};
use zerosum_games::{MoveCode, Outcome};
use zerosum_picture::scene::{Lattice, Mark, Note, Scene, Spot};
use zerosum_search::mnk::value::is_proven_in_passing;
use zerosum_session::Session;

use crate::board::buttons::cells;
use crate::board::buttons::focus::Focus;
use crate::board::buttons::window::{self, Grid, Shift, Window};
use crate::board::marks;
use crate::board::scenes;
use crate::games::appearance::{Appearance, BoardRenderer, corners};
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::tap::Part;
use crate::view::Button;

/// Maximum columns and rows of a board that is shown as a keyboard.
const KEYBOARD_SIZE_MAX: u16 = 8;

/// Maximum size of a board on which five in a row is assumed to be a draw.
const LIKELY_DRAWN_SIZE_MAX: u16 = 8;

// Without the variation selector, some fonts draw them as small as letters.
const STONES: BySide<&str> = BySide { first: "⚫\u{fe0f}", second: "⚪\u{fe0f}" };

/// Returns whether a board is shown through a window.
pub fn is_wide(game: &Mnk) -> bool {
    game.spec().columns().max(game.spec().rows()) > KEYBOARD_SIZE_MAX
}

/// Returns whether stones are put. Renju and openings are told of Black and White on boards of any size.
fn has_stones(game: &Mnk) -> bool {
    let spec = game.spec();
    is_wide(game) || spec.rule() == Rule::Renju || spec.opening() != Opening::Plain
}

/// Phrase with the available board sizes.
pub(super) fn free_boards() -> Phrase<'static> {
    Phrase::MoreGamesPage { min: SIZE_MIN.into(), max: SIZE_MAX.into() }
}

impl Appearance for Mnk {
    fn title(&self, localizer: Localizer) -> String {
        let (spec, opening) = (self.spec().without_opening(), self.spec().opening());
        let (columns, rows, k) = (spec.columns().into(), spec.rows().into(), spec.k().into());
        let title = localizer.say(match spec.rule() {
            Rule::Free if spec == MnkSpec::GOMOKU => Phrase::TitleGomoku,
            Rule::Free => Phrase::TitleMnk { columns, rows, k },
            Rule::Exact => Phrase::TitleExact { columns, rows },
            Rule::Caro => Phrase::TitleCaro { columns, rows },
            Rule::Renju => Phrase::TitleRenju { columns, rows },
        });
        with_opening(title, opening)
    }

    fn short_title(&self, localizer: Localizer) -> String {
        match self.spec() {
            MnkSpec::GOMOKU => localizer.say(Phrase::ShortGomoku),
            spec if spec.rule() == Rule::Free => {
                with_opening(format!("{}×{}", spec.columns(), spec.rows()), spec.opening())
            }
            _ => self.variant(localizer),
        }
    }

    fn heading(&self, localizer: Localizer) -> Option<String> {
        Some(self.title(localizer))
    }

    fn variant(&self, localizer: Localizer) -> String {
        let (spec, opening) = (self.spec(), self.spec().opening());
        if spec == MnkSpec::SWAP2 || spec == MnkSpec::SWAP {
            return opening_name(opening).to_owned();
        }
        let variant = localizer.say(match spec.rule() {
            Rule::Free if spec == MnkSpec::GOMOKU => Phrase::VariantFree,
            Rule::Free => Phrase::VariantInARow { k: spec.k().into() },
            Rule::Exact => Phrase::VariantExact,
            Rule::Caro => Phrase::VariantCaro,
            Rule::Renju => Phrase::VariantRenju,
        });
        with_opening(variant, opening)
    }

    /// Values that are not proven here are from the list of solved games at
    /// <https://en.wikipedia.org/wiki/M,n,k-game>.
    fn sentence(&self) -> Phrase<'static> {
        let spec = self.spec();
        let size = spec.columns().max(spec.rows());
        match proven_outcome(spec) {
            _ if spec.opening() != Opening::Plain => Phrase::WordSwap,
            _ if spec == MnkSpec::GOMOKU => Phrase::WordGomoku,
            _ if spec.rule() == Rule::Exact => Phrase::WordExact,
            _ if spec.rule() == Rule::Caro => Phrase::WordCaro,
            _ if spec.rule() == Rule::Renju => Phrase::WordRenju,
            Some(Outcome::Win(_)) => Phrase::WordFirstWins,
            Some(Outcome::Draw) => Phrase::WordDraw,
            None if spec.k() == 5 && size <= LIKELY_DRAWN_SIZE_MAX => Phrase::WordLikelyDraw,
            None => Phrase::WordOpen,
        }
    }

    /// Longer lines win too, if there is room for them.
    fn rules_told(&self) -> Vec<Phrase<'static>> {
        let spec = self.spec();
        let (columns, rows, k) = (spec.columns().into(), spec.rows().into(), spec.k().into());
        let game = if spec.rule() == Rule::Free && spec.k() < spec.columns().max(spec.rows()) {
            Phrase::RulesMnkLonger { columns, rows, k }
        } else {
            Phrase::RulesMnk { columns, rows, k }
        };
        let rule = match spec.rule() {
            Rule::Free => &[][..],
            Rule::Exact => &[Phrase::RulesExact],
            Rule::Caro => &[Phrase::RulesCaro],
            Rule::Renju => &[Phrase::RulesRenju, Phrase::RulesRenjuAllowed],
        };
        let opening = match spec.opening() {
            Opening::Plain => &[][..],
            Opening::Swap => &[Phrase::RulesSwap],
            Opening::Swap2 => &[Phrase::RulesSwap2],
        };
        [&[game], rule, opening, &[Phrase::RulesCellNames]].concat()
    }

    fn marks(&self) -> BySide<&'static str> {
        if has_stones(self) { STONES } else { marks::CROSSES_AND_NOUGHTS }
    }

    fn painted(&self, side: Side) -> Mark {
        if has_stones(self) { stone(side) } else { scenes::cross_or_nought(side) }
    }

    fn side_offered(&self) -> Side {
        Side::First
    }

    fn is_perfect(&self) -> bool {
        is_proven_in_passing(self.spec())
    }

    fn is_worth_a_draw(&self) -> bool {
        self.known_outcome() == Some(Outcome::Draw)
    }

    fn known_outcome(&self) -> Option<Outcome> {
        proven_outcome(self.spec())
    }

    fn your_turn(&self, renderer: &BoardRenderer) -> String {
        renderer.your_turn_with_a_mark()
    }

    fn latest(&self, renderer: &BoardRenderer) -> Option<String> {
        renderer.last_move()
    }

    fn place_to_move(&self, _: &BoardRenderer) -> Option<String> {
        None
    }

    fn refusal(&self, code: Option<MoveCode>) -> Phrase<'static> {
        match code.and_then(|code| self.fault_of(code)) {
            None => Phrase::CellTaken,
            Some(Fault::Overline) => Phrase::ForbiddenOverline,
            Some(Fault::DoubleFour) => Phrase::ForbiddenFours,
            Some(Fault::DoubleThree) => Phrase::ForbiddenThrees,
        }
    }

    fn how_won(&self, winner: Side) -> Phrase<'static> {
        match self.longest_line(winner) {
            3 => Phrase::HowThree,
            4 => Phrase::HowFour,
            5 => Phrase::HowFive,
            k => Phrase::HowLine { k: k.into() },
        }
    }

    fn how_drawn(&self) -> Phrase<'static> {
        match self.plies() < self.spec().cell_count() {
            true => Phrase::DrawForbidden,
            false => Phrase::DrawFull,
        }
    }

    fn keyboard(&self, renderer: &BoardRenderer) -> Vec<Vec<Button>> {
        let session = renderer.session;
        let spec = self.spec();
        match self.window(session, renderer.focus) {
            None => block(self, renderer, 0..spec.columns(), 0..spec.rows(), spec.columns()),
            Some(_) if session.outcome().is_some() => Vec::new(),
            Some(window) => {
                let grid = grid(session, spec);
                let arrow = |shift| {
                    let next = window.shifted(grid, shift)?;
                    let part = next.part(grid);
                    Some(cells::look(session, marks::towards(shift), Some(part)))
                };
                let (columns, rows) = (window.columns(), window.rows());
                let mut rows = block(self, renderer, columns, rows, window::COLUMNS);
                rows.push(Shift::ALL.into_iter().filter_map(arrow).collect());
                rows
            }
        }
    }

    fn has_part(&self, Part(cell): Part) -> bool {
        is_wide(self) && cell < self.spec().cell_count()
    }

    fn window(&self, session: &Session, focus: Focus) -> Option<Window> {
        let grid = grid(session, self.spec());
        is_wide(self).then(|| match focus {
            Focus::On(part) => Window::beginning_at(grid, part),
            Focus::Suggested | Focus::Parts => {
                let latest = likely::latest(self.spec(), session.moves());
                let likely = likely::likelihoods(self, &latest);
                Window::suggested(grid, &likely, latest.first().copied())
            }
        })
    }

    fn scene(&self, last: Option<MoveCode>, _: Focus) -> Scene {
        let spec = self.spec();
        let spot = |code| scenes::spot_of(spec.columns(), code);
        let lattice = if is_wide(self) { Lattice::Crossings } else { Lattice::Cells };
        let (columns, rows) = (scenes::small(spec.columns()), scenes::small(spec.rows()));
        let scene = Scene::new(lattice, columns, rows).with_coordinates();
        let scene = spec.cells().fold(scene, |scene, code| match self.mark(code) {
            Some(side) => scene.with_mark(spot(code), self.painted(side)),
            None => scene,
        });
        let forbidden = self.forbidden_moves().into_iter().map(spot);
        let scene = forbidden.fold(scene, |scene, spot| scene.with_note(spot, Note::Forbidden));
        let winning = spec.cells().filter(|code| self.is_winning_cell(*code)).map(spot);
        scenes::with_last(scenes::with_lines(scene, spec.k(), winning), last.map(spot))
    }

    fn spot(&self, code: MoveCode, _: Focus) -> Option<Spot> {
        Some(scenes::spot_of(self.spec().columns(), code))
    }

    fn focus_on(&self, session: &Session, MoveCode(cell): MoveCode) -> Focus {
        let grid = grid(session, self.spec());
        let (column, row) = (cell % grid.columns, cell / grid.columns);
        let window = is_wide(self).then(|| Window::around(grid, column, row));
        window.map_or(Focus::Suggested, |window| Focus::On(window.part(grid)))
    }

    fn has_picture(&self) -> bool {
        is_wide(self)
    }

    fn corners(&self) -> (String, String) {
        corners(self.spec().columns(), self.spec().rows())
    }
}

fn grid(session: &Session, spec: MnkSpec) -> Grid {
    let has_row_below = session.open_side().is_some()
        || session.plays_engine_alone()
        || session.is_in_play_between_people();
    Grid { columns: spec.columns(), rows: spec.rows(), has_row_below }
}

/// Returns the buttons of a part of the board, on a keyboard with about this many columns.
fn block(
    game: &Mnk,
    renderer: &BoardRenderer,
    columns: Range<u16>,
    rows: Range<u16>,
    keyboard_columns: u16,
) -> Vec<Vec<Button>> {
    let forbidden = game.forbidden_moves();
    let button = |row: u16, column: u16| {
        let code = MoveCode(row * game.spec().columns() + column);
        if forbidden.contains(&code) {
            return cells::play(renderer.session, cells::FORBIDDEN, code);
        }
        let is_winning = game.is_winning_cell(code);
        cells::cell(renderer, code, game.mark(code), is_winning, keyboard_columns)
    };
    rows.map(|row| columns.clone().map(|column| button(row, column)).collect()).collect()
}

/// The name of an opening, which is the same in all languages.
fn opening_name(opening: Opening) -> &'static str {
    match opening {
        Opening::Plain => "",
        Opening::Swap => "Swap",
        Opening::Swap2 => "Swap2",
    }
}

/// The name of a game with that of its opening, if it has one.
fn with_opening(name: String, opening: Opening) -> String {
    match opening {
        Opening::Plain => name,
        Opening::Swap | Opening::Swap2 => format!("{name}, {}", opening_name(opening)),
    }
}

fn stone(side: Side) -> Mark {
    match side {
        Side::First => Mark::BlackStone,
        Side::Second => Mark::WhiteStone,
    }
}
