//! The complete solution of tic-tac-toe: the verdict and the best moves of every position.
//!
//! Minimax meets the same position again and again by different orders of moves: 549,946 visits
//! to 5,478 positions. Here each is judged once, and an answer is then a look into a table.

use crate::games::side::Side;
use crate::games::tictactoe::{TicTacToe, cells};
use crate::games::{Game, MoveCode};
use crate::search::score::Score;
use crate::search::thought::{Limits, Statistics, Thinker, Thought, Watch};
use crate::search::{RankedMove, Seed, Verdict, successors};

/// How many ways there are to fill nine cells with three kinds of mark, no mark being one of them.
/// Most of them come up in no game.
const NUMBERS: usize = 3_usize.pow(9);

/// Every position with its answer.
///
/// Invariant: there is an entry for each position that legal moves from the empty board reach,
/// which is to say for every value of [`TicTacToe`].
#[derive(Clone, Debug)]
pub struct Solution {
    /// By the [`number_of`] the position. That leaves more than two thirds of the table empty,
    /// at 118 kB in all, and finds an entry without a search.
    entries: Vec<Option<Entry>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// For the side to move.
    verdict: Verdict,
    best_moves: CellSet,
}

/// Cells of the board: bit `c` stands for cell `c`.
#[derive(Clone, Copy, Debug, Default)]
struct CellSet(u16);

impl Solution {
    /// Solves the game, in some milliseconds at most.
    pub fn compute() -> Solution {
        let mut solution = Solution { entries: vec![None; NUMBERS] };
        solution.solve(&TicTacToe::default());
        solution
    }

    /// How many positions there are, decided ones included.
    pub fn positions(&self) -> usize {
        self.entries.iter().flatten().count()
    }

    /// The verdict for the side to move.
    pub fn verdict(&self, position: &TicTacToe) -> Verdict {
        self.entry(position).verdict
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
        self.entry(position).best_moves.iter()
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
        self.entries[number_of(position)].expect("the solution has every position")
    }

    /// Judges the position and everything below it. A verdict counts from the position itself, not
    /// from the root of a search, so that it holds wherever the position turns up; the way up adds
    /// the plies. Nothing is cut off here, so that is exact.
    fn solve(&mut self, position: &TicTacToe) -> Verdict {
        let number = number_of(position);
        if let Some(known) = self.entries[number] {
            return known.verdict;
        }
        let entry = match position.outcome() {
            Some(outcome) => {
                let verdict = Score::of_end(outcome, position.turn(), 0).verdict();
                Entry { verdict, best_moves: CellSet::default() }
            }
            None => self.best_of_moves(position),
        };
        self.entries[number] = Some(entry);
        entry.verdict
    }

    fn best_of_moves(&mut self, position: &TicTacToe) -> Entry {
        let mut best = Score::LOWEST.verdict();
        let mut best_moves = CellSet::default();
        for (code, next) in successors(position) {
            let verdict = self.solve(&next).before_move();
            if verdict > best {
                best = verdict;
                best_moves = CellSet::default();
            }
            if verdict == best {
                best_moves.insert(code);
            }
        }
        Entry { verdict: best, best_moves }
    }
}

impl Thinker for Solution {
    type Game = TicTacToe;

    /// The answer, which costs a look into the table whatever the limits are.
    fn think(&mut self, position: &TicTacToe, _: Limits, watch: &mut dyn Watch) -> Thought {
        let line = self.line(position);
        let thought = Thought {
            best: line.first().copied(),
            score: Score::from(self.verdict(position)),
            is_exact: true,
            depth: u16::try_from(line.len()).expect("a game has nine plies at most"),
            line,
            statistics: Statistics { nodes: 1, table_hits: 1, ..Statistics::default() },
        };
        watch.progress(&thought);
        thought
    }

    /// A solution knows nothing of the games that are played.
    fn forget(&mut self) {}
}

impl CellSet {
    fn insert(&mut self, MoveCode(cell): MoveCode) {
        self.0 |= 1 << cell;
    }

    fn iter(self) -> impl Iterator<Item = MoveCode> + Clone {
        cells().filter(move |MoveCode(cell)| self.0 & (1 << cell) != 0)
    }
}

/// The position as a number in base 3, one digit for each cell: below [`NUMBERS`].
fn number_of(position: &TicTacToe) -> usize {
    cells().fold(0, |number, cell| {
        let digit = match position.mark(cell) {
            None => 0,
            Some(Side::First) => 1,
            Some(Side::Second) => 2,
        };
        number * 3 + digit
    })
}
