//! Threads for engine searches: a few for all games together, so that searches stay within their share
//! of the machine and never delay a press.
//!
//! Searches wait in a fair [`queue`](crate::engine::queue). The more people wait, the shorter each
//! search: engines play a little worse for a while, and the wait stays short. The searches of one person
//! run one after the other and shorten no other person's. A search can be cancelled at any time by
//! dropping its handle, and ends within milliseconds.

use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(target_os = "linux")]
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
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
use zerosum_search::review::work::ReviewWork;
use zerosum_search::searcher::SearchResult;
use zerosum_session::UserId;

use crate::engine::queue::{QueueFull, SearchQueue};
use crate::engine::watches::{Deadline, GivesWay, SolvesFor};

/// Minimum thinking time, however many people wait.
pub const THINKING_MIN: Duration = Duration::from_millis(20);

/// Maximum time of an analysis that has to solve its position. Estimates are better than to wait for longer.
const SOLVING_ANALYSIS_MAX: Duration = Duration::from_secs(3);

/// Niceness of search threads: under contention one gets about a tenth of a normal thread's share of a
/// core.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Stack size of a thread. A search recurses once per ply, of which there are some hundreds.
const STACK_BYTES: usize = 8 << 20;

/// Request for a move search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// Person or visitor whose turn at the pool it takes.
    pub asker: SearchAsker,
    pub spec: GameSpec,
    pub position: AnyGame,
    pub plan: Plan,
    /// A colour is to be chosen, not a move.
    pub is_choice: bool,
    pub seed: Seed,
    /// Thinking time without contention; to a searcher, the actual thinking time.
    pub time: Duration,
}

/// The party that a search is for. People take turns, and so do visitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchAsker {
    Person(UserId),
    /// A visitor of the page, behind all people.
    Visitor(UserId),
}

impl From<UserId> for SearchAsker {
    fn from(person: UserId) -> SearchAsker {
        SearchAsker::Person(person)
    }
}

/// Request for a part of a game review.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewRequest {
    /// Person or visitor whose turn at the pool it takes.
    pub asker: SearchAsker,
    /// The work done so far.
    pub work: ReviewWork,
    /// Maximum time of the part.
    pub time: Duration,
}

/// Part of a review that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewing {
    pub work: ReviewWork,
    pub took: Duration,
}

/// Request for a position analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisRequest {
    /// Person or visitor whose turn at the pool it takes.
    pub asker: SearchAsker,
    pub spec: GameSpec,
    pub position: AnyGame,
    /// Maximum time.
    pub time: Duration,
}

/// A searcher on one thread. It may keep state between searches.
pub trait MoveSearcher {
    /// Searches until the plan is done or the watch is over. Always finds a move unless the game is
    /// over.
    fn think(&mut self, request: &SearchRequest, watch: &mut dyn Watch) -> SearchResult;

    /// Goes on with the review of a game until it is done or the watch is over. The default leaves it out.
    fn review(&mut self, work: &mut ReviewWork, _: &mut dyn Watch) {
        work.end();
    }

    /// Returns the value of every move, as far as found until the watch is over. The default returns
    /// `None`.
    fn analyze(&mut self, _: &AnalysisRequest, _: &mut dyn Watch) -> Option<SearchResult> {
        None
    }
}

/// Makes a searcher for a thread.
pub(crate) type MakeSearcher = Arc<dyn Fn() -> Box<dyn MoveSearcher> + Send + Sync>;

/// Result of a move search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// `None` if the game is over.
    pub best: Option<MoveCode>,
    /// Number of positions searched.
    pub nodes: u64,
    /// Time from the request to the beginning of the search.
    pub waited: Duration,
    pub took: Duration,
}

/// Reasons why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    #[error("the search panicked")]
    Panicked,
    #[error("the pool is closed")]
    Closed,
}

/// Pool of search threads, which are started on demand. Dropping the pool ends them.
pub struct Pool {
    shared: Arc<Shared>,
}

/// Number of searches that wait and run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub waiting: usize,
    pub running: usize,
}

struct Shared {
    /// Locked for a few look-ups only, never across an await or a search.
    state: Mutex<State>,
    /// Notified when there is a search to take, or the pool is closed.
    wake: Condvar,
    threads_max: usize,
    make_searcher: MakeSearcher,
    is_closed: AtomicBool,
}

struct State {
    queue: SearchQueue<Search>,
    /// Searches of visitors of the page: begun when none of people waits, and cut short when one does.
    visitors: SearchQueue<Search>,
    /// Number of threads started.
    threads: usize,
    last_number: u64,
}

impl State {
    /// The queue of an asker, and their number in it.
    fn queue_of(&mut self, asker: SearchAsker) -> (&mut SearchQueue<Search>, UserId) {
        match asker {
            SearchAsker::Person(person) => (&mut self.queue, person),
            SearchAsker::Visitor(visitor) => (&mut self.visitors, visitor),
        }
    }
}

struct Search {
    number: u64,
    asker: SearchAsker,
    /// Thinking time without contention.
    time: Duration,
    asked_at: Instant,
    is_cancelled: Arc<AtomicBool>,
    work: Box<dyn Work>,
}

/// Resources of a search whose turn has come.
struct Turn<'a> {
    searcher: &'a mut dyn MoveSearcher,
    /// Thinking time.
    time: Duration,
    waited: Duration,
    watch: &'a mut dyn Watch,
}

/// A search of any kind.
trait Work: Send {
    /// Runs the search and keeps its result.
    fn think(&mut self, turn: Turn<'_>);

    /// Sends the result to the caller, or that the search has panicked.
    fn tell(self: Box<Self>);
}

struct Thought<T, F> {
    think: Option<F>,
    found: Option<T>,
    tell: oneshot::Sender<Result<T, SearchError>>,
}

impl<T: Send, F: FnOnce(Turn<'_>) -> T + Send> Work for Thought<T, F> {
    fn think(&mut self, turn: Turn<'_>) {
        self.found = self.think.take().map(|think| think(turn));
    }

    fn tell(self: Box<Self>) {
        // The caller may be gone.
        let _ = self.tell.send(self.found.ok_or(SearchError::Panicked));
    }
}

/// Handle of a search. Dropping it cancels the search.
pub struct SearchHandle<T = Found> {
    shared: Arc<Shared>,
    asker: SearchAsker,
    number: u64,
    is_cancelled: Arc<AtomicBool>,
    told: oneshot::Receiver<Result<T, SearchError>>,
}

impl Pool {
    /// Creates a pool with this many threads, at least one.
    pub fn new(threads_max: usize, make_searcher: MakeSearcher) -> Pool {
        let (queue, visitors) = (SearchQueue::default(), SearchQueue::of_visitors());
        let state = State { queue, visitors, threads: 0, last_number: 0 };
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
        let State { queue, visitors, .. } = &*state;
        Load {
            waiting: queue.waiting() + visitors.waiting(),
            running: queue.running() + visitors.running(),
        }
    }

    /// Queues a move search. That of a visitor ends early if one of a person waits, and later if it is about
    /// to solve its position.
    pub fn ask(&self, request: SearchRequest) -> Result<SearchHandle, QueueFull> {
        let (asker, time, shared) = (request.asker, request.time, Arc::clone(&self.shared));
        self.begin(asker, time, move |turn| match asker {
            SearchAsker::Person(_) => think(turn, request),
            SearchAsker::Visitor(_) => {
                let Turn { searcher, time, waited, watch } = turn;
                let mut watch = GivesWay::new(watch, THINKING_MIN, || shared.are_people_waiting());
                think(Turn { searcher, time, waited, watch: &mut watch }, request)
            }
        })
    }

    /// Queues a part of a game review. It ends early if other searches wait.
    pub fn review(&self, request: ReviewRequest) -> Result<SearchHandle<Reviewing>, QueueFull> {
        let ReviewRequest { asker, mut work, time } = request;
        let shared = Arc::clone(&self.shared);
        self.begin(asker, time, move |Turn { searcher, watch, .. }| {
            let began = Instant::now();
            let mut watch = GivesWay::new(watch, THINKING_MIN, || shared.are_people_waiting());
            searcher.review(&mut work, &mut watch);
            Reviewing { work, took: began.elapsed() }
        })
    }

    /// Queues a position analysis.
    pub fn analyze(
        &self,
        request: AnalysisRequest,
    ) -> Result<SearchHandle<Option<SearchResult>>, QueueFull> {
        let (asker, time, shared) = (request.asker, request.time, Arc::clone(&self.shared));
        self.begin(asker, time, move |Turn { searcher, watch, .. }| match asker {
            SearchAsker::Person(_) => {
                searcher.analyze(&request, &mut SolvesFor::new(watch, SOLVING_ANALYSIS_MAX))
            }
            SearchAsker::Visitor(_) => {
                let mut watch = GivesWay::new(watch, THINKING_MIN, || shared.are_people_waiting());
                searcher.analyze(&request, &mut watch)
            }
        })
    }

    fn begin<T: Send + 'static>(
        &self,
        asker: SearchAsker,
        time: Duration,
        think: impl FnOnce(Turn<'_>) -> T + Send + 'static,
    ) -> Result<SearchHandle<T>, QueueFull> {
        let (tell, told) = oneshot::channel();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let work = Box::new(Thought { think: Some(think), found: None, tell });
        let mut state = self.shared.lock();
        state.last_number += 1;
        let number = state.last_number;
        let cancelled = Arc::clone(&is_cancelled);
        let asked_at = Instant::now();
        let search = Search { number, asker, time, asked_at, is_cancelled: cancelled, work };
        let (queue, turn) = state.queue_of(asker);
        queue.put(turn, search)?;
        if state.threads < self.shared.threads_max && self.start_thread(state.threads) {
            state.threads += 1;
        }
        drop(state);
        self.shared.wake.notify_one();
        Ok(SearchHandle { shared: Arc::clone(&self.shared), asker, number, is_cancelled, told })
    }

    /// Starts a thread and returns whether that worked. If there is none at all, the search waits until
    /// the next one is queued.
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

/// Runs a move search.
fn think(Turn { searcher, time, waited, watch }: Turn<'_>, request: SearchRequest) -> Found {
    let began = Instant::now();
    let result = searcher.think(&SearchRequest { time, ..request }, watch);
    let SearchResult { best, statistics, .. } = result;
    Found { best, nodes: statistics.nodes, waited, took: began.elapsed() }
}

/// Lowers the priority of this thread, so that threads that answer users go first where cores are
/// scarce. Logs once where the system does not allow it.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        static LOGGED: Once = Once::new();
        // On Linux each thread has its own priority.
        let thread = rustix::thread::gettid();
        if let Err(error) = rustix::process::setpriority_process(Some(thread), NICENESS) {
            LOGGED.call_once(|| {
                log::warn!("threads that search have the priority of those that answer: {error}");
            });
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.is_closed.store(true, Ordering::Relaxed);
        let mut state = self.shared.lock();
        state.queue.clear();
        state.visitors.clear();
        drop(state);
        self.shared.wake.notify_all();
    }
}

impl<T> SearchHandle<T> {
    /// Waits for the result of the search.
    pub async fn found(mut self) -> Result<T, SearchError> {
        (&mut self.told).await.unwrap_or(Err(SearchError::Closed))
    }
}

impl<T> Drop for SearchHandle<T> {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        let mut state = self.shared.lock();
        let (queue, turn) = state.queue_of(self.asker);
        queue.remove(turn, |search| search.number == self.number);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No change of the state panics half-way, so it is consistent even after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs searches on the current thread until the pool is closed.
    fn work(&self) {
        let mut searcher = (self.make_searcher)();
        while let Some(search) = self.next() {
            let began = Instant::now();
            let Search { asker, time, asked_at, is_cancelled, mut work, .. } = search;
            let is_wanted = || !is_cancelled.load(Ordering::Relaxed) && !self.is_closed();
            let mut watch = Deadline::new(began + time, is_wanted);
            let waited = began.duration_since(asked_at);
            // A searcher that has panicked is dropped, so its broken state is never used.
            let thought = catch_unwind(AssertUnwindSafe(|| {
                work.think(Turn { searcher: searcher.as_mut(), time, waited, watch: &mut watch });
            }));
            if thought.is_err() {
                searcher = (self.make_searcher)();
            }
            self.end(asker);
            work.tell();
        }
    }

    /// Waits for the next search and sets its thinking time. Returns `None` once the pool is closed.
    fn next(&self) -> Option<Search> {
        let mut state = self.lock();
        loop {
            if self.is_closed() {
                return None;
            }
            let State { queue, visitors, .. } = &mut *state;
            let people = queue.people_waiting();
            let threads_of_visitors = threads_for_visitors(self.threads_max);
            let taken = match queue.take() {
                Some((_, search)) => Some((search, people, self.threads_max)),
                // Visitors share among themselves what people leave.
                None if visitors.running() < threads_of_visitors => {
                    let waiting = people + visitors.people_waiting();
                    visitors.take().map(|(_, search)| (search, waiting, threads_of_visitors))
                }
                None => None,
            };
            if let Some((mut search, waiting, threads)) = taken {
                search.time = thinking_time(search.time, waiting, threads);
                return Some(search);
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn end(&self, asker: SearchAsker) {
        let mut state = self.lock();
        let (queue, turn) = state.queue_of(asker);
        queue.end(turn);
        drop(state);
        // The person may have another search waiting.
        self.wake.notify_one();
    }

    fn are_people_waiting(&self) -> bool {
        self.lock().queue.may_begin_another()
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}

/// Returns the thinking time of a search taken while this many people wait, including its own: their
/// share of the threads, so that everyone has had a turn in about the time of one search.
pub fn thinking_time(full: Duration, people: usize, threads: usize) -> Duration {
    let rounds = u32::try_from(people.div_ceil(threads.max(1))).unwrap_or(u32::MAX).max(1);
    (full / rounds).max(THINKING_MIN.min(full))
}

/// Returns the number of threads, of this many, that search for visitors at once: half of them, so that a core is
/// free for answers where each has one.
fn threads_for_visitors(threads_max: usize) -> usize {
    (threads_max / 2).max(1)
}
