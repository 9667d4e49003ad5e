//! A board for searching: moves are made and taken back, and the state of every line is updated
//! incrementally.
//!
//! A *window* is `k` cells in a row. A window that holds marks of both sides is dead; one that
//! holds marks of one side has as many *missing* cells as that side still needs there. All threats
//! are windows: a cell of a window of one missing wins, a cell of a window of two missing makes a
//! *four* (for any `k`), which has to be answered at once.

use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::mnk::{Mnk, MnkSpec, SIZE_MAX};
use zerosum_games::seed::Seed;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Symmetry};

/// Bits of a [`Bitboard`], and so more than cells of any board.
pub(crate) const BITS: usize = 256;

/// Maximum number of cells of a window.
const LENGTH_MAX: usize = 15;

/// Maximum number of symmetries of a board.
const SYMMETRIES_MAX: usize = 8;

/// Maximum number of missing cells of the windows that are kept apart.
const APART_MISSING_MAX: usize = 3;

/// No board has more windows: on 15x15 there are 728 of three cells.
const WINDOW_WORDS: usize = 12;

/// Ways in which a window can be marked, by [`Marks`].
const MARKINGS: usize = 256;

/// Value of a live window to its side for move ordering, by the number of missing cells.
const WORTH_BY_MISSING: [i32; LENGTH_MAX + 1] =
    [0, 180, 44, 12, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];

/// Value of a live window for evaluation, for the side to move and for the other one. Those of two
/// to four missing cells were fitted to how 3,459 positions of 15x15x5, without a line to complete,
/// ended in play of this search against itself, 3,000 nodes a move.
const WORTH_TO_MOVE: [i32; LENGTH_MAX + 1] = [0, 180, 44, 18, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
const WORTH_WAITING: [i32; LENGTH_MAX + 1] = [0, 180, 42, 13, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];

/// A cell, by its bit in a [`Bitboard`] (see [`MnkSpec::bit_of`]).
pub type Cell = usize;

/// The marks of a window as one number: marks of the first side plus sixteen times the marks of the
/// second.
type Marks = u8;

/// The constant data of a board.
#[derive(Clone, Debug)]
struct Geometry {
    k: usize,
    /// The cells of each window.
    windows: Vec<Bitboard>,
    /// The windows through each cell.
    through: Vec<Vec<u16>>,
    /// The number of each mark on each cell, in each of the images of the board.
    numbers: BySide<Vec<[u64; SYMMETRIES_MAX]>>,
    symmetries: usize,
    /// The set of a board to which a window belongs, indexed by its marks; set 0 is not used.
    sets: [u8; MARKINGS],
    /// Increase in the value of a window by one more mark of a side, indexed by its marks.
    gains: BySide<[i32; MARKINGS]>,
}

/// Some of the windows.
type WindowSet = [u64; WINDOW_WORDS];

/// A position with its windows.
#[derive(Clone, Debug)]
pub struct Board {
    spec: MnkSpec,
    geometry: Geometry,
    empty: Bitboard,
    turn: Side,
    /// The marks of each window.
    marks: Vec<Marks>,
    /// Number of windows with these marks.
    counts: [u16; MARKINGS],
    /// The windows of few missing cells, apart by their marks.
    sets: [WindowSet; 2 * APART_MISSING_MAX + 1],
    keys: [u64; SYMMETRIES_MAX],
}

impl Board {
    pub fn of(position: &Mnk) -> Board {
        let spec = position.spec();
        let geometry = Geometry::of(spec);
        let mut board = Board {
            spec,
            empty: Bitboard::EMPTY,
            turn: Side::First,
            marks: vec![0; geometry.windows.len()],
            counts: [0; MARKINGS],
            sets: Default::default(),
            // The key of the empty board tells one specification from another.
            keys: [Mnk::new(spec).key(); SYMMETRIES_MAX],
            geometry,
        };
        spec.cells().filter_map(|code| spec.bit_of(code)).for_each(|bit| board.empty.insert(bit));
        let set = usize::from(board.geometry.sets[0]);
        for window in 0..board.marks.len() {
            board.counts[0] += 1;
            board.sets[set][window / 64] |= 1 << (window % 64);
        }
        for side in Side::ALL {
            position.marks(side).bits().for_each(|cell| board.put(side, cell));
        }
        board.turn = position.turn();
        board
    }

    pub fn spec(&self) -> MnkSpec {
        self.spec
    }

    pub fn turn(&self) -> Side {
        self.turn
    }

    pub fn empty(&self) -> Bitboard {
        self.empty
    }

    /// The empty cells that complete a line of the side.
    pub fn winning_cells(&self, side: Side) -> Bitboard {
        self.cells_missing(side, 1)
    }

    /// The empty cells where the side makes a four: one more there and the line is complete.
    pub fn four_cells(&self, side: Side) -> Bitboard {
        self.cells_missing(side, 2)
    }

    /// The empty cells where the side makes a four with one move more.
    pub fn three_cells(&self, side: Side) -> Bitboard {
        self.cells_missing(side, 3)
    }

    /// The total value of the live windows of the side.
    pub fn worth(&self, side: Side) -> i32 {
        let worth = if side == self.turn { WORTH_TO_MOVE } else { WORTH_WAITING };
        let k = self.geometry.k;
        (1..=k).map(|missing| worth[missing] * self.windows_missing(side, missing)).sum()
    }

    /// The value of a cell to a side: the sum over its live windows after a mark there.
    pub fn promise(&self, side: Side, cell: Cell) -> i32 {
        let gains = self.geometry.gains.get(side);
        self.marks_through(cell).map(|marks| gains[usize::from(marks)]).sum()
    }

    /// Returns whether a cell lies in a live window of the side.
    pub fn is_alive(&self, side: Side, cell: Cell) -> bool {
        self.marks_through(cell).any(|marks| is_live(marks, side))
    }

    /// Number of windows the side can still complete.
    pub fn live_windows(&self, side: Side) -> u32 {
        (0..=self.geometry.k).map(|mine| u32::from(self.counts[marks_of(side, mine)])).sum()
    }

    /// The sum over the live windows of the side of two to the power of the marks there.
    pub fn pressure(&self, side: Side) -> u64 {
        (0..=self.geometry.k).map(|mine| u64::from(self.counts[marks_of(side, mine)]) << mine).sum()
    }

    /// The part of the [`pressure`](Board::pressure) of a side that goes through a cell.
    pub(crate) fn pressure_through(&self, side: Side, cell: Cell) -> u64 {
        let live = self.marks_through(cell).filter(|marks| is_live(*marks, side));
        live.map(|marks| 1 << (marks % 16 + marks / 16)).sum()
    }

    /// The empty cells of every live window of the side.
    pub fn live_cells(&self, side: Side) -> impl Iterator<Item = Bitboard> {
        let windows = self.geometry.windows.iter().zip(&self.marks);
        let live = windows.filter(move |(_, marks)| is_live(**marks, side));
        live.map(|(cells, _)| *cells & self.empty)
    }

    /// Number of marks in a row that wins.
    pub fn k(&self) -> usize {
        self.geometry.k
    }

    /// The hash of the marks, independent of the side to move.
    pub fn key(&self) -> u64 {
        self.keys[0]
    }

    /// The [`key`](Board::key) after a mark of the side on the cell.
    pub(crate) fn key_after(&self, side: Side, cell: Cell) -> u64 {
        self.keys[0] ^ self.geometry.numbers.get(side)[cell][0]
    }

    /// The smallest [`key`](Board::key) among the images of the board, equal for all of them.
    pub fn common_key(&self) -> u64 {
        self.keys[..self.geometry.symmetries].iter().copied().fold(u64::MAX, u64::min)
    }

    /// The [`common_key`](Board::common_key) after a mark of the side on the cell.
    pub fn common_key_after(&self, side: Side, cell: Cell) -> u64 {
        let numbers = &self.geometry.numbers.get(side)[cell];
        let keys = self.keys.iter().zip(numbers).map(|(key, number)| key ^ number);
        keys.take(self.geometry.symmetries).fold(u64::MAX, u64::min)
    }

    /// Marks an empty cell for the side to move.
    pub fn play(&mut self, cell: Cell) {
        self.put(self.turn, cell);
        self.turn = !self.turn;
    }

    /// Takes the latest move back, which has marked the cell.
    pub fn take_back(&mut self, cell: Cell) {
        self.turn = !self.turn;
        self.remove(self.turn, cell);
    }

    /// Lets the other side move.
    pub fn pass(&mut self) {
        self.turn = !self.turn;
    }

    /// The cell of a move of this board.
    pub(crate) fn cell_of(&self, code: MoveCode) -> Option<Cell> {
        self.spec.bit_of(code)
    }

    /// The move of a cell.
    pub fn code_of(&self, cell: Cell) -> MoveCode {
        let stride = usize::from(self.spec.columns()) + 1;
        let number = cell - cell / stride;
        MoveCode(u16::try_from(number).expect("a board has at most 225 cells"))
    }

    /// Number of live windows of the side with `missing` cells missing.
    fn windows_missing(&self, side: Side, missing: usize) -> i32 {
        self.counts[marks_of(side, self.geometry.k - missing)].into()
    }

    /// The empty cells of the live windows of the side with so few cells missing.
    fn cells_missing(&self, side: Side, missing: usize) -> Bitboard {
        let marks = marks_of(side, self.geometry.k - missing);
        let mut cells = Bitboard::EMPTY;
        if self.counts[marks] == 0 {
            return cells;
        }
        let set = &self.sets[usize::from(self.geometry.sets[marks])];
        for (index, word) in set.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                // A word has 64 bits.
                let window = index * 64 + word.trailing_zeros() as usize;
                cells = cells | self.geometry.windows[window];
                word &= word - 1;
            }
        }
        cells & self.empty
    }

    /// The marks of each window through the cell.
    fn marks_through(&self, cell: Cell) -> impl Iterator<Item = Marks> {
        self.geometry.through[cell].iter().map(|window| self.marks[usize::from(*window)])
    }

    fn put(&mut self, side: Side, cell: Cell) {
        self.empty.remove(cell);
        self.turn_key(side, cell);
        self.mark_through(cell, |marks| marks + marks_of_one(side));
    }

    fn remove(&mut self, side: Side, cell: Cell) {
        self.empty.insert(cell);
        self.turn_key(side, cell);
        self.mark_through(cell, |marks| marks - marks_of_one(side));
    }

    fn turn_key(&mut self, side: Side, cell: Cell) {
        let numbers = &self.geometry.numbers.get(side)[cell];
        self.keys.iter_mut().zip(numbers).for_each(|(key, number)| *key ^= number);
    }

    /// Changes the marks of every window through the cell.
    fn mark_through(&mut self, cell: Cell, change: impl Fn(Marks) -> Marks) {
        for window in &self.geometry.through[cell] {
            let window = usize::from(*window);
            let marks = &mut self.marks[window];
            let before = usize::from(*marks);
            *marks = change(*marks);
            let after = usize::from(*marks);
            self.counts[before] -= 1;
            self.counts[after] += 1;
            let (word, bit) = (window / 64, 1 << (window % 64));
            self.sets[usize::from(self.geometry.sets[before])][word] &= !bit;
            self.sets[usize::from(self.geometry.sets[after])][word] |= bit;
        }
    }
}

/// Increment of the [`Marks`] of a window by a mark of the side.
fn marks_of_one(side: Side) -> Marks {
    match side {
        Side::First => 1,
        Side::Second => 16,
    }
}

/// The [`Marks`] of a window with `count` marks of this side and none of the other.
fn marks_of(side: Side, count: usize) -> usize {
    count * usize::from(marks_of_one(side))
}

/// Returns whether the side can still complete a window marked so.
fn is_live(marks: Marks, side: Side) -> bool {
    match side {
        Side::First => marks / 16 == 0,
        Side::Second => marks.is_multiple_of(16),
    }
}

impl Geometry {
    fn of(spec: MnkSpec) -> Geometry {
        let k = usize::from(spec.k());
        let is_cell = {
            let mut cells = Bitboard::EMPTY;
            spec.cells().filter_map(|code| spec.bit_of(code)).for_each(|bit| cells.insert(bit));
            move |bit: usize| cells.contains(bit)
        };
        let mut windows = Vec::new();
        let mut through = vec![Vec::new(); BITS];
        for from in spec.cells().filter_map(|code| spec.bit_of(code)) {
            for step in spec.steps() {
                let cells = (0..k).map(|index| from + index * step);
                if cells.clone().all(is_cell) {
                    let number = u16::try_from(windows.len()).expect("windows are few");
                    let mut window = Bitboard::EMPTY;
                    cells.clone().for_each(|cell| window.insert(cell));
                    cells.for_each(|cell| through[cell].push(number));
                    windows.push(window);
                }
            }
        }
        let symmetries = Mnk::new(spec).symmetries();
        let numbers = BySide {
            first: numbers_of(spec, symmetries, Side::First),
            second: numbers_of(spec, symmetries, Side::Second),
        };
        let (sets, gains) = (
            sets_of(k),
            BySide { first: gains_of(k, Side::First), second: gains_of(k, Side::Second) },
        );
        Geometry { k, windows, through, numbers, symmetries: symmetries.into(), sets, gains }
    }
}

/// Assigns windows to sets by their marks. A window without marks is in the same set for both
/// sides.
fn sets_of(k: usize) -> [u8; MARKINGS] {
    let mut sets = [0; MARKINGS];
    let mut last = 0;
    for side in Side::ALL {
        for missing in 1..=APART_MISSING_MAX.min(k) {
            last += 1;
            sets[marks_of(side, k - missing)] = last;
        }
    }
    sets
}

fn gains_of(k: usize, side: Side) -> [i32; MARKINGS] {
    let mut gains = [0; MARKINGS];
    for missing in 1..=k {
        let grown = if missing == 1 { 4_000 } else { WORTH_BY_MISSING[missing - 1] };
        gains[marks_of(side, k - missing)] = grown - WORTH_BY_MISSING[missing];
    }
    gains
}

/// The number of a mark of the side on each cell, in each of the images.
fn numbers_of(spec: MnkSpec, symmetries: u8, side: Side) -> Vec<[u64; SYMMETRIES_MAX]> {
    let start = Mnk::new(spec);
    let mut numbers = vec![[0; SYMMETRIES_MAX]; BITS];
    for code in spec.cells() {
        let Some(bit) = spec.bit_of(code) else { continue };
        for symmetry in 0..symmetries {
            let MoveCode(image) = start.image_of_move(code, Symmetry(symmetry));
            let place = u64::from(image) + u64::from(SIZE_MAX * SIZE_MAX);
            let number = match side {
                Side::First => 2 * place,
                Side::Second => 2 * place + 1,
            };
            numbers[bit][usize::from(symmetry)] = Seed(number).mixed();
        }
    }
    numbers
}
