//! Picture of a strategic field.

use zerosum_games::MoveCode;
use zerosum_games::lines::LINES_3X3;
use zerosum_games::strategic::numbers::{NumberSet, RuleSet};
use zerosum_games::strategic::{CELLS, Strategic};
use zerosum_games::ultimate::LocalStatus;
use zerosum_picture::scene::{Block, Fate, Line, Scene, Spot};

use crate::board::buttons::focus::Focus;
use crate::board::scenes;
use crate::games::strategic::offer::{Offer, Step, playable_cells};

pub(super) fn scene(game: &Strategic, last: Option<MoveCode>, focus: Focus) -> Scene {
    let offer = Offer::of(game, focus);
    let targets = targets(game, offer.step);
    let mut scene = Scene::nested(2).with_coordinates();
    for code in (0..CELLS).map(MoveCode) {
        if let Some(side) = game.mark(code) {
            scene = scene.with_mark(spot(code), scenes::cross_or_nought(side));
        }
    }
    scene = fates(game).fold(scene, |scene, (block, fate)| scene.with_fate(block, fate));
    scene = targets.into_iter().fold(scene, Scene::with_target);
    scene = with_numbers(game, offer.step, scene);
    for line in LINES_3X3.into_iter().filter(|line| game.winning_cells() & line == *line) {
        let mut cells = (0..9).filter(|cell| line & 1 << cell != 0);
        if let (Some(first), Some(end)) = (cells.next(), cells.next_back()) {
            scene = scene.with_line(Line::Blocks(Block::of_path(&[first]), Block::of_path(&[end])));
        }
    }
    scene = scenes::with_last(scene, last.map(spot));
    match offer.step {
        Step::Tactical(strategic) | Step::Cell(strategic, _) if offer.is_close => {
            scene.closer(Block::of_path(&[strategic]))
        }
        Step::Strategic | Step::Tactical(_) | Step::Cell(..) => scene,
    }
}

/// Returns the place of a cell in the picture; `None` if the enlarged section does not contain it.
pub(super) fn spot_in(game: &Strategic, code: MoveCode, focus: Focus) -> Option<Spot> {
    let offer = Offer::of(game, focus);
    let [first, second, third] = [code.0 / 81, code.0 / 9 % 9, code.0 % 9].map(scenes::small);
    match offer.step {
        Step::Tactical(strategic) | Step::Cell(strategic, _) if offer.is_close => {
            (strategic == first).then(|| Spot::of_path(&[second, third]))
        }
        Step::Strategic | Step::Tactical(_) | Step::Cell(..) => Some(spot(code)),
    }
}

/// Returns the place of a cell in the picture of the whole field.
pub(super) fn spot(MoveCode(code): MoveCode) -> Spot {
    Spot::of_path(&[code / 81, code / 9 % 9, code % 9].map(scenes::small))
}

/// States of decided tactical and strategic cells.
fn fates(game: &Strategic) -> impl Iterator<Item = (Block, Fate)> {
    let strategic = (0..9).map(|strategic| {
        let is_open = game.open_in(strategic) != 0;
        (Block::of_path(&[strategic]), fate(game.strategic_status(strategic), is_open))
    });
    let tactical = (0..81).map(|cell: u8| {
        let (strategic, tactical) = (cell / 9, cell % 9);
        let is_open = game.open_in(strategic) & 1 << tactical != 0;
        let status = game.tactical_status(strategic, tactical);
        (Block::of_path(&[strategic, tactical]), fate(status, is_open))
    });
    tactical.chain(strategic).filter_map(|(block, fate)| Some((block, fate?)))
}

fn fate(status: LocalStatus, is_open: bool) -> Option<Fate> {
    match status {
        LocalStatus::InPlay => None,
        LocalStatus::Drawn => Some(Fate::Drawn),
        LocalStatus::Won(side) if is_open => Some(Fate::Held(scenes::cross_or_nought(side))),
        LocalStatus::Won(side) => Some(Fate::Won(scenes::cross_or_nought(side))),
    }
}

/// Returns the cells in which the next move may be, as far as they have been chosen.
fn targets(game: &Strategic, step: Step) -> Vec<Block> {
    let playable = playable_cells(game).into_iter();
    match step {
        Step::Strategic => {
            let mut cells: Vec<u8> = playable.map(|(strategic, _)| strategic).collect();
            cells.dedup();
            cells.into_iter().map(|strategic| Block::of_path(&[strategic])).collect()
        }
        Step::Tactical(chosen) => playable
            .filter(|(strategic, _)| *strategic == chosen)
            .map(|(strategic, tactical)| Block::of_path(&[strategic, tactical]))
            .collect(),
        Step::Cell(strategic, tactical) => vec![Block::of_path(&[strategic, tactical])],
    }
}

/// Adds the numbers of the strategic cells to which moves lead: in a functional game at each row and in
/// the cells where the next move may be; in a hyperfunctional one in every empty cell.
fn with_numbers(game: &Strategic, step: Step, scene: Scene) -> Scene {
    let Some(numbers) = &game.rules().numbers else { return scene };
    let number = |spot: Spot| number_at(numbers, spot) + 1;
    let is_functional = game.rules().rule_set() == RuleSet::Functional;
    let is_numbered = |cell: (u8, u8)| match step {
        _ if !is_functional => true,
        Step::Strategic => false,
        Step::Tactical(strategic) => cell.0 == strategic,
        Step::Cell(strategic, tactical) => cell == (strategic, tactical),
    };
    let empty = (0..CELLS).map(MoveCode).filter(|code| game.mark(*code).is_none());
    let numbered = empty.filter(|MoveCode(code)| {
        is_numbered((scenes::small(code / 81), scenes::small(code / 9 % 9)))
    });
    let scene = numbered.map(spot).fold(scene, |scene, spot| scene.with_number(spot, number(spot)));
    if !is_functional {
        return scene;
    }
    let rows = (0..81).map(|row| Spot::new(row / 27 * 9, row % 27));
    rows.fold(scene, |scene, spot| scene.with_row_number(spot, number(spot)))
}

/// Returns the strategic cell, from 0, to which a move in this cell leads.
fn number_at(numbers: &NumberSet, Spot { column, row }: Spot) -> u8 {
    numbers.number(row / 9 * 3 + column / 9, row % 9, column % 9)
}
