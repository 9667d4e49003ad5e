//! Counts the threads the process needs, and checks that it may start them.
//!
//! The host, who may limit them in a container or by a service manager, has to know the sum, and should
//! learn of a limit that is too low at the start, because a runtime that cannot start a thread waits for
//! ever.

use std::sync::RwLock;
use std::thread::{self, Builder};
use std::time::Duration;
use std::{fs, io};

use thiserror::Error;
use zerosum_store::sqlite;

use crate::capacity::Capacity;
use crate::config::Config;
use crate::engine::EngineMax;

/// The thread that `main` runs on.
const MAIN: usize = 1;

/// Default maximum of worker threads for updates, calls and edits: a bot that keeps to Telegram's limits
/// never needs more.
const WORKERS_DEFAULT_MAX: usize = 8;

/// Threads for blocking work: name lookups, metrics, opening and closing files. Work that finds none free
/// waits for one.
const BLOCKING_MAX: usize = 12;

/// Blocking threads of a command that makes one request and exits.
const ERRAND_BLOCKING_MAX: usize = 2;

/// Maximum number of checks for whether the threads of a trial have ended; they are `LEAVING_PAUSE` apart.
const LEAVING_LOOKS_MAX: u32 = 1_000;
const LEAVING_PAUSE: Duration = Duration::from_millis(1);

/// Maximum number of threads of each part of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    pub workers: usize,
    pub blocking: usize,
    /// Threads that draw pictures and files.
    pub drawing: usize,
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
    /// Including the thread of `main`, as the system counts them.
    pub had: usize,
    pub wanted: usize,
    pub reason: io::Error,
}

impl Threads {
    /// Threads of the bot with these settings, on a machine with this many cores.
    pub fn for_bot(config: &Config, cores: usize) -> Threads {
        let set = |number: Option<u32>| number.and_then(|number| usize::try_from(number).ok());
        let limits = &config.limits;
        Threads {
            workers: set(limits.worker_threads).unwrap_or(cores.clamp(1, WORKERS_DEFAULT_MAX)),
            blocking: BLOCKING_MAX,
            drawing: Capacity::divided(limits.memory_mb, config.page.public_url.is_some())
                .pictures_painted,
            searches: set(limits.search_threads)
                .unwrap_or_else(|| EngineMax::of_cores(cores, 0).threads),
            store: sqlite::THREADS,
        }
    }

    /// Threads of a command that makes one request.
    pub fn for_cli() -> Threads {
        Threads { workers: 1, blocking: ERRAND_BLOCKING_MAX, drawing: 0, searches: 0, store: 0 }
    }

    /// Total number, as the system counts the tasks of a process.
    pub fn total(&self) -> usize {
        let Threads { workers, blocking, drawing, searches, store } = self;
        MAIN + workers + blocking + drawing + searches + store
    }

    /// Starts all threads at once and lets them end, to learn the limit before anything depends on it. No
    /// thread is left when it returns.
    pub fn try_out(&self) -> Result<(), TooFew> {
        let before = tasks();
        let tried = self.hold_all();
        // A joined thread still counts for a moment.
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

/// Number of cores the process may use.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Number of threads the process has now, if the system reports it.
fn tasks() -> Option<usize> {
    fs::read_dir("/proc/self/task").ok().map(Iterator::count)
}
