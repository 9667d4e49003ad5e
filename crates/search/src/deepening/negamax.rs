//! The search below the root: negamax with its speed-ups, each of which can be switched off.
//!
//! With any of them switched on and any table contents, the score of the root is that of plain
//! minimax to the same depth. For that, an entry of the table counts only if it is of exactly the
//! depth that is asked for, or of less and no estimate took part in it; and a score is made at the
//! leaf and never adjusted on the way up.
//!
//! Reductions are the exception. With them quiet moves that come late are searched less deep, unless
//! they turn out better than expected, an entry of greater depth counts as well, and a position far
//! above the window is given up for its estimate. Estimates are then not those of that depth. A score
//! of a decided game is still the truth about who wins, since it comes from ends of the game alone;
//! but a shorter win or a longer defence may have been missed.

use std::cmp::Ordering;

use zerosum_games::{Game, MoveCode};

use crate::deepening::evaluation::{Evaluation, Prospects};
use crate::deepening::logarithm::log2_in_sixteenths;
use crate::deepening::options::Options;
use crate::deepening::ordering::{Learnt, MoveStack, Moves};
use crate::deepening::table::{Bound, SearchEntry, Table};
use crate::limits::{Budget, Limits, Stopped, Watch};
use crate::line::Lines;
use crate::score::Score;
use crate::searcher::{Distance, Statistics};
use crate::window::Window;

/// With reductions, quiet moves so late in the order are searched less deep.
const REDUCED_FROM: usize = 3;

/// Greatest depth at which a position is given up for its estimate alone.
const SAFE_DEPTH_MAX: u8 = 12;

/// Less deep than this, nothing is reduced.
const REDUCED_DEPTH_MIN: u8 = 3;

/// The memory of a search, which may be kept from one call to the next.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) table: Table<SearchEntry>,
    pub(crate) learnt: Learnt,
    pub(crate) moves: MoveStack,
    pub(crate) lines: Lines,
}

impl Memory {
    pub(crate) fn new(options: Options) -> Memory {
        Memory {
            table: Table::new(options.table_bytes),
            learnt: Learnt::new(),
            moves: MoveStack::default(),
            lines: Lines::default(),
        }
    }

    /// Resets it to its initial state, and keeps its memory.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
        self.learnt = Learnt::new();
    }

    /// Prepares for a search to at most this depth.
    pub(crate) fn begin(&mut self, depth_max: usize) {
        self.table.begin();
        self.learnt.begin(depth_max + 1);
        self.moves.clear();
        self.lines.begin(depth_max + 1);
    }
}

/// A search under way.
pub(crate) struct Search<'a> {
    pub(crate) options: Options,
    pub(crate) memory: &'a mut Memory,
    pub(crate) budget: Budget<'a>,
    /// Without the nodes, which the budget counts.
    statistics: Statistics,
}

/// The score of a position for the side to move: exact, if it lies inside the window it was
/// searched with; otherwise a bound on the same side of the window as the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) score: Score,
    /// True if that is true at any greater depth, no estimate having taken part in it.
    pub(crate) is_proven: bool,
}

impl Found {
    /// The score and bound seen by the opponent.
    #[must_use]
    pub(crate) fn for_opponent(self) -> Found {
        Found { score: -self.score, ..self }
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        options: Options,
        memory: &'a mut Memory,
        limits: Limits,
        watch: &'a mut dyn Watch,
    ) -> Search<'a> {
        let budget = Budget::new(watch, limits.nodes_max);
        Search { options, memory, budget, statistics: Statistics::default() }
    }

    /// The statistics of the search so far.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics { nodes: self.budget.nodes(), ..self.statistics }
    }

    /// Returns the score of a move for the side that makes it, given the results of earlier moves.
    /// The move is searched to `depth` plies, itself being the first one, after a first search that
    /// is reduced. The position in which it is made is `plies` plies below the root.
    pub(crate) fn try_move<E: Evaluation>(
        &mut self,
        next: &E,
        window: Window,
        is_first: bool,
        reduction: u8,
        depth: u8,
        plies: u16,
    ) -> Result<Found, Stopped> {
        let below = depth - 1;
        if !self.options.has_pruning {
            return Ok(self.visit(next, Window::FULL, below, plies + 1)?.for_opponent());
        }
        let null = Window::null_above(window.alpha).for_opponent();
        if reduction > 0 {
            let found = self.visit(next, null, below - reduction, plies + 1)?.for_opponent();
            if found.score <= window.alpha {
                return Ok(found);
            }
        }
        // Most moves are no better than the best one so far, and that is cheap to prove.
        if self.options.has_null_windows && !is_first && !window.is_null() {
            let found = self.visit(next, null, below, plies + 1)?.for_opponent();
            if !window.holds(found.score) {
                return Ok(found);
            }
        }
        Ok(self.visit(next, window.for_opponent(), below, plies + 1)?.for_opponent())
    }

    /// Searches a position at this distance from the root.
    fn visit<E: Evaluation>(
        &mut self,
        evaluation: &E,
        window: Window,
        depth: u8,
        plies: u16,
    ) -> Result<Found, Stopped> {
        self.count_node()?;
        let is_null = window.is_null();
        if !is_null {
            self.memory.lines.clear(plies);
        }
        let prospects = evaluation.prospects();
        if let Some(found) = self.at_leaf(evaluation, prospects, depth, plies) {
            return Ok(found);
        }
        let best_possible = Score::from(prospects.best).delayed(plies);
        if self.options.has_prospects {
            let worst_possible = Score::from(prospects.worst).delayed(plies);
            if best_possible <= window.alpha {
                return Ok(Found { score: best_possible, is_proven: true });
            }
            if worst_possible >= window.beta {
                return Ok(Found { score: worst_possible, is_proven: true });
            }
        }
        let key = self.options.key_of(evaluation);
        let is_remembered = depth >= E::REMEMBERED_DEPTH_MIN;
        let entry = if is_remembered { self.memory.table.find(key) } else { None };
        // Where scores inside the window matter the line is wanted too, and the table has none.
        let is_line_wanted = self.options.has_null_windows && !is_null;
        if !is_line_wanted
            && let Some(found) = entry.and_then(|entry| self.answer(entry, window, depth, plies))
        {
            self.statistics.table_hits += 1;
            return Ok(found);
        }
        if let Some(found) = self.safe(evaluation, prospects, window, depth) {
            return Ok(found);
        }
        let moves = self.push_moves(evaluation, entry, plies);
        let limit = if self.options.has_prospects { best_possible } else { Score::HIGHEST };
        let result = self.best_of(evaluation, moves, window, limit, depth, plies);
        self.memory.moves.drop(moves);
        let (found, bound, code) = result?;
        if is_remembered {
            let score = found.score.hastened(plies);
            let bound =
                if self.options.has_reductions { safe_bound(score, bound, depth) } else { bound };
            let is_proven = found.is_proven;
            self.memory.table.keep(key, SearchEntry { score, bound, is_proven, depth, code });
        }
        Ok(found)
    }

    /// The score of a position below which nothing is searched; `None` if it is none.
    #[inline]
    fn at_leaf<E: Evaluation>(
        &mut self,
        evaluation: &E,
        prospects: Prospects,
        depth: u8,
        plies: u16,
    ) -> Option<Found> {
        if prospects.worst == prospects.best {
            self.statistics.leaves += 1;
            let score = Score::from(prospects.best).delayed(plies);
            return Some(Found { score, is_proven: true });
        }
        if depth == 0 {
            self.statistics.leaves += 1;
            return Some(Found {
                score: prospects.estimate(evaluation.evaluate()),
                is_proven: false,
            });
        }
        None
    }

    /// The estimate of a position, if it is so far above the window that the depth left will hardly change that.
    #[inline]
    fn safe<E: Evaluation>(
        &self,
        evaluation: &E,
        prospects: Prospects,
        window: Window,
        depth: u8,
    ) -> Option<Found> {
        let is_asked = self.options.has_reductions
            && depth <= SAFE_DEPTH_MAX
            && window.is_null()
            && !window.beta.is_decided();
        if !is_asked {
            return None;
        }
        let score = prospects.estimate(evaluation.evaluate());
        let above = score.value() - window.beta.value();
        let is_safe = above >= 0
            && !score.is_decided()
            && evaluation.safe_per_ply().is_some_and(|units| above >= units * i32::from(depth));
        is_safe.then_some(Found { score, is_proven: false })
    }

    /// The score of a position at this distance from the root, without a search.
    pub(crate) fn estimate<E: Evaluation>(&mut self, evaluation: &E, plies: u16) -> Found {
        self.budget.count(1);
        let found = self.at_leaf(evaluation, evaluation.prospects(), 0, plies);
        found.expect("nothing is searched below a depth of 0")
    }

    #[inline]
    fn push_moves<E: Evaluation>(
        &mut self,
        evaluation: &E,
        entry: Option<SearchEntry>,
        plies: u16,
    ) -> Moves {
        let Memory { moves, learnt, .. } = &mut *self.memory;
        let first = entry.map(|entry| entry.code);
        if self.options.has_ordering {
            moves.push_ordered(evaluation, evaluation.position().turn(), learnt, plies, first)
        } else {
            moves.push_with_first(evaluation, first)
        }
    }

    /// Tries the moves one after another until one is good enough: as good as anything the position
    /// can come to, or better than the opponent will allow.
    fn best_of<E: Evaluation>(
        &mut self,
        evaluation: &E,
        moves: Moves,
        mut window: Window,
        limit: Score,
        depth: u8,
        plies: u16,
    ) -> Result<(Found, Bound, MoveCode), Stopped> {
        let mut best = Score::LOWEST;
        let mut best_code = None;
        let mut are_all_proven = true;
        let mut bound = Bound::Upper;
        let mut left = moves;
        while let Some((code, is_quiet)) = self.memory.moves.pick(&mut left) {
            let mut next = evaluation.clone();
            next.play(code);
            let reduction =
                if is_quiet { self.reduction(left.picked_since(moves), depth, window) } else { 0 };
            let is_first = best_code.is_none();
            let found = self.try_move(&next, window, is_first, reduction, depth, plies)?;
            are_all_proven &= found.is_proven;
            if found.score <= best && best_code.is_some() {
                continue;
            }
            (best, best_code) = (found.score, Some(code));
            if window.holds(best) {
                bound = Bound::Exact;
                self.memory.lines.extend(plies, code);
            }
            let is_refuted = best >= window.beta;
            if self.options.has_pruning && (is_refuted || best >= limit) {
                self.learn(evaluation, moves, left, code, depth, plies);
                let bound = if is_refuted { Bound::Lower } else { bound };
                return Ok((found, bound, code));
            }
            if self.options.has_pruning {
                window.alpha = window.alpha.max(best);
            }
        }
        let code = best_code.expect("an evaluation has a move in a game in play");
        // A win or a loss within the depth is the truth: nothing beyond the depth comes sooner. One
        // that an evaluation has told from afar is not, because a faster one may have been missed.
        let is_within = best.hastened(plies).is_decided_within(u16::from(depth));
        let is_proven = are_all_proven || is_within;
        Ok((Found { score: best, is_proven }, bound, code))
    }

    /// A move has refuted the position, and the ones tried before it have not.
    fn learn<E: Evaluation>(
        &mut self,
        evaluation: &E,
        moves: Moves,
        left: Moves,
        code: MoveCode,
        depth: u8,
        plies: u16,
    ) {
        self.statistics.cutoffs += 1;
        if !self.options.has_ordering {
            return;
        }
        let side = evaluation.position().turn();
        let Memory { moves: stack, learnt, .. } = &mut *self.memory;
        learnt.reward(side, code, plies, depth);
        for tried in stack.picked_before(moves, left) {
            learnt.blame(side, tried, depth);
        }
    }

    /// The meaning of the distance of a score found at this depth.
    pub(crate) fn distance_of(&self, score: Score, depth: u16) -> Distance {
        let is_reduced = self.options.has_reductions;
        // Nothing is left out of the last plies.
        let thorough = if is_reduced { u16::from(REDUCED_DEPTH_MIN) - 1 } else { depth };
        Distance::of(score, depth.min(thorough))
    }

    /// Number of plies by which the first search of a quiet move is reduced, given how many moves
    /// come before it.
    #[inline]
    fn reduction(&self, earlier: usize, depth: u8, window: Window) -> u8 {
        if !self.options.has_reductions || earlier < REDUCED_FROM || depth < REDUCED_DEPTH_MIN {
            return 0;
        }
        // Half a ply and a quarter of the product of the logarithms, in parts of 256. It is below 256 plies.
        let product = log2_in_sixteenths(depth.into()) * log2_in_sixteenths(earlier);
        let whole = ((128 + product * 24 / 100) / 256) as u8;
        let less = if window.is_null() { whole } else { whole.saturating_sub(1) };
        less.min(depth - 2)
    }

    /// The answer of an entry to a search of the position with this window to this depth, `plies`
    /// plies below the root; `None` if the entry is not enough.
    #[inline]
    fn answer(&self, entry: SearchEntry, window: Window, depth: u8, plies: u16) -> Option<Found> {
        let may_be_deeper = self.options.has_reductions;
        let is_deep_enough = match entry.depth.cmp(&depth) {
            Ordering::Less => entry.is_proven,
            Ordering::Equal => true,
            Ordering::Greater => may_be_deeper,
        };
        if !is_deep_enough {
            return None;
        }
        let score = entry.score.delayed(plies);
        let is_enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        is_enough.then_some(Found { score, is_proven: entry.is_proven })
    }

    /// Counts a position before it is looked at, so that none is beyond the limit.
    #[inline]
    pub(crate) fn count_node(&mut self) -> Result<(), Stopped> {
        self.budget.look()?;
        self.budget.count(1);
        Ok(())
    }
}

/// The bound at any depth of a score found with reductions. If a game is decided beyond the depth,
/// a shorter win may have been missed, so the score is only a bound.
#[inline]
fn safe_bound(score: Score, bound: Bound, depth: u8) -> Bound {
    if bound != Bound::Exact || !score.is_decided() || score.is_decided_within(u16::from(depth)) {
        bound
    } else if score.is_won() {
        Bound::Lower
    } else {
        Bound::Upper
    }
}
