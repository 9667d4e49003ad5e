//! A board for playing five in a row: the class of every empty cell along each of its lines, kept up
//! to date move by move.
//!
//! A mark changes the classes of at most 32 cells, four on either side along four lines, or 40 where the ends of a
//! row matter. What it has changed is written down, and the sets of threats are copied before, so a move is taken back
//! without looking at lines or numbers again.

mod answers;

use std::sync::Arc;

use zerosum_games::mnk::bitboard::{BITS, Bitboard};
use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};

use crate::mnk::patterns::classes::{CLASSES, Class, REACH, REACH_WITH_ENDS};
use crate::mnk::patterns::tables::{CellNumbers, Code, THREATS, Tables, Threat};
use crate::score::Score;

/// A cell, by its bit in a [`Bitboard`] (see [`MnkSpec::bit_of`]).
pub(crate) type Cell = u16;

/// Directions of lines.
const DIRECTIONS: usize = 4;

/// Maximum number of lines in one direction: the diagonals of 20x20.
const LINES: usize = 40;

/// Number of cells beyond either end of a line, so that windows at the edge need no care.
const MARGIN: usize = 8;

/// The two bits of a cell of a line.
const EDGE: u64 = 3;

/// Distance within which cells around a mark are worth a move, and along its lines.
const NEAR: i32 = 2;
const NEAR_ON_LINE: i32 = 3;

/// The constant data of a board.
#[derive(Debug)]
struct Geometry {
    steps: [u16; DIRECTIONS],
    /// For each cell and direction the number of the line and the place on it.
    spots: Vec<[(u8, u8); DIRECTIONS]>,
    /// Cells worth a move once a cell is marked.
    near: Vec<Bitboard>,
    numbers: BySide<Vec<u64>>,
}

/// A change that a move has made beside its own cell.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: Cell,
    /// The codes of the cell before.
    codes: Codes,
}

/// The state before a move.
#[derive(Clone, Copy, Debug)]
struct Saved {
    /// Number of changes.
    changes: usize,
    worth: [Worth; 2],
    near: Bitboard,
    threats: [[Bitboard; THREATS]; 2],
}

/// The codes of both sides for a cell: that of the first in the lower half.
type Codes = u32;

/// The sum of the values of all empty cells for a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Worth {
    to_move: i32,
    waiting: i32,
}

/// A position with its classes.
#[derive(Clone, Debug)]
pub(crate) struct PatternBoard {
    spec: MnkSpec,
    geometry: Arc<Geometry>,
    tables: Arc<Tables>,
    turn: Side,
    empty: Bitboard,
    /// The marks of the first side.
    first: Bitboard,
    /// Cells near a mark, marked ones included.
    near: Bitboard,
    key: u64,
    /// Two bits for each cell of a line: 0 is empty, 1 and 2 are marks, 3 lies beyond the edge.
    lines: [[u64; LINES]; DIRECTIONS],
    /// Codes of the empty cells.
    codes: [Codes; BITS],
    /// The empty cells by side and threat, except for [`Threat::None`].
    threats: [[Bitboard; THREATS]; 2],
    worth: [Worth; 2],
    changes: Vec<Change>,
    saved: Vec<Saved>,
}

impl PatternBoard {
    /// The position on a board on which five in a row win.
    pub(crate) fn of(position: &Mnk, tables: &Arc<Tables>) -> PatternBoard {
        let spec = position.spec();
        let geometry = Arc::new(Geometry::of(spec));
        let mut board = PatternBoard {
            spec,
            tables: Arc::clone(tables),
            turn: Side::First,
            empty: Bitboard::EMPTY,
            first: Bitboard::EMPTY,
            near: Bitboard::EMPTY,
            key: Mnk::new(spec).key(),
            lines: [[u64::MAX; LINES]; DIRECTIONS],
            codes: [0; BITS],
            threats: [[Bitboard::EMPTY; THREATS]; 2],
            worth: [Worth::default(); 2],
            changes: Vec::with_capacity(BITS * DIRECTIONS * REACH_WITH_ENDS),
            saved: Vec::with_capacity(BITS),
            geometry,
        };
        let places: Vec<usize> = spec.cells().filter_map(|code| spec.bit_of(code)).collect();
        for cell in &places {
            board.empty.insert(*cell);
            for (direction, (line, at)) in board.geometry.spots[*cell].iter().enumerate() {
                board.lines[direction][usize::from(*line)] &= !(EDGE << shift_of(*at));
            }
        }
        for cell in &places {
            board.codes[*cell] = board.codes_by_lines(*cell);
            for side in Side::ALL {
                board.count(side, *cell, 1);
            }
        }
        for side in Side::ALL {
            cells(position.marks(side)).for_each(|cell| board.put(side, cell));
        }
        // Marks of the position are not taken back.
        board.saved.clear();
        board.changes.clear();
        board.turn = position.turn();
        board
    }

    pub(crate) fn turn(&self) -> Side {
        self.turn
    }

    pub(crate) fn empty(&self) -> Bitboard {
        self.empty
    }

    /// The empty cells near a mark.
    pub(crate) fn candidates(&self) -> Bitboard {
        self.near & self.empty
    }

    /// The empty cells where a mark of the side makes just this threat.
    #[inline]
    pub(crate) fn cells_with(&self, side: Side, threat: Threat) -> Bitboard {
        self.threats[side.index()][threat as usize]
    }

    /// The empty cells where a mark of the side makes a four or more than one, but not five.
    pub(crate) fn four_cells(&self, side: Side) -> Bitboard {
        self.cells_with(side, Threat::Four)
            | self.cells_with(side, Threat::FourMore)
            | self.cells_with(side, Threat::FourThree)
            | self.cells_with(side, Threat::DoubleFour)
    }

    /// The empty cells where a mark of the side may make a four at some time, forbidden ones of renju among them: what
    /// is forbidden later may be allowed now.
    pub(crate) fn possible_fours(&self, side: Side) -> Bitboard {
        let fours = self.four_cells(side);
        if self.spec.rule() != Rule::Renju {
            return fours;
        }
        let doubtful = self.cells_with(side, Threat::DoubleThree);
        fours | doubtful | self.cells_with(side, Threat::Forbidden)
    }

    /// A cell where the side to move completes five.
    pub(crate) fn winning_cell(&self) -> Option<Cell> {
        cells(self.cells_with(self.turn, Threat::Five)).next()
    }

    /// Returns whether a mark of the side to move completes five.
    pub(crate) fn completes(&self, cell: Cell) -> bool {
        self.cells_with(self.turn, Threat::Five).contains(cell.into())
    }

    /// The hash of the marks and the side to move.
    pub(crate) fn key(&self) -> u64 {
        match self.turn {
            Side::First => self.key,
            Side::Second => !self.key,
        }
    }

    /// The value of the position for the side to move.
    pub(crate) fn estimate(&self) -> Score {
        let (me, other) = (self.turn.index(), (!self.turn).index());
        let worth = self.worth[me].to_move - self.worth[other].waiting + self.tables.tempo;
        Score::of_estimate(worth)
    }

    /// The classes of an empty cell for the side.
    pub(crate) fn classes(&self, side: Side, cell: Cell) -> [Class; 4] {
        let codes = self.codes[usize::from(cell)];
        let class = |direction| usize::from(class_of(codes, side, direction)).min(CLASSES - 1);
        std::array::from_fn(|direction| Class::ALL[class(direction)])
    }

    /// The numbers of an empty cell for the side.
    #[inline]
    pub(crate) fn numbers(&self, side: Side, cell: Cell) -> &CellNumbers {
        self.tables.of_code(side, code_of(self.codes[usize::from(cell)], side))
    }

    /// Marks an empty cell for the side to move.
    pub(crate) fn play(&mut self, cell: Cell) {
        self.put(self.turn, cell);
        self.turn = !self.turn;
    }

    /// Takes the latest move back, which has marked the cell.
    pub(crate) fn take_back(&mut self, cell: Cell) {
        self.turn = !self.turn;
        let Some(saved) = self.saved.last() else { return };
        for Change { cell, codes } in self.changes.drain(saved.changes..).rev() {
            self.codes[usize::from(cell)] = codes;
        }
        self.worth = saved.worth;
        self.near = saved.near;
        self.threats = saved.threats;
        // Taken out, it would be copied once more.
        self.saved.truncate(self.saved.len() - 1);
        self.empty.insert(cell.into());
        self.first.remove(cell.into());
        self.key ^= self.geometry.numbers.get(self.turn)[usize::from(cell)];
        for direction in 0..DIRECTIONS {
            let (line, at) = self.geometry.spots[usize::from(cell)][direction];
            self.lines[direction][usize::from(line)] &= !(EDGE << shift_of(at));
        }
    }

    /// Lets the other side move.
    pub(crate) fn pass(&mut self) {
        self.turn = !self.turn;
    }

    /// The move of a cell.
    pub(crate) fn code_of(&self, cell: Cell) -> MoveCode {
        let stride = self.spec.columns() + 1;
        MoveCode(cell - cell / stride)
    }

    /// Returns whether two boards of one kind agree about everything but the way there.
    #[cfg(test)]
    pub(crate) fn is_same(&self, other: &PatternBoard) -> bool {
        let empty = self.empty.bits();
        self.turn == other.turn
            && self.empty == other.empty
            && self.first == other.first
            && self.near == other.near
            && self.key == other.key
            && self.lines == other.lines
            && empty.into_iter().all(|cell| self.codes[cell] == other.codes[cell])
            && self.threats == other.threats
            && self.worth == other.worth
    }

    fn put(&mut self, side: Side, cell: Cell) {
        let place = usize::from(cell);
        self.saved.push(Saved {
            changes: self.changes.len(),
            worth: self.worth,
            near: self.near,
            threats: self.threats,
        });
        for side in Side::ALL {
            self.count(side, place, -1);
        }
        self.empty.remove(place);
        if side == Side::First {
            self.first.insert(place);
        }
        self.near = self.near | self.geometry.near[place];
        self.key ^= self.geometry.numbers.get(side)[place];
        if self.reach() == REACH {
            self.reclass::<REACH>(side, cell);
        } else {
            self.reclass::<REACH_WITH_ENDS>(side, cell);
        }
    }

    /// Enters a mark into its lines, and finds the new classes of the cells within reach.
    fn reclass<const R: usize>(&mut self, side: Side, cell: Cell) {
        let spots = self.geometry.spots[usize::from(cell)];
        for (direction, (line, at)) in spots.into_iter().enumerate() {
            let cells = &mut self.lines[direction][usize::from(line)];
            *cells |= mark_of(side) << shift_of(at);
            let step = self.geometry.steps[direction];
            // The reach is below 256.
            let mut neighbour = cell.wrapping_sub(step.wrapping_mul(R as u16));
            let mut window = turned(*cells, at, 2 * R);
            for _ in 0..=2 * R {
                if window >> (2 * R) & EDGE == 0 {
                    let new = self.tables.classes.of_key(key_of::<R>(window));
                    let old = self.codes[usize::from(neighbour)];
                    let new = with_classes(old, direction, new);
                    if new != old {
                        self.change(neighbour, old, new);
                    }
                }
                window >>= 2;
                neighbour = neighbour.wrapping_add(step);
            }
        }
    }

    fn change(&mut self, cell: Cell, before: Codes, after: Codes) {
        self.codes[usize::from(cell)] = after;
        self.changes.push(Change { cell, codes: before });
        for side in Side::ALL {
            let (from, to) = (code_of(before, side), code_of(after, side));
            if from == to {
                continue;
            }
            let (from, to) = (*self.tables.of_code(side, from), *self.tables.of_code(side, to));
            let worth = &mut self.worth[side.index()];
            worth.to_move += i32::from(to.to_move) - i32::from(from.to_move);
            worth.waiting += i32::from(to.waiting) - i32::from(from.waiting);
            self.move_threat(side, cell, from.threat, to.threat);
        }
    }

    #[inline]
    fn move_threat(&mut self, side: Side, cell: Cell, from: Threat, to: Threat) {
        if from == to {
            return;
        }
        let threats = &mut self.threats[side.index()];
        if from != Threat::None {
            threats[from as usize].remove(cell.into());
        }
        if to != Threat::None {
            threats[to as usize].insert(cell.into());
        }
    }

    /// Adds a cell to the sums and sets of a side, or takes it away from them.
    fn count(&mut self, side: Side, cell: usize, sign: i32) {
        let numbers = *self.tables.of_code(side, code_of(self.codes[cell], side));
        let worth = &mut self.worth[side.index()];
        worth.to_move += sign * i32::from(numbers.to_move);
        worth.waiting += sign * i32::from(numbers.waiting);
        // A cell is a bit below 448.
        let cell = cell as Cell;
        if sign > 0 {
            self.move_threat(side, cell, Threat::None, numbers.threat);
        } else {
            self.move_threat(side, cell, numbers.threat, Threat::None);
        }
    }

    fn codes_by_lines(&self, cell: usize) -> Codes {
        let spots = self.geometry.spots[cell].into_iter().enumerate();
        spots.fold(0, |codes, (direction, (line, at))| {
            let both = self.class_of_window(self.window(direction, line, at));
            with_classes(codes, direction, both)
        })
    }

    /// Cells on either side that a class depends on.
    #[inline]
    fn reach(&self) -> usize {
        self.tables.classes.reach
    }

    /// The line from the first cell within reach of a place on.
    fn window(&self, direction: usize, line: u8, at: u8) -> u64 {
        turned(self.lines[direction][usize::from(line)], at, self.reach())
    }

    /// The classes of both sides for the cell in the middle of a window.
    fn class_of_window(&self, window: u64) -> u8 {
        let key = match self.reach() {
            REACH => key_of::<REACH>(window),
            _ => key_of::<REACH_WITH_ENDS>(window),
        };
        self.tables.classes.of_key(key)
    }
}

/// The class of one of both sides, as [`ClassTable`](crate::mnk::patterns::classes::ClassTable) has them.
fn class_of_both(both: u8, side: Side) -> u8 {
    both >> (4 * side.index()) & 15
}

/// The class of one side in a direction.
fn class_of(codes: Codes, side: Side, direction: usize) -> u8 {
    // Four bits are left.
    (codes >> (16 * side.index() + 4 * direction) & 15) as u8
}

/// The codes with the classes of both sides in a direction replaced.
#[inline]
fn with_classes(codes: Codes, direction: usize, both: u8) -> Codes {
    let both = Codes::from(both);
    let spread = both & 0xf | (both & 0xf0) << 12;
    codes & !(0xf_000f << (4 * direction)) | spread << (4 * direction)
}

/// The cells of a set.
pub(crate) fn cells(set: Bitboard) -> impl Iterator<Item = Cell> + Clone {
    // A cell is a bit below 448.
    set.bits().map(|cell| cell as Cell)
}

/// The bits of a place on a line.
#[inline]
fn shift_of(at: u8) -> usize {
    2 * (usize::from(at) + MARGIN)
}

#[inline]
fn mark_of(side: Side) -> u64 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

/// The line from this many cells before a place on. Cells that lie even before its margin stand behind it, and are
/// beyond the edge, too.
#[inline]
fn turned(line: u64, at: u8, cells: usize) -> u64 {
    // Less than 64, and more than -64.
    line.rotate_right((2 * (usize::from(at) + MARGIN + 32 - cells) % 64) as u32)
}

/// The neighbours of the cell in the middle of a window.
#[inline]
fn key_of<const R: usize>(window: u64) -> u32 {
    let half = (1 << (2 * R)) - 1;
    // The cast keeps all neighbours.
    (window & half | window >> 2 & half << (2 * R)) as u32
}

/// The code of one side.
#[inline]
fn code_of(codes: Codes, side: Side) -> Code {
    // The cast keeps the lower half.
    (codes >> (16 * side.index())) as Code
}

impl Geometry {
    fn of(spec: MnkSpec) -> Geometry {
        let (columns, rows) = (i32::from(spec.columns()), i32::from(spec.rows()));
        let stride = columns + 1;
        // Coordinates are below 21, and so are numbers of lines below 40.
        let byte = |number: i32| number as u8;
        let mut spots = vec![[(0, 0); DIRECTIONS]; BITS];
        let mut near = vec![Bitboard::EMPTY; BITS];
        let mut numbers = BySide { first: vec![0; BITS], second: vec![0; BITS] };
        for cell in spec.cells().filter_map(|code| spec.bit_of(code)) {
            // A cell is a bit below 448.
            let (x, y) = (cell as i32 % stride, cell as i32 / stride);
            spots[cell] = [
                (byte(y), byte(x)),
                (byte(x), byte(y)),
                (byte(x - y + rows - 1), byte(y)),
                (byte(x + y), byte(y)),
            ];
            for (dx, dy) in (-NEAR_ON_LINE..=NEAR_ON_LINE)
                .flat_map(|dy: i32| (-NEAR_ON_LINE..=NEAR_ON_LINE).map(move |dx: i32| (dx, dy)))
            {
                let is_square = dx.abs() <= NEAR && dy.abs() <= NEAR;
                let is_on_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
                let (x, y) = (x + dx, y + dy);
                let is_on_board = (0..columns).contains(&x) && (0..rows).contains(&y);
                if (is_square || is_on_line) && is_on_board {
                    near[cell].insert((y * stride + x) as usize);
                }
            }
            let place = Seed(2 * cell as u64 + 1_024).mixed();
            numbers.first[cell] = place;
            numbers.second[cell] = Seed(2 * cell as u64 + 1_025).mixed();
        }
        // A board has at most 20 columns.
        let steps = [1, stride, stride + 1, stride - 1].map(|step| step as u16);
        Geometry { steps, spots, near, numbers }
    }
}
