//! Classes of lines: how good a cell is for a side along one line, by the four cells on either side.
//!
//! A class is defined by play on the line alone. A mark on the cell completes five, or makes a four
//! with one or more cells that complete it, or a line from which one more mark makes such a four,
//! and so on. All fives through a cell lie within the nine cells that are looked at, so [`Class::Four`],
//! [`Class::OpenFour`] and [`Class::Five`] are facts; the lower classes see no further than that.

/// Number of classes.
pub const CLASSES: usize = 11;

/// Number of neighbours that a class depends on, and of the ways in which they can be marked.
const NEIGHBOURS: usize = 8;
const KEYS: usize = 1 << (2 * NEIGHBOURS);

/// The cells of a line that are looked at, and the one in the middle.
const SPAN: usize = NEIGHBOURS + 1;
const MIDDLE: u16 = 1 << 4;

/// Number of marks in a row that wins.
const FIVE: usize = 5;

/// The effect of a mark on a cell along one line; better classes are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
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
    /// One cell completes five.
    Four,
    /// More than one cell completes five.
    OpenFour,
    Five,
}

impl Class {
    pub const ALL: [Class; CLASSES] = [
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
    ];

    /// The class of a line of nine cells whose middle the side takes. A bit is set in `own` for each
    /// of its marks and in `free` for each cell that the other side has not.
    pub fn of_line(own: u16, free: u16) -> Class {
        Solver::default().class(own | MIDDLE, free | MIDDLE)
    }
}

/// Classes by line, found so far.
struct Solver {
    known: Vec<Option<Class>>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver { known: vec![None; 1 << (2 * SPAN)] }
    }
}

impl Solver {
    fn class(&mut self, own: u16, free: u16) -> Class {
        let index = usize::from(own) << SPAN | usize::from(free);
        if let Some(class) = self.known[index] {
            return class;
        }
        let class = self.look(own, free);
        self.known[index] = Some(class);
        class
    }

    fn look(&mut self, own: u16, free: u16) -> Class {
        let has_five = (0..=SPAN - FIVE).any(|from| own >> from & 0b11111 == 0b11111);
        if has_five {
            return Class::Five;
        }
        let mut counts = [0_usize; CLASSES];
        for cell in (0..SPAN).map(|cell| 1 << cell).filter(|cell| free & !own & cell != 0) {
            counts[self.class(own | cell, free) as usize] += 1;
        }
        let count = |class: Class| counts[class as usize];
        let open_threes = count(Class::OpenThree) + count(Class::OpenThreeOfMany);
        match (count(Class::Five), count(Class::OpenFour)) {
            (2.., _) => Class::OpenFour,
            (1, _) => Class::Four,
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
}

/// The classes of both sides for every way in which the neighbours of a cell can be marked.
#[derive(Clone, Debug)]
pub(crate) struct ClassTable(Vec<u8>);

impl ClassTable {
    pub(crate) fn new() -> ClassTable {
        let mut solver = Solver::default();
        let classes = (0..KEYS).map(|key| {
            let [mut first, mut second, mut empty] = [0_u16; 3];
            for neighbour in 0..NEIGHBOURS {
                let bit = 1 << (neighbour + usize::from(neighbour >= NEIGHBOURS / 2));
                match key >> (2 * neighbour) & 3 {
                    0 => empty |= bit,
                    1 => first |= bit,
                    2 => second |= bit,
                    _ => {}
                }
            }
            let of_first = solver.class(first | MIDDLE, first | empty | MIDDLE) as u8;
            let of_second = solver.class(second | MIDDLE, second | empty | MIDDLE) as u8;
            of_first | of_second << 4
        });
        ClassTable(classes.collect())
    }

    /// The class of the first side, and sixteen times that of the second. The key has two bits for
    /// each neighbour in order: 0 for an empty cell, 1 and 2 for marks of the first and the second
    /// side, 3 for a cell beyond the edge.
    #[inline]
    pub(crate) fn of_key(&self, key: u16) -> u8 {
        self.0[usize::from(key)]
    }
}
