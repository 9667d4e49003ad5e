//! The collection of puzzles: one for each day, and any number on request.
//!
//! Until [`ADDED_FROM`] the days cycle through the first [`FIRST_COUNT`] puzzles, and from then on
//! through [`DAILY_COUNT`], among which the added ones come evenly. Puzzles appended to the collection
//! do not change the puzzle of any day; they are only given on request. To give them days as well,
//! [`Collection::daily`] must use another count from some future day on, far enough ahead that every
//! running program knows it by then.

use zerosum_games::any::GameSpec;
use zerosum_games::seed::Seed;

use crate::puzzle::{Puzzle, PuzzleTextError};

/// A puzzle a line, in the order of the days. Made by `zerosum puzzles --count 60`, which takes minutes.
/// Its numbers are in buttons, in links and in what is kept of people, so more puzzles go to its end.
const TEXT: &str = include_str!("puzzles.txt");

/// Number of puzzles that had days before [`ADDED_FROM`], the first ones of the collection. Changing it
/// changes the puzzle of every day.
pub const FIRST_COUNT: u16 = 466;

/// Number of puzzles that have days since, the first ones of the collection: those before and 60 of
/// Connect Four. Changing it changes the puzzle of every day since.
pub const DAILY_COUNT: u16 = 526;

/// The first of January 2027.
pub const ADDED_FROM: Day = Day(20_819);

/// A day, counted from the first of January 1970 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub u32);

/// The number of a puzzle in the collection, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleNumber(pub u16);

/// All the puzzles there are.
///
/// ```
/// use zerosum_search::puzzle::collection::{Collection, Day};
///
/// let puzzles = Collection::read();
/// let today = puzzles.daily(Day(20_780));
/// assert_ne!(today, puzzles.daily(Day(20_781)));
/// println!("{}", puzzles.puzzle(today).expect("it is in the collection"));
/// ```
pub struct Collection {
    /// Invariant: there are [`DAILY_COUNT`] at least.
    puzzles: Vec<Puzzle>,
}

impl Collection {
    /// Reads the collection of this program, in some milliseconds.
    pub fn read() -> Collection {
        let puzzles: Result<Vec<Puzzle>, PuzzleTextError> = TEXT.lines().map(str::parse).collect();
        let puzzles = puzzles.expect("every line of the collection is a puzzle");
        assert!(puzzles.len() >= usize::from(DAILY_COUNT), "each day has a puzzle");
        Collection { puzzles }
    }

    /// All of them, by their numbers.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzle of that number; `None` if there is none.
    pub fn puzzle(&self, PuzzleNumber(number): PuzzleNumber) -> Option<&Puzzle> {
        self.puzzles.get(usize::from(number))
    }

    /// The puzzle of a day, the same for all players. After the last puzzle that has a day, the
    /// first one comes again.
    pub fn daily(&self, Day(day): Day) -> PuzzleNumber {
        let [first, all] = [FIRST_COUNT, DAILY_COUNT].map(u32::from);
        let Day(from) = ADDED_FROM;
        let number = match day.checked_sub(from) {
            None => day % first,
            Some(since) => {
                let (at, added) = (since % all, all - first);
                // So many of the added puzzles had days before in this cycle.
                let passed = at * added / all;
                let is_added = (at + 1) * added / all > passed;
                if is_added { first + passed } else { (from + at - passed) % first }
            }
        };
        PuzzleNumber(u16::try_from(number).expect("it is below the count"))
    }
}

/// Puts puzzles into an order in which each game comes up as evenly as it can, and in which the seed
/// decides about the rest.
pub fn in_turn(puzzles: Vec<Puzzle>, seed: Seed) -> Vec<Puzzle> {
    let mut shuffled: Vec<Puzzle> = puzzles;
    let number = |puzzle: &Puzzle| {
        let letters = puzzle.to_string().into_bytes().into_iter();
        letters.fold(seed.mixed(), |sum, letter| Seed(sum ^ u64::from(letter)).mixed())
    };
    shuffled.sort_by_cached_key(number);
    let games: Vec<GameSpec> = shuffled.iter().map(Puzzle::spec).collect();
    let count = |games: &[GameSpec], spec: GameSpec| {
        let same = games.iter().filter(|game| **game == spec).count();
        u64::try_from(same).expect("puzzles are few")
    };
    // The relative position of each puzzle among those of its game.
    let place = |index: usize| {
        let (before, all) = (count(&games[..index], games[index]), count(&games, games[index]));
        ((2 * before + 1) << u32::BITS) / all
    };
    let mut placed: Vec<(u64, Puzzle)> =
        shuffled.into_iter().enumerate().map(|(index, puzzle)| (place(index), puzzle)).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, puzzle)| puzzle).collect()
}
