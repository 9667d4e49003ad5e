//! What the buttons of a strategic field are about: the nine cells of the tactical cell in which the
//! next move must be, or the way to one where there is a choice.

use zerosum_games::strategic::Strategic;
use zerosum_games::{Game, MoveCode};

use crate::render::focus::Focus;
use crate::render::tap::Part;

/// The parts from here on are tactical cells; those before are strategic ones.
const FIRST_TACTICAL: u8 = 9;

/// So many parts there are. By so much the number of a part is greater if it is to be shown large.
const PARTS: u8 = FIRST_TACTICAL + 81;

/// What is to be tapped next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// One of the strategic cells.
    Strategic,
    /// A tactical cell of that strategic one.
    Tactical(u8),
    /// A cell of that strategic and tactical one.
    Cell(u8, u8),
}

/// What the buttons are about, and how much the picture beside them shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) step: Step,
    /// Whether the strategic cell of the step is shown large.
    pub(super) is_close: bool,
    /// The step before, if somebody has come here by a choice.
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
        // What cannot be played any more is as good as not asked for.
        let is_there = |step: &Step| playable.iter().any(|cell| step.has(*cell));
        let mut steps: Vec<Step> =
            steps.into_iter().filter(is_there).map(|step| narrowed(step, &playable)).collect();
        steps.dedup();
        let step = steps.pop().unwrap_or(Step::Strategic);
        Offer { step, is_close: asked.is_close && step != Step::Strategic, back: steps.pop() }
    }

    /// The part by which the same step is asked for, large or not.
    pub(super) fn part(step: Step, is_close: bool) -> Option<Part> {
        let number = match step {
            Step::Strategic => return None,
            Step::Tactical(strategic) => strategic,
            Step::Cell(strategic, tactical) => FIRST_TACTICAL + strategic * 9 + tactical,
        };
        Some(Part(if is_close { number + PARTS } else { number }))
    }

    /// Whether a part leads to something that can be played.
    pub(super) fn has_part(game: &Strategic, part: Part) -> bool {
        let Part(number) = part;
        let step = Asked::of(part).step;
        number < 2 * PARTS && playable_cells(game).into_iter().any(|cell| step.has(cell))
    }
}

/// What a part asks for.
struct Asked {
    step: Step,
    is_close: bool,
}

impl Asked {
    fn of(Part(number): Part) -> Asked {
        let (is_close, number) = (number >= PARTS, number % PARTS);
        let step = match number.checked_sub(FIRST_TACTICAL) {
            None => Step::Tactical(number),
            Some(cell) => Step::Cell(cell / 9, cell % 9),
        };
        Asked { step, is_close }
    }
}

impl Step {
    /// Whether a tactical cell, by the numbers of its strategic cell and of itself, can be chosen
    /// from here.
    fn has(self, cell: (u8, u8)) -> bool {
        match self {
            Step::Strategic => true,
            Step::Tactical(strategic) => cell.0 == strategic,
            Step::Cell(strategic, tactical) => cell == (strategic, tactical),
        }
    }
}

/// The tactical cells in which there is a legal move, by the numbers of their strategic cells and of
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

/// The step at which the strategic cell is chosen in which this one is.
fn strategic_part(step: Step) -> Step {
    match step {
        Step::Strategic | Step::Tactical(_) => step,
        Step::Cell(strategic, _) => Step::Tactical(strategic),
    }
}

/// The last step to which there is no other way from here.
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
