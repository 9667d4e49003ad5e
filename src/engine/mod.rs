//! Engines: the computer players.
//!
//! An engine's move enters a session like a person's. This module only chooses the move: at once where
//! the answer is known or near, and otherwise by a search on a thread of the [`pool`]. The levels of
//! `zerosum_search` say which engine looks how far ahead.
//!
//! Among equally good moves, the session and its revision decide. A search to a fixed depth begins with
//! an empty table, so that the same press gets the same move in every process. Dropping the handle that
//! the pool has returned cancels the search. A search that panics costs its game only a good move.

pub mod pool;
pub mod queue;
pub mod quick;
mod watches;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::any::solving_nodes;
use zerosum_search::level::Plan;
use zerosum_search::limits::{Limits, Patient, Watch};
use zerosum_search::mnk::openings;
use zerosum_search::player::Player;
use zerosum_search::searcher::SearchResult;
use zerosum_search::solutions::Solutions;

pub use zerosum_search::review::work::ReviewWork;
pub use zerosum_search::review::{Review, Scope};
pub use zerosum_search::searcher::SearchResult as Analysis;

use zerosum_session::game::opening::Stage;
use zerosum_session::{Awaiting, Session, UserId};

use crate::engine::pool::{
    AnalysisRequest, Load, MakeSearcher, MoveSearcher, Pool, ReviewRequest, Reviewing, SearchAsker,
    SearchHandle, SearchRequest,
};
use crate::engine::queue::QueueFull;
use crate::engine::quick::QuickPlayers;

/// Maximum threads by default: the memory is divided among them.
const THREADS_DEFAULT_MAX: usize = 16;

/// Maximum thinking time for a move.
pub(crate) const THINKING_MAX: Duration = Duration::from_secs(1);

/// Maximum time of an analysis, for which a player waits.
pub(crate) const ANALYSIS_MAX: Duration = Duration::from_millis(400);

/// Positions that an analysis for a person looks at before its time may end it, in a game whose positions are solved:
/// about a second.
const ANALYSIS_NODES_MIN: u64 = 6_000_000;

/// Cost of solving a game in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Preparation {
    pub spec: GameSpec,
    pub took: Duration,
    pub positions: usize,
}

/// Limits on the engines' resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineMax {
    /// Search threads.
    pub threads: usize,
    /// Memory for the tables of all threads, in bytes.
    pub table_bytes: usize,
}

impl EngineMax {
    /// Uses the cores of this machine and this much memory for tables.
    pub(crate) fn of_machine(table_bytes: usize) -> EngineMax {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        EngineMax::of_cores(cores, table_bytes)
    }

    /// Uses one thread per core, up to the default maximum, and this much memory for tables.
    pub(crate) fn of_cores(cores: usize, table_bytes: usize) -> EngineMax {
        EngineMax { threads: cores.clamp(1, THREADS_DEFAULT_MAX), table_bytes }
    }
}

/// Engines with their solutions and search threads. It is created once and shared.
pub struct Engine {
    solutions: Arc<Solutions>,
    preparation: Preparation,
    quick: QuickPlayers,
    pool: Pool,
    /// Thinking time of each engine, if no move is made at once.
    slowness: Option<Duration>,
}

/// Memory for tables by default.
const TABLE_BYTES_DEFAULT: usize = 16 << 20;

impl Engine {
    /// Solves the games that take milliseconds, and uses all cores of the machine.
    pub fn new() -> Engine {
        Engine::within(EngineMax::of_machine(TABLE_BYTES_DEFAULT))
    }

    /// Like [`Engine::new`], but within these limits.
    pub(crate) fn within(max: EngineMax) -> Engine {
        let began = Instant::now();
        let solutions = Arc::new(Solutions::compute());
        let (spec, took) = (GameSpec::TicTacToe, began.elapsed());
        let preparation = Preparation { spec, took, positions: solutions.positions() };
        let known = Arc::clone(&solutions);
        // A growing table needs half as much again for a moment: a searcher with a table of 16 MiB took
        // 24.8 MB.
        let table_bytes = max.table_bytes / max.threads.max(1) / 3 * 2;
        let make_searcher: MakeSearcher =
            Arc::new(move || Box::new(Player::new(Arc::clone(&known), table_bytes)));
        let pool = Pool::new(max.threads, make_searcher);
        let quick = QuickPlayers::new(Arc::clone(&solutions));
        Engine { solutions, preparation, quick, pool, slowness: None }
    }

    /// Creates an engine that thinks this long about every move, with these searchers on this many
    /// threads. Tests use it to see what happens meanwhile.
    pub fn slow(
        slowness: Duration,
        threads: usize,
        make_searcher: impl Fn() -> Box<dyn MoveSearcher> + Send + Sync + 'static,
    ) -> Engine {
        let pool = Pool::new(threads, Arc::new(make_searcher));
        Engine { pool, slowness: Some(slowness), ..Engine::new() }
    }

    pub(crate) fn preparation(&self) -> Preparation {
        self.preparation
    }

    /// Solves all solvable games, in some hundredths of a second, so that no press waits for it.
    pub(crate) fn prepare(&self) {
        self.solutions.complete();
    }

    /// Returns the number of searches that wait and run.
    pub(crate) fn load(&self) -> Load {
        self.pool.load()
    }

    /// Returns the move of an engine that needs no time to think; `None` if no such engine is to move.
    ///
    /// Among equally good moves, the session and its revision decide: the same press always gets the
    /// same move, in any process, while games vary.
    pub fn instant_reply(&self, session: &Session) -> Option<MoveCode> {
        let plan = plan_of(session)?;
        if let Some(Stage::Stones { .. }) = session.stage() {
            return stone_of(session);
        }
        if self.slowness.is_some() || !plan.is_instant(session.position()) {
            return None;
        }
        // It does not queue, so the asker does not matter.
        self.quick.choose(&self.request(session, plan, UserId(0).into()))
    }

    /// Starts the search of the engine to move, for this person or visitor; `None` if no engine is to move.
    pub fn ask(
        &self,
        session: &Session,
        asker: impl Into<SearchAsker>,
    ) -> Option<Result<SearchHandle, QueueFull>> {
        let request = self.request(session, plan_of(session)?, asker.into());
        Some(self.pool.ask(request))
    }

    /// Continues a review for at most this time, for this person or visitor.
    pub(crate) fn review(
        &self,
        work: ReviewWork,
        asker: SearchAsker,
        time: Duration,
    ) -> Result<SearchHandle<Reviewing>, QueueFull> {
        let time = self.slowness.unwrap_or(time);
        self.pool.review(ReviewRequest { asker, work, time })
    }

    /// Returns the value of every move of the position, if it is known without a search.
    pub(crate) fn known_analysis(&self, session: &Session) -> Option<SearchResult> {
        self.solutions.analysis(session.position())
    }

    /// Starts an analysis of the position, for this person or visitor.
    pub(crate) fn analyze(
        &self,
        session: &Session,
        asker: impl Into<SearchAsker>,
    ) -> Result<SearchHandle<Option<SearchResult>>, QueueFull> {
        let (spec, position) = (session.spec(), session.position().clone());
        let asker = asker.into();
        self.pool.analyze(AnalysisRequest { asker, spec, position, time: ANALYSIS_MAX })
    }

    /// Returns a move without a search, for a turn whose search has failed: a winning one if there is
    /// one, otherwise any legal one, and in an opening one of the choices. `None` if no engine is to move.
    pub fn fallback_move(&self, session: &Session) -> Option<MoveCode> {
        plan_of(session)?;
        if let Some(choice) = session.opening_choices().last() {
            return Some(choice.code());
        }
        let position = session.position();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let wins = |code: &MoveCode| {
            let mut next = position.clone();
            next.play(*code).is_ok() && next.outcome() == Some(Outcome::Win(position.turn()))
        };
        moves.iter().copied().find(wins).or_else(|| seed_of(session).pick(moves.iter().copied()))
    }

    fn request(&self, session: &Session, plan: Plan, asker: SearchAsker) -> SearchRequest {
        let (spec, position) = (session.spec(), session.position().clone());
        let (seed, time) = (seed_of(session), self.slowness.unwrap_or(THINKING_MAX));
        let is_choice = !session.opening_choices().is_empty();
        SearchRequest { asker, spec, position, plan, is_choice, seed, time }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl MoveSearcher for Player {
    fn think(&mut self, request: &SearchRequest, watch: &mut dyn Watch) -> SearchResult {
        let SearchRequest { spec, position, plan, is_choice, seed, .. } = request;
        let watch = &mut Patient::new(watch, solving_nodes(*spec));
        match is_choice {
            true => Player::choose_colour(self, (*spec, position), *plan, watch),
            false => Player::choose(self, (*spec, position), *plan, *seed, Limits::NONE, watch),
        }
    }

    fn review(&mut self, work: &mut ReviewWork, watch: &mut dyn Watch) {
        Player::go_on(self, work, watch);
    }

    fn analyze(
        &mut self,
        request: &AnalysisRequest,
        watch: &mut dyn Watch,
    ) -> Option<SearchResult> {
        let AnalysisRequest { asker, spec, position, .. } = request;
        let nodes_min = match asker {
            SearchAsker::Person(_) => solving_nodes(*spec).min(ANALYSIS_NODES_MIN),
            SearchAsker::Visitor(_) => 0,
        };
        let watch = &mut Patient::new(watch, nodes_min);
        Some(Player::analyze(self, (*spec, position), watch))
    }
}

/// Returns the plan of the engine to move, if one is.
fn plan_of(session: &Session) -> Option<Plan> {
    match session.awaiting() {
        Awaiting::Engine { level, .. } => Some(Plan::of(session.spec(), level)),
        Awaiting::Human { .. } | Awaiting::Anybody { .. } | Awaiting::Nothing => None,
    }
}

/// Returns the next stone of an opening, or any legal one if the stones on the board begin none that is known.
fn stone_of(session: &Session) -> Option<MoveCode> {
    let AnyGame::Mnk(position) = session.position() else { return None };
    let seed = seed_of(session).of_game();
    openings::stone(position, seed).or_else(|| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        seed.pick(moves.into_iter())
    })
}

fn seed_of(session: &Session) -> Seed {
    Seed::of_turn(session.id().0, session.revision().0)
}
