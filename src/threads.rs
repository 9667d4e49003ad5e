//! How many threads the process may have, and whether it is let have them.
//!
//! Whoever limits them, in a container or by a service manager, has to know the sum; and whoever gives
//! too few is to hear of it at the start, because a runtime that cannot start a thread waits for ever.

use std::sync::RwLock;
use std::thread::{self, Builder};
use std::time::Duration;
use std::{fs, io};

use thiserror::Error;

use crate::config::Config;
use crate::engine::EngineMax;
use crate::store::sqlite;

/// The thread that `main` runs on.
const MAIN: usize = 1;

/// Threads on which updates, calls and edits are worked on, if nothing else is said: no bot that keeps
/// to Telegram's limits has more to do.
const WORKERS_DEFAULT_MAX: usize = 8;

/// Threads for what blocks: pictures, names of servers, metrics, opening and closing a file. What finds
/// none waits for one.
const BLOCKING_MAX: usize = 16;

/// The same for what only asks or says one thing and ends.
const ERRAND_BLOCKING_MAX: usize = 2;

/// How often, and how long after the look before, it is looked whether the threads of a trial have left.
const LEAVING_LOOKS_MAX: u32 = 1_000;
const LEAVING_PAUSE: Duration = Duration::from_millis(1);

/// How many threads each part of the process may have at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    pub workers: usize,
    pub blocking: usize,
    pub searches: usize,
    pub store: usize,
}

/// The process may not have all its threads.
#[derive(Debug, Error)]
#[error(
    "only {had} of the {wanted} threads that may be needed can be started: {reason}; allow the process more of \
     them, or set ZEROSUM_WORKER_THREADS and ZEROSUM_SEARCH_THREADS lower"
)]
pub struct TooFew {
    /// The thread of `main` included, as whoever counts them does.
    pub had: usize,
    pub wanted: usize,
    pub reason: io::Error,
}

impl Threads {
    /// Those of the bot by its settings, on a machine with so many cores.
    pub fn of_bot(config: &Config, cores: usize) -> Threads {
        let set = |number: Option<u32>| number.and_then(|number| usize::try_from(number).ok());
        let limits = &config.limits;
        Threads {
            workers: set(limits.worker_threads).unwrap_or(cores.clamp(1, WORKERS_DEFAULT_MAX)),
            blocking: BLOCKING_MAX,
            searches: set(limits.search_threads)
                .unwrap_or_else(|| EngineMax::of_cores(cores, 0).threads),
            store: sqlite::THREADS,
        }
    }

    /// Those of a command that asks or says one thing.
    pub fn of_errand() -> Threads {
        Threads { workers: 1, blocking: ERRAND_BLOCKING_MAX, searches: 0, store: 0 }
    }

    /// All of them, as the system counts the tasks of a process.
    pub fn total(&self) -> usize {
        let Threads { workers, blocking, searches, store } = self;
        MAIN + workers + blocking + searches + store
    }

    /// Starts all of them at once and lets them end, so that what is allowed now is known before anything
    /// depends on it. Nothing of it is left when it returns.
    pub fn try_out(&self) -> Result<(), TooFew> {
        let before = tasks();
        let tried = self.hold_all();
        // A thread that has been joined still counts for a moment.
        for _ in 0..LEAVING_LOOKS_MAX {
            if tasks() <= before {
                break;
            }
            thread::sleep(LEAVING_PAUSE);
        }
        tried
    }

    fn hold_all(&self) -> Result<(), TooFew> {
        let wanted = self.total();
        let admission = RwLock::new(());
        thread::scope(|scope| {
            let _closed = admission.write();
            for had in MAIN..wanted {
                let trial = Builder::new().name("trial".to_owned());
                let started = trial.spawn_scoped(scope, || drop(admission.read()));
                started.map_err(|reason| TooFew { had, wanted, reason })?;
            }
            Ok(())
        })
    }
}

/// How many cores the process may use.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// How many threads the process has now, where the system tells.
fn tasks() -> Option<usize> {
    fs::read_dir("/proc/self/task").ok().map(Iterator::count)
}
