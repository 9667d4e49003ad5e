//! Chooses the move of a level: the plans, carried out.

use std::sync::Arc;

use zerosum_games::MoveCode;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;

use crate::any::{AnySearcher, solving_nodes};
use crate::level::{Level, Plan};
use crate::limits::{Limits, Watch};
use crate::mnk::openings;
use crate::people::novice;
use crate::review::work::{Analyst, Reach, ReviewWork};
use crate::review::{Review, Scope};
use crate::searcher::{SearchResult, Searcher};
use crate::solutions::Solutions;

/// Number of positions after which an analysis goes no deeper.
const ANALYSIS_NODES_MAX: u64 = 200_000;

/// Maximum depth of an analysis.
const ANALYSIS_DEPTH_MAX: u16 = 12;

/// All that one thread needs to choose moves in any game.
pub struct Player {
    solutions: Arc<Solutions>,
    table_bytes: usize,
    /// The searcher of the game that was asked about last. Its table is of use for the next move.
    last: Option<(GameSpec, AnySearcher)>,
}

impl Player {
    /// A player with a table of at most `table_bytes` bytes.
    pub fn new(solutions: Arc<Solutions>, table_bytes: usize) -> Player {
        Player { solutions, table_bytes, last: None }
    }

    /// The game of the latest request.
    pub fn last_game(&self) -> Option<GameSpec> {
        self.last.as_ref().map(|(spec, _)| *spec)
    }

    /// Allocates what the plan needs in a game, and solves the game if its moves are looked up.
    pub fn prepare(&mut self, spec: GameSpec, plan: Plan) {
        match plan {
            Plan::Known { .. } => self.solutions.prepare(spec),
            Plan::Ranked { .. } | Plan::Novice { .. } | Plan::Timed => {
                self.searcher_for(spec);
            }
        }
    }

    /// Searches until the plan is done or the watch is over, and has a move in any case unless the
    /// game is over. Among moves that are equally good as far as the plan sees, the seed decides;
    /// the limits are for plans that are bounded by nothing else. The watch is told the choice so far.
    pub fn choose(
        &mut self,
        (spec, position): (GameSpec, &AnyGame),
        plan: Plan,
        seed: Seed,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        match plan {
            Plan::Known { horizon } => {
                SearchResult::of_choice(self.solutions.choose(position, horizon, seed), 0)
            }
            Plan::Ranked { depth } => {
                let searcher = self.searcher_for(spec);
                // Forgetting makes the move for a position independent of earlier requests.
                searcher.forget();
                ranked(searcher, position, depth, seed, watch)
            }
            Plan::Novice { depth } => {
                let limits = Limits { depth_max: depth, ..limits };
                let choose = |analysis: &SearchResult| {
                    let chosen = novice::choose(position, &analysis.moves, seed);
                    SearchResult::of_choice(chosen, analysis.statistics.nodes)
                };
                let mut choosing = Choosing { inner: watch, choose };
                choose(&self.analyze_within((spec, position), limits, &mut choosing))
            }
            Plan::Timed => self.searcher_for(spec).find_move(position, limits, watch),
        }
    }

    /// Chooses a colour in an opening of five in a row, by the value of the position as far as the plan looks ahead.
    pub fn choose_colour(
        &mut self,
        (spec, position): (GameSpec, &AnyGame),
        plan: Plan,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        let searcher = self.searcher_for(spec);
        let found = match plan {
            Plan::Ranked { depth } | Plan::Novice { depth } => {
                searcher.forget();
                searcher.search(position, Limits::of_depth(depth), watch)
            }
            Plan::Known { .. } | Plan::Timed => searcher.find_move(position, Limits::NONE, watch),
        };
        SearchResult { best: Some(openings::choice(found.score).code()), ..found }
    }

    /// Looks back on these moves of a game until there is nothing left to find or the watch is over.
    pub fn review(
        &mut self,
        asked: (GameSpec, &[MoveCode]),
        scope: Scope,
        watch: &mut dyn Watch,
    ) -> Review {
        let mut work = ReviewWork::new(asked, scope);
        self.go_on(&mut work, watch);
        work.review()
    }

    /// Goes on with the work on a review until it is done or the watch is over.
    pub fn go_on(&mut self, work: &mut ReviewWork, watch: &mut dyn Watch) {
        let spec = work.spec();
        if is_solved(spec) {
            // It takes no time, so the watch is not asked.
            while !work.is_done() {
                work.go_on(review_reach(spec), &mut Solved(&self.solutions));
            }
            return;
        }
        let reach = review_reach(spec);
        let mut analyst = Searched { searcher: self.searcher_for(spec), watch };
        while !work.is_done() && work.go_on(reach, &mut analyst) {}
    }

    /// Returns the score of every move of a position: from the solution or the solver if the game is solved, and
    /// otherwise by searching one ply deeper at a time until the node limit is reached or the watch
    /// is over.
    pub fn analyze(&mut self, asked: (GameSpec, &AnyGame), watch: &mut dyn Watch) -> SearchResult {
        let limits = match solving_nodes(asked.0) {
            0 => Limits { depth_max: ANALYSIS_DEPTH_MAX, nodes_max: ANALYSIS_NODES_MAX },
            _ => Limits::NONE,
        };
        self.analyze_within(asked, limits, watch)
    }

    /// Returns the score of every move within these limits, or to the end of the game where it is
    /// solved.
    pub(crate) fn analyze_within(
        &mut self,
        (spec, position): (GameSpec, &AnyGame),
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        if let Some(analysis) = self.solutions.analysis(position) {
            return analysis;
        }
        let searcher = self.searcher_for(spec);
        // Forgetting makes the analysis of a position independent of earlier requests.
        searcher.forget();
        searcher.analyze(position, limits, watch)
    }

    fn searcher_for(&mut self, spec: GameSpec) -> &mut AnySearcher {
        // The table of another game is freed before a new one is allocated.
        self.last = self.last.take().filter(|(last, _)| *last == spec);
        let (table_bytes, solutions) = (self.table_bytes, &self.solutions);
        let searcher = || AnySearcher::with(spec, table_bytes, solutions.shared());
        &mut self.last.get_or_insert_with(|| (spec, searcher())).1
    }
}

/// An analyst for solved games.
struct Solved<'a>(&'a Solutions);

impl Analyst for Solved<'_> {
    fn moves(&mut self, position: &AnyGame, _: Limits) -> Option<SearchResult> {
        self.0.analysis(position)
    }

    fn search(&mut self, position: &AnyGame, _: Limits) -> Option<SearchResult> {
        self.0.analysis(position)
    }

    fn find_win(&mut self, position: &AnyGame, _: Limits) -> Option<SearchResult> {
        self.0.analysis(position)
    }

    fn search_on(&mut self, position: &AnyGame, _: Limits) -> Option<SearchResult> {
        self.0.analysis(position)
    }
}

/// Searches until the watch is over.
struct Searched<'a> {
    searcher: &'a mut AnySearcher,
    watch: &'a mut dyn Watch,
}

impl Analyst for Searched<'_> {
    fn moves(&mut self, position: &AnyGame, limits: Limits) -> Option<SearchResult> {
        // Forgetting makes a step independent of the ones before, and of where they were interrupted.
        self.searcher.forget();
        let analysis = self.searcher.analyze(position, limits, self.watch);
        // An interrupted search is not as deep as the rest.
        (!self.watch.is_over()).then_some(analysis)
    }

    fn search(&mut self, position: &AnyGame, limits: Limits) -> Option<SearchResult> {
        self.searcher.forget();
        self.search_on(position, limits)
    }

    fn find_win(&mut self, position: &AnyGame, limits: Limits) -> Option<SearchResult> {
        self.searcher.forget();
        let result = self.searcher.find_win(position, limits, self.watch);
        (!self.watch.is_over()).then_some(result)
    }

    fn search_on(&mut self, position: &AnyGame, limits: Limits) -> Option<SearchResult> {
        let result = self.searcher.search(position, limits, self.watch);
        (!self.watch.is_over()).then_some(result)
    }
}

/// Depth to which a review looks ahead from every move, before it looks further from some.
fn review_reach(spec: GameSpec) -> Reach {
    let plies = match spec {
        GameSpec::Strategic(_) => 3,
        GameSpec::ConnectFour(_) => 8,
        GameSpec::TicTacToe | GameSpec::Mnk(_) | GameSpec::Ultimate(_) | GameSpec::Sheep(_) => 4,
    };
    Reach { plies, is_to_end: solving_nodes(spec) > 0 }
}

fn is_solved(spec: GameSpec) -> bool {
    matches!(Plan::of(spec, Level::Best), Plan::Known { .. })
}

/// Searches to the given depth, and chooses by the seed among the best moves.
fn ranked(
    searcher: &mut AnySearcher,
    position: &AnyGame,
    depth: u16,
    seed: Seed,
    watch: &mut dyn Watch,
) -> SearchResult {
    let choose = |result: &SearchResult| {
        let best_moves = result.moves.iter().filter(|scored| scored.score == result.score);
        let best = seed.pick(best_moves.map(|scored| scored.code));
        SearchResult::of_choice(best, result.statistics.nodes)
    };
    choose(&searcher.rank_moves(position, depth, &mut Choosing { inner: watch, choose }))
}

/// A watch that is told what a level chooses by the scores so far.
struct Choosing<'a, F> {
    inner: &'a mut dyn Watch,
    choose: F,
}

impl<F: Fn(&SearchResult) -> SearchResult> Watch for Choosing<'_, F> {
    fn is_over(&mut self) -> bool {
        self.inner.is_over()
    }

    fn is_abandoned(&mut self) -> bool {
        self.inner.is_abandoned()
    }

    fn progress(&mut self, result: &SearchResult) {
        let choice = (self.choose)(result);
        self.inner.progress(&choice);
    }
}
