//! A set of cells of a board of up to 20x20, as bits.
//!
//! The cells of a row stand side by side and one bit more, which is never set, divides the rows. So
//! a step in any direction is the same shift everywhere, and no line runs over an edge.

use std::ops::{BitAnd, BitOr, Not};

/// Bits of a word.
const WORD_BITS: usize = 64;

/// Words of a board: 20 rows of 21 bits fit.
const WORDS: usize = 7;

/// Number of bits of a board.
pub const BITS: usize = WORDS * WORD_BITS;

/// A bit for each cell, with one bit between the rows that stands for no cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard([u64; WORDS]);

impl Bitboard {
    pub const EMPTY: Bitboard = Bitboard([0; WORDS]);

    /// Returns whether a bit is set; one beyond the last is not.
    pub fn contains(self, bit: usize) -> bool {
        bit < BITS && self.0[bit / WORD_BITS] >> (bit % WORD_BITS) & 1 != 0
    }

    /// Sets a bit below [`BITS`].
    pub fn insert(&mut self, bit: usize) {
        self.0[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
    }

    /// Clears a bit below [`BITS`].
    pub fn remove(&mut self, bit: usize) {
        self.0[bit / WORD_BITS] &= !(1 << (bit % WORD_BITS));
    }

    pub fn is_empty(self) -> bool {
        // A comparison with the empty set would be a call.
        self.0.into_iter().fold(0, |all, word| all | word) == 0
    }

    pub fn len(self) -> usize {
        // A count of bits fits into any integer.
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The set bits, in ascending order.
    pub fn bits(self) -> impl Iterator<Item = usize> + Clone {
        (0..WORDS).flat_map(move |index| {
            let mut word = self.0[index];
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize; // At most 64.
                let next = word.checked_sub(1)?;
                word &= next;
                Some(index * WORD_BITS + bit)
            })
        })
    }

    /// Number of consecutive set bits through `bit`, which is set, in steps of `step` bits.
    pub(crate) fn run(self, bit: usize, step: usize) -> usize {
        let mut run = 1;
        let mut up = bit + step;
        while self.contains(up) {
            run += 1;
            up += step;
        }
        let mut down = bit;
        while down >= step && self.contains(down - step) {
            run += 1;
            down -= step;
        }
        run
    }

    /// The bits before and after the consecutive set bits through `bit`; `None` before the first of all.
    pub(crate) fn ends_of_run(self, bit: usize, step: usize) -> (Option<usize>, usize) {
        let mut high = bit + step;
        while self.contains(high) {
            high += step;
        }
        let mut low = bit.checked_sub(step);
        while let Some(place) = low.filter(|place| self.contains(*place)) {
            low = place.checked_sub(step);
        }
        (low, high)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(self.0.map(|word| !word))
    }
}
