//! The transposition table: what a search has found out about positions that other orders of moves
//! reach as well.
//!
//! A decided score is kept as it is seen from the position itself. A win four plies further on is
//! the same win wherever the position turns up, while its distance from the root is not; so scores
//! are shifted on their way in and out. (Stockfish does the same in `value_to_tt`.)

use crate::games::MoveCode;
use crate::search::score::Score;

/// Positions that share a place. Together they fill a cache line, so looking at all of them costs
/// as much as looking at one.
const SLOTS_PER_BUCKET: usize = 4;

/// Two words for each slot: the key, and the entry packed.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([u64; 2 * SLOTS_PER_BUCKET]);

const EMPTY: Bucket = Bucket([0; 2 * SLOTS_PER_BUCKET]);

const BUCKET_BYTES: usize = size_of::<Bucket>();

/// Generations are counted in so many bits, and then from the beginning again.
const GENERATION_BITS: u32 = 5;

/// A table begins with so many buckets, or fewer if it may not take that much: 64 kB are at hand
/// wherever the search needs them, and most searches need no more.
const BUCKETS_AT_FIRST: usize = 1 << 10;

/// A table of bounded size. What is deep and new stays, what is shallow or from earlier searches
/// makes room. While it may take more bytes it grows instead of driving much out.
#[derive(Clone, Debug)]
pub struct Table {
    /// As many as a power of two, or none. All zeros is an empty bucket.
    buckets: Vec<Bucket>,
    /// It grows no further; a power of two, or none.
    buckets_max: usize,
    /// The search that writes now.
    generation: u8,
    /// How many entries of this size and search have been driven out.
    driven_out: usize,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Decided scores count from the position, not from the root.
    pub score: Score,
    pub bound: Bound,
    /// Whether no estimate took part. The score then holds at any greater depth too.
    pub is_proven: bool,
    /// Plies that were searched below the position.
    pub depth: u8,
    /// The best move, or the one that refuted what led here.
    pub code: MoveCode,
}

/// On which side of the score the truth lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The truth is the score or more.
    Lower,
    /// The truth is the score or less.
    Upper,
}

impl Table {
    /// A table that takes at most so many bytes, and none at all for less than 64. While it grows,
    /// it takes half as many more.
    pub fn new(bytes_max: usize) -> Table {
        let buckets_max = match bytes_max / BUCKET_BYTES {
            0 => 0,
            count => 1 << count.ilog2(),
        };
        let buckets = vec![EMPTY; buckets_max.min(BUCKETS_AT_FIRST)];
        Table { buckets, buckets_max, generation: 0, driven_out: 0 }
    }

    /// What it takes now.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * BUCKET_BYTES
    }

    /// From now on a new search writes; entries of earlier ones make room first.
    pub fn begin(&mut self) {
        self.generation = (self.generation + 1) % (1 << GENERATION_BITS);
        self.driven_out = 0;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Table::new(self.buckets_max * BUCKET_BYTES);
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<Entry> {
        let Bucket(bucket) = self.buckets.get(self.index_of(key))?;
        let slot = bucket.chunks_exact(2).find(|slot| slot[0] == key && slot[1] != 0)?;
        unpacked(slot[1])
    }

    #[inline]
    pub fn keep(&mut self, key: u64, entry: Entry) {
        let (index, generation) = (self.index_of(key), self.generation);
        let Some(Bucket(bucket)) = self.buckets.get_mut(index) else { return };
        let mut chosen = 0;
        let mut least = u32::MAX;
        for (number, slot) in bucket.chunks_exact(2).enumerate() {
            // The position's own slot comes before an empty one, and that before the least useful.
            let worth = match slot {
                [own, packed] if *own == key && *packed != 0 => 0,
                [_, 0] => 1,
                [_, packed] => 2 + worth_of(*packed, generation),
                _ => u32::MAX,
            };
            if worth < least {
                (chosen, least) = (number, worth);
            }
        }
        bucket[2 * chosen] = key;
        bucket[2 * chosen + 1] = packed(entry, generation);
        if least > IS_NEW {
            self.driven_out += 1;
            if self.driven_out > self.buckets.len() / 4 && self.buckets.len() < self.buckets_max {
                self.grow();
            }
        }
    }

    /// Doubles the table. One more bit of the index divides each bucket between two.
    #[cold]
    fn grow(&mut self) {
        let small = std::mem::take(&mut self.buckets);
        self.buckets = vec![EMPTY; 2 * small.len()];
        self.driven_out = 0;
        for slot in small.iter().flat_map(|Bucket(bucket)| bucket.chunks_exact(2)) {
            let index = self.index_of(slot[0]);
            let mut places = self.buckets[index].0.chunks_exact_mut(2);
            if slot[1] != 0
                && let Some(place) = places.find(|place| place[1] == 0)
            {
                place.copy_from_slice(slot);
            }
        }
    }

    /// Spreads the keys over the buckets, because a game may number its positions from 0 on.
    #[inline]
    fn index_of(&self, key: u64) -> usize {
        // Fibonacci hashing: the multiplier is 2^64 divided by the golden ratio.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let spread = spread ^ (spread >> 32);
        // The cast keeps the low bits, which is what the mask is for.
        spread as usize & self.buckets.len().wrapping_sub(1)
    }
}

/// What being of this search counts for: more than any depth.
const IS_NEW: u32 = 256;

/// How much an entry is worth keeping: those of this search before others, deep ones before shallow.
#[inline]
fn worth_of(word: u64, generation: u8) -> u32 {
    let [flags, depth, ..] = word.to_le_bytes();
    let is_new = flags >> 3 == generation;
    u32::from(depth) + if is_new { IS_NEW } else { 0 }
}

/// Flags in the lowest byte, then the depth, two bytes of code and four of score. No entry is zero,
/// because its bound is not.
#[inline]
fn packed(entry: Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let flags = bound | u8::from(entry.is_proven) << 2 | generation << 3;
    let [code_low, code_high] = entry.code.0.to_le_bytes();
    let [a, b, c, d] = entry.score.value().to_le_bytes();
    u64::from_le_bytes([flags, entry.depth, code_low, code_high, a, b, c, d])
}

#[inline]
fn unpacked(word: u64) -> Option<Entry> {
    let [flags, depth, code_low, code_high, a, b, c, d] = word.to_le_bytes();
    let bound = match flags & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    Some(Entry {
        score: Score::of_value(i32::from_le_bytes([a, b, c, d])),
        bound,
        is_proven: flags & 4 != 0,
        depth,
        code: MoveCode(u16::from_le_bytes([code_low, code_high])),
    })
}
