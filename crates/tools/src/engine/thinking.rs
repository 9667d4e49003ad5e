//! A search on a thread of its own, which can be stopped at any moment.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{io, thread};

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_search::limits::{Limits, Watch};
use zerosum_search::searcher::SearchResult;
use zerosum_search::solutions::Solutions;

use crate::engine::options::Strength;
use crate::engine::player::LevelPlayer;

/// Room for the deepest search of the largest board, also in a build that is not optimised.
const STACK_BYTES: usize = 16 << 20;

/// Upper limit of the time before its deadline at which a search ends, however long other processes had the
/// processor.
const ABSENCE_MAX: Duration = Duration::from_millis(20);

/// Position to search, and how.
pub(crate) struct Task {
    pub(crate) spec: GameSpec,
    pub(crate) table_bytes: usize,
    pub(crate) position: AnyGame,
    pub(crate) limits: Limits,
    pub(crate) strength: Strength,
    pub(crate) seed: Seed,
}

/// Events that end a search before its limits do.
pub(crate) struct End {
    /// The time at which the search must end.
    pub(crate) deadline: Option<Instant>,
    /// Set to end the search at once.
    pub(crate) stop: Arc<AtomicBool>,
}

/// Report of a search; the last one is sent exactly once.
pub(crate) enum Report {
    Progress(SearchResult),
    Done(Box<Done>),
}

/// The end of a search.
pub(crate) struct Done {
    /// The player for the next search; `None` if the search has failed.
    pub(crate) player: Option<Box<LevelPlayer>>,
    /// `None` if the search has failed.
    pub(crate) result: Option<SearchResult>,
}

/// Starts a search. Without a player it begins with a fresh one with these solutions. `tell` is called on the thread of
/// the search.
pub(crate) fn start(
    task: Task,
    end: End,
    (player, solutions): (Option<Box<LevelPlayer>>, Arc<Solutions>),
    tell: impl Fn(Report) + Send + 'static,
) -> io::Result<()> {
    let search = move || {
        let mut watch = Watcher {
            stop: &end.stop,
            deadline: end.deadline,
            looked: Instant::now(),
            longest_absence: Duration::ZERO,
            tell: &tell,
        };
        // A panic of the search is a defect, but the client still gets an answer. The state it leaves behind
        // is dropped, so that it is never seen half done.
        let ended = panic::catch_unwind(AssertUnwindSafe(|| {
            let Task { position, limits, strength, seed, .. } = &task;
            let make = || LevelPlayer::with_solutions(task.spec, task.table_bytes, solutions);
            let mut player = player.unwrap_or_else(|| Box::new(make()));
            player.resize(task.table_bytes);
            let result = player.think(position, *strength, *seed, *limits, &mut watch);
            (player, result)
        }));
        let (player, result) = ended.ok().unzip();
        tell(Report::Done(Box::new(Done { player, result })));
    };
    thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(search)?;
    Ok(())
}

/// Ends a search at its deadline or when it is told to stop, and passes on its results.
struct Watcher<'a, F> {
    stop: &'a AtomicBool,
    deadline: Option<Instant>,
    /// Time of the last look.
    looked: Instant,
    /// Longest time between two looks. A search looks all the time, so this is how long other processes had
    /// the processor, and they may get it again just before the deadline.
    longest_absence: Duration,
    tell: &'a F,
}

impl<F: Fn(Report)> Watch for Watcher<'_, F> {
    fn is_over(&mut self) -> bool {
        if let Some(deadline) = self.deadline {
            let now = Instant::now();
            let absence = now.saturating_duration_since(self.looked).min(ABSENCE_MAX);
            self.longest_absence = self.longest_absence.max(absence);
            self.looked = now;
            if now + self.longest_absence >= deadline {
                return true;
            }
        }
        self.stop.load(Ordering::Relaxed)
    }

    fn progress(&mut self, result: &SearchResult) {
        (self.tell)(Report::Progress(result.clone()));
    }
}
