//! K in a row on a board of any size up to 20x20: the first side is X, the second is O.
//!
//! [`rule`] lists rules about rows that win; [`renju`] is the one that forbids moves. [`opening`] lists ways to choose
//! colours. [`bitboard`] is a set of cells, [`values`] lists proven outcomes, and [`names`] reads common names.

pub(crate) mod about;
pub mod rule;
mod likeness;
pub mod opening;
pub mod renju;
pub mod bitboard;
pub mod names;
pub mod text;
pub mod values;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::diagram;
use crate::mnk::bitboard::Bitboard;
use crate::mnk::opening::Opening;
use crate::mnk::renju::{Fault, Stones};
use crate::mnk::rule::{FIVE, Rule};
use crate::notation::{self, MoveTextError};
use crate::seed::mixed;
use crate::side::{BySide, Side};
use crate::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// No board is narrower or lower, and no line shorter.
pub const SIZE_MIN: u16 = 3;

/// No board is wider or higher.
pub const SIZE_MAX: u16 = 20;

/// No line is longer, however large the board is.
pub const LENGTH_MAX: u16 = 15;

/// The size of a board, the required length of a line, the rule about it, and the opening. Its
/// [`Display`](fmt::Display) form is `4x5x3`: columns, rows, and the number in a row that wins; rules and openings have
/// names after it, `15x15x5-renju` and `15x15x5-caro-swap2`.
///
/// Invariant: columns and rows are from [`SIZE_MIN`] to [`SIZE_MAX`], and `k` is from [`SIZE_MIN`]
/// to the greater of both, [`LENGTH_MAX`] at most. With a rule other than [`Rule::Free`], or an opening other than
/// [`Opening::Plain`], it is five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MnkSpec {
    columns: u8,
    rows: u8,
    k: u8,
    rule: Rule,
    opening: Opening,
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
    #[error("only five in a row is played by this rule or opening, not {found}")]
    Rule { found: u16 },
}

/// Maximum number of characters of an invalid game that an error quotes.
const QUOTED_CHARS_MAX: usize = 20;

impl MnkSpec {
    /// Five in a row on the board of tournaments.
    pub const GOMOKU: MnkSpec = MnkSpec::of(15, 15, 5);

    /// Exactly five in a row.
    pub(crate) const STANDARD: MnkSpec = MnkSpec { rule: Rule::Exact, ..MnkSpec::GOMOKU };

    /// Exactly five in a row, not blocked at both ends.
    pub(crate) const CARO: MnkSpec = MnkSpec { rule: Rule::Caro, ..MnkSpec::GOMOKU };

    /// Five in a row, with moves forbidden to the first side.
    pub(crate) const RENJU: MnkSpec = MnkSpec { rule: Rule::Renju, ..MnkSpec::GOMOKU };

    /// Five in a row, with colours chosen after three or five stones.
    pub const SWAP2: MnkSpec = MnkSpec { opening: Opening::Swap2, ..MnkSpec::GOMOKU };

    /// Five in a row, with colours chosen after three stones.
    pub const SWAP: MnkSpec = MnkSpec { opening: Opening::Swap, ..MnkSpec::GOMOKU };

    /// The ready choices besides tic-tac-toe, in the order in which they are offered.
    pub const READY: [MnkSpec; 11] = [
        MnkSpec::of(4, 4, 3),
        MnkSpec::of(4, 4, 4),
        MnkSpec::of(5, 5, 4),
        MnkSpec::of(6, 6, 4),
        MnkSpec::of(6, 6, 5),
        MnkSpec::of(7, 7, 5),
        MnkSpec::of(8, 8, 5),
        MnkSpec::GOMOKU,
        MnkSpec::STANDARD,
        MnkSpec::CARO,
        MnkSpec::RENJU,
    ];

    /// Creates a game from numbers that are known to be valid.
    const fn of(columns: u8, rows: u8, k: u8) -> MnkSpec {
        MnkSpec { columns, rows, k, rule: Rule::Free, opening: Opening::Plain }
    }

    pub fn new(columns: u16, rows: u16, k: u16) -> Result<MnkSpec, MnkSpecError> {
        let is_size = |size: u16| (SIZE_MIN..=SIZE_MAX).contains(&size);
        if !is_size(columns) {
            return Err(MnkSpecError::Columns { found: columns });
        }
        if !is_size(rows) {
            return Err(MnkSpecError::Rows { found: rows });
        }
        let max = columns.max(rows).min(LENGTH_MAX);
        if !(SIZE_MIN..=max).contains(&k) {
            return Err(MnkSpecError::Length { max, found: k });
        }
        let small = |number: u16| u8::try_from(number).expect("sizes are small");
        Ok(MnkSpec::of(small(columns), small(rows), small(k)))
    }

    /// The same board with another rule.
    pub fn with_rule(self, rule: Rule) -> Result<MnkSpec, MnkSpecError> {
        match rule {
            Rule::Exact | Rule::Caro | Rule::Renju if self.k() != FIVE => {
                Err(MnkSpecError::Rule { found: self.k() })
            }
            _ => Ok(MnkSpec { rule, ..self }),
        }
    }

    /// The same board and rule with another opening.
    pub fn with_opening(self, opening: Opening) -> Result<MnkSpec, MnkSpecError> {
        match opening {
            Opening::Swap | Opening::Swap2 if self.k() != FIVE => {
                Err(MnkSpecError::Rule { found: self.k() })
            }
            _ => Ok(MnkSpec { opening, ..self }),
        }
    }

    pub fn columns(self) -> u16 {
        u16::from(self.columns)
    }

    pub fn rows(self) -> u16 {
        u16::from(self.rows)
    }

    /// Minimum number of marks in a row that wins. Whether longer rows win as well depends on the rule.
    pub fn k(self) -> u16 {
        u16::from(self.k)
    }

    pub fn rule(self) -> Rule {
        self.rule
    }

    pub fn opening(self) -> Opening {
        self.opening
    }

    /// Number of cells of the board.
    pub fn cell_count(self) -> u16 {
        self.columns() * self.rows()
    }

    /// The ready boards of the same size, which differ in how many in a row win and by which rule.
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

    /// Returns whether a mark of a side, by its bit, is one of a row that wins by the rule of this board.
    pub fn wins(self, side: Side, marks: &BySide<Bitboard>, bit: usize) -> bool {
        self.steps().into_iter().any(|step| self.wins_along(side, marks, (bit, step)))
    }

    fn wins_along(self, side: Side, marks: &BySide<Bitboard>, (bit, step): (usize, usize)) -> bool {
        let (own, other) = (marks.get(side), marks.get(!side));
        let is_blocked = || {
            let (low, high) = own.ends_of_run(bit, step);
            low.is_some_and(|low| other.contains(low)) && other.contains(high)
        };
        let (run, k) = (own.run(bit, step), usize::from(self.k));
        match (self.rule, side) {
            (Rule::Free, _) | (Rule::Renju, Side::Second) => run >= k,
            (Rule::Exact, _) | (Rule::Renju, Side::First) => run == k,
            (Rule::Caro, _) => run == k && !is_blocked(),
        }
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
        write!(f, "{}x{}x{}{}{}", self.columns, self.rows, self.k, self.rule, self.opening)
    }
}

impl FromStr for MnkSpec {
    type Err = MnkSpecError;

    /// Reads what [`Display`](fmt::Display) writes, and no other spelling of it.
    fn from_str(text: &str) -> Result<MnkSpec, MnkSpecError> {
        let form = || MnkSpecError::Form { found: text.chars().take(QUOTED_CHARS_MAX).collect() };
        let (size, names) = text.split_once('-').unwrap_or((text, ""));
        let numbers: Result<Vec<u16>, _> = size.split('x').map(str::parse).collect();
        let names: Vec<&str> = names.split('-').collect();
        let rule = Rule::ALL.into_iter().find(|rule| names.contains(&rule.name()));
        let opening = Opening::ALL.into_iter().find(|opening| names.contains(&opening.name()));
        let (rule, opening) = (rule.unwrap_or_default(), opening.unwrap_or_default());
        let Ok(&[columns, rows, k]) = numbers.as_deref() else { return Err(form()) };
        if format!("{columns}x{rows}x{k}{rule}{opening}") != text {
            return Err(form());
        }
        MnkSpec::new(columns, rows, k)?.with_rule(rule)?.with_opening(opening)
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
        // Below 2^32, the numbers of marks.
        let key = mixed((spec.rule as u64) << 24 | columns << 16 | rows << 8 | k);
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

    /// Returns whether a mark of a side on an empty cell would complete a row that wins.
    pub fn would_win(&self, side: Side, code: MoveCode) -> bool {
        let bit = self.spec.bit_of(code).filter(|_| self.mark(code).is_none());
        bit.is_some_and(|bit| {
            let mut marks = self.marks;
            marks.get_mut(side).insert(bit);
            self.spec.wins(side, &marks, bit)
        })
    }

    /// Length of the longest row of a side that wins: 0 without one.
    pub fn longest_line(&self, side: Side) -> u16 {
        let marks = self.marks.get(side);
        let runs = marks.bits().flat_map(|bit| {
            let steps = self.spec.steps().into_iter();
            let wins =
                steps.filter(move |step| self.spec.wins_along(side, &self.marks, (bit, *step)));
            wins.map(move |step| marks.run(bit, step))
        });
        runs.max().and_then(|run| u16::try_from(run).ok()).unwrap_or_default()
    }

    /// Number of plies played.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// The cells that a side has marked, by [`MnkSpec::bit_of`] each.
    pub fn marks(&self, side: Side) -> Bitboard {
        *self.marks.get(side)
    }

    /// Returns whether a mark is one of a row of its side that wins.
    fn has_line(&self, side: Side, bit: usize) -> bool {
        self.spec.wins(side, &self.marks, bit)
    }

    /// Returns whether the rule forbids the side to move an empty cell.
    fn is_forbidden(&self, bit: usize) -> bool {
        self.fault(bit).is_some()
    }

    fn fault(&self, bit: usize) -> Option<Fault> {
        let is_bound = self.spec.rule == Rule::Renju && self.turn() == Side::First;
        is_bound.then(|| self.stones().fault(bit)).flatten()
    }

    /// The reason why the rule forbids the side to move an empty cell; `None` if it does not.
    pub fn fault_of(&self, code: MoveCode) -> Option<Fault> {
        let bit = self.spec.bit_of(code).filter(|_| self.mark(code).is_none());
        bit.and_then(|bit| self.fault(bit))
    }

    /// The marks of the first side as renju judges them.
    fn stones(&self) -> Stones {
        Stones { spec: self.spec, own: self.marks.first, empty: self.empty() }
    }

    fn empty(&self) -> Bitboard {
        let mut cells = Bitboard::EMPTY;
        self.spec
            .cells()
            .filter_map(|code| self.spec.bit_of(code))
            .for_each(|bit| cells.insert(bit));
        cells & !(self.marks.first | self.marks.second)
    }

    /// The empty cells that the rule forbids to the side to move; none if the game is over.
    pub fn forbidden_moves(&self) -> Vec<MoveCode> {
        if self.outcome.is_some() || self.spec.rule != Rule::Renju {
            return Vec::new();
        }
        self.spec.cells().filter(|code| self.fault_of(*code).is_some()).collect()
    }

    /// The outcome of a position in which the latest move has made no row: a draw if the side to move has no cell
    /// left.
    fn outcome_without_row(&self) -> Option<Outcome> {
        let is_stuck = self.plies == self.spec.cell_count()
            || self.spec.rule == Rule::Renju
                && self.empty().bits().all(|bit| self.is_forbidden(bit));
        is_stuck.then_some(Outcome::Draw)
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
        let forbids = self.spec.rule == Rule::Renju && self.turn() == Side::First;
        let stones = forbids.then(|| self.stones());
        let mut cell = 0;
        for row in 0..usize::from(self.spec.rows) {
            let row_bit = row * (usize::from(self.spec.columns) + 1);
            for bit in row_bit..row_bit + usize::from(self.spec.columns) {
                let is_forbidden = || stones.is_some_and(|stones| stones.is_forbidden(bit));
                if !occupied.contains(bit) && !is_forbidden() {
                    moves.push(MoveCode(cell));
                }
                cell += 1;
            }
        }
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        let bit = self.spec.bit_of(code).filter(|_| self.mark(code).is_none());
        self.outcome.is_none() && bit.is_some_and(|bit| !self.is_forbidden(bit))
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        let Some(bit) = self.spec.bit_of(code) else { return Err(IllegalMove(code)) };
        if !self.is_legal(code) {
            return Err(IllegalMove(code));
        }
        let side = self.turn();
        self.put(side, code, bit);
        self.outcome = if self.has_line(side, bit) {
            Some(Outcome::Win(side))
        } else {
            self.outcome_without_row()
        };
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
