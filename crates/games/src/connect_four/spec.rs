//! The boards of Connect Four and their names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// No board is narrower or lower.
const COLUMNS_MIN: u16 = 5;
const ROWS_MIN: u16 = 4;

/// No board is wider or higher.
pub(crate) const SIZE_MAX: u16 = 9;

/// Pieces in a row that win.
pub const FOUR: u16 = 4;

/// The first part of every name, which is the whole name of the usual board.
const NAME: &str = "connect-four";

/// The last part of the name where pieces may be popped out.
const POP: &str = "pop";

/// The size of a board, and whether pieces may be popped out. Its [`Display`](fmt::Display) form is `connect-four` for
/// the usual board of 7 columns and 6 rows, `connect-four-8x7` for others, and `connect-four-pop` or
/// `connect-four-8x7-pop` with pops.
///
/// Invariant: columns are from 5 and rows from 4 to `SIZE_MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFourSpec {
    columns: u8,
    rows: u8,
    has_pops: bool,
}

/// Error returned when a text or two numbers name no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConnectFourSpecError {
    #[error("a game is written like {NAME}-8x7 or {NAME}-8x7-{POP}")]
    Form,
    #[error("a board has {COLUMNS_MIN} to {SIZE_MAX} columns, not {found}")]
    Columns { found: u16 },
    #[error("a board has {ROWS_MIN} to {SIZE_MAX} rows, not {found}")]
    Rows { found: u16 },
}

impl ConnectFourSpec {
    /// The usual board.
    pub const USUAL: ConnectFourSpec = ConnectFourSpec::of(7, 6);

    /// The usual board, with pops.
    pub const POP_OUT: ConnectFourSpec =
        ConnectFourSpec { has_pops: true, ..ConnectFourSpec::USUAL };

    /// The boards that are offered, in this order.
    pub(crate) const OFFERED: [ConnectFourSpec; 3] =
        [ConnectFourSpec::USUAL, ConnectFourSpec::of(8, 7), ConnectFourSpec::POP_OUT];

    /// The boards that are tested: those on offer, a small one and a wide one.
    pub const READY: [ConnectFourSpec; 5] = [
        ConnectFourSpec::USUAL,
        ConnectFourSpec::of(6, 5),
        ConnectFourSpec::of(8, 7),
        ConnectFourSpec::of(9, 7),
        ConnectFourSpec::POP_OUT,
    ];

    /// Creates a game from numbers that are known to be valid.
    const fn of(columns: u8, rows: u8) -> ConnectFourSpec {
        ConnectFourSpec { columns, rows, has_pops: false }
    }

    pub fn new(columns: u16, rows: u16) -> Result<ConnectFourSpec, ConnectFourSpecError> {
        let small = |number: u16, min| {
            u8::try_from(number).ok().filter(|_| (min..=SIZE_MAX).contains(&number))
        };
        let columns =
            small(columns, COLUMNS_MIN).ok_or(ConnectFourSpecError::Columns { found: columns })?;
        let rows = small(rows, ROWS_MIN).ok_or(ConnectFourSpecError::Rows { found: rows })?;
        Ok(ConnectFourSpec::of(columns, rows))
    }

    /// The same board with pops.
    #[must_use]
    pub fn with_pops(self) -> ConnectFourSpec {
        ConnectFourSpec { has_pops: true, ..self }
    }

    pub fn columns(self) -> u16 {
        u16::from(self.columns)
    }

    pub fn rows(self) -> u16 {
        u16::from(self.rows)
    }

    /// Number of cells of the board.
    pub fn cell_count(self) -> u16 {
        self.columns() * self.rows()
    }

    /// Returns whether a piece of one's own may be popped out of the bottom row instead of dropping one.
    pub fn has_pops(self) -> bool {
        self.has_pops
    }
}

impl fmt::Display for ConnectFourSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAME)?;
        let is_usual = (self.columns, self.rows) == (7, 6);
        if !is_usual {
            write!(f, "-{}x{}", self.columns, self.rows)?;
        }
        if self.has_pops { write!(f, "-{POP}") } else { Ok(()) }
    }
}

impl FromStr for ConnectFourSpec {
    type Err = ConnectFourSpecError;

    /// Reads what [`Display`](fmt::Display) writes, and no other spelling of it.
    fn from_str(text: &str) -> Result<ConnectFourSpec, ConnectFourSpecError> {
        let mut spec = ConnectFourSpec::USUAL;
        for part in text.strip_prefix(NAME).ok_or(ConnectFourSpecError::Form)?.split('-').skip(1) {
            spec = match part.split_once('x') {
                Some((columns, rows)) => {
                    let number =
                        |digits: &str| digits.parse().map_err(|_| ConnectFourSpecError::Form);
                    ConnectFourSpec::new(number(columns)?, number(rows)?)?
                }
                None if part == POP => spec.with_pops(),
                None => return Err(ConnectFourSpecError::Form),
            };
        }
        if spec.to_string() == text { Ok(spec) } else { Err(ConnectFourSpecError::Form) }
    }
}
