//! Connect Four: pieces fall to the lowest free cell of a column, and four in a row win. The first side is X, the
//! second is O.
//!
//! With pops (Pop Out), a side may take one of its own pieces out of the bottom row instead, and the pieces above fall
//! by one cell. If that makes a row for both sides, the one that has popped wins. The published rules of Pop Out know
//! neither this case nor an end of a game in which both sides keep popping; here such a game is a draw after twice as
//! many plies as the board has cells.

pub(crate) mod about;
pub mod spec;
pub mod text;
pub mod values;

use crate::connect_four::spec::{ConnectFourSpec, FOUR};
use crate::notation::MoveTextError;
use crate::seed::mixed;
use crate::side::{BySide, Side};
use crate::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// The letter before the column in the notation of a pop.
const POP_LETTER: char = 'p';

/// A position.
///
/// The code of a drop is the cell in which the piece comes to rest, numbered row by row from the top left as on other
/// boards; that of a pop is the number of cells and the column after them. In text a move is its column, counted from
/// 1, with `p` before it for a pop.
///
/// Invariant: no piece has an empty cell below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    spec: ConnectFourSpec,
    /// As in [`ConnectFour::pieces`]. The highest bit of each column stays empty, so that no line runs over an edge.
    marks: BySide<u128>,
    plies: u16,
    outcome: Option<Outcome>,
}

/// A move: the column, counted from 0, and whether a piece is dropped into it or popped out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnMove {
    Drop { column: u16 },
    Pop { column: u16 },
}

/// Maximum number of plies of a game on a board with this many cells.
pub(crate) const fn plies_max(cell_count: u16, has_pops: bool) -> u16 {
    if has_pops { 2 * cell_count } else { cell_count }
}

impl ConnectFour {
    /// The first position.
    pub fn new(spec: ConnectFourSpec) -> ConnectFour {
        ConnectFour { spec, marks: BySide { first: 0, second: 0 }, plies: 0, outcome: None }
    }

    pub fn spec(&self) -> ConnectFourSpec {
        self.spec
    }

    /// Returns whether the same pieces stand here and the same side is to move, after any number of moves.
    pub fn looks_like(&self, other: &ConnectFour) -> bool {
        let plies = self.plies;
        self.turn() == other.turn() && *self == ConnectFour { plies, ..*other }
    }

    /// Number of plies played.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// The side whose piece is in a cell; `None` if the cell is empty or off the board.
    pub fn mark(&self, code: MoveCode) -> Option<Side> {
        let bit = self.bit_of(code)?;
        Side::ALL.into_iter().find(|side| self.marks.get(*side) >> bit & 1 != 0)
    }

    /// The pieces of a side: bit `column * (rows + 1) + height` for each, the bottom row being of height 0.
    pub fn pieces(&self, side: Side) -> u128 {
        *self.marks.get(side)
    }

    /// The cell of a bit of [`ConnectFour::pieces`].
    pub fn cell_of_bit(&self, bit: u32) -> MoveCode {
        let bit = u16::try_from(bit).expect("a board has few bits");
        let (column, height) = (bit / (self.spec.rows() + 1), bit % (self.spec.rows() + 1));
        MoveCode((self.spec.rows() - 1 - height) * self.spec.columns() + column)
    }

    /// Returns whether a cell belongs to a row that has won.
    pub fn is_winning_cell(&self, code: MoveCode) -> bool {
        let Some(Outcome::Win(winner)) = self.outcome else { return false };
        let cells = self.cells_of_fours(*self.marks.get(winner));
        self.bit_of(code).is_some_and(|bit| cells >> bit & 1 != 0)
    }

    /// Number of pieces in a column, counted from 0.
    pub(crate) fn height(&self, column: u16) -> u16 {
        let pieces = self.occupied() & self.column_mask(column);
        u16::try_from(pieces.count_ones()).expect("a column has few cells")
    }

    /// The cell in which a piece dropped into a column comes to rest; `None` if the column is full or off the board.
    pub fn landing_cell(&self, column: u16) -> Option<MoveCode> {
        let (columns, rows) = (self.spec.columns(), self.spec.rows());
        let height = if column < columns { self.height(column) } else { rows };
        (height < rows).then(|| MoveCode((rows - 1 - height) * columns + column))
    }

    /// The code of the pop of a column, legal or not.
    pub fn pop_code(&self, column: u16) -> MoveCode {
        MoveCode(self.spec.cell_count() + column)
    }

    /// Returns whether the side to move may pop a piece out of a column.
    pub fn can_pop(&self, column: u16) -> bool {
        let bottom = 1_u128 << self.bit(column, 0);
        self.spec.has_pops() && self.outcome.is_none() && self.marks.get(self.turn()) & bottom != 0
    }

    /// The column of a legal or illegal code, and what happens there; `None` if it is of no column.
    pub fn column_move(&self, MoveCode(code): MoveCode) -> Option<ColumnMove> {
        let (cells, columns) = (self.spec.cell_count(), self.spec.columns());
        match code.checked_sub(cells) {
            None => Some(ColumnMove::Drop { column: code % columns }),
            Some(column) if column < columns && self.spec.has_pops() => {
                Some(ColumnMove::Pop { column })
            }
            Some(_) => None,
        }
    }

    fn occupied(&self) -> u128 {
        self.marks.first | self.marks.second
    }

    fn bit(&self, column: u16, height: u16) -> u32 {
        u32::from(column * (self.spec.rows() + 1) + height)
    }

    fn bit_of(&self, MoveCode(cell): MoveCode) -> Option<u32> {
        let (columns, rows) = (self.spec.columns(), self.spec.rows());
        let is_cell = cell < self.spec.cell_count();
        is_cell.then(|| self.bit(cell % columns, rows - 1 - cell / columns))
    }

    fn column_mask(&self, column: u16) -> u128 {
        ((1 << self.spec.rows()) - 1) << self.bit(column, 0)
    }

    /// The cells of all rows of four or more among these pieces.
    fn cells_of_fours(&self, pieces: u128) -> u128 {
        let rows = u32::from(self.spec.rows());
        [1, rows, rows + 1, rows + 2].into_iter().fold(0, |cells, step| {
            let steps = || 0..u32::from(FOUR);
            let starts = steps().fold(pieces, |starts, count| starts & pieces >> (count * step));
            steps().fold(cells, |cells, count| cells | starts << (count * step))
        })
    }

    fn has_four(&self, side: Side) -> bool {
        self.cells_of_fours(*self.marks.get(side)) != 0
    }

    /// Drops a piece of a side into a column that is not full.
    fn drop_piece(&mut self, side: Side, column: u16) {
        let bit = self.bit(column, self.height(column));
        *self.marks.get_mut(side) |= 1 << bit;
    }

    /// Takes the lowest piece out of a column; those above it fall by one cell.
    fn pop(&mut self, column: u16) {
        let mask = self.column_mask(column);
        for side in Side::ALL {
            let pieces = self.marks.get_mut(side);
            *pieces = *pieces & !mask | (*pieces & mask) >> 1 & mask;
        }
    }

    /// The outcome after a move of a side, who made a row for itself or, by a pop, for the other.
    fn outcome_after(&self, mover: Side) -> Option<Outcome> {
        if let Some(winner) = [mover, !mover].into_iter().find(|side| self.has_four(*side)) {
            return Some(Outcome::Win(winner));
        }
        let is_stuck = || (0..self.spec.columns()).all(|column| !self.has_move_in(column));
        (self.plies >= self.max_plies() || is_stuck()).then_some(Outcome::Draw)
    }

    fn has_move_in(&self, column: u16) -> bool {
        self.landing_cell(column).is_some() || self.can_pop(column)
    }
}

impl Game for ConnectFour {
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
        let columns = 0..self.spec.columns();
        let before = moves.len();
        moves.extend(columns.clone().filter_map(|column| self.landing_cell(column)));
        moves[before..].sort_unstable();
        moves.extend(columns.filter(|column| self.can_pop(*column)).map(|at| self.pop_code(at)));
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        self.outcome.is_none()
            && match self.column_move(code) {
                Some(ColumnMove::Drop { column }) => self.landing_cell(column) == Some(code),
                Some(ColumnMove::Pop { column }) => self.can_pop(column),
                None => false,
            }
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        let played = self.column_move(code).filter(|_| self.is_legal(code));
        let side = self.turn();
        match played.ok_or(IllegalMove(code))? {
            ColumnMove::Drop { column } => self.drop_piece(side, column),
            ColumnMove::Pop { column } => self.pop(column),
        }
        self.plies += 1;
        self.outcome = self.outcome_after(side);
        Ok(())
    }

    fn key(&self) -> u64 {
        // Each half of a set of pieces fits into a number.
        let halves = |pieces: u128| [pieces as u64, (pieces >> 64) as u64];
        let [first, second] = [self.marks.first, self.marks.second].map(halves);
        let numbers = [first, second].concat();
        // Mixed first: a ply and a piece could cancel each other out.
        let plies = mixed(u64::from(self.plies));
        numbers.into_iter().fold(plies, |key, number| mixed(key ^ number))
    }

    fn move_text(&self, code: MoveCode) -> String {
        match self.column_move(code) {
            Some(ColumnMove::Drop { column }) => (column + 1).to_string(),
            Some(ColumnMove::Pop { column }) => format!("{POP_LETTER}{}", column + 1),
            // A number that names no column is no move of this board, so its text need not be read.
            None => String::new(),
        }
    }

    /// Reads a column as the drop into it: the cell that is free there, or the highest one of a full column.
    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        let form = || MoveTextError::form(if self.spec.has_pops() { "p4" } else { "4" }, text);
        let lower = text.to_ascii_lowercase();
        let (is_pop, digits) = match lower.strip_prefix(POP_LETTER) {
            Some(digits) if self.spec.has_pops() => (true, digits),
            Some(_) => return Err(form()),
            None => (false, lower.as_str()),
        };
        let is_number = !digits.is_empty() && digits.chars().all(|sign| sign.is_ascii_digit());
        if !is_number || digits.starts_with('0') {
            return Err(form());
        }
        let number: Option<u16> = digits.parse().ok().filter(|at| *at <= self.spec.columns());
        let column = number.ok_or_else(|| MoveTextError::off_board(text))? - 1;
        if is_pop {
            return Ok(self.pop_code(column));
        }
        Ok(self.landing_cell(column).unwrap_or(MoveCode(column)))
    }

    fn max_plies(&self) -> u16 {
        plies_max(self.spec.cell_count(), self.spec.has_pops())
    }

    /// The identity and the exchange of left and right.
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, Symmetry(symmetry): Symmetry) -> ConnectFour {
        if symmetry == 0 {
            return *self;
        }
        let columns = self.spec.columns();
        let moved = |pieces: u128, column: u16| {
            let part = (pieces & self.column_mask(column)) >> self.bit(column, 0);
            part << self.bit(columns - 1 - column, 0)
        };
        let mirrored =
            |pieces: u128| (0..columns).fold(0, |image, column| image | moved(pieces, column));
        let BySide { first, second } = self.marks;
        ConnectFour { marks: BySide { first: mirrored(first), second: mirrored(second) }, ..*self }
    }

    fn image_of_move(&self, MoveCode(code): MoveCode, Symmetry(symmetry): Symmetry) -> MoveCode {
        let columns = self.spec.columns();
        // Pops follow the cells as one more row.
        let column = code % columns;
        MoveCode(if symmetry == 0 { code } else { code - column + columns - 1 - column })
    }
}
