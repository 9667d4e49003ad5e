//! Machine words as bitboards, and the shapes of boards in them.
//!
//! A column takes one bit more than it has rows. The bit above the top is empty in every set of
//! pieces, so that shifted sets never run from one column into the next.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A machine word that holds a set of cells, or an entry of the table.
pub(super) trait Bits:
    Copy
    + Debug
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const NONE: Self;

    /// Bits that a bound takes in an entry of the table.
    const BOUND_BITS: u32;

    fn count(self) -> u32;

    /// The number of the lowest bit; the width of the word if there is none.
    fn lowest(self) -> u32;

    /// The sum, without what does not fit.
    fn plus(self, other: Self) -> Self;

    /// The set without its lowest bit.
    fn without_lowest(self) -> Self;

    /// All bits below the only one of the set.
    fn below(self) -> Self;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The word of a number that fits.
    fn of(number: u128) -> Self;

    /// A random-looking number of the word: different ones for different words of 64 bits, and almost
    /// surely for longer ones.
    fn hashed(self) -> u64;

    /// Splits the key of a position into the number of a line, of which there are 2^`line_bits`,
    /// and a tag that fits beside an entry. Different keys never have both in common.
    fn split(self, key_bits: u32, line_bits: u32) -> (usize, Self);

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns whether the set has two cells or more.
    #[inline]
    fn has_two(self) -> bool {
        !self.without_lowest().is_empty()
    }
}

/// An odd number with bits like random ones: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Writes the methods that are the same in words of all widths.
macro_rules! methods_of_words {
    () => {
        #[inline]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline]
        fn lowest(self) -> u32 {
            self.trailing_zeros()
        }

        #[inline]
        fn plus(self, other: Self) -> Self {
            self.wrapping_add(other)
        }

        #[inline]
        fn without_lowest(self) -> Self {
            self & self.wrapping_sub(1)
        }

        #[inline]
        fn below(self) -> Self {
            self.wrapping_sub(1)
        }
    };
}

impl Bits for u64 {
    const NONE: u64 = 0;
    const BOUND_BITS: u32 = 6;

    methods_of_words!();

    #[inline]
    fn low(self) -> u64 {
        self
    }

    #[inline]
    fn of(number: u128) -> u64 {
        // Callers have numbers that fit.
        u64::try_from(number).unwrap_or(0)
    }

    #[inline]
    fn hashed(self) -> u64 {
        let product = self.wrapping_mul(SPREAD);
        product ^ (product >> 32)
    }

    /// Multiplying by an odd number permutes the keys, so the product names a key: its upper bits
    /// are the line, the others the tag.
    #[inline]
    fn split(self, key_bits: u32, line_bits: u32) -> (usize, u64) {
        let mixed = self.wrapping_mul(SPREAD) & (u64::MAX >> (64 - key_bits));
        let tag_bits = key_bits - line_bits;
        // A line number has at most 40 bits.
        ((mixed >> tag_bits) as usize, mixed & ((1 << tag_bits) - 1))
    }
}

impl Bits for u128 {
    const NONE: u128 = 0;
    const BOUND_BITS: u32 = 7;

    methods_of_words!();

    #[inline]
    fn low(self) -> u64 {
        // The cut is meant.
        self as u64
    }

    #[inline]
    fn of(number: u128) -> u128 {
        number
    }

    #[inline]
    fn hashed(self) -> u64 {
        let high = (self >> 64).low().wrapping_mul(SPREAD).rotate_left(29);
        (self.low() ^ high).hashed()
    }

    /// The whole key is the tag: 90 bits at most, beside which an entry has 38.
    #[inline]
    fn split(self, _key_bits: u32, line_bits: u32) -> (usize, u128) {
        ((self.hashed() >> (64 - line_bits)) as usize, self)
    }
}

/// Number of bits that a board takes.
pub(super) const fn board_bits(columns: u32, rows: u32) -> u32 {
    columns * (rows + 1)
}

/// The lowest cell of every column.
pub(super) const fn floor_of(columns: u32, rows: u32) -> u128 {
    let mut floor = 0;
    let mut column = 0;
    while column < columns {
        floor |= 1 << (column * (rows + 1));
        column += 1;
    }
    floor
}

/// All cells.
pub(super) const fn cells_of(columns: u32, rows: u32) -> u128 {
    floor_of(columns, rows) * ((1 << rows) - 1)
}

/// The cells of a pair of cells, one above the other, that goes to the side which enters the pair:
/// all pairs counted from the top.
pub(super) const fn entries_of(columns: u32, rows: u32) -> u128 {
    let mut entries = 0;
    let mut row = rows % 2;
    while row < rows {
        entries |= floor_of(columns, rows) << row;
        row += 2;
    }
    entries
}

/// A width and a height.
pub(super) trait Shape: Copy {
    type Bits: Bits;

    fn columns(self) -> u32;
    fn rows(self) -> u32;

    /// The lowest cell of every column.
    fn floor(self) -> Self::Bits;

    /// All cells.
    fn cells(self) -> Self::Bits;

    /// The lower cells of the pairs into which the columns fall, counted from the top.
    fn entries(self) -> Self::Bits;

    /// Bits from one column to the next.
    #[inline]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// Number of cells, at most 81.
    #[inline]
    fn size(self) -> i32 {
        (self.columns() * self.rows()) as i32
    }

    /// The lowest column with all its bits, that above the top included.
    #[inline]
    fn first_column(self) -> Self::Bits {
        Self::Bits::of((1 << self.stride()) - 1)
    }
}

/// The usual board: 7 columns of 6 cells, with all numbers known to the compiler.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsualShape;

impl Shape for UsualShape {
    type Bits = u64;

    #[inline]
    fn columns(self) -> u32 {
        7
    }

    #[inline]
    fn rows(self) -> u32 {
        6
    }

    #[inline]
    fn floor(self) -> u64 {
        const FLOOR: u64 = floor_of(7, 6) as u64;
        FLOOR
    }

    #[inline]
    fn cells(self) -> u64 {
        const CELLS: u64 = cells_of(7, 6) as u64;
        CELLS
    }

    #[inline]
    fn entries(self) -> u64 {
        const ENTRIES: u64 = entries_of(7, 6) as u64;
        ENTRIES
    }
}

/// A board of any other size.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizedShape<B> {
    columns: u32,
    rows: u32,
    floor: B,
    cells: B,
    entries: B,
}

impl<B: Bits> SizedShape<B> {
    /// The shape of a board whose bits fit into the word.
    pub(super) fn new(columns: u32, rows: u32) -> SizedShape<B> {
        SizedShape {
            columns,
            rows,
            floor: B::of(floor_of(columns, rows)),
            cells: B::of(cells_of(columns, rows)),
            entries: B::of(entries_of(columns, rows)),
        }
    }
}

impl<B: Bits> Shape for SizedShape<B> {
    type Bits = B;

    #[inline]
    fn columns(self) -> u32 {
        self.columns
    }

    #[inline]
    fn rows(self) -> u32 {
        self.rows
    }

    #[inline]
    fn floor(self) -> B {
        self.floor
    }

    #[inline]
    fn cells(self) -> B {
        self.cells
    }

    #[inline]
    fn entries(self) -> B {
        self.entries
    }
}
