//! What the filling of a local board says about it, for every filling that is still in play.
//!
//! A [`Pattern`] is a few numbers, the same for a filling and its mirror images. They are either
//! thought out from [`chances`](crate::search::ultimate::chances) or read from a text that holds
//! what games have taught.

use crate::games::Symmetry;
use crate::games::lines::{FULL_3X3, completing_3x3, has_line_3x3};
use crate::games::side::BySide;
use crate::games::ultimate::symmetry::image_of_mask;
use crate::search::ultimate::chances::{Chances, FILLINGS, Numbering};

/// Ways to turn and mirror a local board, one of which leaves it as it is.
const SYMMETRIES: u8 = 8;

/// In the text, numbers are in these units.
const TEXT_UNIT: f32 = 0.001;

/// What a side sees in a local board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pattern {
    /// How likely the board is to help its global lines, about 0 to 1.
    pub chance: f32,
    /// What it is worth that the side is to move in this board.
    pub turn: Turn,
}

/// What it is worth to be the side that has to move in a local board.
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
pub struct Patterns {
    /// By the number of the filling.
    chances: Vec<BySide<f32>>,
    /// By the number of the filling, where the marks of the side to move count as the first ones.
    turns: Vec<Turn>,
    numbering: Numbering,
}

impl Patterns {
    /// Patterns thought out from the chances in each board. Whoever has to move can do nothing but
    /// prevent a line of the opponent, where there is no own line to complete.
    pub fn of_chances(chances: &Chances) -> Patterns {
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

    /// Reads patterns, one in a line and one for all its mirror images: nine cells row by row,
    /// `x` for a mark of the side that looks at the board, `o` for one of the other side and `.`
    /// for none; then the chance and the three parts of the turn, in thousandths.
    pub fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Patterns {
        let mut patterns = Patterns::empty();
        let mut read = vec![false; FILLINGS];
        for line in lines {
            let mut words = line.split_ascii_whitespace();
            let cells = words.next().expect("a line begins with nine cells");
            let marks = BySide { first: cells_of(cells, 'x'), second: cells_of(cells, 'o') };
            let mut number = || number_of(words.next().expect("a pattern has four numbers"));
            let chance = number();
            let turn = Turn { own: number(), other: number(), alone: number() };
            for symmetry in (0..SYMMETRIES).map(Symmetry) {
                let image = BySide {
                    first: image_of_mask(marks.first, symmetry),
                    second: image_of_mask(marks.second, symmetry),
                };
                patterns.put(image, Pattern { chance, turn });
                read[patterns.numbering.number_of(image.first, image.second)] = true;
            }
        }
        let is_read =
            |marks: BySide<u16>| read[patterns.numbering.number_of(marks.first, marks.second)];
        assert!(fillings().all(is_read), "every filling in play has a pattern");
        patterns
    }

    /// The chances of both sides.
    #[inline]
    pub fn chances(&self, marks: BySide<u16>) -> BySide<f32> {
        self.chances[self.numbering.number_of(marks.first, marks.second)]
    }

    /// What it is worth for a side with those marks to be the one to move.
    #[inline]
    pub fn turn(&self, own: u16, other: u16) -> Turn {
        self.turns[self.numbering.number_of(own, other)]
    }

    fn empty() -> Patterns {
        Patterns {
            chances: vec![BySide::default(); FILLINGS],
            turns: vec![Turn::default(); FILLINGS],
            numbering: Numbering::new(),
        }
    }

    /// Notes what the side sees that has the first marks.
    fn put(&mut self, marks: BySide<u16>, pattern: Pattern) {
        let number = self.numbering.number_of(marks.first, marks.second);
        let exchanged = self.numbering.number_of(marks.second, marks.first);
        self.chances[number].first = pattern.chance;
        self.chances[exchanged].second = pattern.chance;
        self.turns[number] = pattern.turn;
    }
}

/// What it is worth to prevent a local line on which no global line depends.
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

fn cells_of(text: &str, mark: char) -> u16 {
    text.chars()
        .zip(0..9)
        .filter(|(found, _)| *found == mark)
        .fold(0, |cells, (_, cell)| cells | 1 << cell)
}

/// A number of a text, in ones.
pub fn number_of(word: &str) -> f32 {
    let thousandths: i16 = word.parse().expect("a number is a whole one");
    f32::from(thousandths) * TEXT_UNIT
}
