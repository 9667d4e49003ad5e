//! What alpha-beta remembers of positions.

use crate::search::mnk::duel::ESTIMATE_MAX;

/// Positions and what was found out about them.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The key of a position and its entry, packed; zeros are none. Memory that was never written
    /// costs nothing that way.
    table: Vec<[u64; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Distances count from the position.
    pub score: i32,
    pub depth: i16,
    pub bound: Bound,
    pub cell: u8,
}

impl Entry {
    /// Never 0.
    fn packed(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        // The casts keep all bits, and the sign comes back with the same width.
        u64::from(self.score as u32) << 32
            | u64::from(self.depth as u16) << 16
            | u64::from(self.cell) << 8
            | bound
    }

    fn unpacked(packed: u64) -> Entry {
        let bound = match packed & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        // Each cast takes the bits of its field.
        let (score, depth) = ((packed >> 32) as i32, (packed >> 16) as i16);
        Entry { score, depth, bound, cell: (packed >> 8) as u8 }
    }
}

impl Memory {
    /// Room for as much as fits into about so many bytes.
    pub fn new(table_bytes: usize) -> Memory {
        let count = (table_bytes / size_of::<[u64; 2]>()).max(2);
        // The greatest power of two that fits.
        Memory { table: vec![[0; 2]; 1 << count.ilog2()] }
    }

    pub fn find(&self, key: u64) -> Option<Entry> {
        let [known, packed] = self.table[self.index_of(key)];
        (known == key && packed != 0).then(|| Entry::unpacked(packed))
    }

    pub fn keep(&mut self, key: u64, entry: Entry) {
        let index = self.index_of(key);
        self.table[index] = [key, entry.packed()];
    }

    fn index_of(&self, key: u64) -> usize {
        // The cast keeps the low bits, and of those as many as the table has.
        key as usize & (self.table.len() - 1)
    }
}

/// A score of the root with its distance counted from the position.
pub fn from_here(score: i32, plies: u16) -> i32 {
    match score {
        _ if score > ESTIMATE_MAX => score + i32::from(plies),
        _ if score < -ESTIMATE_MAX => score - i32::from(plies),
        _ => score,
    }
}

/// What an entry says so many plies below the root; `None` if that is not enough.
pub fn answer(entry: Entry, depth: i16, (alpha, beta): (i32, i32), plies: u16) -> Option<i32> {
    let is_decided = entry.score.abs() > ESTIMATE_MAX;
    if entry.depth < depth && !is_decided {
        return None;
    }
    let score = match entry.score {
        score if score > ESTIMATE_MAX => score - i32::from(plies),
        score if score < -ESTIMATE_MAX => score + i32::from(plies),
        score => score,
    };
    let is_enough = match entry.bound {
        Bound::Exact => entry.depth >= depth,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    is_enough.then_some(score)
}
