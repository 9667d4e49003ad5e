//! Text forms of sets of numbers: a name, or digits from 1 to 9 in one of four forms.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::strategic::numbers::{
    FunctionalSet, HyperSet, NumberPlace, NumberSet, NumberSetError, PLACES,
};

/// Before the numbers of a set of shifts.
const OF_SHIFTS: char = 's';

/// Number of digits in each form of a set; shifts have as many as rows.
const OF_COLUMNS: usize = 3 * PLACES;
const OF_ROWS: usize = PLACES * PLACES;
const OF_CELLS: usize = PLACES * PLACES * PLACES;

/// Numbers beyond this many are not counted.
const COUNTED_MAX: usize = 2 * OF_CELLS;

impl fmt::Display for FunctionalSet {
    /// Writes digits from 1 to 9 without anything between them: 27 if three lists make up the set,
    /// column of strategic cells by column; otherwise 81, strategic cell by strategic cell; each
    /// from the top row down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.columns() {
            Some(columns) => write_numbers(f, columns.as_flattened()),
            None => write_numbers(f, self.rows().as_flattened()),
        }
    }
}

impl fmt::Display for HyperSet {
    /// Writes digits from 1 to 9 without anything between them: `s` and 81 if shifts make up the
    /// set, shift by shift, each strategic cell by strategic cell; otherwise all 729.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shifts() {
            Some(shifts) => {
                f.write_char(OF_SHIFTS)?;
                write_numbers(f, shifts.as_flattened())
            }
            None => f.write_str(&self.digits()),
        }
    }
}

impl HyperSet {
    /// All 729 numbers as digits, strategic cell by strategic cell, each row by row.
    pub fn digits(&self) -> String {
        let numbers = self.cells().as_flattened().as_flattened().iter();
        numbers.map(|number| char::from(b'1' + number)).collect()
    }
}

impl fmt::Display for NumberSet {
    /// The name, or else the digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self) {
            (Some(name), _) => f.write_str(name),
            (None, NumberSet::Functional(numbers)) => numbers.fmt(f),
            (None, NumberSet::Hyper(numbers)) => numbers.fmt(f),
        }
    }
}

fn write_numbers(f: &mut fmt::Formatter<'_>, numbers: &[u8]) -> fmt::Result {
    numbers.iter().try_for_each(|number| write!(f, "{}", number + 1))
}

impl FromStr for NumberSet {
    type Err = NumberSetError;

    /// A set by its name or by its digits, as the set prints them. White space, `,`, `;`, `/`, `|`
    /// and `.` may stand between digits wherever one likes; how many digits there are, and an `s`
    /// before them, tells which form it is.
    fn from_str(text: &str) -> Result<NumberSet, NumberSetError> {
        if let Some(numbers) = NumberSet::named(text.trim()) {
            return Ok(numbers);
        }
        let digits = text.chars().filter(|sign| !is_separator(*sign));
        let digits: Vec<char> = digits.take(COUNTED_MAX).collect();
        if let Some((&OF_SHIFTS, digits)) = digits.split_first() {
            return read_shifts(digits);
        }
        match digits.len() {
            OF_COLUMNS => {
                let place = |index| NumberPlace::RowOfColumn { column: index / 9, row: index % 9 };
                let numbers = read_numbers::<OF_COLUMNS>(&digits, place)?;
                let columns = std::array::from_fn(|column| nine(&numbers, column));
                FunctionalSet::of_columns(columns).map(NumberSet::from)
            }
            OF_ROWS => {
                let place = |index| NumberPlace::Row { strategic: index / 9, row: index % 9 };
                let numbers = read_numbers::<OF_ROWS>(&digits, place)?;
                let rows = std::array::from_fn(|strategic| nine(&numbers, strategic));
                FunctionalSet::new(rows).map(NumberSet::from)
            }
            OF_CELLS => {
                let place = |index| NumberPlace::Cell {
                    strategic: index / 81,
                    row: index / 9 % 9,
                    column: index % 9,
                };
                let numbers = read_numbers::<OF_CELLS>(&digits, place)?;
                let rows =
                    |strategic| std::array::from_fn(|row| nine(&numbers, strategic * 9 + row));
                HyperSet::new(std::array::from_fn(rows)).map(NumberSet::from)
            }
            found => Err(NumberSetError::Count { found }),
        }
    }
}

fn read_shifts(digits: &[char]) -> Result<NumberSet, NumberSetError> {
    if digits.len() != OF_ROWS {
        return Err(NumberSetError::Count { found: digits.len() });
    }
    let place = |index| NumberPlace::Shift { shift: index / 9, strategic: index % 9 };
    let numbers = read_numbers::<OF_ROWS>(digits, place)?;
    HyperSet::of_shifts(std::array::from_fn(|shift| nine(&numbers, shift))).map(NumberSet::from)
}

fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, ',' | ';' | '/' | '|' | '.')
}

/// Reads as many digits as the form has.
fn read_numbers<const COUNT: usize>(
    digits: &[char],
    place: impl Fn(usize) -> NumberPlace,
) -> Result<[u8; COUNT], NumberSetError> {
    let mut numbers = [0; COUNT];
    for (index, (number, digit)) in numbers.iter_mut().zip(digits).enumerate() {
        *number = match digit {
            // A digit from 1 to 9 fits into anything.
            '1'..='9' => *digit as u8 - b'1',
            found => {
                return Err(NumberSetError::NoNumber { place: place(index), found: *found });
            }
        };
    }
    Ok(numbers)
}

/// Returns the nine numbers of this list.
fn nine(numbers: &[u8], list: usize) -> [u8; PLACES] {
    std::array::from_fn(|row| numbers[list * PLACES + row])
}
