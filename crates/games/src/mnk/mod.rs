//! K or more in a row on a board of any size up to 15x15: the first side is X, the second is O.
//!
//! [`bitboard`] is a set of cells, [`values`] lists the proven outcomes of boards, and [`names`]
//! reads their common names.

pub(crate) mod about;
pub mod bitboard;
pub mod names;
pub mod values;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::diagram::{self, Diagram, DiagramError, letter};
use crate::mnk::bitboard::Bitboard;
use crate::notation::{self, MoveTextError};
use crate::seed::mixed;
use crate::side::{BySide, Side};
use crate::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// No board is narrower or lower, and no line shorter.
pub const SIZE_MIN: u16 = 3;

/// No board is wider or higher.
pub const SIZE_MAX: u16 = 15;

/// The size of a board and the required length of a line. Its [`Display`](fmt::Display) form is
/// `4x5x3`: columns, rows, and the number in a row that wins.
///
/// Invariant: columns and rows are from [`SIZE_MIN`] to [`SIZE_MAX`], and `k` is from [`SIZE_MIN`]
/// to the greater of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MnkSpec {
    columns: u8,
    rows: u8,
    k: u8,
}

/// Error returned when a text or three numbers name no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MnkSpecError {
    #[error("a game is written like 4x5x3, found {found:?}")]
    Form { found: String },
    #[error("a board has {SIZE_MIN} to {SIZE_MAX} columns, not {found}")]
    Columns { found: u16 },
    #[error("a board has {SIZE_MIN} to {SIZE_MAX} rows, not {found}")]
    Rows { found: u16 },
    #[error("on this board {SIZE_MIN} to {max} in a row win, not {found}")]
    Length { max: u16, found: u16 },
}

/// Maximum number of characters of an invalid game that an error quotes.
const QUOTED_CHARS_MAX: usize = 20;

impl MnkSpec {
    /// Five in a row on the largest board.
    pub const GOMOKU: MnkSpec = MnkSpec::of(15, 15, 5);

    /// The ready choices besides tic-tac-toe, in the order in which they are offered.
    pub const READY: [MnkSpec; 8] = [
        MnkSpec::of(4, 4, 3),
        MnkSpec::of(4, 4, 4),
        MnkSpec::of(5, 5, 4),
        MnkSpec::of(6, 6, 4),
        MnkSpec::of(6, 6, 5),
        MnkSpec::of(7, 7, 5),
        MnkSpec::of(8, 8, 5),
        MnkSpec::GOMOKU,
    ];

    /// Creates a game from numbers that are known to be valid.
    const fn of(columns: u8, rows: u8, k: u8) -> MnkSpec {
        MnkSpec { columns, rows, k }
    }

    pub fn new(columns: u16, rows: u16, k: u16) -> Result<MnkSpec, MnkSpecError> {
        let is_size = |size: u16| (SIZE_MIN..=SIZE_MAX).contains(&size);
        if !is_size(columns) {
            return Err(MnkSpecError::Columns { found: columns });
        }
        if !is_size(rows) {
            return Err(MnkSpecError::Rows { found: rows });
        }
        let max = columns.max(rows);
        if !(SIZE_MIN..=max).contains(&k) {
            return Err(MnkSpecError::Length { max, found: k });
        }
        let small = |number: u16| u8::try_from(number).expect("sizes are small");
        Ok(MnkSpec { columns: small(columns), rows: small(rows), k: small(k) })
    }

    pub fn columns(self) -> u16 {
        u16::from(self.columns)
    }

    pub fn rows(self) -> u16 {
        u16::from(self.rows)
    }

    /// Minimum number of marks in a row that wins; longer rows win as well.
    pub fn k(self) -> u16 {
        u16::from(self.k)
    }

    /// Number of cells of the board.
    pub fn cell_count(self) -> u16 {
        self.columns() * self.rows()
    }

    /// The ready boards of the same size, which differ in how many in a row win.
    pub(crate) fn ready_of_this_size(self) -> impl Iterator<Item = MnkSpec> {
        let size = (self.columns, self.rows);
        MnkSpec::READY.into_iter().filter(move |ready| (ready.columns, ready.rows) == size)
    }

    /// Every cell as a move, row by row.
    pub fn cells(self) -> impl Iterator<Item = MoveCode> + Clone {
        (0..self.cell_count()).map(MoveCode)
    }

    /// The cell's bit in a [`Bitboard`]; `None` if it is off the board.
    pub fn bit_of(self, MoveCode(cell): MoveCode) -> Option<usize> {
        let has_cell = cell < self.cell_count();
        has_cell.then(|| usize::from(cell + cell / self.columns()))
    }

    /// Distances between the bits of two neighbours in each of the four directions of lines: along
    /// a row, along a column, and along both diagonals.
    pub fn steps(self) -> [usize; 4] {
        let columns = usize::from(self.columns);
        [1, columns + 1, columns + 2, columns]
    }
}

impl fmt::Display for MnkSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}x{}", self.columns, self.rows, self.k)
    }
}

impl FromStr for MnkSpec {
    type Err = MnkSpecError;

    /// Reads what [`Display`](fmt::Display) writes, and no other spelling of it.
    fn from_str(text: &str) -> Result<MnkSpec, MnkSpecError> {
        let form = || MnkSpecError::Form { found: text.chars().take(QUOTED_CHARS_MAX).collect() };
        let numbers: Result<Vec<u16>, _> = text.split('x').map(str::parse).collect();
        let Ok(&[columns, rows, k]) = numbers.as_deref() else { return Err(form()) };
        if format!("{columns}x{rows}x{k}") != text {
            return Err(form());
        }
        MnkSpec::new(columns, rows, k)
    }
}

/// A position. Its [`Display`](fmt::Display) form is rows of `X`, `O` and `.` divided by `/`, then
/// the side to move: `X.O/.../.../... x`.
///
/// Invariant: reached from the empty board by legal moves. So the marks do not overlap, X has as
/// many as O or one more, and `plies`, `outcome` and `key` follow from the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mnk {
    spec: MnkSpec,
    marks: BySide<Bitboard>,
    plies: u16,
    outcome: Option<Outcome>,
    key: u64,
}

impl Mnk {
    /// The empty board.
    pub fn new(spec: MnkSpec) -> Mnk {
        let [columns, rows, k] = [spec.columns, spec.rows, spec.k].map(u64::from);
        let key = mixed(columns << 16 | rows << 8 | k);
        let marks = BySide { first: Bitboard::EMPTY, second: Bitboard::EMPTY };
        Mnk { spec, marks, plies: 0, outcome: None, key }
    }

    pub fn spec(&self) -> MnkSpec {
        self.spec
    }

    /// The side that has marked the cell; `None` if it is empty or off the board.
    pub fn mark(&self, code: MoveCode) -> Option<Side> {
        let bit = self.spec.bit_of(code)?;
        self.marks.find(|marks| marks.contains(bit))
    }

    /// Returns whether the cell belongs to a completed line.
    pub fn is_winning_cell(&self, code: MoveCode) -> bool {
        match (self.outcome, self.mark(code)) {
            (Some(Outcome::Win(winner)), Some(side)) if winner == side => {
                self.spec.bit_of(code).is_some_and(|bit| self.has_line(side, bit))
            }
            _ => false,
        }
    }

    /// Length of the longest completed line of a side: 0 without one.
    pub fn longest_line(&self, side: Side) -> u16 {
        let marks = self.marks.get(side);
        let runs = self.spec.cells().filter_map(|code| {
            let bit = self.spec.bit_of(code).filter(|bit| marks.contains(*bit))?;
            self.spec.steps().into_iter().map(|step| marks.run(bit, step)).max()
        });
        let longest = runs.max().and_then(|run| u16::try_from(run).ok()).unwrap_or_default();
        if longest >= self.spec.k() { longest } else { 0 }
    }

    /// Number of plies played.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// The cells that a side has marked, by [`MnkSpec::bit_of`] each.
    pub fn marks(&self, side: Side) -> Bitboard {
        *self.marks.get(side)
    }

    /// Returns whether a mark is one of `k` or more of its side in a row.
    fn has_line(&self, side: Side, bit: usize) -> bool {
        let marks = self.marks.get(side);
        self.spec.steps().into_iter().any(|step| marks.run(bit, step) >= usize::from(self.spec.k))
    }

    fn put(&mut self, side: Side, code: MoveCode, bit: usize) {
        self.marks.get_mut(side).insert(bit);
        self.plies += 1;
        self.key ^= mark_key(side, code);
    }
}

/// A number for each mark on each cell. That of a position is the exclusive or of all its marks, so
/// different positions almost never share one.
fn mark_key(side: Side, MoveCode(cell): MoveCode) -> u64 {
    let number = match side {
        Side::First => 2 * u64::from(cell),
        Side::Second => 2 * u64::from(cell) + 1,
    };
    // Clear of the numbers that specifications have.
    mixed(number | 1 << 32)
}

impl Game for Mnk {
    fn turn(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn legal_moves(&self, moves: &mut Vec<MoveCode>) {
        if self.outcome.is_some() {
            return;
        }
        let occupied = self.marks.first | self.marks.second;
        let mut cell = 0;
        for row in 0..usize::from(self.spec.rows) {
            let row_bit = row * (usize::from(self.spec.columns) + 1);
            for bit in row_bit..row_bit + usize::from(self.spec.columns) {
                if !occupied.contains(bit) {
                    moves.push(MoveCode(cell));
                }
                cell += 1;
            }
        }
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        self.outcome.is_none() && self.spec.bit_of(code).is_some() && self.mark(code).is_none()
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        let Some(bit) = self.spec.bit_of(code) else { return Err(IllegalMove(code)) };
        if !self.is_legal(code) {
            return Err(IllegalMove(code));
        }
        let side = self.turn();
        self.put(side, code, bit);
        if self.has_line(side, bit) {
            self.outcome = Some(Outcome::Win(side));
        } else if self.plies == self.spec.cell_count() {
            self.outcome = Some(Outcome::Draw);
        }
        Ok(())
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn move_text(&self, code: MoveCode) -> String {
        notation::cell_of_board(self.spec.columns(), code)
    }

    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        notation::read_cell_of_board(self.spec.columns(), self.spec.rows(), text)
    }

    fn max_plies(&self) -> u16 {
        self.spec.cell_count()
    }

    fn symmetries(&self) -> u8 {
        if self.spec.columns == self.spec.rows { 8 } else { 4 }
    }

    fn image(&self, symmetry: Symmetry) -> Mnk {
        let mut image = Mnk::new(self.spec);
        for cell in self.spec.cells() {
            let image_cell = self.image_of_move(cell, symmetry);
            if let (Some(side), Some(bit)) = (self.mark(cell), self.spec.bit_of(image_cell)) {
                image.put(side, image_cell, bit);
            }
        }
        image.outcome = self.outcome;
        image
    }

    /// Bit 0 of the symmetry mirrors columns, bit 1 rows, and on a square board bit 2 exchanges rows
    /// and columns.
    fn image_of_move(&self, MoveCode(cell): MoveCode, Symmetry(symmetry): Symmetry) -> MoveCode {
        let columns = self.spec.columns();
        let (mut row, mut column) = (cell / columns, cell % columns);
        if symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = self.spec.rows() - 1 - row;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        MoveCode(row * columns + column)
    }
}

impl fmt::Display for Mnk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MnkSpec { columns, rows, .. } = self.spec;
        diagram::write(f, columns.into(), rows.into(), |cell| self.mark(cell), self.turn())
    }
}

/// Error returned when a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MnkPositionError {
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    #[error("no game gets there: both sides have {k} in a row")]
    BothWon { k: u16 },
    #[error("no game gets there: {} has {k} in a row, but did not move last", letter(*side))]
    WonOutOfTurn { side: Side, k: u16 },
    #[error("no game gets there: no move of {} completes all of its lines at once", letter(*.0))]
    WonTwice(Side),
    #[error("it is {}'s turn by the count of marks, not {}'s", letter(!*.0), letter(*.0))]
    NotTheirTurn(Side),
}

impl Mnk {
    /// Reads a position, decided or in play. White space does not count, letters may be small, and
    /// the side to move may be left out because the marks tell it.
    pub fn read(spec: MnkSpec, text: &str) -> Result<Mnk, MnkPositionError> {
        let diagram = Diagram::read(spec.columns(), spec.rows(), text)?;
        let mut position = Mnk::new(spec);
        for side in Side::ALL {
            for code in diagram.marks.get(side) {
                let bit = spec.bit_of(*code).expect("a diagram has only cells of its board");
                position.put(side, *code, bit);
            }
        }
        position.outcome = position.outcome_of_marks()?;
        match diagram.claimed {
            Some(claimed) if claimed != position.turn() => {
                Err(MnkPositionError::NotTheirTurn(claimed))
            }
            _ => Ok(position),
        }
    }

    /// Judges the whole board, which a game in its course never needs.
    fn outcome_of_marks(&self) -> Result<Option<Outcome>, MnkPositionError> {
        let k = self.spec.k();
        let won = |side| self.marks(side).bits().any(|bit| self.has_line(side, bit));
        let winner = match (won(Side::First), won(Side::Second)) {
            (true, true) => return Err(MnkPositionError::BothWon { k }),
            (true, false) => Side::First,
            (false, true) => Side::Second,
            (false, false) => {
                let is_full = self.plies == self.spec.cell_count();
                return Ok(is_full.then_some(Outcome::Draw));
            }
        };
        if winner == self.turn() {
            return Err(MnkPositionError::WonOutOfTurn { side: winner, k });
        }
        // The game went on until the last move, so without that there was no line.
        let completes_all = |bit: usize| {
            let mut before = *self;
            before.marks.get_mut(winner).remove(bit);
            !before.marks(winner).bits().any(|other| before.has_line(winner, other))
        };
        if !self.marks(winner).bits().any(completes_all) {
            return Err(MnkPositionError::WonTwice(winner));
        }
        Ok(Some(Outcome::Win(winner)))
    }
}
