//! Classes of lines: how good a cell is for a side along one line, by the cells on either side of it.
//!
//! A class is defined by play on the line alone. A mark on the cell completes five, or makes a four
//! with one or more cells that complete it, or a line from which one more mark makes such a four,
//! and so on. All fives through a cell, and the cells at their ends where those matter, lie within the cells that are
//! looked at, so `Class::Four`, `Class::OpenFour`, `Class::Five` and `Class::Forbidden` are facts; the lower
//! classes see no further than that.

use zerosum_games::mnk::rule::{self, Rule};
use zerosum_games::side::Side;

/// Number of classes.
pub(crate) const CLASSES: usize = 12;

/// Number of marks in a row that wins.
const FIVE: usize = rule::FIVE as usize;

/// Cells on either side that a class depends on: those of every five, and their ends where longer rows do not win.
pub(crate) const REACH: usize = FIVE - 1;
pub(crate) const REACH_WITH_ENDS: usize = FIVE;

/// Cells of a line, two bits each.
const EMPTY: u32 = 0;
const OWN: u32 = 1;
const OTHER: u32 = 2;
const EDGE: u32 = 3;

/// The effect of a mark on a cell along one line; better classes are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// No five can come about here, or the mark is the first one.
    Low,
    /// One mark makes a [`Class::BlockedThree`].
    BlockedTwo,
    /// One cell, two cells or more make an open three.
    OpenTwo,
    OpenTwoOfTwo,
    OpenTwoOfMany,
    /// One mark makes a [`Class::Four`].
    BlockedThree,
    /// One cell, or more, make an [`Class::OpenFour`].
    OpenThree,
    OpenThreeOfMany,
    /// One cell completes five, or one answer stops all that do.
    Four,
    /// More than one cell completes five, and no single answer stops that.
    OpenFour,
    Five,
    /// The mark itself is forbidden: it makes six in a row, or two fours on this line.
    Forbidden,
}

impl Class {
    pub(crate) const ALL: [Class; CLASSES] = [
        Class::Low,
        Class::BlockedTwo,
        Class::OpenTwo,
        Class::OpenTwoOfTwo,
        Class::OpenTwoOfMany,
        Class::BlockedThree,
        Class::OpenThree,
        Class::OpenThreeOfMany,
        Class::Four,
        Class::OpenFour,
        Class::Five,
        Class::Forbidden,
    ];

    /// The class of a line for a side that takes the cell in the middle, whose cells are `x` for a mark of the side,
    /// `o` for one of the other side, `.` for an empty cell and `#` beyond an edge.
    #[cfg(test)]
    pub(crate) fn of_line(rows: Rows, text: &str) -> Class {
        let cell = |sign| match sign {
            'x' => OWN,
            'o' => OTHER,
            '.' => EMPTY,
            _ => EDGE,
        };
        let cells = text.chars().enumerate().map(|(at, sign)| cell(sign) << (2 * at));
        let mut solver = Solver::new(rows, text.len() / 2);
        let middle = OWN << (2 * solver.reach);
        solver.class(cells.fold(middle, |line, cell| line | cell))
    }
}

/// The rows of a side that win or are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Five and more win.
    Free,
    /// Exactly five win.
    Exact,
    /// Exactly five win, unless the other side stands at both ends.
    Open,
    /// Exactly five win; more are forbidden, and two fours as well.
    Bound,
}

impl Rows {
    pub(crate) fn of(rule: Rule, side: Side) -> Rows {
        match (rule, side) {
            (Rule::Free, _) | (Rule::Renju, Side::Second) => Rows::Free,
            (Rule::Exact, _) => Rows::Exact,
            (Rule::Caro, _) => Rows::Open,
            (Rule::Renju, Side::First) => Rows::Bound,
        }
    }
}

/// Classes by line, found so far. A line has its first cell in the lowest bits, and the middle belongs to the side.
struct Solver {
    rows: Rows,
    reach: usize,
    known: Vec<Option<Class>>,
}

impl Solver {
    fn new(rows: Rows, reach: usize) -> Solver {
        Solver { rows, reach, known: vec![None; 1 << (2 * (2 * reach + 1))] }
    }

    fn class(&mut self, line: u32) -> Class {
        // A line has eleven cells at most.
        let index = line as usize;
        if let Some(class) = self.known[index] {
            return class;
        }
        let class = self.look(line);
        self.known[index] = Some(class);
        class
    }

    fn look(&mut self, line: u32) -> Class {
        if self.has_five(line) {
            return Class::Five;
        }
        let run = self.run(line);
        if self.rows == Rows::Bound && run > FIVE {
            return Class::Forbidden;
        }
        let mut counts = [0_usize; CLASSES];
        for cell in self.empty_cells(line) {
            counts[self.class(line | OWN << (2 * cell)) as usize] += 1;
        }
        let count = |class: Class| counts[class as usize];
        let open_threes = count(Class::OpenThree) + count(Class::OpenThreeOfMany);
        match (count(Class::Five), count(Class::OpenFour)) {
            (2.., _) if self.rows == Rows::Bound && run != FIVE - 1 => Class::Forbidden,
            (2.., _) if self.rows != Rows::Open => Class::OpenFour,
            (1.., _) if self.is_unanswered(line) => Class::OpenFour,
            (1.., _) => Class::Four,
            (0, 2..) => Class::OpenThreeOfMany,
            (0, 1) => Class::OpenThree,
            (0, 0) if count(Class::Four) > 0 => Class::BlockedThree,
            (0, 0) if open_threes > 2 => Class::OpenTwoOfMany,
            (0, 0) if open_threes == 2 => Class::OpenTwoOfTwo,
            (0, 0) if open_threes == 1 => Class::OpenTwo,
            (0, 0) if count(Class::BlockedThree) > 0 => Class::BlockedTwo,
            (0, 0) => Class::Low,
        }
    }

    fn cells(&self) -> usize {
        2 * self.reach + 1
    }

    fn empty_cells(&self, line: u32) -> impl Iterator<Item = usize> + use<> {
        (0..self.cells()).filter(move |cell| at(line, *cell) == EMPTY)
    }

    /// Returns whether there is a row through the middle that wins.
    fn has_five(&self, line: u32) -> bool {
        let first = self.reach - (FIVE - 1);
        (first..=self.reach).any(|from| {
            let is_row = (from..from + FIVE).all(|cell| at(line, cell) == OWN);
            let ends = || [at(line, from - 1), at(line, from + FIVE)];
            is_row
                && match self.rows {
                    Rows::Free => true,
                    Rows::Exact | Rows::Bound => !ends().contains(&OWN),
                    Rows::Open => !ends().contains(&OWN) && ends() != [OTHER; 2],
                }
        })
    }

    /// Number of marks in a row through the middle.
    fn run(&self, line: u32) -> usize {
        let is_own = |cell: &usize| at(line, *cell) == OWN;
        let up = (self.reach..self.cells()).take_while(is_own).count();
        up + (0..self.reach).rev().take_while(is_own).count()
    }

    /// Returns whether five can be completed after any answer on the line.
    fn is_unanswered(&self, line: u32) -> bool {
        self.empty_cells(line).all(|answer| {
            let line = line | OTHER << (2 * answer);
            self.empty_cells(line).any(|cell| self.has_five(line | OWN << (2 * cell)))
        })
    }
}

/// A cell of a line.
fn at(line: u32, cell: usize) -> u32 {
    line >> (2 * cell) & 3
}

/// The classes of both sides for every way in which the neighbours of a cell can be marked.
#[derive(Clone, Debug)]
pub(crate) struct ClassTable {
    /// Cells on either side that a class depends on.
    pub(crate) reach: usize,
    classes: Vec<u8>,
}

impl ClassTable {
    pub(crate) fn new(rule: Rule) -> ClassTable {
        let reach = if rule == Rule::Free { REACH } else { REACH_WITH_ENDS };
        let [mut first, mut second] =
            Side::ALL.map(|side| Solver::new(Rows::of(rule, side), reach));
        let (cells, middle) = (2 * reach + 1, OWN << (2 * reach));
        let classes = (0..1_u32 << (4 * reach)).map(|key| {
            let low = key & ((1 << (2 * reach)) - 1);
            let around = low | (key - low) << 2;
            if !is_possible(around, cells) {
                return 0;
            }
            let of_first = first.class(around | middle) as u8;
            let of_second = second.class(exchanged(around, cells) | middle) as u8;
            of_first | of_second << 4
        });
        ClassTable { reach, classes: classes.collect() }
    }

    /// The class of the first side, and sixteen times that of the second. The key has two bits for
    /// each neighbour in order: 0 for an empty cell, 1 and 2 for marks of the first and the second
    /// side, 3 for a cell beyond the edge.
    #[inline]
    pub(crate) fn of_key(&self, key: u32) -> u8 {
        // The length of a table is a power of four.
        self.classes[key as usize & (self.classes.len() - 1)]
    }
}

/// Returns whether only the ends of a line lie beyond an edge.
fn is_possible(line: u32, cells: usize) -> bool {
    let is_beyond = |cell: &usize| at(line, *cell) == EDGE;
    let before = (0..cells).take_while(is_beyond).count();
    let behind = (0..cells).rev().take_while(is_beyond).count();
    (0..cells).filter(is_beyond).count() == before + behind
}

/// The line with the marks of both sides exchanged.
fn exchanged(line: u32, cells: usize) -> u32 {
    let exchange = |cell: u32| match cell {
        OWN => OTHER,
        OTHER => OWN,
        same => same,
    };
    (0..cells).fold(0, |all, cell| all | exchange(at(line, cell)) << (2 * cell))
}
