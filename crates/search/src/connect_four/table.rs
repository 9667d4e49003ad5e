//! The transposition table: bounds on the values of positions.
//!
//! A position has two places in a line. The first is for the position that cost more work, the other
//! for the latest. (John Tromp's program Fhourstones replaces entries like that, and calls it
//! "two big".) An entry names its position without a doubt, so bounds from the table are proven.

use crate::connect_four::bits::Bits;

/// Bounds on the value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub lower: i32,
    pub upper: i32,
    /// The column that was best, or refuted the position before.
    pub best: u32,
}

impl Entry {
    /// A bound that is enough to tell whether the value is greater than `alpha`.
    #[inline]
    pub(super) fn bound(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// Bits of the column of a move.
const BEST_BITS: u32 = 4;

/// Bits of the work behind an entry, as a logarithm.
const WORK_BITS: u32 = 4;

/// The greatest logarithm of work that is told apart.
const WORK_MAX: u32 = (1 << WORK_BITS) - 1;

/// Fewest lines, as a power of two: with fewer, tags would not fit beside entries.
const LINE_BITS_MIN: u32 = 14;

/// Most lines, as a power of two.
const LINE_BITS_MAX: u32 = 36;

/// A table of fixed size.
#[derive(Clone, Debug)]
pub(super) struct Table<B> {
    lines: Vec<[B; 2]>,
    /// The number of lines is two to this power.
    line_bits: u32,
    /// Bits of a key.
    key_bits: u32,
}

impl<B: Bits> Table<B> {
    /// An empty table of at most this many bytes, or of 2^14 lines if that is more. Memory is taken as
    /// the table fills.
    pub(super) fn new(key_bits: u32, bytes_max: usize) -> Table<B> {
        let lines = (bytes_max / size_of::<[B; 2]>()).max(1);
        let line_bits = lines.ilog2().clamp(LINE_BITS_MIN, LINE_BITS_MAX);
        Table { lines: vec![[B::NONE; 2]; 1 << line_bits], line_bits, key_bits }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.lines = vec![[B::NONE; 2]; 1 << self.line_bits];
    }

    const fn data_bits() -> u32 {
        2 * B::BOUND_BITS + BEST_BITS + WORK_BITS
    }

    /// The line of a position.
    #[inline]
    pub(super) fn line(&self, key: B) -> [B; 2] {
        let (line, _) = key.split(self.key_bits, self.line_bits);
        self.lines.get(line).copied().unwrap_or([B::NONE; 2])
    }

    /// The entry of a position in its line.
    #[inline]
    pub(super) fn find_in(&self, line: [B; 2], key: B) -> Option<Entry> {
        let (_, tag) = key.split(self.key_bits, self.line_bits);
        let [costly, latest] = line;
        let is_it = |word: B| word >> Self::data_bits() == tag && !word.is_empty();
        if is_it(costly) {
            Some(Self::unpacked(costly))
        } else if is_it(latest) {
            Some(Self::unpacked(latest))
        } else {
            None
        }
    }

    #[inline]
    pub(super) fn find(&self, key: B) -> Option<Entry> {
        self.find_in(self.line(key), key)
    }

    /// Keeps an entry that took the search of this many nodes.
    #[inline]
    pub(super) fn keep(&mut self, key: B, entry: Entry, nodes: u64) {
        let (line, tag) = key.split(self.key_bits, self.line_bits);
        let work = (nodes.max(1).ilog2() / 2).min(WORK_MAX);
        let word = (tag << Self::data_bits()) | Self::packed(entry, work);
        let Some([costly, latest]) = self.lines.get_mut(line) else { return };
        let is_same = *costly >> Self::data_bits() == tag;
        if is_same || work >= Self::work(*costly) {
            if !is_same {
                *latest = *costly;
            }
            *costly = word;
        } else {
            *latest = word;
        }
    }

    #[inline]
    fn work(word: B) -> u32 {
        // Four bits fit.
        (word >> (2 * B::BOUND_BITS + BEST_BITS)).low() as u32 & WORK_MAX
    }

    #[inline]
    fn packed(entry: Entry, work: u32) -> B {
        let zero = 1 << (B::BOUND_BITS - 1);
        // Bounds are smaller than the zero that they are moved by, so both are positive.
        let (lower, upper) = ((entry.lower + zero) as u64, (entry.upper + zero) as u64);
        let data = lower
            | (upper << B::BOUND_BITS)
            | (u64::from(entry.best) << (2 * B::BOUND_BITS))
            | (u64::from(work) << (2 * B::BOUND_BITS + BEST_BITS));
        B::of(u128::from(data))
    }

    #[inline]
    fn unpacked(word: B) -> Entry {
        let (zero, data) = (1 << (B::BOUND_BITS - 1), word.low());
        let bound = |at: u32| ((data >> at) & ((1 << B::BOUND_BITS) - 1)) as i32 - zero;
        let best = (data >> (2 * B::BOUND_BITS)) & ((1 << BEST_BITS) - 1);
        Entry { lower: bound(0), upper: bound(B::BOUND_BITS), best: best as u32 }
    }
}
