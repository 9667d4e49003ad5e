//! A search on a thread of its own, which can be stopped at any moment.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{io, thread};

use crate::cli::ugi::player::Player;
use crate::games::any::{AnyGame, GameSpec};
use crate::search::Seed;
use crate::search::thought::{Limits, Thought, Watch};
use crate::session::Level;

/// Room for the deepest search of the largest board, also in a build that is not optimised.
const STACK_BYTES: usize = 16 << 20;

/// No search ends earlier than this before its deadline, however long others have the processor.
const ABSENCE_MAX: Duration = Duration::from_millis(20);

/// What is to be thought about.
pub struct Task {
    pub spec: GameSpec,
    pub table_bytes: usize,
    pub position: AnyGame,
    pub limits: Limits,
    pub level: Level,
    pub seed: Seed,
    /// When the search must end.
    pub deadline: Option<Instant>,
    /// Set to end the search at once.
    pub stop: Arc<AtomicBool>,
}

/// What a search tells, the last of it exactly once.
pub enum Report {
    Progress(Thought),
    Done(Box<Done>),
}

/// The end of a search.
pub struct Done {
    /// To be asked again; `None` if the search has failed.
    pub player: Option<Box<Player>>,
    /// `None` if the search has failed.
    pub thought: Option<Thought>,
}

/// Starts a search. Without a player it begins with a fresh one. `tell` is called on the thread of
/// the search.
pub fn start(
    task: Task,
    player: Option<Box<Player>>,
    tell: impl Fn(Report) + Send + 'static,
) -> io::Result<()> {
    let search = move || {
        let mut watch = Watcher {
            stop: &task.stop,
            deadline: task.deadline,
            looked: Instant::now(),
            longest_absence: Duration::ZERO,
            tell: &tell,
        };
        // A search that panics is a defect; whoever waits for its answer is not to suffer from it.
        // What it leaves behind is dropped, so nobody sees it half done.
        let ended = panic::catch_unwind(AssertUnwindSafe(|| {
            let Task { position, limits, level, seed, .. } = &task;
            let make = || Box::new(Player::of(task.spec, task.table_bytes));
            let mut player = player.unwrap_or_else(make);
            let thought = player.think(position, *level, *seed, *limits, &mut watch);
            (player, thought)
        }));
        let (player, thought) = ended.ok().unzip();
        tell(Report::Done(Box::new(Done { player, thought })));
    };
    thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(search)?;
    Ok(())
}

/// Ends a search at its deadline or when somebody says so, and passes on what it thinks.
struct Watcher<'a, F> {
    stop: &'a AtomicBool,
    deadline: Option<Instant>,
    /// When the search looked up last.
    looked: Instant,
    /// The longest time between two looks. A search looks up all the time, so that is how long
    /// others had the processor, and they may have it again just before the deadline.
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

    fn progress(&mut self, thought: &Thought) {
        (self.tell)(Report::Progress(thought.clone()));
    }
}
