//! Content of the buttons of a strategic field: the nine cells of the tactical cell in which the next
//! move must be, or the steps to one where there is a choice.

use zerosum_games::strategic::Strategic;
use zerosum_games::{Game, MoveCode};

use crate::board::buttons::focus::Focus;
use crate::tap::Part;

/// Number of the first part that is a tactical cell; those before are strategic ones.
const FIRST_TACTICAL: u8 = 9;

/// Number of parts. It is added to the number of a part that is shown enlarged.
const PARTS: u8 = FIRST_TACTICAL + 81;

/// Next thing to tap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// One of the strategic cells.
    Strategic,
    /// A tactical cell of that strategic one.
    Tactical(u8),
    /// A cell of that strategic and tactical one.
    Cell(u8, u8),
}

/// Content of the buttons, and the section that the picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) step: Step,
    /// True if the strategic cell of the step is shown enlarged.
    pub(super) is_close: bool,
    /// Previous step, if the player has chosen this one.
    pub(super) back: Option<Step>,
}

impl Offer {
    pub(super) fn of(game: &Strategic, focus: Focus) -> Offer {
        let asked = match focus {
            Focus::On(part) => Asked::of(part),
            Focus::Suggested | Focus::Parts => Asked { step: Step::Strategic, is_close: false },
        };
        let playable = playable_cells(game);
        let steps = [Step::Strategic, strategic_part(asked.step), asked.step];
        // Steps without a legal move are ignored.
        let is_there = |step: &Step| playable.iter().any(|cell| step.has(*cell));
        let mut steps: Vec<Step> =
            steps.into_iter().filter(is_there).map(|step| narrowed(step, &playable)).collect();
        steps.dedup();
        let step = steps.pop().unwrap_or(Step::Strategic);
        Offer { step, is_close: asked.is_close && step != Step::Strategic, back: steps.pop() }
    }

    /// Returns the part that selects a step, enlarged or not.
    pub(super) fn part(step: Step, is_close: bool) -> Option<Part> {
        let number = match step {
            Step::Strategic => return None,
            Step::Tactical(strategic) => strategic,
            Step::Cell(strategic, tactical) => FIRST_TACTICAL + strategic * 9 + tactical,
        };
        Some(Part::of(if is_close { number + PARTS } else { number }))
    }

    /// Returns whether a part leads to a legal move.
    pub(super) fn has_part(game: &Strategic, part: Part) -> bool {
        let step = Asked::of(part).step;
        part.small().is_some_and(|number| number < 2 * PARTS)
            && playable_cells(game).into_iter().any(|cell| step.has(cell))
    }
}

/// Step that a part selects.
struct Asked {
    step: Step,
    is_close: bool,
}

impl Asked {
    fn of(part: Part) -> Asked {
        let number = part.small().unwrap_or_default();
        let (is_close, number) = (number >= PARTS, number % PARTS);
        let step = match number.checked_sub(FIRST_TACTICAL) {
            None => Step::Tactical(number),
            Some(cell) => Step::Cell(cell / 9, cell % 9),
        };
        Asked { step, is_close }
    }
}

impl Step {
    /// Returns whether a tactical cell, given as the numbers of its strategic cell and of itself, can be
    /// chosen from here.
    fn has(self, cell: (u8, u8)) -> bool {
        match self {
            Step::Strategic => true,
            Step::Tactical(strategic) => cell.0 == strategic,
            Step::Cell(strategic, tactical) => cell == (strategic, tactical),
        }
    }
}

/// Returns the tactical cells with a legal move, as the numbers of their strategic cells and of
/// themselves, ascending.
pub(super) fn playable_cells(game: &Strategic) -> Vec<(u8, u8)> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let cell = |MoveCode(code): &MoveCode| {
        let number = |divisor: u16| u8::try_from(code / divisor % 9).unwrap_or_default();
        (number(81), number(9))
    };
    let mut cells: Vec<(u8, u8)> = moves.iter().map(cell).collect();
    cells.dedup();
    cells
}

/// Returns the step at which a tactical cell of the same strategic cell is chosen.
fn strategic_part(step: Step) -> Step {
    match step {
        Step::Strategic | Step::Tactical(_) => step,
        Step::Cell(strategic, _) => Step::Tactical(strategic),
    }
}

/// Skips the steps without a choice.
fn narrowed(step: Step, playable: &[(u8, u8)]) -> Step {
    let mut cells = playable.iter().filter(|cell| step.has(**cell));
    let (first, last) = (cells.next(), cells.next_back());
    match (first, last) {
        (None, _) => step,
        (Some((strategic, tactical)), None) => Step::Cell(*strategic, *tactical),
        (Some(first), Some(last)) if first.0 == last.0 => Step::Tactical(first.0),
        (Some(_), Some(_)) => step,
    }
}
