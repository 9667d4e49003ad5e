//! Engines: the players that are not people.
//!
//! An engine's move enters a session by the same door as a person's. This room only says which
//! move that is: at once where the answer is known or near, and after some thought on a thread of
//! the [`pool`] otherwise. The levels of `zerosum_search` say which engine looks how far.
//!
//! Among equally good moves the session and its revision decide. Whoever looks a fixed number of plies
//! ahead begins with an empty table, so that the same press gets the same move in every process. A
//! search ends as soon as nobody wants it: to drop what the pool has returned cancels it. One that
//! panics costs its game a good move and nothing else.

pub mod pool;
pub mod queue;
pub mod quick;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use zerosum_games::any::GameSpec;
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Plan;
use zerosum_search::limits::{Limits, Watch};
use zerosum_search::player::Player;
use zerosum_search::searcher::SearchResult;
use zerosum_search::solutions::Solutions;

pub use zerosum_search::review::{Review, Scope};
pub use zerosum_search::searcher::SearchResult as Analysis;

use crate::engine::pool::{
    AnalysisOrder, Asked, Load, MakeSearcher, MoveSearcher, Pool, ReviewOrder, SearchOrder,
};
use crate::engine::queue::Crowded;
use crate::engine::quick::QuickPlayers;
use crate::session::{Awaiting, Session, UserId};

/// More threads than this think only if somebody says so: the memory is divided among them.
const THREADS_DEFAULT_MAX: usize = 16;

/// No engine thinks longer about a move.
pub const THINKING_MAX: Duration = Duration::from_secs(1);

/// No position is analysed for longer. Somebody waits to see their board with it.
pub const ANALYSIS_MAX: Duration = Duration::from_millis(400);

/// What it took to solve a game before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preparation {
    pub spec: GameSpec,
    pub took: Duration,
    pub positions: usize,
}

/// What engines may take of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineMax {
    /// Threads that think.
    pub threads: usize,
    /// What all of them together may take for what they remember.
    pub table_bytes: usize,
}

impl EngineMax {
    /// What there is room for on this machine, and this much to remember.
    pub fn of_machine(table_bytes: usize) -> EngineMax {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        EngineMax::of_cores(cores, table_bytes)
    }

    /// A thread for each of so many cores, as far as that is of use, and this much to remember.
    pub fn of_cores(cores: usize, table_bytes: usize) -> EngineMax {
        EngineMax { threads: cores.clamp(1, THREADS_DEFAULT_MAX), table_bytes }
    }
}

/// What the engines know, and where they think. It is made once and shared.
pub struct Engine {
    solutions: Arc<Solutions>,
    preparation: Preparation,
    quick: QuickPlayers,
    pool: Pool,
    /// If no answer is given at once: for how long each engine may think.
    slowness: Option<Duration>,
}

/// What engines remember if nobody says how much there is room for.
const TABLE_BYTES_DEFAULT: usize = 16 << 20;

impl Engine {
    /// Solves what can be solved in milliseconds, and may take the whole machine.
    pub fn new() -> Engine {
        Engine::within(EngineMax::of_machine(TABLE_BYTES_DEFAULT))
    }

    /// The same within these bounds.
    pub fn within(max: EngineMax) -> Engine {
        let began = Instant::now();
        let solutions = Arc::new(Solutions::compute());
        let (spec, took) = (GameSpec::TicTacToe, began.elapsed());
        let preparation = Preparation { spec, took, positions: solutions.positions() };
        let known = Arc::clone(&solutions);
        // A table that grows takes half as much more for a moment: 24.8 MB were measured for a searcher
        // with one of 16 MiB.
        let table_bytes = max.table_bytes / max.threads.max(1) / 3 * 2;
        let make_searcher: MakeSearcher =
            Arc::new(move || Box::new(Player::new(Arc::clone(&known), table_bytes)));
        let pool = Pool::new(max.threads, make_searcher);
        let quick = QuickPlayers::new(Arc::clone(&solutions));
        Engine { solutions, preparation, quick, pool, slowness: None }
    }

    /// An engine that may think about every move, however plain, for so long, by searchers on so many
    /// threads: for whoever wants to see what happens meanwhile.
    pub fn slow(
        slowness: Duration,
        threads: usize,
        make_searcher: impl Fn() -> Box<dyn MoveSearcher> + Send + Sync + 'static,
    ) -> Engine {
        let pool = Pool::new(threads, Arc::new(make_searcher));
        Engine { pool, slowness: Some(slowness), ..Engine::new() }
    }

    pub fn preparation(&self) -> Preparation {
        self.preparation
    }

    /// Solves all that can be solved, in some hundredths of a second, so that no press waits for it.
    pub fn prepare(&self) {
        self.solutions.complete();
    }

    /// How much there is to think about.
    pub fn load(&self) -> Load {
        self.pool.load()
    }

    /// The move of an engine that needs no time to think, `None` if no such engine is to move.
    ///
    /// Among equally good moves the session and its revision decide: the same press is always
    /// answered by the same move, in whatever process, while games vary.
    pub fn instant_reply(&self, session: &Session) -> Option<MoveCode> {
        let plan = plan_of(session)?;
        if self.slowness.is_some() || !plan.is_instant(session.position()) {
            return None;
        }
        // It waits for nobody, so it does not matter who asks.
        self.quick.choose(&self.order(session, plan, UserId(0)))
    }

    /// Has an engine think that needs time, for this person; `None` if no engine is to move.
    pub fn ask(&self, session: &Session, person: UserId) -> Option<Result<Asked, Crowded>> {
        let order = self.order(session, plan_of(session)?, person);
        Some(self.pool.ask(order))
    }

    /// Looks back on these moves of a game, for this person.
    pub fn review(
        &self,
        session: &Session,
        scope: Scope,
        person: UserId,
    ) -> Result<Asked<Review>, Crowded> {
        let (spec, moves) = (session.spec(), session.moves().to_vec());
        let time = self.slowness.unwrap_or(THINKING_MAX);
        self.pool.review(ReviewOrder { person, spec, moves, scope, time })
    }

    /// What every move of the position is worth, if that is known without thinking.
    pub fn known_analysis(&self, session: &Session) -> Option<SearchResult> {
        self.solutions.analysis(session.position())
    }

    /// Analyses the position, for this person.
    pub fn analyze(
        &self,
        session: &Session,
        person: UserId,
    ) -> Result<Asked<Option<SearchResult>>, Crowded> {
        let (spec, position) = (session.spec(), session.position().clone());
        self.pool.analyze(AnalysisOrder { person, spec, position, time: ANALYSIS_MAX })
    }

    /// A move by the rules alone, for a turn whose search has failed: one that wins at once if there
    /// is one, otherwise any. `None` if no engine is to move.
    pub fn glance(&self, session: &Session) -> Option<MoveCode> {
        plan_of(session)?;
        let position = session.position();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let wins = |code: &MoveCode| {
            let mut next = position.clone();
            next.play(*code).is_ok() && next.outcome() == Some(Outcome::Win(position.turn()))
        };
        moves.iter().copied().find(wins).or_else(|| seed_of(session).pick(moves.iter().copied()))
    }

    fn order(&self, session: &Session, plan: Plan, person: UserId) -> SearchOrder {
        let (spec, position) = (session.spec(), session.position().clone());
        let (seed, time) = (seed_of(session), self.slowness.unwrap_or(THINKING_MAX));
        SearchOrder { person, spec, position, plan, seed, time }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl MoveSearcher for Player {
    fn think(&mut self, order: &SearchOrder, watch: &mut dyn Watch) -> SearchResult {
        let SearchOrder { spec, position, plan, seed, .. } = order;
        Player::choose(self, (*spec, position), *plan, *seed, Limits::NONE, watch)
    }

    fn review(&mut self, order: &ReviewOrder, watch: &mut dyn Watch) -> Review {
        let ReviewOrder { spec, moves, scope, .. } = order;
        Player::review(self, (*spec, moves), *scope, watch)
    }

    fn analyze(&mut self, order: &AnalysisOrder, watch: &mut dyn Watch) -> Option<SearchResult> {
        let AnalysisOrder { spec, position, .. } = order;
        Some(Player::analyze(self, (*spec, position), watch))
    }
}

/// How the engine comes to its move that is to move, if one is.
fn plan_of(session: &Session) -> Option<Plan> {
    match session.awaiting() {
        Awaiting::Engine { level, .. } => Some(Plan::of(session.spec(), level)),
        Awaiting::Human { .. } | Awaiting::Anybody { .. } | Awaiting::Nothing => None,
    }
}

fn seed_of(session: &Session) -> Seed {
    Seed::of_turn(session.id().0, session.revision().0)
}
