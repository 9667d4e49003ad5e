//! The interface of searchers: requests and results.

use std::cmp::Reverse;

use zerosum_games::{Game, MoveCode};

use crate::limits::{Limits, Watch};
use crate::score::Score;

/// Counters of the work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions looked at, the root and repetitions included.
    pub nodes: u64,
    /// Positions an evaluation was asked about, or that were over.
    pub leaves: u64,
    /// Positions whose score, or a bound that was enough, stood in the transposition table.
    pub table_hits: u64,
    /// Positions where a move was refuted and the rest not looked at.
    pub cutoffs: u64,
}

impl Statistics {
    /// Adds the counters of two searches.
    #[must_use]
    pub(crate) fn and(self, other: Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes + other.nodes,
            leaves: self.leaves + other.leaves,
            table_hits: self.table_hits + other.table_hits,
            cutoffs: self.cutoffs + other.cutoffs,
        }
    }
}

/// The meaning of the plies of a won or lost score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// The end is so far off: no win is faster and no defence longer. Scores that are neither won nor
    /// lost have no distance, and count as exact.
    Exact,
    /// The winner needs no more plies, and perhaps fewer.
    Within,
}

impl Distance {
    /// The distance of a score found by a search that left out nothing within its depth.
    pub(crate) fn of(score: Score, depth: u16) -> Distance {
        let is_known = !score.is_decided() || score.is_decided_within(depth);
        if is_known { Distance::Exact } else { Distance::Within }
    }
}

/// The result of searching a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to make; `None` if the game is over. A search that is stopped at once has one all
    /// the same.
    pub best: Option<MoveCode>,
    /// For the side to move.
    pub score: Score,
    /// True if the score is proven, no estimate having had a part in it. A decided score always
    /// is, even if a shorter win is not ruled out; the distance says so.
    pub is_exact: bool,
    pub distance: Distance,
    /// Plies that were searched to the end.
    pub depth: u16,
    /// The principal variation: the best play of both sides from here on. It begins with `best`,
    /// and may break off early.
    pub line: Vec<MoveCode>,
    /// Every legal move with its own score, in the order of the moves, if that was asked for.
    pub moves: Vec<ScoredMove>,
    pub statistics: Statistics,
}

/// A legal move and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    pub code: MoveCode,
    /// For the side that makes the move; distances count from before it.
    pub score: Score,
    /// True if the score is proven, no estimate having had a part in it.
    pub is_exact: bool,
    /// The meaning of the plies of a decided score.
    pub distance: Distance,
    /// Plies that were searched to the end, the move included.
    pub depth: u16,
    /// The move and the best play of both sides after it. It may break off early.
    pub line: Vec<MoveCode>,
}

impl ScoredMove {
    /// A move with a known score and the best play of both sides after it to the end.
    pub(crate) fn certain(code: MoveCode, score: Score, after: Vec<MoveCode>) -> ScoredMove {
        let mut line = after;
        line.insert(0, code);
        let depth = u16::try_from(line.len()).expect("a game has few plies");
        ScoredMove { code, score, is_exact: true, distance: Distance::Exact, depth, line }
    }
}

impl SearchResult {
    /// The best move with its score; `None` if the game is over.
    pub fn into_best(self) -> Option<ScoredMove> {
        let SearchResult { best, score, is_exact, distance, depth, line, .. } = self;
        Some(ScoredMove { code: best?, score, is_exact, distance, depth, line })
    }

    /// The result for a game that is over; `None` if it is in play.
    pub(crate) fn of_end<G: Game>(position: &G) -> Option<SearchResult> {
        let outcome = position.outcome()?;
        Some(SearchResult {
            best: None,
            score: Score::of_end(outcome, position.turn(), 0),
            is_exact: true,
            distance: Distance::Exact,
            depth: 0,
            line: Vec::new(),
            moves: Vec::new(),
            statistics: Statistics { nodes: 1, leaves: 1, ..Statistics::default() },
        })
    }

    /// The result from a table of all positions: the score, and the best play of both sides to the
    /// end.
    pub(crate) fn looked_up(score: Score, line: Vec<MoveCode>) -> SearchResult {
        SearchResult {
            best: line.first().copied(),
            score,
            is_exact: true,
            distance: Distance::Exact,
            depth: u16::try_from(line.len()).expect("a game has few plies"),
            line,
            moves: Vec::new(),
            statistics: Statistics { nodes: 1, table_hits: 1, ..Statistics::default() },
        }
    }

    /// A choice among moves, without a score or a line of what follows.
    pub(crate) fn of_choice(best: Option<MoveCode>, nodes: u64) -> SearchResult {
        SearchResult {
            best,
            score: Score::of_estimate(0),
            is_exact: false,
            distance: Distance::Exact,
            depth: 0,
            line: best.into_iter().collect(),
            moves: Vec::new(),
            statistics: Statistics { nodes, ..Statistics::default() },
        }
    }

    /// The result for scored legal moves, of which there is at least one: the first of the best is
    /// the move to make.
    pub(crate) fn of_moves(moves: Vec<ScoredMove>, statistics: Statistics) -> SearchResult {
        // Of equals, `min_by_key` takes the first.
        let best = moves.iter().min_by_key(|scored| Reverse(scored.score));
        let best = best.expect("a game in play has a legal move");
        // A win is exact regardless of the other moves.
        let is_exact = best.score.is_won() || moves.iter().all(|scored| scored.is_exact);
        SearchResult {
            best: Some(best.code),
            score: best.score,
            is_exact,
            distance: best.distance,
            depth: moves.iter().map(|scored| scored.depth).max().unwrap_or(0),
            line: best.line.clone(),
            statistics,
            moves,
        }
    }
}

/// A searcher that can be asked about any position of its game. It may remember what it has seen; a
/// fresh one with the same limits finds the same.
pub trait Searcher {
    type Game: Game;

    /// Looks for the best move, and for what the position is worth.
    fn search(
        &mut self,
        position: &Self::Game,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult;

    /// Looks for the move to play. Unless a searcher knows a faster way to a good move, this is
    /// [`Searcher::search`]; the estimates of another way are in units of their own.
    fn find_move(
        &mut self,
        position: &Self::Game,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.search(position, limits, watch)
    }

    /// Like [`Searcher::search`], but scores every legal move. All are searched equally deep, the
    /// move itself being the first ply, so that the scores compare; regardless of the limits and
    /// the watch, each gets at least a glance. The watch is told the scores after it, and after every depth that is
    /// searched. A solution has them at once, and reports none.
    fn analyze(
        &mut self,
        position: &Self::Game,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult;

    /// Forgets what belongs to the game that was played.
    fn forget(&mut self);
}
