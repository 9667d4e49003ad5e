//! A person's results in puzzles: the ones they have solved, the number of tries, and the number of days in a
//! row on which they have solved the puzzle of the day.
//!
//! Each puzzle counts once, even if it is solved again, so there is a bit for each. The stored form is an
//! entry of [`habits`](crate::people::habits): the last day that counts, the streak and the longest one, the
//! tries, and the bits, eight to a byte with the lowest number first: `puzzle d20780 s3 b5 a19 8f`.

use zerosum_search::puzzle::collection::{Day, PuzzleNumber};

/// First word of the entry. No name of a game begins with it.
const NAME: &str = "puzzle";

/// Number from which on puzzles are not counted, so that an entry is never long.
pub const COUNTED_MAX: u16 = 1_024;

/// Number of puzzles in a byte.
const BITS: u16 = 8;

/// Results of a person in puzzles.
///
/// Invariant: `streak` is at most `best`, and the last byte of `solved` is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleTally {
    day: Option<Day>,
    streak: u16,
    best: u16,
    tries: u32,
    solved: Vec<u8>,
}

impl PuzzleTally {
    /// Returns the last day whose puzzle was solved on that day, or given up.
    pub fn day(&self) -> Option<Day> {
        self.day
    }

    /// Returns the number of days in a row, up to today, on which the puzzle of the day was solved.
    pub fn streak(&self, today: Day) -> u16 {
        let lasts = self.day_by(today).is_some_and(|Day(day)| day.saturating_add(1) >= today.0);
        if lasts { self.streak } else { 0 }
    }

    /// Returns the longest streak.
    pub fn best(&self) -> u16 {
        self.best
    }

    /// Returns the number of solved puzzles.
    pub fn solved(&self) -> u32 {
        self.solved.iter().map(|byte| byte.count_ones()).sum()
    }

    /// Returns the number of tries for all solved puzzles together.
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// Returns whether a puzzle was solved.
    pub fn is_solved(&self, number: PuzzleNumber) -> bool {
        let (byte, bit) = place_of(number);
        self.solved.get(byte).is_some_and(|byte| byte & bit != 0)
    }

    /// Returns the results after a puzzle was solved in this number of tries; `today` is set if it is the
    /// puzzle of the day.
    #[must_use]
    pub fn with_solved(&self, number: PuzzleNumber, tries: u8, today: Option<Day>) -> PuzzleTally {
        let mut next = self.clone();
        if number.0 < COUNTED_MAX && !self.is_solved(number) {
            let (byte, bit) = place_of(number);
            next.solved.resize(next.solved.len().max(byte + 1), 0);
            next.solved[byte] |= bit;
            next.tries = self.tries.saturating_add(tries.into());
        }
        if let Some(today) = today.filter(|today| self.day_by(*today) < Some(*today)) {
            let last = self.day_by(today);
            let goes_on = last.is_some_and(|Day(day)| day.checked_add(1) == Some(today.0));
            next.streak = if goes_on { self.streak.saturating_add(1) } else { 1 };
            next.best = self.best.max(next.streak);
            next.day = Some(today);
        }
        next
    }

    /// Returns the results after the puzzle of this day was given up, which ends the streak.
    #[must_use]
    pub fn with_given_up(&self, today: Day) -> PuzzleTally {
        if self.day_by(today) >= Some(today) {
            return self.clone();
        }
        PuzzleTally { day: Some(today), streak: 0, ..self.clone() }
    }

    /// Returns the last day that counts. Clocks differ by some minutes, so it may be tomorrow; a later one
    /// was set by a wrong clock, and is ignored.
    fn day_by(&self, Day(today): Day) -> Option<Day> {
        self.day.filter(|Day(day)| *day <= today.saturating_add(1))
    }
}

/// Returns the index of the byte of a puzzle, and its bit there.
fn place_of(PuzzleNumber(number): PuzzleNumber) -> (usize, u8) {
    (usize::from(number / BITS), 1 << (number % BITS))
}

pub(crate) fn encode(tally: &PuzzleTally) -> String {
    let PuzzleTally { day, streak, best, tries, solved } = tally;
    let day = day.map_or("-".to_owned(), |Day(day)| day.to_string());
    let solved = match solved.as_slice() {
        [] => "-".to_owned(),
        bytes => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    format!("{NAME} d{day} s{streak} b{best} a{tries} {solved}")
}

/// Returns whether an entry is of puzzles, even if it cannot be decoded.
pub(crate) fn is_named_in(entry: &str) -> bool {
    entry.split(' ').next() == Some(NAME)
}

/// Decodes an entry; `None` if the text is not one that [`encode`] makes.
pub(crate) fn decode(text: &str) -> Option<PuzzleTally> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[NAME, day, streak, best, tries, solved] = fields.as_slice() else { return None };
    let tally = PuzzleTally {
        day: match day.strip_prefix('d')? {
            "-" => None,
            day => Some(Day(day.parse().ok()?)),
        },
        streak: streak.strip_prefix('s')?.parse().ok()?,
        best: best.strip_prefix('b')?.parse().ok()?,
        tries: tries.strip_prefix('a')?.parse().ok()?,
        solved: match solved {
            "-" => Vec::new(),
            digits => bytes_of(digits)?,
        },
    };
    let is_made = tally.streak <= tally.best && tally.solved.last() != Some(&0);
    (is_made && encode(&tally) == text).then_some(tally)
}

fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    if digits.len() > usize::from(COUNTED_MAX / BITS) * 2 {
        return None;
    }
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.as_bytes().chunks(2).map(byte).collect()
}
