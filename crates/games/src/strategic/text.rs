//! A position of strategic tic-tac-toe in one line.
//!
//! Fields divided by white space, 218 characters at most:
//!
//! - the 729 cells in the order of their codes, four to a sign. An empty cell is 0, X is 1, O is 2;
//!   four of them are a number to the base of three, and its sign is that place of [`SIGNS`];
//! - the side to move, `x` or `o`;
//! - where it has to move: `54` for tactical cell 4 of strategic cell 5, `5` if it may choose in
//!   strategic cell 5, `*` if it may choose everywhere;
//! - who has won the 81 tactical cells and the 9 strategic cells, in signs as above;
//! - where the rules forbid to send the opponent back, where X and O made their latest moves,
//!   divided by `/`: `54`, or `5` where only strategic cells count, or `-` before the first move.
//!
//! [`Strategic::read`] reads this and what [`board`] writes for people.

use std::fmt;

use thiserror::Error;

use crate::diagram::letter;
use crate::side::{BySide, Side};
use crate::strategic::place::Place;
use crate::strategic::rules::StrategicRules;
use crate::strategic::{Strategic, Target, board, reach};
use crate::ultimate::LocalStatus;

/// Signs for the contents of four cells, indexed by their number in base three.
pub const SIGNS: &[u8; 81] =
    b".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-:;<=>?@^";

/// Cells to a sign.
const PACKED: usize = 4;

/// Signs of all cells.
const CELL_SIGNS: usize = 729_usize.div_ceil(PACKED);

/// Tactical and strategic cells.
pub(crate) const STATUSES: usize = 81 + 9;

/// Maximum number of bytes of a text that are read; the limit leaves room for white space.
const READ_BYTES_MAX: usize = 10_000;

/// A tactical or strategic cell, displayed by its numbers from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellName {
    Tactical(u8, u8),
    Strategic(u8),
}

impl CellName {
    /// Its numbers alone, as in moves: `3 4` or `3`.
    pub(crate) fn numbers(self) -> String {
        match self {
            CellName::Tactical(strategic, tactical) => {
                format!("{} {}", strategic + 1, tactical + 1)
            }
            CellName::Strategic(strategic) => (strategic + 1).to_string(),
        }
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self {
            CellName::Tactical(..) => "tactical",
            CellName::Strategic(_) => "strategic",
        };
        write!(f, "{level} cell {}", self.numbers())
    }
}

/// Error returned when a text is not a position. Everything is counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StrategicPositionError {
    #[error("a position has {READ_BYTES_MAX} bytes at most")]
    TooLong,
    #[error("a position begins with {CELL_SIGNS} signs or with 729 cells, found {found}")]
    CellCount { found: usize },
    #[error("under these rules {expected} fields follow the cells, found {found}")]
    FieldCount { expected: usize, found: usize },
    #[error("sign {number}: {found:?} stands for no cells")]
    UnknownSign { number: usize, found: char },
    #[error("row {row}, column {column}: a cell is 'X', 'O' or '.', found {found:?}")]
    UnknownMark { row: usize, column: usize, found: char },
    #[error("the side to move is 'x' or 'o', found {found:?}")]
    UnknownSide { found: String },
    #[error("the target is like '54', '5' or '*', found {found:?}")]
    UnknownTarget { found: String },
    #[error("the statuses are {expected}, found {found:?}")]
    UnknownStatuses { expected: &'static str, found: String },
    #[error("the latest moves are like {example}, found {found:?}")]
    UnknownPrevious { example: &'static str, found: String },
    #[error("no game gets there: {crosses} X and {noughts} O, but X begins and turns alternate")]
    Counts { crosses: u32, noughts: u32 },
    #[error("it is {}'s turn by the count of marks, not {}'s", letter(!*.0), letter(*.0))]
    NotTheirTurn(Side),
    #[error("{0} does not look as its status says")]
    WrongStatus(CellName),
    #[error("no game gets there: in {0} no single move completes the lines, and it closed then")]
    WonTwice(CellName),
    #[error("no game gets there: {} has made no move that leads to this target", letter(*.0))]
    NotSent(Side),
    #[error("no game gets there: {}'s latest move was not where it is said", letter(*.0))]
    WrongPrevious(Side),
    #[error("no game gets there: {} has made no move that could have been the last", letter(*.0))]
    NoLastMove(Side),
}

/// The parts of a position given in a text.
pub(crate) struct Parts {
    /// Indexed by the code of the cell.
    pub(crate) marks: Vec<Option<Side>>,
    pub(crate) turn: Side,
    pub(crate) target: Target,
    /// Statuses of the tactical cells and then the strategic ones.
    pub(crate) statuses: Vec<LocalStatus>,
    /// True if the statuses tell drawn cells from those in play.
    pub(crate) are_draws_told: bool,
    pub(crate) previous: BySide<Option<u8>>,
}

impl fmt::Display for Strategic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks: Vec<Option<Side>> = Place::all().map(|place| self.mark(place.code())).collect();
        write_signs(f, &marks)?;
        self.write_turn(f)?;
        f.write_str(" ")?;
        let winner = |status| match status {
            LocalStatus::Won(side) => Some(side),
            LocalStatus::InPlay | LocalStatus::Drawn => None,
        };
        let winners: Vec<Option<Side>> = self.statuses().into_iter().map(winner).collect();
        write_signs(f, &winners)?;
        self.write_previous(f)
    }
}

impl Strategic {
    /// Reads a position, decided ones included.
    pub fn read(rules: StrategicRules, text: &str) -> Result<Strategic, StrategicPositionError> {
        if text.len() > READ_BYTES_MAX {
            return Err(StrategicPositionError::TooLong);
        }
        let first = text.split_whitespace().next().unwrap_or_default();
        let parts = if first.chars().count() == CELL_SIGNS {
            read_parts(&rules, text)
        } else {
            board::read_parts(&rules, text)
        };
        reach::position_of(rules, &parts?)
    }

    /// Statuses of the tactical cells and then the strategic ones.
    pub(crate) fn statuses(&self) -> Vec<LocalStatus> {
        let tactical = (0..81).map(|cell| self.tactical_status(cell / 9, cell % 9));
        tactical.chain((0..9).map(|cell| self.strategic_status(cell))).collect()
    }

    /// The side to move and where it has to.
    pub(crate) fn write_turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {} ", letter(self.turn).to_ascii_lowercase())?;
        match self.target {
            Target::Anywhere => f.write_str("*"),
            Target::Strategic(strategic) => write!(f, "{}", strategic + 1),
            Target::Tactical(strategic, tactical) => write!(f, "{}{}", strategic + 1, tactical + 1),
        }
    }

    /// The latest moves, if the rules ask for them.
    pub(crate) fn write_previous(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !remembers(&self.rules) {
            return Ok(());
        }
        for (side, before) in Side::ALL.into_iter().zip([" ", "/"]) {
            f.write_str(before)?;
            match *self.previous.get(side) {
                None => f.write_str("-")?,
                Some(cell) if self.rules.tactical.bars_return => {
                    write!(f, "{}{}", cell / 9 + 1, cell % 9 + 1)?;
                }
                Some(cell) => write!(f, "{}", cell / 9 + 1)?,
            }
        }
        Ok(())
    }
}

/// Returns whether the rules ask where the latest moves were made.
pub(crate) fn remembers(rules: &StrategicRules) -> bool {
    rules.tactical.bars_return || rules.strategic.bars_return
}

/// Reads what follows the cells: the side to move, the target, the statuses, the latest moves.
pub(crate) fn read_fields(
    rules: &StrategicRules,
    fields: &[&str],
    marks: Vec<Option<Side>>,
    are_draws_told: bool,
    read_statuses: impl FnOnce(&str) -> Result<Vec<LocalStatus>, StrategicPositionError>,
) -> Result<Parts, StrategicPositionError> {
    let expected = 3 + usize::from(remembers(rules));
    let (&[turn, target, statuses], previous) = match fields.split_first_chunk() {
        Some(parts) if fields.len() == expected => parts,
        _ => {
            return Err(StrategicPositionError::FieldCount { expected, found: fields.len() });
        }
    };
    Ok(Parts {
        marks,
        turn: read_side(turn)?,
        target: read_target(target)?,
        statuses: read_statuses(statuses)?,
        are_draws_told,
        previous: match previous.first() {
            Some(text) => read_previous(rules, text)?,
            None => BySide::default(),
        },
    })
}

/// Returns the beginning of a text, for quoting it in an error.
pub(crate) fn quoted(text: &str) -> String {
    text.chars().take(20).collect()
}

fn write_signs(f: &mut fmt::Formatter<'_>, marks: &[Option<Side>]) -> fmt::Result {
    for four in marks.chunks(PACKED) {
        let digit = |place: usize| match four.get(place).copied().flatten() {
            None => 0,
            Some(Side::First) => 1,
            Some(Side::Second) => 2,
        };
        let number = (0..PACKED).fold(0, |number, place| number * 3 + digit(place));
        write!(f, "{}", char::from(SIGNS[number]))?;
    }
    Ok(())
}

fn read_parts(rules: &StrategicRules, text: &str) -> Result<Parts, StrategicPositionError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (cells, fields) = fields.split_first().unwrap_or((&"", &[]));
    let marks = read_signs(cells, 729)?;
    read_fields(rules, fields, marks, false, |text| {
        let expected = "23 signs";
        if text.chars().count() != STATUSES.div_ceil(PACKED) {
            return Err(StrategicPositionError::UnknownStatuses { expected, found: quoted(text) });
        }
        let winners = read_signs(text, STATUSES)?;
        Ok(winners
            .into_iter()
            .map(|won| won.map_or(LocalStatus::InPlay, LocalStatus::Won))
            .collect())
    })
}

/// Reads `count` marks from signs that are known to suffice.
fn read_signs(text: &str, count: usize) -> Result<Vec<Option<Side>>, StrategicPositionError> {
    let mut marks = Vec::with_capacity(count + PACKED);
    for (number, found) in (1..).zip(text.chars()) {
        let unknown = StrategicPositionError::UnknownSign { number, found };
        let value =
            SIGNS.iter().position(|sign| char::from(*sign) == found).ok_or(unknown.clone())?;
        for unit in [27, 9, 3, 1] {
            marks.push(match value / unit % 3 {
                0 => None,
                1 => Some(Side::First),
                _ => Some(Side::Second),
            });
        }
        // The last sign stands for less than four.
        if marks.iter().skip(count).any(Option::is_some) {
            return Err(unknown);
        }
    }
    marks.truncate(count);
    Ok(marks)
}

fn read_side(text: &str) -> Result<Side, StrategicPositionError> {
    match text {
        "x" | "X" => Ok(Side::First),
        "o" | "O" => Ok(Side::Second),
        _ => Err(StrategicPositionError::UnknownSide { found: quoted(text) }),
    }
}

fn read_target(text: &str) -> Result<Target, StrategicPositionError> {
    let places: Option<Vec<u8>> = text.chars().take(3).map(read_place).collect();
    match places.as_deref() {
        _ if text == "*" => Ok(Target::Anywhere),
        Some(&[strategic]) => Ok(Target::Strategic(strategic)),
        Some(&[strategic, tactical]) => Ok(Target::Tactical(strategic, tactical)),
        _ => Err(StrategicPositionError::UnknownTarget { found: quoted(text) }),
    }
}

fn read_previous(
    rules: &StrategicRules,
    text: &str,
) -> Result<BySide<Option<u8>>, StrategicPositionError> {
    let is_narrow = rules.tactical.bars_return;
    let example = if is_narrow { "'54/-'" } else { "'5/-'" };
    let unknown = || StrategicPositionError::UnknownPrevious { example, found: quoted(text) };
    let read = |text: &str| {
        let places: Option<Vec<u8>> = text.chars().take(3).map(read_place).collect();
        match places.as_deref() {
            _ if text == "-" => Ok(None),
            Some(&[strategic, tactical]) if is_narrow => Ok(Some(strategic * 9 + tactical)),
            Some(&[strategic]) if !is_narrow => Ok(Some(strategic * 9)),
            _ => Err(unknown()),
        }
    };
    let (first, second) = text.split_once('/').ok_or_else(unknown)?;
    Ok(BySide { first: read(first)?, second: read(second)? })
}

/// A number from 1 to 9, counted from 0.
fn read_place(sign: char) -> Option<u8> {
    u8::try_from(sign.to_digit(10)?.checked_sub(1)?).ok()
}
