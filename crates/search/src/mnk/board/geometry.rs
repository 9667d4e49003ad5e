//! The windows of a board and their marks, which are the same in every game on it.

use zerosum_games::mnk::bitboard::{BITS, Bitboard};
use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Symmetry};

use crate::mnk::board::LENGTH_MAX;

/// Maximum number of symmetries of a board.
pub(super) const SYMMETRIES_MAX: usize = 8;

/// Maximum number of missing cells of the windows that are kept apart.
pub(super) const APART_MISSING_MAX: usize = 3;

/// The first of the numbers that cells have in hashes. Another one would change the order of searches.
const NUMBERS_FROM: u64 = 225;

/// Ways in which a window can be marked, by [`Marks`].
pub(super) const MARKINGS: usize = 1 << 12;

/// Value of a live window to its side for move ordering, by the number of missing cells.
const WORTH_BY_MISSING: [i32; LENGTH_MAX + 1] =
    [0, 180, 44, 12, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];

/// The marks of a window as one number: marks of the first side plus sixteen times the marks of the
/// second, plus [`OWNED`] for the one side to which it belongs, plus [`BLOCKED_END`] for each end that the other side
/// has blocked. A mark of the owner on an end counts as one of the other side inside.
pub(super) type Marks = u16;

/// Parts of a window's marks that tell whether it belongs to one side only.
const OWNED: BySide<Marks> = BySide { first: 1 << 8, second: 2 << 8 };

/// Part of the marks of a window for an end with a mark of the other side, where that matters.
pub(super) const BLOCKED_END: Marks = 1 << 10;

/// The constant data of a board.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) k: usize,
    /// The cells of each window.
    pub(super) windows: Vec<Bitboard>,
    /// The windows through each cell.
    pub(super) through: Vec<Vec<u16>>,
    /// The windows of a side of which a cell is an end, by side and cell.
    pub(super) ending: BySide<Vec<Vec<u16>>>,
    /// The ends of each window that are on the board, where they matter.
    pub(super) ends: Vec<Bitboard>,
    /// The marks of an empty window of a side.
    pub(super) unmarked: BySide<Marks>,
    /// True if windows die when both ends are blocked.
    pub(super) has_blocks: bool,
    /// The number of each mark on each cell, in each of the images of the board.
    pub(super) numbers: BySide<Vec<[u64; SYMMETRIES_MAX]>>,
    pub(super) symmetries: usize,
    /// The set of a board to which a window belongs, indexed by its marks; set 0 is not used.
    pub(super) sets: Box<[u8; MARKINGS]>,
    /// Increase in the value of a window by one more mark of a side, indexed by its marks.
    pub(super) gains: BySide<Box<[i32; MARKINGS]>>,
}

impl Geometry {
    pub(super) fn of(spec: MnkSpec) -> Geometry {
        let k = usize::from(spec.k());
        let unmarked = match spec.rule() {
            Rule::Free => BySide { first: 0, second: 0 },
            Rule::Exact | Rule::Caro | Rule::Renju => OWNED,
        };
        let symmetries = Mnk::new(spec).symmetries();
        let numbers = |side| numbers_of(spec, symmetries, side);
        let gains = |side| gains_of(k, side, *unmarked.get(side));
        let mut geometry = Geometry {
            k,
            windows: Vec::new(),
            through: vec![Vec::new(); BITS],
            ending: BySide { first: vec![Vec::new(); BITS], second: vec![Vec::new(); BITS] },
            ends: Vec::new(),
            unmarked,
            has_blocks: spec.rule() == Rule::Caro,
            numbers: BySide { first: numbers(Side::First), second: numbers(Side::Second) },
            symmetries: symmetries.into(),
            sets: sets_of(k, unmarked),
            gains: BySide { first: gains(Side::First), second: gains(Side::Second) },
        };
        let owners: &[Side] = if spec.rule() == Rule::Free { &[Side::First] } else { &Side::ALL };
        owners.iter().for_each(|owner| geometry.add_windows(spec, *owner));
        geometry
    }

    /// Adds a window of a side for each line of cells.
    fn add_windows(&mut self, spec: MnkSpec, owner: Side) {
        let cells = || spec.cells().filter_map(|code| spec.bit_of(code));
        let mut on_board = Bitboard::EMPTY;
        cells().for_each(|cell| on_board.insert(cell));
        let has_ends = has_ends(spec.rule(), owner);
        for (from, step) in cells().flat_map(|from| spec.steps().map(|step| (from, step))) {
            let line = (0..self.k).map(|index| from + index * step);
            if !line.clone().all(|cell| on_board.contains(cell)) {
                continue;
            }
            let number = u16::try_from(self.windows.len()).expect("windows are few");
            let [mut window, mut both] = [Bitboard::EMPTY; 2];
            for cell in line {
                window.insert(cell);
                self.through[cell].push(number);
            }
            let ends = [from.checked_sub(step), Some(from + self.k * step)];
            let ends = ends.into_iter().flatten().filter(|end| has_ends && on_board.contains(*end));
            for end in ends {
                both.insert(end);
                self.ending.get_mut(owner)[end].push(number);
            }
            self.windows.push(window);
            self.ends.push(both);
        }
    }

    /// The marks of all windows of an empty board.
    pub(super) fn unmarked_windows(&self) -> Vec<Marks> {
        let owned = self.unmarked.first != self.unmarked.second;
        let of_first = if owned { self.windows.len() / 2 } else { self.windows.len() };
        let mut marks = vec![self.unmarked.first; of_first];
        marks.resize(self.windows.len(), self.unmarked.second);
        marks
    }

    /// The [`Marks`] of a window with `count` marks of this side and none of the other.
    pub(super) fn marks_of(&self, side: Side, count: usize) -> usize {
        usize::from(*self.unmarked.get(side)) + count * usize::from(marks_of_one(side))
    }
}

/// Returns whether the ends of windows of a side matter: longer rows do not win.
fn has_ends(rule: Rule, owner: Side) -> bool {
    match rule {
        Rule::Free => false,
        Rule::Exact | Rule::Caro => true,
        Rule::Renju => owner == Side::First,
    }
}

/// Assigns windows to sets by their marks. A window without marks that belongs to neither side is in the same set for
/// both.
fn sets_of(k: usize, unmarked: BySide<Marks>) -> Box<[u8; MARKINGS]> {
    let mut sets = Box::new([0; MARKINGS]);
    let mut last = 0;
    for side in Side::ALL {
        for missing in 1..=APART_MISSING_MAX.min(k) {
            last += 1;
            let marks = *unmarked.get(side) + (k - missing) as Marks * marks_of_one(side);
            for blocked in [0, BLOCKED_END] {
                sets[usize::from(marks + blocked)] = last;
            }
        }
    }
    sets
}

fn gains_of(k: usize, side: Side, unmarked: Marks) -> Box<[i32; MARKINGS]> {
    let mut gains = Box::new([0; MARKINGS]);
    for missing in 1..=k {
        let grown = if missing == 1 { 4_000 } else { WORTH_BY_MISSING[missing - 1] };
        // Lines have four bits.
        let marks = unmarked + (k - missing) as Marks * marks_of_one(side);
        for blocked in [0, BLOCKED_END] {
            gains[usize::from(marks + blocked)] = grown - WORTH_BY_MISSING[missing];
        }
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
            let place = u64::from(image) + NUMBERS_FROM;
            let number = match side {
                Side::First => 2 * place,
                Side::Second => 2 * place + 1,
            };
            numbers[bit][usize::from(symmetry)] = Seed(number).mixed();
        }
    }
    numbers
}

/// Increment of the [`Marks`] of a window by a mark of the side.
pub(super) fn marks_of_one(side: Side) -> Marks {
    match side {
        Side::First => 1,
        Side::Second => 16,
    }
}

/// Returns whether the side can still complete a window marked so.
pub(super) fn is_live(marks: Marks, side: Side) -> bool {
    let other = match side {
        Side::First => marks & 0xf0,
        Side::Second => marks & 0x0f,
    };
    other == 0 && marks & *OWNED.get(!side) == 0 && marks < 2 * BLOCKED_END
}
