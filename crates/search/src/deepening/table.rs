//! The transposition table: what a search has found out about positions that other orders of moves
//! reach as well. All searches keep theirs in one; what they keep, and what makes room for what, is
//! said by the [`Entry`].
//!
//! A decided score is kept as it is seen from the position itself. A win four plies further on is
//! the same win wherever the position turns up, while its distance from the root is not; so scores
//! are shifted on their way in and out. (Stockfish does the same in `value_to_tt`.)

use std::marker::PhantomData;

use zerosum_games::MoveCode;

use crate::score::Score;

/// An entry of the table, packed into a word that is never 0.
pub trait Entry: Copy {
    /// Number of places in which a position may be kept: 1, 2 or 4.
    const PLACES: usize;

    fn packed(self, generation: u8) -> u64;

    fn unpacked(word: u64) -> Self;

    /// The first place tried for a position, in a table of any size. The default is for keys that
    /// are random numbers.
    #[inline]
    fn first_place(key: u64) -> u64 {
        key
    }

    /// The priority for keeping the entry in one of the places of a new entry, numbered from the first: an
    /// entry of some generation, or 0 for none. The new entry replaces the one of lowest priority.
    #[inline]
    fn retention_priority(_word: u64, _place: usize, _generation: u8) -> u32 {
        0
    }
}

/// An entry of a higher priority than this is driven out of a table that is too small for its search.
const PRIORITY_OF_OLD_MAX: u32 = 256;

/// The key of a position and its entry, packed; zeros are none.
type Slot = [u64; 2];

const EMPTY: Slot = [0; 2];

/// A cache line, in which all places of a position lie, so looking at all of them costs as much as
/// looking at one.
const LINE_BYTES: usize = 64;
const SLOTS_PER_LINE: usize = LINE_BYTES / size_of::<Slot>();

/// Number of bits of the generation counter, which wraps around.
const GENERATION_BITS: u32 = 5;

/// Number of slots with which a growing table begins, or fewer if it may not take that much: 64 kB
/// are at hand wherever the search needs them, and most searches need no more.
const COUNT_AT_FIRST: usize = 1 << 12;

/// A table of bounded size.
#[derive(Clone, Debug)]
pub struct Table<E> {
    /// Slots that were never written cost no memory.
    slots: Vec<Slot>,
    /// The first slot that is used, at the beginning of a cache line.
    begin: usize,
    /// Number of slots in use: a power of two, or none.
    count: usize,
    count_at_first: usize,
    /// Maximum number of slots.
    count_max: usize,
    /// The search that writes now.
    generation: u8,
    /// Number of entries of this size and search that have been replaced.
    driven_out: usize,
    entries: PhantomData<fn() -> E>,
}

impl<E: Entry> Table<E> {
    /// A table of at most `bytes_max` bytes, or without memory if that is less than one entry. It
    /// is small at first and grows instead of replacing many entries; while it grows, it takes half
    /// as much again.
    pub fn new(bytes_max: usize) -> Table<E> {
        let count_max = match bytes_max / size_of::<Slot>() {
            count if count < E::PLACES => 0,
            // The greatest power of two that fits.
            count => 1 << count.ilog2(),
        };
        Table::with_counts(count_max.min(COUNT_AT_FIRST), count_max)
    }

    /// A table that takes as much from the beginning, and has room for some entries in any case.
    pub(crate) fn whole(bytes_max: usize) -> Table<E> {
        let count = (bytes_max / size_of::<Slot>()).max(E::PLACES).max(2);
        // The greatest power of two that fits.
        Table::with_counts(1 << count.ilog2(), 1 << count.ilog2())
    }

    fn with_counts(count_at_first: usize, count_max: usize) -> Table<E> {
        let (slots, begin, count) = (Vec::new(), 0, 0);
        let (generation, driven_out, entries) = (0, 0, PhantomData);
        let mut table = Table {
            slots,
            begin,
            count,
            count_at_first,
            count_max,
            generation,
            driven_out,
            entries,
        };
        table.make_room(count_at_first);
        table
    }

    /// Allocates empty slots.
    fn make_room(&mut self, count: usize) {
        let beside = if count == 0 { 0 } else { SLOTS_PER_LINE - 1 };
        self.slots = vec![EMPTY; count + beside];
        // Memory that cannot be aligned is slower, and no worse.
        self.begin = self.slots.as_ptr().align_offset(LINE_BYTES).min(beside);
        self.count = count;
        self.driven_out = 0;
    }

    /// Current size in bytes.
    pub fn bytes(&self) -> usize {
        self.count * size_of::<Slot>()
    }

    /// From now on a new search writes.
    pub fn begin(&mut self) {
        self.generation = (self.generation + 1) % (1 << GENERATION_BITS);
        self.driven_out = 0;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Table::with_counts(self.count_at_first, self.count_max);
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<E> {
        let begin = self.begin + (self.first_of(key) & !(E::PLACES - 1));
        let slots = self.slots.get(begin..begin + E::PLACES)?;
        let slot = slots.iter().find(|slot| slot[0] == key && slot[1] != 0)?;
        Some(E::unpacked(slot[1]))
    }

    #[inline]
    pub fn keep(&mut self, key: u64, entry: E) {
        let (first, generation) = (self.first_of(key), self.generation);
        let begin = self.begin + (first & !(E::PLACES - 1));
        let Some(slots) = self.slots.get_mut(begin..begin + E::PLACES) else { return };
        let mut chosen = 0;
        let mut least = u32::MAX;
        for (number, [other, word]) in slots.iter().enumerate() {
            // The position's own slot comes before all others.
            let priority = if *other == key && *word != 0 {
                0
            } else {
                1 + E::retention_priority(*word, number ^ (first & (E::PLACES - 1)), generation)
            };
            if priority < least {
                (chosen, least) = (number, priority);
            }
        }
        slots[chosen] = [key, entry.packed(generation)];
        if least > PRIORITY_OF_OLD_MAX + 1 {
            self.driven_out += 1;
            if self.driven_out > self.count / 16 && self.count < self.count_max {
                self.grow();
            }
        }
    }

    /// Doubles the table. One more bit of the index divides each group of places between two.
    #[cold]
    fn grow(&mut self) {
        let small = std::mem::take(&mut self.slots);
        self.make_room(2 * self.count);
        for slot in small.into_iter().filter(|[_, word]| *word != 0) {
            let begin = self.begin + (self.first_of(slot[0]) & !(E::PLACES - 1));
            let mut places = self.slots[begin..begin + E::PLACES].iter_mut();
            if let Some(place) = places.find(|[_, word]| *word == 0) {
                *place = slot;
            }
        }
    }

    #[inline]
    fn first_of(&self, key: u64) -> usize {
        // The cast keeps the low bits, which is what the mask is for.
        E::first_place(key) as usize & self.count.saturating_sub(1)
    }
}

/// The table entry of the generic search. Deep and recent entries stay, shallow ones and those of
/// earlier searches make room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchEntry {
    /// Decided scores count from the position, not from the root.
    pub score: Score,
    pub bound: Bound,
    /// True if no estimate took part. The score then holds at any greater depth too.
    pub is_proven: bool,
    /// Plies that were searched below the position.
    pub depth: u8,
    /// The best move, or the one that refuted what led here.
    pub code: MoveCode,
}

/// The side of the score on which the truth lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The truth is the score or more.
    Lower,
    /// The truth is the score or less.
    Upper,
}

impl Bound {
    /// Two bits, not both of them zero.
    #[inline]
    pub(crate) fn packed(self) -> u8 {
        match self {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        }
    }

    #[inline]
    pub(crate) fn unpacked(bits: u8) -> Bound {
        match bits & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        }
    }
}

impl Entry for SearchEntry {
    const PLACES: usize = 4;

    /// Flags in the lowest byte, then the depth, two bytes of code and four of score.
    #[inline]
    fn packed(self, generation: u8) -> u64 {
        let flags = self.bound.packed() | u8::from(self.is_proven) << 2 | generation << 3;
        let [code_low, code_high] = self.code.0.to_le_bytes();
        let [a, b, c, d] = self.score.value().to_le_bytes();
        u64::from_le_bytes([flags, self.depth, code_low, code_high, a, b, c, d])
    }

    #[inline]
    fn unpacked(word: u64) -> SearchEntry {
        let [flags, depth, code_low, code_high, a, b, c, d] = word.to_le_bytes();
        SearchEntry {
            score: Score::of_value(i32::from_le_bytes([a, b, c, d])),
            bound: Bound::unpacked(flags),
            is_proven: flags & 4 != 0,
            depth,
            code: MoveCode(u16::from_le_bytes([code_low, code_high])),
        }
    }

    /// Spreads the keys, because a game may number its positions from 0 on.
    #[inline]
    fn first_place(key: u64) -> u64 {
        // Fibonacci hashing: the multiplier is 2^64 divided by the golden ratio.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread ^ (spread >> 32)) << 2
    }

    /// Entries of this search have a higher priority than others, and deep ones than shallow ones.
    #[inline]
    fn retention_priority(word: u64, _: usize, generation: u8) -> u32 {
        if word == 0 {
            return 0;
        }
        let [flags, depth, ..] = word.to_le_bytes();
        let is_new = flags >> 3 == generation;
        1 + u32::from(depth) + if is_new { PRIORITY_OF_OLD_MAX } else { 0 }
    }
}
