//! The complete solution of tic-tac-toe: the verdict and the best moves of every position.
//!
//! Minimax meets the same position again and again by different orders of moves: 549,946 visits
//! to 5,478 positions. Here each is judged once, and an answer is then a look into a table.

use std::cmp::Ordering;

use zerosum_games::lines::{FULL_3X3, LINES_3X3};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::tictactoe::{CELLS, TicTacToe, cells};
use zerosum_games::{Game, MoveCode};

use crate::limits::{Limits, Watch};
use crate::score::Score;
use crate::searcher::{ScoredMove, SearchResult, Searcher};
use crate::{RankedMove, Verdict, successors};

/// Number of ways to fill nine cells with three kinds of mark, no mark being one of them. Most of
/// them come up in no game.
const NUMBERS: usize = 3_usize.pow(9);

/// Every position with its answer.
///
/// Invariant: there is an entry for each position that legal moves from the empty board reach,
/// which is to say for every value of [`TicTacToe`].
#[derive(Clone, Debug)]
pub struct TicTacToeSolution {
    /// Indexed by the [`number_of`] the position. That leaves more than two thirds of the table empty,
    /// at 39 kB in all, and finds an entry without a search.
    entries: Vec<Entry>,
}

/// An answer as one number: a bit for each of the best moves, and above them [`EVEN`] and the value
/// of the position. 0 is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry(u16);

/// The entry of a drawn position. Values are the textbook's: a win after some plies is worth 10
/// less those plies.
const EVEN: i16 = 16;

/// The value of a game that is won already.
const WON: i16 = 10;

/// Set if a side with these marks has a line, for each of the 512 sets of marks.
const HAS_LINE: [bool; 512] = has_line();

const fn has_line() -> [bool; 512] {
    let mut has_line = [false; 512];
    let mut marks = 0;
    while marks < has_line.len() {
        let mut line = 0;
        while line < LINES_3X3.len() {
            // A line is below 512.
            let cells = LINES_3X3[line] as usize;
            has_line[marks] |= marks & cells == cells;
            line += 1;
        }
        marks += 1;
    }
    has_line
}

/// Cells of the board: bit `c` stands for cell `c`.
#[derive(Clone, Copy, Debug, Default)]
struct CellSet(u16);

/// A position in play while the game is solved: as its [`number_of`] is made up.
#[derive(Clone, Copy)]
struct Node {
    /// The marks of the side to move, and of the other one.
    mine: u16,
    theirs: u16,
    number: usize,
    /// Increment of the number by a mark of the side to move in the last cell: 1 or 2.
    digit: usize,
}

impl TicTacToeSolution {
    /// Solves the game, in a fraction of a millisecond.
    pub fn compute() -> TicTacToeSolution {
        let mut solution = TicTacToeSolution { entries: vec![Entry::NONE; NUMBERS] };
        solution.solve(Node { mine: 0, theirs: 0, number: 0, digit: 1 });
        solution
    }

    /// Number of positions, including decided ones.
    pub fn positions(&self) -> usize {
        self.entries.iter().filter(|entry| **entry != Entry::NONE).count()
    }

    /// The verdict for the side to move.
    pub fn verdict(&self, position: &TicTacToe) -> Verdict {
        self.entry(position).verdict()
    }

    /// Every legal move with its verdict, in the order of the moves.
    pub fn ranking(&self, position: &TicTacToe) -> Vec<RankedMove> {
        successors(position)
            .map(|(code, next)| RankedMove { code, verdict: self.verdict(&next).before_move() })
            .collect()
    }

    /// The moves that keep the verdict of the position, in the order of the moves; none if the
    /// game is over.
    pub fn best_moves(&self, position: &TicTacToe) -> impl Iterator<Item = MoveCode> + Clone {
        self.entry(position).best_moves().iter()
    }

    /// One of the best moves; `None` if the game is over. Allocates nothing.
    pub fn choose(&self, position: &TicTacToe, seed: Seed) -> Option<MoveCode> {
        seed.pick(self.best_moves(position))
    }

    /// The first best move, and so on to the end of the game.
    fn line(&self, position: &TicTacToe) -> Vec<MoveCode> {
        let first_best = |position: &TicTacToe| self.best_moves(position).next();
        let mut position = *position;
        let mut line = Vec::new();
        while let Some(code) = first_best(&position) {
            position.play(code).expect("the best moves are legal");
            line.push(code);
        }
        line
    }

    fn entry(&self, position: &TicTacToe) -> Entry {
        let entry = self.entries[number_of(position)];
        assert!(entry != Entry::NONE, "the solution has every position");
        entry
    }

    /// Judges a position in play and everything below it, and returns its value. A value counts
    /// from the position itself, not from the root of a search, so that it holds wherever the
    /// position turns up; the way up takes the plies off. Nothing is cut off here, so that is exact.
    fn solve(&mut self, node: Node) -> i16 {
        let mut best = -WON;
        let mut best_moves = 0;
        let empty = FULL_3X3 & !(node.mine | node.theirs);
        for (cell, power) in POWERS.iter().enumerate() {
            let bit = 1 << cell;
            if empty & bit == 0 {
                continue;
            }
            let value = before_move(self.value_after(node, bit, empty == bit, *power));
            if value > best {
                (best, best_moves) = (value, 0);
            }
            if value == best {
                best_moves |= bit;
            }
        }
        self.entries[node.number] = Entry::new(best, best_moves);
        best
    }

    /// The value for the opponent after a mark in an empty cell.
    fn value_after(&mut self, node: Node, bit: u16, is_last: bool, power: usize) -> i16 {
        let marks = node.mine | bit;
        let number = node.number + node.digit * power;
        let end = match HAS_LINE[usize::from(marks)] {
            true => Some(-WON),
            false => is_last.then_some(0),
        };
        if let Some(value) = end {
            self.entries[number] = Entry::new(value, 0);
            return value;
        }
        match self.entries[number] {
            Entry::NONE => {
                self.solve(Node { mine: node.theirs, theirs: marks, number, digit: 3 - node.digit })
            }
            known => known.value(),
        }
    }
}

impl Entry {
    const NONE: Entry = Entry(0);

    fn new(value: i16, best_moves: u16) -> Entry {
        // Values go from -10 to 10.
        Entry(((EVEN + value) as u16) << CELLS | best_moves)
    }

    fn value(self) -> i16 {
        // Seven bits are left.
        (self.0 >> CELLS) as i16 - EVEN
    }

    /// For the side to move.
    fn verdict(self) -> Verdict {
        let value = self.value();
        let plies = WON.unsigned_abs() - value.unsigned_abs();
        match value.cmp(&0) {
            Ordering::Greater => Verdict::Win { plies },
            Ordering::Equal => Verdict::Draw,
            Ordering::Less => Verdict::Loss { plies },
        }
    }

    fn best_moves(self) -> CellSet {
        CellSet(self.0 & FULL_3X3)
    }
}

/// The value for the side that has just moved, one ply earlier.
fn before_move(value: i16) -> i16 {
    value.signum() - value
}

impl TicTacToeSolution {
    /// The scores of the position and of every legal move.
    pub(crate) fn analysis(&self, position: &TicTacToe) -> SearchResult {
        let moves = successors(position)
            .map(|(code, next)| {
                let score = Score::from(self.verdict(&next).before_move());
                ScoredMove::certain(code, score, self.line(&next))
            })
            .collect();
        let score = Score::from(self.verdict(position));
        SearchResult { moves, ..SearchResult::looked_up(score, self.line(position)) }
    }
}

impl Searcher for TicTacToeSolution {
    type Game = TicTacToe;

    /// Looks up the answer in the table, which ignores the limits.
    fn search(&mut self, position: &TicTacToe, _: Limits, watch: &mut dyn Watch) -> SearchResult {
        let score = Score::from(self.verdict(position));
        let result = SearchResult::looked_up(score, self.line(position));
        watch.progress(&result);
        result
    }

    fn analyze(&mut self, position: &TicTacToe, _: Limits, _: &mut dyn Watch) -> SearchResult {
        self.analysis(position)
    }

    /// A solution knows nothing of the games that are played.
    fn forget(&mut self) {}
}

impl CellSet {
    fn iter(self) -> impl Iterator<Item = MoveCode> + Clone {
        cells().filter(move |MoveCode(cell)| self.0 & (1 << cell) != 0)
    }
}

/// Increment of the number of a position by a mark of X, by its cell; a mark of O adds twice as
/// much.
const POWERS: [usize; CELLS] = [6_561, 2_187, 729, 243, 81, 27, 9, 3, 1];

/// The position as a number in base 3, one digit for each cell: below [`NUMBERS`].
fn number_of(position: &TicTacToe) -> usize {
    let digit = |cell| match position.mark(cell) {
        None => 0,
        Some(Side::First) => 1,
        Some(Side::Second) => 2,
    };
    cells().zip(POWERS).map(|(cell, power)| digit(cell) * power).sum()
}
