//! The threads on which engines think, and nothing else: a few for all games together, so that
//! thinking takes no more of the machine than it is given and holds up nobody who presses.
//!
//! Searches wait in a fair [`queue`](crate::engine::queue). The more people wait, the shorter each
//! search thinks: engines play a little worse for a while, and nobody waits long for their turn. However
//! many searches one of them asks for, they are done one after the other and shorten nobody's. Whoever
//! asked for a search may let go of it at any time; it then ends within milliseconds.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
// The lock is held for a few look-ups, never across an await or a search.
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::sync::oneshot;
use zerosum_games::MoveCode;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_search::level::Plan;
use zerosum_search::limits::Watch;
use zerosum_search::review::{Review, Scope};
use zerosum_search::searcher::SearchResult;

use crate::engine::queue::{Crowded, SearchQueue};
use crate::session::UserId;

/// However many people wait, each search may think for so long.
pub const THINKING_MIN: Duration = Duration::from_millis(20);

/// How much less than others a thread that searches gets of a core for which others wait: about a tenth.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// The stack of a thread. A search calls itself once for each ply, of which there are some hundreds.
const STACK_BYTES: usize = 8 << 20;

/// What an engine is to think about.
#[derive(Clone, Debug)]
pub struct SearchOrder {
    /// For whom, because people take turns.
    pub person: UserId,
    pub spec: GameSpec,
    pub position: AnyGame,
    pub plan: Plan,
    pub seed: Seed,
    /// For how long it may think if nobody else wants to; to a searcher, for how long it may.
    pub time: Duration,
}

/// A game to look back on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewOrder {
    /// For whom, because people take turns.
    pub person: UserId,
    pub spec: GameSpec,
    pub moves: Vec<MoveCode>,
    /// Which of the moves are looked at.
    pub scope: Scope,
    /// For how long at most.
    pub time: Duration,
}

/// A position to analyse.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOrder {
    /// For whom, because people take turns.
    pub person: UserId,
    pub spec: GameSpec,
    pub position: AnyGame,
    /// For how long at most.
    pub time: Duration,
}

/// What thinks on one thread. It may remember what it has seen.
pub trait MoveSearcher {
    /// Thinks until the plan is done or the watch is over, and has a move in any case unless the
    /// game is over.
    fn think(&mut self, order: &SearchOrder, watch: &mut dyn Watch) -> SearchResult;

    /// Looks back on a game until the watch is over. Whoever only makes moves finds nothing to say.
    fn review(&mut self, _: &ReviewOrder, _: &mut dyn Watch) -> Review {
        Review::default()
    }

    /// Says what every move is worth, as far as is seen until the watch is over; `None` from whoever only
    /// makes moves.
    fn analyze(&mut self, _: &AnalysisOrder, _: &mut dyn Watch) -> Option<SearchResult> {
        None
    }
}

/// Makes a searcher for a thread.
pub type MakeSearcher = Arc<dyn Fn() -> Box<dyn MoveSearcher> + Send + Sync>;

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// `None` if the game is over.
    pub best: Option<MoveCode>,
    /// Positions looked at.
    pub nodes: u64,
    /// From the order to the beginning of the search.
    pub waited: Duration,
    pub took: Duration,
}

/// Why a search has found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Lost {
    #[error("the search panicked")]
    Panicked,
    #[error("the pool is closed")]
    Closed,
}

/// See the module. The threads are started when they are first needed. To drop the pool ends them.
pub struct Pool {
    shared: Arc<Shared>,
}

/// How much there is to think about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub waiting: usize,
    pub running: usize,
}

struct Shared {
    state: Mutex<State>,
    /// Rung when there is something to take, or nothing any more.
    wake: Condvar,
    threads_max: usize,
    make_searcher: MakeSearcher,
    is_closed: AtomicBool,
}

struct State {
    queue: SearchQueue<Search>,
    /// How many were started.
    threads: usize,
    last_number: u64,
}

struct Search {
    number: u64,
    person: UserId,
    /// For how long it may think if nobody else wants to.
    time: Duration,
    asked_at: Instant,
    is_cancelled: Arc<AtomicBool>,
    work: Box<dyn Work>,
}

/// What a search is given when its turn has come.
struct Turn<'a> {
    searcher: &'a mut dyn MoveSearcher,
    /// For how long it may think.
    time: Duration,
    waited: Duration,
    watch: &'a mut dyn Watch,
}

/// Something to think about, whatever comes of it.
trait Work: Send {
    /// Thinks, and keeps what it finds.
    fn think(&mut self, turn: Turn<'_>);

    /// Tells whoever asked what was found, or that there was a panic.
    fn tell(self: Box<Self>);
}

struct Thought<T, F> {
    think: Option<F>,
    found: Option<T>,
    tell: oneshot::Sender<Result<T, Lost>>,
}

impl<T: Send, F: FnOnce(Turn<'_>) -> T + Send> Work for Thought<T, F> {
    fn think(&mut self, turn: Turn<'_>) {
        self.found = self.think.take().map(|think| think(turn));
    }

    fn tell(self: Box<Self>) {
        // Nobody may wait for it any more.
        let _ = self.tell.send(self.found.ok_or(Lost::Panicked));
    }
}

/// A search that was asked for. To drop it cancels the search.
pub struct Asked<T = Found> {
    shared: Arc<Shared>,
    person: UserId,
    number: u64,
    is_cancelled: Arc<AtomicBool>,
    told: oneshot::Receiver<Result<T, Lost>>,
}

impl Pool {
    /// A pool of so many threads, at least one.
    pub fn new(threads_max: usize, make_searcher: MakeSearcher) -> Pool {
        let state = State { queue: SearchQueue::default(), threads: 0, last_number: 0 };
        Pool {
            shared: Arc::new(Shared {
                state: Mutex::new(state),
                wake: Condvar::new(),
                threads_max: threads_max.max(1),
                make_searcher,
                is_closed: AtomicBool::new(false),
            }),
        }
    }

    pub fn threads_max(&self) -> usize {
        self.shared.threads_max
    }

    pub fn load(&self) -> Load {
        let state = self.shared.lock();
        Load { waiting: state.queue.waiting(), running: state.queue.running() }
    }

    /// Has a thread think about the order when its turn comes.
    pub fn ask(&self, order: SearchOrder) -> Result<Asked, Crowded> {
        self.begin(order.person, order.time, move |Turn { searcher, time, waited, watch }| {
            let began = Instant::now();
            let result = searcher.think(&SearchOrder { time, ..order }, watch);
            let SearchResult { best, statistics, .. } = result;
            Found { best, nodes: statistics.nodes, waited, took: began.elapsed() }
        })
    }

    /// Has a thread look back on a game when its turn comes.
    pub fn review(&self, order: ReviewOrder) -> Result<Asked<Review>, Crowded> {
        self.begin(order.person, order.time, move |Turn { searcher, watch, .. }| {
            searcher.review(&order, watch)
        })
    }

    /// Has a thread analyse a position when its turn comes.
    pub fn analyze(&self, order: AnalysisOrder) -> Result<Asked<Option<SearchResult>>, Crowded> {
        self.begin(order.person, order.time, move |Turn { searcher, watch, .. }| {
            searcher.analyze(&order, watch)
        })
    }

    fn begin<T: Send + 'static>(
        &self,
        person: UserId,
        time: Duration,
        think: impl FnOnce(Turn<'_>) -> T + Send + 'static,
    ) -> Result<Asked<T>, Crowded> {
        let (tell, told) = oneshot::channel();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let work = Box::new(Thought { think: Some(think), found: None, tell });
        let mut state = self.shared.lock();
        state.last_number += 1;
        let number = state.last_number;
        let cancelled = Arc::clone(&is_cancelled);
        let asked_at = Instant::now();
        let search = Search { number, person, time, asked_at, is_cancelled: cancelled, work };
        state.queue.put(person, search)?;
        if state.threads < self.shared.threads_max && self.start_thread(state.threads) {
            state.threads += 1;
        }
        drop(state);
        self.shared.wake.notify_one();
        Ok(Asked { shared: Arc::clone(&self.shared), person, number, is_cancelled, told })
    }

    /// Says whether the machine had a thread left. If there is none at all, the search waits for
    /// the next one that is asked for.
    fn start_thread(&self, number: usize) -> bool {
        let shared = Arc::clone(&self.shared);
        let builder = thread::Builder::new().name(format!("search-{number}"));
        let started = builder.stack_size(STACK_BYTES).spawn(move || {
            give_way();
            shared.work();
        });
        started.is_ok()
    }
}

/// Has this thread give way to those that answer people, where there are too few cores for all. A machine
/// on which that cannot be had does without.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        // Here a thread has a priority of its own.
        let thread = rustix::thread::gettid();
        let _ = rustix::process::setpriority_process(Some(thread), NICENESS);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.is_closed.store(true, Ordering::Relaxed);
        self.shared.lock().queue.clear();
        self.shared.wake.notify_all();
    }
}

impl<T> Asked<T> {
    /// What the search finds.
    pub async fn found(mut self) -> Result<T, Lost> {
        (&mut self.told).await.unwrap_or(Err(Lost::Closed))
    }
}

impl<T> Drop for Asked<T> {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        let mut state = self.shared.lock();
        state.queue.remove(self.person, |search| search.number == self.number);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics half-way through a change, so the state is whole even if something did.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks about what is asked for, on a thread of its own, until the pool is closed.
    fn work(&self) {
        let mut searcher = (self.make_searcher)();
        while let Some(search) = self.next() {
            let began = Instant::now();
            let Search { person, time, asked_at, is_cancelled, mut work, .. } = search;
            let is_wanted = || !is_cancelled.load(Ordering::Relaxed) && !self.is_closed();
            let mut watch = Patience { ends_at: began + time, is_wanted };
            let waited = began.duration_since(asked_at);
            // A searcher that has panicked is not asked again, so nobody sees it half-way.
            let thought = catch_unwind(AssertUnwindSafe(|| {
                work.think(Turn { searcher: searcher.as_mut(), time, waited, watch: &mut watch });
            }));
            if thought.is_err() {
                searcher = (self.make_searcher)();
            }
            self.end(person);
            work.tell();
        }
    }

    /// Waits for the next search, with the time that it is given. `None` once the pool is closed.
    fn next(&self) -> Option<Search> {
        let mut state = self.lock();
        loop {
            if self.is_closed() {
                return None;
            }
            let people = state.queue.people_waiting();
            if let Some((_, mut search)) = state.queue.take() {
                search.time = thinking_time(search.time, people, self.threads_max);
                return Some(search);
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn end(&self, person: UserId) {
        self.lock().queue.end(person);
        // The same person may have another one that waits.
        self.wake.notify_one();
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}

/// For how long a search may think that is taken while so many people wait, its own included: their
/// share of the threads, so that everybody has had a turn in about the time of one search.
pub fn thinking_time(full: Duration, people: usize, threads: usize) -> Duration {
    let rounds = u32::try_from(people.div_ceil(threads.max(1))).unwrap_or(u32::MAX).max(1);
    (full / rounds).max(THINKING_MIN.min(full))
}

/// Lets a search think until its time is over or nobody wants it any more.
struct Patience<W> {
    ends_at: Instant,
    is_wanted: W,
}

impl<W: Fn() -> bool> Watch for Patience<W> {
    fn is_over(&mut self) -> bool {
        !(self.is_wanted)() || Instant::now() >= self.ends_at
    }

    fn progress(&mut self, _: &SearchResult) {}
}
