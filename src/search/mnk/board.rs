//! A board for searching: moves are made and taken back, and what every line has come to is kept
//! along.
//!
//! A *window* is `k` cells in a row. One that holds marks of both sides is dead; one that holds
//! marks of one side is of as many *missing* cells as that side still needs there. All threats are
//! windows: a cell of a window of one missing wins, a cell of a window of two missing makes a *four*
//! (so called here whatever `k` is), which has to be answered at once.

use crate::games::bitboard::Bitboard;
use crate::games::mnk::{Mnk, MnkSpec, SIZE_MAX};
use crate::games::side::{BySide, Side};
use crate::games::{Game, MoveCode, Symmetry};
use crate::search::Seed;

/// Bits of a [`Bitboard`], and so more than cells of any board.
pub const BITS: usize = 256;

/// A window has at most so many cells.
const LENGTH_MAX: usize = 15;

/// The largest board has cells of that many symmetries.
const SYMMETRIES_MAX: usize = 8;

/// Cells are kept ready for windows of so many missing cells at most.
const READY_MAX: usize = 3;

/// What a live window is worth to its side, by how many cells are missing.
const WORTH_BY_MISSING: [i32; LENGTH_MAX + 1] =
    [0, 180, 44, 12, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];

/// A cell, by its bit in a [`Bitboard`] (see [`MnkSpec::bit_of`]).
pub type Cell = usize;

/// What never changes about a board.
#[derive(Clone, Debug)]
struct Geometry {
    k: usize,
    /// The cells of each window, one window after another.
    windows: Vec<Cell>,
    /// The windows through each cell.
    through: Vec<Vec<usize>>,
    /// The number of each mark on each cell, in each of the images of the board.
    numbers: BySide<Vec<[u64; SYMMETRIES_MAX]>>,
    symmetries: usize,
}

/// A position with its windows.
#[derive(Clone, Debug)]
pub struct Board {
    spec: MnkSpec,
    geometry: Geometry,
    empty: Bitboard,
    turn: Side,
    /// How many marks of each side a window holds.
    counts: Vec<BySide<u8>>,
    /// How many live windows of each number of missing cells go through a cell.
    by_missing: BySide<Vec<[u8; LENGTH_MAX + 1]>>,
    /// The cells of live windows of one, two and three missing cells, occupied ones included.
    ready: BySide<[Bitboard; READY_MAX + 1]>,
    worth: BySide<i32>,
    /// Live windows, and the sum of two to the power of the marks in each.
    live: BySide<u32>,
    pressure: BySide<u64>,
    keys: [u64; SYMMETRIES_MAX],
}

impl Board {
    pub fn of(position: &Mnk) -> Board {
        let spec = position.spec();
        let geometry = Geometry::of(spec);
        let window_count = geometry.windows.len() / geometry.k;
        let none = || vec![[0; LENGTH_MAX + 1]; BITS];
        let mut board = Board {
            spec,
            empty: Bitboard::EMPTY,
            turn: Side::First,
            counts: vec![BySide::default(); window_count],
            by_missing: BySide { first: none(), second: none() },
            ready: BySide::default(),
            worth: BySide::default(),
            live: BySide::default(),
            pressure: BySide::default(),
            keys: [Seed(position.key()).mixed(); SYMMETRIES_MAX],
            geometry,
        };
        // The key of the empty board tells one specification from another.
        board.keys = [Mnk::new(spec).key(); SYMMETRIES_MAX];
        spec.cells().filter_map(|code| spec.bit_of(code)).for_each(|bit| board.empty.insert(bit));
        for window in 0..window_count {
            for side in Side::ALL {
                board.revive(side, window, board.geometry.k);
            }
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
        self.ready.get(side)[1] & self.empty
    }

    /// The empty cells where the side makes a four: one more there and the line is complete.
    pub fn four_cells(&self, side: Side) -> Bitboard {
        self.ready.get(side)[2] & self.empty
    }

    /// The empty cells where the side makes a four with one move more.
    pub fn three_cells(&self, side: Side) -> Bitboard {
        self.ready.get(side)[3] & self.empty
    }

    /// What the live windows are worth, for the side.
    pub fn worth(&self, side: Side) -> i32 {
        *self.worth.get(side)
    }

    /// What a cell is worth to a side: all that its live windows would become.
    pub fn promise(&self, side: Side, cell: Cell) -> i32 {
        let by_missing = &self.by_missing.get(side)[cell];
        let k = self.geometry.k;
        (1..=k)
            .map(|missing| {
                let grown = if missing == 1 { 4_000 } else { WORTH_BY_MISSING[missing - 1] };
                i32::from(by_missing[missing]) * (grown - WORTH_BY_MISSING[missing])
            })
            .sum()
    }

    /// Whether a cell lies in a live window of the side.
    pub fn is_alive(&self, side: Side, cell: Cell) -> bool {
        self.by_missing.get(side)[cell][1..].iter().any(|count| *count > 0)
    }

    /// How many windows the side can still complete.
    pub fn live_windows(&self, side: Side) -> u32 {
        *self.live.get(side)
    }

    /// The sum over the live windows of the side of two to the power of the marks there.
    pub fn pressure(&self, side: Side) -> u64 {
        *self.pressure.get(side)
    }

    /// The part of the [`pressure`](Board::pressure) of a side that goes through a cell.
    pub fn pressure_through(&self, side: Side, cell: Cell) -> u64 {
        let by_missing = &self.by_missing.get(side)[cell];
        let k = self.geometry.k;
        (1..=k).map(|missing| u64::from(by_missing[missing]) << (k - missing)).sum()
    }

    /// The empty cells of every live window of the side.
    pub fn live_cells(&self, side: Side) -> impl Iterator<Item = Bitboard> {
        let windows = self.geometry.windows.chunks(self.geometry.k).zip(&self.counts);
        windows.filter(move |(_, counts)| *counts.get(!side) == 0).map(|(cells, _)| {
            let mut empty = Bitboard::EMPTY;
            cells.iter().for_each(|cell| empty.insert(*cell));
            empty & self.empty
        })
    }

    /// How many in a row win.
    pub fn k(&self) -> usize {
        self.geometry.k
    }

    /// The number of the marks, whoever is to move.
    pub fn key(&self) -> u64 {
        self.keys[0]
    }

    /// The same number for all images of the board.
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
    pub fn cell_of(&self, code: MoveCode) -> Option<Cell> {
        self.spec.bit_of(code)
    }

    /// The move of a cell.
    pub fn code_of(&self, cell: Cell) -> MoveCode {
        let stride = usize::from(self.spec.columns()) + 1;
        let number = cell - cell / stride;
        MoveCode(u16::try_from(number).expect("a board has at most 225 cells"))
    }

    fn put(&mut self, side: Side, cell: Cell) {
        self.empty.remove(cell);
        self.turn_key(side, cell);
        for index in 0..self.geometry.through[cell].len() {
            let window = self.geometry.through[cell][index];
            let counts = &mut self.counts[window];
            let (mine, theirs) = (usize::from(*counts.get(side)), usize::from(*counts.get(!side)));
            *counts.get_mut(side) += 1;
            if theirs == 0 {
                self.kill(side, window, self.geometry.k - mine);
                self.revive(side, window, self.geometry.k - mine - 1);
            }
            if mine == 0 {
                self.kill(!side, window, self.geometry.k - theirs);
            }
        }
    }

    fn remove(&mut self, side: Side, cell: Cell) {
        self.empty.insert(cell);
        self.turn_key(side, cell);
        for index in 0..self.geometry.through[cell].len() {
            let window = self.geometry.through[cell][index];
            let counts = &mut self.counts[window];
            *counts.get_mut(side) -= 1;
            let (mine, theirs) = (usize::from(*counts.get(side)), usize::from(*counts.get(!side)));
            if theirs == 0 {
                self.kill(side, window, self.geometry.k - mine - 1);
                self.revive(side, window, self.geometry.k - mine);
            }
            if mine == 0 {
                self.revive(!side, window, self.geometry.k - theirs);
            }
        }
    }

    fn turn_key(&mut self, side: Side, cell: Cell) {
        let numbers = &self.geometry.numbers.get(side)[cell];
        self.keys.iter_mut().zip(numbers).for_each(|(key, number)| *key ^= number);
    }

    /// The window counts for the side, so many cells missing.
    fn revive(&mut self, side: Side, window: usize, missing: usize) {
        let k = self.geometry.k;
        *self.worth.get_mut(side) += WORTH_BY_MISSING[missing];
        *self.live.get_mut(side) += 1;
        *self.pressure.get_mut(side) += 1 << (k - missing);
        let by_missing = self.by_missing.get_mut(side);
        let ready = self.ready.get_mut(side).get_mut(missing);
        let cells = &self.geometry.windows[window * k..window * k + k];
        cells.iter().for_each(|cell| by_missing[*cell][missing] += 1);
        if let Some(ready) = ready {
            cells.iter().for_each(|cell| ready.insert(*cell));
        }
    }

    /// The window counts no longer for the side with so many cells missing.
    fn kill(&mut self, side: Side, window: usize, missing: usize) {
        let k = self.geometry.k;
        *self.worth.get_mut(side) -= WORTH_BY_MISSING[missing];
        *self.live.get_mut(side) -= 1;
        *self.pressure.get_mut(side) -= 1 << (k - missing);
        let by_missing = self.by_missing.get_mut(side);
        let mut ready = self.ready.get_mut(side).get_mut(missing);
        for cell in &self.geometry.windows[window * k..window * k + k] {
            by_missing[*cell][missing] -= 1;
            if let Some(ready) = &mut ready
                && by_missing[*cell][missing] == 0
            {
                ready.remove(*cell);
            }
        }
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
                    let window = windows.len() / k;
                    cells.clone().for_each(|cell| through[cell].push(window));
                    windows.extend(cells);
                }
            }
        }
        let symmetries = Mnk::new(spec).symmetries();
        let numbers = BySide {
            first: numbers_of(spec, symmetries, Side::First),
            second: numbers_of(spec, symmetries, Side::Second),
        };
        Geometry { k, windows, through, numbers, symmetries: usize::from(symmetries) }
    }
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
