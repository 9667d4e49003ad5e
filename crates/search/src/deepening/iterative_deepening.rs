//! Iterative deepening: a searcher for every game, made of an evaluation of its positions.
//!
//! It searches one ply deep, then two, then three. Each depth leaves behind which moves were good,
//! so the next one tries those first; and whenever it has to stop, the last depth that was finished
//! has an answer. It stops by itself once no estimate takes part in the answer any more.

use std::marker::PhantomData;

use zerosum_games::{Game, MoveCode};

use crate::Verdict;
use crate::deepening::evaluation::{Evaluation, FromPosition};
use crate::deepening::negamax::{Found, Memory, Search};
use crate::deepening::options::Options;
use crate::limits::{Limits, Silent, Stopped, Watch};
use crate::score::Score;
use crate::searcher::{Distance, SearchResult, Searcher, Statistics};
use crate::window::Window;

/// Maximum depth of any search, regardless of its limits. Lines as long as that are read to the end
/// only where little is left of the game.
pub const DEPTH_MAX: u8 = 250;

/// Searches positions by an evaluation that comes with them. What it remembers belongs to positions
/// that the evaluation gives different keys, so it is asked about boards of one size and rule only,
/// and by evaluations that agree.
#[derive(Clone, Debug)]
pub struct IterativeDeepening {
    /// They may change from one question to the next.
    pub options: Options,
    memory: Memory,
}

/// Searches positions of one game by an evaluation that needs nothing but the position.
///
/// ```
/// use zerosum_games::mnk::Mnk;
/// use zerosum_search::deepening::evaluation::NoEvaluation;
/// use zerosum_search::deepening::iterative_deepening::GenericSearcher;
/// use zerosum_search::limits::{Limits, Unwatched};
/// use zerosum_search::deepening::options::Options;
/// use zerosum_search::searcher::Searcher;
///
/// let board = Mnk::new("4x4x3".parse().expect("a board"));
/// let mut searcher = GenericSearcher::<NoEvaluation<Mnk>>::new(Options::full(1 << 20));
/// let result = searcher.search(&board, Limits::of_depth(5), &mut Unwatched);
/// assert!(result.score.is_won(), "the first side wins within five plies");
/// ```
#[derive(Clone, Debug)]
pub struct GenericSearcher<E> {
    searcher: IterativeDeepening,
    evaluation: PhantomData<fn() -> E>,
}

/// The position that is asked about.
struct Root<E> {
    /// The most promising first.
    moves: Vec<RootMove<E>>,
    /// Upper bound on the score of the root.
    limit: Score,
}

/// A root move with the position it leads to.
struct RootMove<E> {
    code: MoveCode,
    next: E,
}

impl IterativeDeepening {
    pub fn new(options: Options) -> IterativeDeepening {
        IterativeDeepening { options, memory: Memory::new(options) }
    }

    /// Searches a position as [`Searcher::search`] does.
    pub fn search<E: Evaluation>(
        &mut self,
        evaluation: &E,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        if let Some(result) = SearchResult::of_end(evaluation.position()) {
            return result;
        }
        let depth_max = depth_max(evaluation.position(), limits);
        let mut root = self.root_of(evaluation);
        let mut result = result_at_once(evaluation, &root);
        let depths = self.options.depths(depth_max);
        let mut search = self.begin(depth_max, limits, watch);
        for depth in depths {
            let found = search.deepen(&mut root, depth, &mut result);
            result.statistics = search.statistics();
            let Ok(found) = found else { break };
            search.budget.watch().progress(&result);
            if found.is_proven {
                break;
            }
        }
        result
    }

    /// Searches a position like [`IterativeDeepening::search`], with reductions if they pay here. Time left after the
    /// game is decided is spent without them on the fastest win and the longest defence.
    pub(crate) fn search_and_measure<E: Evaluation>(
        &mut self,
        (evaluation, has_reductions): (&E, bool),
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.options.has_reductions = has_reductions;
        let result = self.search(evaluation, limits, watch);
        match (result.distance, result.score.verdict()) {
            (Distance::Within, Verdict::Win { plies } | Verdict::Loss { plies }) => {
                self.options.has_reductions = false;
                let depth_max = limits.depth_max.min(plies);
                let nodes_max = limits.nodes_max.saturating_sub(result.statistics.nodes);
                let limits = Limits { depth_max, nodes_max };
                let measured = self.search(evaluation, limits, &mut Silent(watch));
                let statistics = result.statistics.and(measured.statistics);
                let result = if measured.score.is_decided() { measured } else { result };
                SearchResult { statistics, ..result }
            }
            (Distance::Exact | Distance::Within, _) => result,
        }
    }

    /// Forgets what belongs to the game that was played.
    pub(crate) fn forget(&mut self) {
        self.memory.forget();
    }

    /// Begins a search to at most this depth.
    pub(crate) fn begin<'a>(
        &'a mut self,
        depth_max: u8,
        limits: Limits,
        watch: &'a mut dyn Watch,
    ) -> Search<'a> {
        self.memory.begin(usize::from(depth_max));
        Search::new(self.options, &mut self.memory, limits, watch)
    }

    fn root_of<E: Evaluation>(&mut self, evaluation: &E) -> Root<E> {
        let Memory { table, learnt, moves: stack, .. } = &mut self.memory;
        let moves = if self.options.has_ordering {
            let first = table.find(self.options.key_of(evaluation)).map(|entry| entry.code);
            stack.push_ordered(evaluation, evaluation.position().turn(), learnt, 0, first)
        } else {
            stack.push(evaluation)
        };
        let mut left = moves;
        let mut moves = Vec::new();
        while let Some((code, _)) = stack.pick(&mut left) {
            let mut next = evaluation.clone();
            next.play(code);
            moves.push(RootMove { code, next });
        }
        stack.clear();
        let best = Score::from(evaluation.prospects().best);
        let limit = if self.options.has_prospects { best } else { Score::HIGHEST };
        Root { moves, limit }
    }
}

impl<E: FromPosition> GenericSearcher<E> {
    pub fn new(options: Options) -> GenericSearcher<E> {
        GenericSearcher { searcher: IterativeDeepening::new(options), evaluation: PhantomData }
    }
}

impl<E: FromPosition> Searcher for GenericSearcher<E> {
    type Game = E::Game;

    fn search(
        &mut self,
        position: &E::Game,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.searcher.search(&E::of(position), limits, watch)
    }

    fn analyze(
        &mut self,
        position: &E::Game,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.searcher.analyze(&E::of(position), limits, watch)
    }

    fn forget(&mut self) {
        self.searcher.forget();
    }
}

/// The result before the search has begun: the most promising move.
fn result_at_once<E: Evaluation>(evaluation: &E, root: &Root<E>) -> SearchResult {
    let best = root.moves.first().map(|root| root.code);
    let prospects = evaluation.prospects();
    let is_exact = prospects.worst == prospects.best;
    let worth = if is_exact { 0 } else { evaluation.evaluate() };
    SearchResult {
        best,
        score: prospects.estimate(worth),
        is_exact,
        distance: Distance::Exact,
        depth: 0,
        line: best.into_iter().collect(),
        moves: Vec::new(),
        statistics: Statistics { leaves: 1, ..Statistics::default() },
    }
}

/// The depth limit, at most the number of plies left in the game.
pub(crate) fn depth_max<G: Game>(position: &G, limits: Limits) -> u8 {
    let depth = limits.depth_max.min(position.max_plies());
    u8::try_from(depth).unwrap_or(DEPTH_MAX).min(DEPTH_MAX)
}

impl Search<'_> {
    /// Searches the root to this depth and writes down what it finds, also if it is stopped: a move
    /// that turned out better than the best one of the depth before is the better choice even if
    /// the rest is unknown.
    fn deepen<E: Evaluation>(
        &mut self,
        root: &mut Root<E>,
        depth: u8,
        result: &mut SearchResult,
    ) -> Result<Found, Stopped> {
        let mut reach = E::STEP.max(1);
        let mut window = Window::FULL;
        if self.options.has_null_windows && result.depth > 0 {
            window = around(result.score, reach);
        }
        loop {
            let found = self.search_root(root, window, depth, result)?;
            if window.holds(found.score) {
                let best = root.moves.first().map(|root| root.code);
                let line = self.memory.lines.of_root().to_vec();
                let score = found.score;
                let is_exact = found.is_proven || score.is_decided();
                let depth = u16::from(depth);
                let (distance, statistics) = (self.distance_of(score, depth), self.statistics());
                let moves = Vec::new();
                *result = SearchResult {
                    best,
                    score,
                    is_exact,
                    distance,
                    depth,
                    line,
                    moves,
                    statistics,
                };
                return Ok(found);
            }
            // The score lies outside; the result is a bound, so look further on that side.
            reach = reach.saturating_mul(4);
            let wider = around(found.score, reach);
            if found.score <= window.alpha {
                window.alpha = wider.alpha;
            } else {
                window.beta = wider.beta;
            }
        }
    }

    /// Searches the root and moves the best move to the front. A bound above the window is as good
    /// as the score of that move; one below it says nothing about which is best.
    fn search_root<E: Evaluation>(
        &mut self,
        root: &mut Root<E>,
        mut window: Window,
        depth: u8,
        result: &mut SearchResult,
    ) -> Result<Found, Stopped> {
        self.count_node()?;
        let mut best = Found { score: Score::LOWEST, is_proven: true };
        let mut are_all_proven = true;
        for index in 0..root.moves.len() {
            let RootMove { code, next } = &root.moves[index];
            let code = *code;
            let found = self.try_move(next, window, index == 0, 0, depth, 0)?;
            are_all_proven &= found.is_proven;
            if index > 0 && found.score <= best.score {
                continue;
            }
            best = found;
            if found.score <= window.alpha {
                continue;
            }
            if !window.holds(found.score) {
                // A bound has no line: what is there belongs to another move.
                self.memory.lines.clear(1);
            }
            self.memory.lines.extend(0, code);
            root.moves[..=index].rotate_right(1);
            let distance = self.distance_of(found.score, result.depth);
            write_down(result, code, found.score, distance, self.memory.lines.of_root());
            let has_pruning = self.options.has_pruning;
            if has_pruning && (found.score >= window.beta || found.score >= root.limit) {
                return Ok(found);
            }
            if has_pruning {
                window.alpha = found.score;
            }
        }
        let is_within = best.score.is_decided_within(u16::from(depth));
        // With reductions, the distances are the truth only where that is all there is to know.
        let are_all_proven =
            are_all_proven && !(self.options.has_reductions && best.score.is_decided());
        Ok(Found { is_proven: are_all_proven || is_within, ..best })
    }
}

/// Records the best move of a depth that is not finished. A lost one is not noted: the moves that
/// have not been tried may save the game.
fn write_down(
    result: &mut SearchResult,
    code: MoveCode,
    score: Score,
    distance: Distance,
    line: &[MoveCode],
) {
    if score.is_lost() {
        return;
    }
    result.best = Some(code);
    result.score = score;
    result.is_exact = score.is_won();
    result.distance = distance;
    result.line.clear();
    result.line.extend_from_slice(line);
}

/// The window that reaches this far around the score; beyond the estimates there is no limit.
fn around(score: Score, reach: i32) -> Window {
    let (low, high) = (score.value().saturating_sub(reach), score.value().saturating_add(reach));
    let is_estimate = |value: i32| !Score::of_value(value).is_decided();
    Window {
        alpha: if is_estimate(low) { Score::of_value(low) } else { Score::LOWEST },
        beta: if is_estimate(high) { Score::of_value(high) } else { Score::HIGHEST },
    }
}
