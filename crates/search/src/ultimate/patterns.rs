//! Patterns: the value of each filling of a local board that is still in play.
//!
//! A [`Pattern`] is a few numbers, the same for a filling and its mirror images. They are either
//! computed from [`chances`](crate::ultimate::chances) or taught by games.

use zerosum_games::Symmetry;
use zerosum_games::lines::{FULL_3X3, completing_3x3, has_line_3x3};
use zerosum_games::side::BySide;
use zerosum_games::ultimate::symmetry::image_of_mask;

use crate::ultimate::chances::{Chances, FILLINGS, Numbering};

/// Ways to turn and mirror a local board, one of which leaves it as it is.
const SYMMETRIES: u8 = 8;

/// The value of a local board to a side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pattern {
    /// Likelihood that the board helps its global lines, about 0 to 1.
    pub chance: f32,
    /// The value of being the side to move in this board.
    pub turn: Turn,
}

/// The value of being the side that has to move in a local board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turn {
    /// For each own global line that the board would complete, by the chances of the other two.
    pub own: f32,
    /// For each such line of the opponent.
    pub other: f32,
    /// In any case.
    pub alone: f32,
}

/// The patterns of local boards.
///
/// Invariant: every filling in play has one, and so has each of its mirror images, the same.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    /// Indexed by the number of the filling.
    chances: Vec<BySide<f32>>,
    /// Indexed by the number of the filling, where the marks of the side to move count as the first
    /// ones.
    turns: Vec<Turn>,
    numbering: Numbering,
}

/// The fillings in play up to mirror images, numbered.
#[derive(Clone, Debug)]
pub struct Classes {
    /// Indexed by the number of the filling; `None` where a board is not in play.
    classes: Vec<Option<u16>>,
    /// The filling of the least number of each class, in ascending order.
    fillings: Vec<BySide<u16>>,
    numbering: Numbering,
}

impl Classes {
    pub fn new() -> Classes {
        let numbering = Numbering::new();
        let number_of = |marks: &BySide<u16>| numbering.number_of(marks.first, marks.second);
        let mut all: Vec<BySide<u16>> = fillings().collect();
        all.sort_by_key(number_of);
        let mut classes = vec![None; FILLINGS];
        let mut fillings = Vec::new();
        for marks in all {
            if classes[number_of(&marks)].is_some() {
                continue;
            }
            // Of 1582.
            let class = fillings.len() as u16;
            fillings.push(marks);
            for symmetry in (0..SYMMETRIES).map(Symmetry) {
                let image = BySide {
                    first: image_of_mask(marks.first, symmetry),
                    second: image_of_mask(marks.second, symmetry),
                };
                classes[number_of(&image)] = Some(class);
            }
        }
        Classes { classes, fillings, numbering }
    }

    /// The class of a filling in play, `own` being the marks of the side that looks at it.
    pub fn of(&self, own: u16, other: u16) -> usize {
        self.find(own, other).expect("the filling is in play")
    }

    /// The class of a filling; `None` if it is not in play.
    pub fn find(&self, own: u16, other: u16) -> Option<usize> {
        self.classes[self.numbering.number_of(own, other)].map(usize::from)
    }

    /// A filling of each class.
    pub fn fillings(&self) -> &[BySide<u16>] {
        &self.fillings
    }
}

impl Default for Classes {
    fn default() -> Classes {
        Classes::new()
    }
}

impl Patterns {
    /// Patterns computed from the chances in each board. Without an own line to complete, the side
    /// to move can only prevent a line of the opponent.
    pub(crate) fn of_chances(chances: &Chances) -> Patterns {
        let mut patterns = Patterns::empty();
        for marks in fillings() {
            let chances = chances.of(marks);
            let empty = FULL_3X3 & !(marks.first | marks.second);
            let is_defence = completing_3x3(marks.first) & empty == 0
                && completing_3x3(marks.second) & empty != 0;
            let turn = if is_defence {
                Turn { own: 0.0, other: 1.0 - chances.second, alone: DEFENCE_WORTH }
            } else {
                Turn::default()
            };
            patterns.put(marks, Pattern { chance: chances.first, turn });
        }
        patterns
    }

    /// Patterns by the class of the filling.
    pub(crate) fn of_classes(patterns: &[Pattern]) -> Patterns {
        let classes = Classes::new();
        let mut all = Patterns::empty();
        for marks in fillings() {
            all.put(marks, patterns[classes.of(marks.first, marks.second)]);
        }
        all
    }

    /// The pattern seen by the side with the first marks.
    pub(crate) fn of(&self, marks: BySide<u16>) -> Pattern {
        Pattern { chance: self.chances(marks).first, turn: self.turn(marks.first, marks.second) }
    }

    /// The chances of both sides.
    #[inline]
    pub(crate) fn chances(&self, marks: BySide<u16>) -> BySide<f32> {
        self.chances[self.numbering.number_of(marks.first, marks.second)]
    }

    /// The value of being the side to move, for a side with those marks.
    #[inline]
    pub(crate) fn turn(&self, own: u16, other: u16) -> Turn {
        self.turns[self.numbering.number_of(own, other)]
    }

    fn empty() -> Patterns {
        Patterns {
            chances: vec![BySide::default(); FILLINGS],
            turns: vec![Turn::default(); FILLINGS],
            numbering: Numbering::new(),
        }
    }

    /// Stores the pattern of the side with the first marks.
    fn put(&mut self, marks: BySide<u16>, pattern: Pattern) {
        let number = self.numbering.number_of(marks.first, marks.second);
        let exchanged = self.numbering.number_of(marks.second, marks.first);
        self.chances[number].first = pattern.chance;
        self.chances[exchanged].second = pattern.chance;
        self.turns[number] = pattern.turn;
    }
}

/// Value of preventing a local line on which no global line depends.
const DEFENCE_WORTH: f32 = 0.1;

/// The marks of both sides in every local board that is in play.
fn fillings() -> impl Iterator<Item = BySide<u16>> {
    let sets = 0..=FULL_3X3;
    let pairs = sets.clone().flat_map(move |first| sets.clone().map(move |second| (first, second)));
    pairs
        .filter(|(first, second)| first & second == 0 && first | second != FULL_3X3)
        .filter(|(first, second)| !has_line_3x3(*first) && !has_line_3x3(*second))
        .map(|(first, second)| BySide { first, second })
}
