//! Buttons of a strategic field: nine for the next step, and one that leads back or shows more.

use zerosum_games::strategic::{Strategic, Target};
use zerosum_games::ultimate::LocalStatus;
use zerosum_games::{Game, MoveCode};

use crate::board::buttons::cells;
use crate::games::appearance::{Appearance, BoardRenderer};
use crate::games::strategic::offer::{Offer, Step, playable_cells};
use crate::locales::phrase::Phrase;
use crate::view::Button;

/// Columns of the keyboard.
const COLUMNS: u16 = 3;

/// Targets of a move that gives the opponent a free choice, and of one that ends the game.
const ANYWHERE: &str = "→ ✳️";
const THE_END: &str = "→ 🏁";

pub(super) fn keyboard(game: &Strategic, renderer: &BoardRenderer) -> Vec<Vec<Button>> {
    let offer = Offer::of(game, renderer.focus);
    let mut rows = match offer.step {
        Step::Strategic => strategic_cells(game, renderer),
        Step::Tactical(strategic) => tactical_cells(game, renderer, strategic, offer.is_close),
        Step::Cell(strategic, tactical) => three_by_three(|cell| {
            let [s, t, o] = [strategic, tactical, cell].map(u16::from);
            cell_button(game, renderer, MoveCode((s * 9 + t) * 9 + o))
        }),
    };
    let look = |phrase, part| cells::look(renderer.session, renderer.say(phrase), part);
    let back = offer.back.map(|step| look(Phrase::AnotherCell, Offer::part(step, offer.is_close)));
    let other = Offer::part(offer.step, !offer.is_close).map(|part| {
        look(if offer.is_close { Phrase::WholeField } else { Phrase::Closer }, Some(part))
    });
    let last: Vec<Button> = back.into_iter().chain(other).collect();
    if !last.is_empty() {
        rows.push(last);
    }
    rows
}

/// Creates the button of a cell, with the place to which a move there sends the opponent.
fn cell_button(game: &Strategic, renderer: &BoardRenderer, code: MoveCode) -> Button {
    let mut next = game.clone();
    if next.play(code).is_err() {
        return cells::cell(renderer, code, game.mark(code), false, COLUMNS);
    }
    let label = match next.target() {
        _ if next.outcome().is_some() => THE_END.to_owned(),
        Target::Tactical(strategic, tactical) => format!("→ {} {}", strategic + 1, tactical + 1),
        Target::Strategic(strategic) => format!("→ {}", strategic + 1),
        Target::Anywhere => ANYWHERE.to_owned(),
    };
    let label = match renderer.label(code) {
        Some(seen) => format!("{seen} {label}"),
        None => label,
    };
    cells::play(renderer.session, label, code)
}

fn tactical_cells(
    game: &Strategic,
    renderer: &BoardRenderer,
    strategic: u8,
    is_close: bool,
) -> Vec<Vec<Button>> {
    let playable = playable_cells(game);
    three_by_three(|tactical| {
        let name = format!("{} {}", strategic + 1, tactical + 1);
        let is_playable = playable.contains(&(strategic, tactical));
        let status = game.tactical_status(strategic, tactical);
        let label = label(game, name, is_playable, status);
        let part = Offer::part(Step::Cell(strategic, tactical), is_close);
        cells::look(renderer.session, label, part)
    })
}

fn strategic_cells(game: &Strategic, renderer: &BoardRenderer) -> Vec<Vec<Button>> {
    let playable = playable_cells(game);
    three_by_three(|strategic| {
        let name = (strategic + 1).to_string();
        let is_playable = playable.iter().any(|(playable, _)| *playable == strategic);
        let label = label(game, name, is_playable, game.strategic_status(strategic));
        let part = Offer::part(Step::Tactical(strategic), false);
        cells::look(renderer.session, label, part)
    })
}

/// Returns the name of a cell that can be played in, and its owner's mark.
fn label(game: &Strategic, name: String, is_playable: bool, status: LocalStatus) -> String {
    let mark = match status {
        LocalStatus::Won(side) => Some(*game.marks().get(side)),
        LocalStatus::Drawn => Some("➖"),
        LocalStatus::InPlay => None,
    };
    match (is_playable, mark) {
        (true, None) => name,
        (true, Some(mark)) => format!("{name} {mark}"),
        (false, mark) => mark.unwrap_or(cells::EMPTY).to_owned(),
    }
}

fn three_by_three(button: impl Fn(u8) -> Button) -> Vec<Vec<Button>> {
    (0..3).map(|row| (0..3).map(|column| button(row * 3 + column)).collect()).collect()
}
