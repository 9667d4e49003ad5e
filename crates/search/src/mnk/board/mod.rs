//! A board for searching: moves are made and taken back, and the state of every line is updated
//! incrementally.
//!
//! A *window* is `k` cells in a row. A window that holds marks of both sides is dead; one that
//! holds marks of one side has as many *missing* cells as that side still needs there. All threats
//! are windows: a cell of a window of one missing wins, a cell of a window of two missing makes a
//! *four* (for any `k`), which has to be answered at once.
//!
//! If only exactly `k` in a row win, each window belongs to one side and has two *ends*, the cells before and
//! behind it. A mark of that side on an end kills the window; marks of the other side on both ends kill it where
//! blocked rows do not win.

mod geometry;

use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::mnk::renju::Stones;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::{self, Mnk, MnkSpec};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::mnk::board::geometry::{
    APART_MISSING_MAX, BLOCKED_END, Geometry, MARKINGS, Marks, SYMMETRIES_MAX, is_live,
    marks_of_one,
};

/// Number of empty cells of a renju board up to which the first side may run out of allowed moves; with more of them no
/// line of fours is long enough for that.
pub(crate) const RUN_OUT_CELLS_MAX: usize = 24;

/// Maximum number of cells of a window.
const LENGTH_MAX: usize = mnk::LENGTH_MAX as usize;

/// No board has more windows: on 20x20 there are 1,152 of five cells for each side.
const WINDOW_WORDS: usize = 36;

/// Value of a live window for evaluation, for the side to move and for the other one. Those of two
/// to four missing cells were fitted to how 3,459 positions of 15x15x5, without a line to complete,
/// ended in play of this search against itself, 3,000 nodes a move.
const WORTH_TO_MOVE: [i32; LENGTH_MAX + 1] = [0, 180, 44, 18, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
const WORTH_WAITING: [i32; LENGTH_MAX + 1] = [0, 180, 42, 13, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];

/// A cell, by its bit in a [`Bitboard`] (see [`MnkSpec::bit_of`]).
pub type Cell = usize;

/// Some of the windows.
type WindowSet = [u64; WINDOW_WORDS];

/// A position with its windows.
#[derive(Clone, Debug)]
pub struct Board {
    spec: MnkSpec,
    geometry: Geometry,
    empty: Bitboard,
    /// The marks of the first side.
    first: Bitboard,
    turn: Side,
    /// The marks of each window.
    marks: Vec<Marks>,
    /// Number of windows with these marks.
    counts: Box<[u16; MARKINGS]>,
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
            first: Bitboard::EMPTY,
            turn: Side::First,
            marks: geometry.unmarked_windows(),
            counts: Box::new([0; MARKINGS]),
            sets: [[0; WINDOW_WORDS]; 2 * APART_MISSING_MAX + 1],
            // The key of the empty board tells one specification from another.
            keys: [Mnk::new(spec).key(); SYMMETRIES_MAX],
            geometry,
        };
        spec.cells().filter_map(|code| spec.bit_of(code)).for_each(|bit| board.empty.insert(bit));
        for (window, marks) in board.marks.iter().enumerate() {
            let marks = usize::from(*marks);
            board.counts[marks] += 1;
            let set = usize::from(board.geometry.sets[marks]);
            board.sets[set][window / 64] |= 1 << (window % 64);
        }
        for side in Side::ALL {
            position.marks(side).bits().for_each(|cell| board.put(side, cell));
        }
        board.turn = position.turn();
        board
    }

    pub(crate) fn spec(&self) -> MnkSpec {
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

    /// The cells whose marks parry every threat of the side to complete a line; none if that cannot be done, or if
    /// there is no such threat.
    pub(crate) fn parries(&self, side: Side) -> Bitboard {
        let wins = self.winning_cells(side);
        if !self.geometry.has_blocks {
            return if wins.len() == 1 { wins } else { Bitboard::EMPTY };
        }
        let of_window = |window: usize| {
            let is_half_blocked = self.marks[window] & BLOCKED_END != 0;
            let ends = if is_half_blocked { self.geometry.ends[window] } else { Bitboard::EMPTY };
            (self.geometry.windows[window] | ends) & self.empty
        };
        let mut parries = if wins.is_empty() { Bitboard::EMPTY } else { self.empty };
        self.visit_missing(side, 1, |window| parries = parries & of_window(window));
        parries
    }

    /// The empty ends of the windows of a side through a cell, where a block of both ends saves the other side.
    pub(crate) fn ends_that_count(&self, side: Side, cell: Cell) -> Bitboard {
        let mut cells = Bitboard::EMPTY;
        if self.geometry.has_blocks {
            let windows = self.geometry.through[cell].iter().copied().map(usize::from);
            let live = windows.filter(|window| is_live(self.marks[*window], side));
            live.for_each(|window| cells = cells | self.geometry.ends[window]);
        }
        cells & self.empty
    }

    /// Returns whether the side to move may mark an empty cell: renju forbids some to the first side.
    pub(crate) fn is_allowed(&self, cell: Cell) -> bool {
        let is_bound = self.spec.rule() == Rule::Renju && self.turn == Side::First;
        let stones = Stones { spec: self.spec, own: self.first, empty: self.empty };
        !(is_bound && stones.is_forbidden(cell))
    }

    /// Returns whether the side to move has a cell that it may mark.
    pub(crate) fn has_move(&self) -> bool {
        self.spec.rule() != Rule::Renju || self.empty.bits().any(|cell| self.is_allowed(cell))
    }

    /// Returns whether nothing but a mark in its way stops a line of fours of the side: in renju a mark elsewhere may
    /// make a move of the first side a forbidden one, or leave it without any.
    pub(crate) fn has_firm_attacks(&self, side: Side) -> bool {
        let is_firm = || side == Side::Second && self.empty.len() > RUN_OUT_CELLS_MAX;
        self.spec.rule() != Rule::Renju || is_firm()
    }

    /// Returns whether a mark is never worse for its side than none. Longer rows make it so.
    pub(crate) fn is_monotone(&self) -> bool {
        self.spec.rule() == Rule::Free
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
        (0..=self.geometry.k).map(|mine| u32::from(self.count_live(side, mine))).sum()
    }

    /// The sum over the live windows of the side of two to the power of the marks there.
    pub fn pressure(&self, side: Side) -> u64 {
        (0..=self.geometry.k).map(|mine| u64::from(self.count_live(side, mine)) << mine).sum()
    }

    /// The part of the [`pressure`](Board::pressure) of a side that goes through a cell.
    pub(crate) fn pressure_through(&self, side: Side, cell: Cell) -> u64 {
        let live = self.marks_through(cell).filter(|marks| is_live(*marks, side));
        live.map(|marks| 1 << (marks % 16 + marks / 16 % 16)).sum()
    }

    /// The empty cells of every live window of the side.
    pub fn live_cells(&self, side: Side) -> impl Iterator<Item = Bitboard> {
        let windows = self.geometry.windows.iter().zip(&self.marks);
        let live = windows.filter(move |(_, marks)| is_live(**marks, side));
        live.map(|(cells, _)| *cells & self.empty)
    }

    /// Number of marks in a row that wins.
    pub(crate) fn k(&self) -> usize {
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
        MoveCode(u16::try_from(number).expect("a board has at most 400 cells"))
    }

    /// Number of live windows of the side with `missing` cells missing.
    fn windows_missing(&self, side: Side, missing: usize) -> i32 {
        self.count_live(side, self.geometry.k - missing).into()
    }

    /// Number of live windows of the side with this many marks.
    fn count_live(&self, side: Side, count: usize) -> u16 {
        let marks = self.geometry.marks_of(side, count);
        // Where ends do not matter, none is ever blocked.
        self.counts[marks] + self.counts[marks + usize::from(BLOCKED_END)]
    }

    /// The empty cells of the live windows of the side with this many cells missing.
    fn cells_missing(&self, side: Side, missing: usize) -> Bitboard {
        let mut cells = Bitboard::EMPTY;
        self.visit_missing(side, missing, |window| cells = cells | self.geometry.windows[window]);
        cells & self.empty
    }

    /// Calls for every live window of the side with this many cells missing.
    fn visit_missing(&self, side: Side, missing: usize, mut visit: impl FnMut(usize)) {
        let count = self.geometry.k - missing;
        if self.count_live(side, count) == 0 {
            return;
        }
        let marks = self.geometry.marks_of(side, count);
        let set = &self.sets[usize::from(self.geometry.sets[marks])];
        for (index, word) in set.iter().take(self.marks.len().div_ceil(64)).enumerate() {
            let mut word = *word;
            while word != 0 {
                // A word has 64 bits.
                visit(index * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// The marks of each window through the cell.
    fn marks_through(&self, cell: Cell) -> impl Iterator<Item = Marks> {
        self.geometry.through[cell].iter().map(|window| self.marks[usize::from(*window)])
    }

    fn put(&mut self, side: Side, cell: Cell) {
        self.empty.remove(cell);
        if side == Side::First {
            self.first.insert(cell);
        }
        self.turn_key(side, cell);
        self.mark_through(cell, |marks| marks + marks_of_one(side));
        self.mark_ends(side, cell, |marks, change| marks + change);
    }

    fn remove(&mut self, side: Side, cell: Cell) {
        self.empty.insert(cell);
        if side == Side::First {
            self.first.remove(cell);
        }
        self.turn_key(side, cell);
        self.mark_through(cell, |marks| marks - marks_of_one(side));
        self.mark_ends(side, cell, |marks, change| marks - change);
    }

    fn turn_key(&mut self, side: Side, cell: Cell) {
        let numbers = &self.geometry.numbers.get(side)[cell];
        self.keys.iter_mut().zip(numbers).for_each(|(key, number)| *key ^= number);
    }

    /// Changes the marks of every window through the cell.
    fn mark_through(&mut self, cell: Cell, change: impl Fn(Marks) -> Marks) {
        let Board { geometry, marks, counts, sets, .. } = self;
        for window in &geometry.through[cell] {
            remark(geometry, (marks, counts, sets), *window, &change);
        }
    }

    /// Changes the marks of every window of which the cell is an end, by what a mark of the side counts there.
    fn mark_ends(&mut self, side: Side, cell: Cell, change: impl Fn(Marks, Marks) -> Marks) {
        let Board { geometry, marks, counts, sets, .. } = self;
        for window in &geometry.ending.get(side)[cell] {
            remark(geometry, (marks, counts, sets), *window, |marks| {
                change(marks, marks_of_one(!side))
            });
        }
        if geometry.has_blocks {
            for window in &geometry.ending.get(!side)[cell] {
                remark(geometry, (marks, counts, sets), *window, |marks| {
                    change(marks, BLOCKED_END)
                });
            }
        }
    }
}

/// The state of the windows: the marks of each, how many have which, and the sets of some.
type Windows<'a> =
    (&'a mut [Marks], &'a mut [u16; MARKINGS], &'a mut [WindowSet; 2 * APART_MISSING_MAX + 1]);

/// Changes the marks of a window.
fn remark(
    geometry: &Geometry,
    (marks, counts, sets): Windows,
    window: u16,
    change: impl Fn(Marks) -> Marks,
) {
    let window = usize::from(window);
    let marks = &mut marks[window];
    let before = usize::from(*marks) % MARKINGS;
    *marks = change(*marks);
    let after = usize::from(*marks) % MARKINGS;
    counts[before] -= 1;
    counts[after] += 1;
    let (word, bit) = (window / 64, 1 << (window % 64));
    sets[usize::from(geometry.sets[before])][word] &= !bit;
    sets[usize::from(geometry.sets[after])][word] |= bit;
}
