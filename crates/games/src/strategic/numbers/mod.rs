//! Sets of numbers, which say in which strategic cell the next move is.
//!
//! In the functional rule set a number stands left of each row of a strategic cell, in the
//! hyperfunctional one in every cell. A set with a name is kept once for the whole program, one of
//! people's own is shared by the positions of its game.
//!
//! The rules, the sets and their names are from "STTT" by M. Demchenko and A. Shashkov, licensed
//! CC BY 4.0. In the source numbers and rows count from 0, and people read and write them from 1.

mod digits;
mod found;
pub(super) mod lists;
mod named;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use thiserror::Error;

/// Strategic cells, and rows and columns of the cells of each.
pub(crate) const PLACES: usize = 9;

/// The rule that decides in which strategic cell the next move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// The tactical cell of the move.
    Tactical,
    /// The number left of the row of the move.
    Functional,
    /// The number in the cell of the move.
    Hyperfunctional,
}

impl RuleSet {
    pub const ALL: [RuleSet; 3] =
        [RuleSet::Tactical, RuleSet::Functional, RuleSet::Hyperfunctional];
}

/// One number for each row of each strategic cell.
///
/// Invariant: every number is below 9.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionalSet {
    /// Indexed by strategic cell and row of its nine.
    numbers: [[u8; PLACES]; PLACES],
}

impl FunctionalSet {
    /// The set of these numbers, by strategic cell and row.
    pub fn new(numbers: [[u8; PLACES]; PLACES]) -> Result<FunctionalSet, NumberSetError> {
        for (strategic, rows) in numbers.iter().enumerate() {
            for (row, number) in rows.iter().enumerate() {
                checked(*number, NumberPlace::Row { strategic, row })?;
            }
        }
        Ok(FunctionalSet { numbers })
    }

    /// The set in which the same three lists, one for each column of strategic cells, serve all
    /// three rows of strategic cells. All named sets are such.
    pub fn of_columns(columns: [[u8; PLACES]; 3]) -> Result<FunctionalSet, NumberSetError> {
        for (column, rows) in columns.iter().enumerate() {
            for (row, number) in rows.iter().enumerate() {
                checked(*number, NumberPlace::RowOfColumn { column, row })?;
            }
        }
        Ok(FunctionalSet::of_checked_columns(columns))
    }

    /// Like [`FunctionalSet::of_columns`], for numbers that are known to be below 9.
    pub(crate) const fn of_checked_columns(columns: [[u8; PLACES]; 3]) -> FunctionalSet {
        let [left, middle, right] = columns;
        FunctionalSet { numbers: [left, middle, right, left, middle, right, left, middle, right] }
    }

    /// The strategic cell to which a move in that row of a strategic cell leads; all are below 9.
    #[inline]
    pub fn number(&self, strategic: u8, row: u8) -> u8 {
        self.numbers[usize::from(strategic)][usize::from(row)]
    }

    /// The numbers, indexed by strategic cell and row.
    pub(crate) fn rows(&self) -> &[[u8; PLACES]; PLACES] {
        &self.numbers
    }

    /// The three lists of [`FunctionalSet::of_columns`], if the set has no more.
    pub fn columns(&self) -> Option<[[u8; PLACES]; 3]> {
        let [left, middle, right, below @ ..] = self.numbers;
        let is_repeated = below == [left, middle, right, left, middle, right];
        is_repeated.then_some([left, middle, right])
    }
}

/// One number for each cell.
///
/// Invariant: every number is below 9.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HyperSet {
    /// Indexed by strategic cell, and row and column of its 9x9.
    numbers: [[[u8; PLACES]; PLACES]; PLACES],
}

impl HyperSet {
    /// The set of these numbers, by strategic cell, row and column.
    pub fn new(numbers: [[[u8; PLACES]; PLACES]; PLACES]) -> Result<HyperSet, NumberSetError> {
        for (strategic, rows) in numbers.iter().enumerate() {
            for (row, columns) in rows.iter().enumerate() {
                for (column, number) in columns.iter().enumerate() {
                    checked(*number, NumberPlace::Cell { strategic, row, column })?;
                }
            }
        }
        Ok(HyperSet { numbers })
    }

    /// The set that stays the same when the fields of a game are shifted: a number depends on its
    /// strategic cell and on the shift from its tactical cell to its operational one, rows and columns
    /// of 3x3 each by themselves, where the first comes after the last. By shift, row by row, and
    /// strategic cell.
    pub fn of_shifts(shifts: [[u8; PLACES]; PLACES]) -> Result<HyperSet, NumberSetError> {
        for (shift, numbers) in shifts.iter().enumerate() {
            for (strategic, number) in numbers.iter().enumerate() {
                checked(*number, NumberPlace::Shift { shift, strategic })?;
            }
        }
        Ok(HyperSet::of_checked_shifts(shifts))
    }

    /// Like [`HyperSet::of_shifts`], for numbers that are known to be below 9.
    pub(crate) const fn of_checked_shifts(shifts: [[u8; PLACES]; PLACES]) -> HyperSet {
        let mut set = [[[0; PLACES]; PLACES]; PLACES];
        let mut index = 0;
        while index < PLACES * PLACES * PLACES {
            let (strategic, row, column) = (index / 81, index / 9 % 9, index % 9);
            set[strategic][row][column] = shifts[shift(row, column)][strategic];
            index += 1;
        }
        HyperSet::of_checked(set)
    }

    /// The numbers, indexed by strategic cell, row and column.
    pub(crate) fn cells(&self) -> &[[[u8; PLACES]; PLACES]; PLACES] {
        &self.numbers
    }

    /// The numbers of [`HyperSet::of_shifts`], if the set has no more.
    pub fn shifts(&self) -> Option<[[u8; PLACES]; PLACES]> {
        // Of the tactical cell in the first corner, whose operational cells are the shifts.
        let at = |shift: usize, strategic: usize| self.numbers[strategic][shift / 3][shift % 3];
        let shifts =
            std::array::from_fn(|shift| std::array::from_fn(|strategic| at(shift, strategic)));
        (HyperSet::of_checked_shifts(shifts) == *self).then_some(shifts)
    }

    /// Like [`HyperSet::new`], for numbers that are known to be below 9.
    pub(crate) const fn of_checked(numbers: [[[u8; PLACES]; PLACES]; PLACES]) -> HyperSet {
        HyperSet { numbers }
    }

    /// The strategic cell to which a move in that row and column of a strategic cell leads; all are
    /// below 9.
    #[inline]
    pub fn number(&self, strategic: u8, row: u8, column: u8) -> u8 {
        self.numbers[usize::from(strategic)][usize::from(row)][usize::from(column)]
    }
}

/// Offset from the tactical cell to the operational cell in a row and column of a strategic cell.
const fn shift(row: usize, column: usize) -> usize {
    // The tactical cell is counted by threes, the operational one within it.
    (row % 3 + 3 - row / 3) % 3 * 3 + (column % 3 + 3 - column / 3) % 3
}

/// A set of numbers of either kind, as cheap to clone as a reference.
///
/// ```
/// use zerosum_games::strategic::numbers::{FunctionalSet, NumberSet};
///
/// let numbers = NumberSet::named("map34").expect("it is a set");
/// // A move in the last row of strategic cell 2 leads to strategic cell 9.
/// assert_eq!(numbers.number(1, 8, 0), 8);
/// let lists = "213654798 321465879 132546987";
/// assert_eq!(lists.parse(), Ok(numbers));
/// let own: NumberSet = "1".repeat(27).parse()?;
/// assert_eq!(own.to_string(), "1".repeat(27));
/// let error = "213654798 321465879 132546980".parse::<NumberSet>().expect_err("0 is no number");
/// assert_eq!(
///     error.to_string(),
///     "column 3 of strategic cells, row 9: a number is from 1 to 9, found '0'",
/// );
/// # Ok::<(), zerosum_games::strategic::numbers::NumberSetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NumberSet {
    Functional(Shared<FunctionalSet>),
    Hyper(Shared<HyperSet>),
}

/// A set that is shared: a named one for the whole program, a custom one for its positions.
///
/// Invariant: a set that has a name is never an own one, so equal sets are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shared<T: 'static>(Keeping<T>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Keeping<T: 'static> {
    Named(&'static str, &'static T),
    Own(Arc<T>),
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match &self.0 {
            Keeping::Named(_, numbers) => numbers,
            Keeping::Own(numbers) => numbers,
        }
    }
}

impl NumberSet {
    /// The names of the sets that have one, the functional ones first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        named::functional().map(|(name, _)| name).chain(named::hyper().map(|(name, _)| name))
    }

    /// The set of that name.
    pub fn named(name: &str) -> Option<NumberSet> {
        let functional = || named::functional().find(|(known, _)| *known == name);
        let hyper = || named::hyper().find(|(known, _)| *known == name);
        let functional = functional()
            .map(|(name, numbers)| NumberSet::Functional(Shared(Keeping::Named(name, numbers))));
        functional.or_else(|| {
            hyper().map(|(name, numbers)| NumberSet::Hyper(Shared(Keeping::Named(name, numbers))))
        })
    }

    /// The set that is played where none is asked for; the tactical rule set has no numbers.
    pub fn usual(rule_set: RuleSet) -> Option<NumberSet> {
        match rule_set {
            RuleSet::Tactical => None,
            RuleSet::Functional => NumberSet::named(named::USUAL_FUNCTIONAL),
            RuleSet::Hyperfunctional => NumberSet::named(named::USUAL_HYPER),
        }
    }

    pub fn name(&self) -> Option<&'static str> {
        match self {
            NumberSet::Functional(Shared(Keeping::Named(name, _)))
            | NumberSet::Hyper(Shared(Keeping::Named(name, _))) => Some(name),
            NumberSet::Functional(Shared(Keeping::Own(_)))
            | NumberSet::Hyper(Shared(Keeping::Own(_))) => None,
        }
    }

    /// The rule set in which the set is used.
    pub fn rule_set(&self) -> RuleSet {
        match self {
            NumberSet::Functional(_) => RuleSet::Functional,
            NumberSet::Hyper(_) => RuleSet::Hyperfunctional,
        }
    }

    /// The strategic cell to which a move in that row and column of a strategic cell leads; all are
    /// below 9.
    #[inline]
    pub fn number(&self, strategic: u8, row: u8, column: u8) -> u8 {
        match self {
            NumberSet::Functional(numbers) => numbers.number(strategic, row),
            NumberSet::Hyper(numbers) => numbers.number(strategic, row, column),
        }
    }
}

impl From<FunctionalSet> for NumberSet {
    fn from(numbers: FunctionalSet) -> NumberSet {
        let mut sets = named::functional();
        NumberSet::Functional(Shared(match sets.find(|(_, known)| **known == numbers) {
            Some((name, known)) => Keeping::Named(name, known),
            None => Keeping::Own(Arc::new(numbers)),
        }))
    }
}

impl From<HyperSet> for NumberSet {
    fn from(numbers: HyperSet) -> NumberSet {
        let mut sets = named::hyper();
        NumberSet::Hyper(Shared(match sets.find(|(_, known)| **known == numbers) {
            Some((name, known)) => Keeping::Named(name, known),
            None => Keeping::Own(Arc::new(numbers)),
        }))
    }
}

/// Error returned when numbers are not a set. Cells, rows and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NumberSetError {
    #[error("{place}: a number is below 9, counted from 0, found {found}")]
    TooLarge { place: NumberPlace, found: u8 },
    #[error("{place}: a number is from 1 to 9, found {found:?}")]
    NoNumber { place: NumberPlace, found: char },
    #[error(
        "a functional set has 27 or 81 numbers, a hyperfunctional one 729, or 81 behind 's', found \
         {found}"
    )]
    Count { found: usize },
}

/// The place of a number in a set; everything is counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberPlace {
    /// Left of a row, in every strategic cell of a column of them.
    RowOfColumn { column: usize, row: usize },
    /// Left of a row of a strategic cell.
    Row { strategic: usize, row: usize },
    /// In every cell of a strategic cell with this shift from its tactical to its operational cell.
    Shift { shift: usize, strategic: usize },
    /// In a cell.
    Cell { strategic: usize, row: usize, column: usize },
}

impl NumberPlace {
    /// Its place among the numbers that make up the set, counted from 1.
    pub fn ordinal(self) -> usize {
        let before = match self {
            NumberPlace::RowOfColumn { column, row } => column * PLACES + row,
            NumberPlace::Row { strategic, row } => strategic * PLACES + row,
            NumberPlace::Shift { shift, strategic } => shift * PLACES + strategic,
            NumberPlace::Cell { strategic, row, column } => {
                (strategic * PLACES + row) * PLACES + column
            }
        };
        before + 1
    }
}

impl fmt::Display for NumberPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberPlace::RowOfColumn { column, row } => {
                write!(f, "column {} of strategic cells, row {}", column + 1, row + 1)
            }
            NumberPlace::Row { strategic, row } => {
                write!(f, "strategic cell {}, row {}", strategic + 1, row + 1)
            }
            NumberPlace::Shift { shift, strategic } => {
                let (down, right, strategic) = (shift / 3, shift % 3, strategic + 1);
                write!(f, "shift {down} down and {right} right, strategic cell {strategic}")
            }
            NumberPlace::Cell { strategic, row, column } => {
                let (strategic, row, column) = (strategic + 1, row + 1, column + 1);
                write!(f, "strategic cell {strategic}, row {row}, column {column}")
            }
        }
    }
}

fn checked(number: u8, place: NumberPlace) -> Result<(), NumberSetError> {
    if usize::from(number) < PLACES {
        Ok(())
    } else {
        Err(NumberSetError::TooLarge { place, found: number })
    }
}
