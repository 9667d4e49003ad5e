//! The complete solution of Catch the Sheep: the verdict of every position that can be set up.
//!
//! Wolves only ever advance. So all that can follow a move of a wolf is a set of wolves whose rows
//! add up to one more, and the sets are solved in the order of that sum, the greatest first. Within
//! a set the positions with the wolves to move come before those with the sheep to move, which they
//! are one step of the sheep away from. Every position is then judged once, by successors that are
//! judged already, and nothing has to be repeated until it no longer changes.

use zerosum_games::seed::Seed;
use zerosum_games::sheep::square::{DOWN, SQUARES, Square, UP, rows_above, squares_of};
use zerosum_games::sheep::{Sheep, WOLVES};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::limits::{Limits, Watch};
use crate::score::Score;
use crate::searcher::{ScoredMove, SearchResult, Searcher};
use crate::{RankedMove, Verdict, successors};

/// Number of ways to put four wolves on 32 squares.
const WOLF_SETS: usize = 35_960;

/// Entries of a set of wolves: the sheep on each of 32 squares, for each side to move. An eighth
/// of them, with the sheep on top of a wolf, is never asked for.
const ENTRIES_OF_SET: usize = 64;

/// The greatest sum of the rows of four wolves, all of them on row 7.
const PROGRESS_MAX: usize = 28;

/// Every position with its verdict, in 2,301,440 bytes.
///
/// Invariant: each value of [`Sheep`] has its verdict, whether or not a game gets there.
#[derive(Clone, Debug)]
pub struct SheepSolution {
    entries: Vec<Worth>,
}

/// A verdict for the side to move, in a byte: a win in n plies is 255 - n, a loss in n plies is n.
/// A greater worth is better. No game is drawn, and none takes more than 55 plies from any position
/// that can be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Worth(u8);

impl Worth {
    const WON: Worth = Worth(u8::MAX);
    const LOST: Worth = Worth(0);

    fn is_win(self) -> bool {
        self.0 > u8::MAX / 2
    }

    /// The worth for the side that has just moved, from before its move.
    fn before_move(self) -> Worth {
        let opposite = u8::MAX - self.0;
        Worth(if self.is_win() { opposite + 1 } else { opposite - 1 })
    }

    fn verdict(self) -> Verdict {
        if self.is_win() {
            Verdict::Win { plies: u16::from(u8::MAX - self.0) }
        } else {
            Verdict::Loss { plies: u16::from(self.0) }
        }
    }
}

/// Counts the opponent's answers that give away a won game.
#[derive(Clone, Copy, Debug)]
struct Traps {
    errors: usize,
    answers: usize,
}

impl Traps {
    /// Returns whether an opponent who answers at random goes wrong equally often.
    fn are_as_many_as(self, other: Traps) -> bool {
        self.errors * other.answers == other.errors * self.answers
    }

    /// Returns whether an opponent who answers at random goes wrong more often.
    fn are_more_than(self, other: Traps) -> bool {
        self.errors * other.answers > other.errors * self.answers
    }
}

impl SheepSolution {
    /// Solves the game, in some hundredths of a second.
    pub fn compute() -> SheepSolution {
        let mut sets: Vec<Vec<u32>> = vec![Vec::new(); PROGRESS_MAX + 1];
        for wolves in wolf_sets() {
            sets[progress(wolves)].push(wolves);
        }
        let entries = vec![Worth::LOST; WOLF_SETS * ENTRIES_OF_SET];
        let mut solution = SheepSolution { entries };
        for wolves in sets.into_iter().rev().flatten() {
            solution.solve_wolves_to_move(wolves);
            solution.solve_sheep_to_move(wolves);
        }
        solution
    }

    /// The verdict for the side to move.
    pub fn verdict(&self, position: &Sheep) -> Verdict {
        self.worth(position).verdict()
    }

    /// Every legal move with its verdict, in the order of the moves.
    pub fn ranking(&self, position: &Sheep) -> Vec<RankedMove> {
        successors(position)
            .map(|(code, next)| RankedMove {
                code,
                verdict: self.worth(&next).before_move().verdict(),
            })
            .collect()
    }

    /// The moves that keep the verdict of the position, in the order of the moves; none if the game
    /// is over.
    pub fn best_moves(&self, position: &Sheep) -> Vec<MoveCode> {
        let verdict = self.verdict(position);
        let ranking = self.ranking(position).into_iter();
        ranking.filter(|ranked| ranked.verdict == verdict).map(|ranked| ranked.code).collect()
    }

    /// The best moves that set most traps for a winning opponent: after them the greatest part of
    /// the opponent's answers gives the win away. In a won position they are all the best moves.
    pub fn trickiest_moves(&self, position: &Sheep) -> Vec<MoveCode> {
        let best = self.best_moves(position);
        if self.worth(position).is_win() {
            return best;
        }
        let mut trickiest: Vec<(MoveCode, Traps)> = Vec::new();
        for code in best {
            let traps = self.traps_after(position, code);
            if trickiest.first().is_some_and(|(_, most)| traps.are_more_than(*most)) {
                trickiest.clear();
            }
            if trickiest.first().is_none_or(|(_, most)| traps.are_as_many_as(*most)) {
                trickiest.push((code, traps));
            }
        }
        trickiest.into_iter().map(|(code, _)| code).collect()
    }

    /// One of the [trickiest](SheepSolution::trickiest_moves) of the best moves; `None` if the game
    /// is over.
    pub fn choose(&self, position: &Sheep, seed: Seed) -> Option<MoveCode> {
        seed.pick(self.trickiest_moves(position).into_iter())
    }

    /// The move that is made at the first seed, and so on to the end of the game.
    fn line(&self, position: &Sheep) -> Vec<MoveCode> {
        let mut position = *position;
        let mut line = Vec::new();
        while let Some(code) = self.trickiest_moves(&position).first().copied() {
            position.play(code).expect("the best moves are legal");
            line.push(code);
        }
        line
    }

    fn traps_after(&self, position: &Sheep, code: MoveCode) -> Traps {
        let mut next = *position;
        next.play(code).expect("the best moves are legal");
        let answers = self.ranking(&next);
        let is_error = |answer: &&RankedMove| answer.verdict < Verdict::Draw;
        Traps { errors: answers.iter().filter(is_error).count(), answers: answers.len().max(1) }
    }

    fn worth(&self, position: &Sheep) -> Worth {
        let sheep = usize::from(position.sheep().number());
        self.entries[first_entry(position.wolves(), position.turn()) + sheep]
    }

    /// Takes the verdicts of the sets of wolves that are further by one step.
    fn solve_wolves_to_move(&mut self, wolves: u32) {
        let mut steps: Vec<(Square, usize)> = Vec::new();
        for from in squares_of(wolves) {
            for to in squares_of(DOWN[usize::from(from.number())] & !wolves) {
                let after = wolves ^ (from.bit() | to.bit());
                steps.push((to, first_entry(after, Side::First)));
            }
        }
        let first = first_entry(wolves, Side::Second);
        for sheep in squares_of(!wolves) {
            let index = usize::from(sheep.number());
            let answers = steps.iter().filter(|(to, _)| *to != sheep);
            let worths = answers.map(|(_, after)| self.entries[after + index].before_move());
            self.entries[first + index] = if has_passed(wolves, sheep) {
                Worth::LOST
            } else {
                worths.max().unwrap_or(Worth::LOST)
            };
        }
    }

    /// Takes the verdicts of the same wolves, who are then to move.
    fn solve_sheep_to_move(&mut self, wolves: u32) {
        let first = first_entry(wolves, Side::First);
        let after = first_entry(wolves, Side::Second);
        for sheep in squares_of(!wolves) {
            let index = usize::from(sheep.number());
            let worths = squares_of((UP[index] | DOWN[index]) & !wolves)
                .map(|to| self.entries[after + usize::from(to.number())].before_move());
            self.entries[first + index] = if has_passed(wolves, sheep) {
                Worth::WON
            } else {
                worths.max().unwrap_or(Worth::LOST)
            };
        }
    }
}

impl SheepSolution {
    /// The scores of the position and of every legal move.
    pub(crate) fn analysis(&self, position: &Sheep) -> SearchResult {
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

impl Searcher for SheepSolution {
    type Game = Sheep;

    /// Looks up the answer in the table, which ignores the limits.
    fn search(&mut self, position: &Sheep, _: Limits, watch: &mut dyn Watch) -> SearchResult {
        let score = Score::from(self.verdict(position));
        let result = SearchResult::looked_up(score, self.line(position));
        watch.progress(&result);
        result
    }

    fn analyze(&mut self, position: &Sheep, _: Limits, _: &mut dyn Watch) -> SearchResult {
        self.analysis(position)
    }

    /// A solution knows nothing of the games that are played.
    fn forget(&mut self) {}
}

fn has_passed(wolves: u32, sheep: Square) -> bool {
    wolves & rows_above(sheep.row()) == 0
}

/// Every set of four squares as a bit mask, in ascending order, which is that of their
/// [`number_of`].
fn wolf_sets() -> impl Iterator<Item = u32> {
    let first = (1_u64 << WOLVES) - 1;
    // The next number with as many bits: the lowest run of ones loses its last to the left, and the
    // rest of it goes to the right end.
    let next = |set: &u64| {
        let carried = set + (set & set.wrapping_neg());
        Some(carried | ((set ^ carried) >> 2) >> set.trailing_zeros())
    };
    std::iter::successors(Some(first), next).map_while(|set| u32::try_from(set).ok())
}

/// The progress of the wolves: the sum of their rows.
fn progress(wolves: u32) -> usize {
    squares_of(wolves).map(|square| usize::from(square.row())).sum()
}

/// The index of the first entry of these wolves.
fn first_entry(wolves: u32, turn: Side) -> usize {
    let offset = match turn {
        Side::First => 0,
        Side::Second => usize::from(SQUARES),
    };
    number_of(wolves) * ENTRIES_OF_SET + offset
}

/// The number of a set of wolves among all of them, by the combinatorial number system: below
/// [`WOLF_SETS`].
fn number_of(wolves: u32) -> usize {
    let squares = squares_of(wolves).zip(&SMALLER_SETS);
    squares.map(|(square, sets)| sets[usize::from(square.number())]).sum()
}

/// Number of ways in which a wolf and the wolves before it fit on the squares before its own,
/// indexed by the wolf, in the order of their squares, and by its square.
const SMALLER_SETS: [[usize; 32]; 4] = smaller_sets();

/// Pascal's triangle, in which each number is the sum of the two above it.
const fn smaller_sets() -> [[usize; 32]; 4] {
    let mut sets = [[0; 32]; 4];
    let mut square = 1;
    while square < 32 {
        let mut wolf = 0;
        while wolf < 4 {
            let with_the_square_before = if wolf == 0 { 1 } else { sets[wolf - 1][square - 1] };
            sets[wolf][square] = sets[wolf][square - 1] + with_the_square_before;
            wolf += 1;
        }
        square += 1;
    }
    sets
}
