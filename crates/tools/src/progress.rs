//! Progress of a command, on standard error and never among the answers.
//!
//! A [`Reporter`] decides when to write and is told the time; a [`Progress`] has a clock and a thread that
//! tells it, so that even a step that reports nothing is seen to go on.

use std::fmt;
use std::io::{self, IsTerminal, Stderr, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use zerosum_search::limits::{NODES_BETWEEN_LOOKS, Watch};
use zerosum_search::searcher::SearchResult;

/// Time before the first report: shorter work reports nothing.
const QUIET: Duration = Duration::from_secs(1);

/// Maximum age of a live line.
const LIVE_PERIOD: Duration = Duration::from_millis(200);

/// Interval between lines in a file.
const LINES_PERIOD: Duration = Duration::from_secs(5);

/// Style in which progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One line that changes in place, on a terminal.
    Live,
    /// A line now and then, where everything written stays.
    Lines,
}

/// Writes the progress of work that takes long. Errors of the output are ignored.
#[derive(Debug)]
pub struct Reporter<W> {
    out: W,
    style: Style,
    /// The time of its next write, counted from the start.
    due: Duration,
    /// True if a live line stands on the screen.
    is_shown: bool,
}

impl<W: Write> Reporter<W> {
    pub fn new(out: W, style: Style) -> Reporter<W> {
        Reporter { out, style, due: QUIET, is_shown: false }
    }

    /// The time of the next write by [`Reporter::tell`], counted from the start.
    pub fn due(&self) -> Duration {
        self.due
    }

    /// Writes the progress, unless it is too early for that.
    pub fn tell(&mut self, elapsed: Duration, words: impl fmt::Display) {
        if elapsed < self.due {
            return;
        }
        let seconds = elapsed.as_secs();
        let (period, written) = match self.style {
            Style::Live => (LIVE_PERIOD, write!(self.out, "\r\x1b[K{words}, {seconds} s")),
            Style::Lines => (LINES_PERIOD, writeln!(self.out, "{words}, {seconds} s")),
        };
        self.is_shown = self.style == Style::Live && written.is_ok();
        self.due = elapsed + period;
        let _ = self.out.flush();
    }

    /// Takes a live line away: the answer follows, or something else is written.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(self.out, "\r\x1b[K");
            let _ = self.out.flush();
        }
    }
}

/// Reports the progress of a command for as long as it lives.
pub struct Progress {
    shared: Arc<Shared>,
    ticker: Option<JoinHandle<()>>,
}

struct Shared {
    start: Instant,
    positions: AtomicU64,
    state: Mutex<State>,
    ended: Condvar,
}

struct State {
    what: String,
    has_ended: bool,
    reporter: Reporter<Stderr>,
}

impl Progress {
    /// Starts with a description of the work, such as `solving 3x3`.
    pub fn start(what: impl Into<String>) -> Progress {
        let mut progress = Progress::hidden();
        progress.say(what);
        let shared = Arc::clone(&progress.shared);
        // Without a thread, nothing is reported and the work is done all the same.
        progress.ticker = thread::Builder::new()
            .name("progress".to_owned())
            .spawn(move || shared.tell_until_ended())
            .ok();
        progress
    }

    /// Creates one that shows nothing.
    pub fn hidden() -> Progress {
        let stderr = io::stderr();
        let style = if stderr.is_terminal() { Style::Live } else { Style::Lines };
        let reporter = Reporter::new(stderr, style);
        let state = State { what: String::new(), has_ended: false, reporter };
        let shared = Shared {
            start: Instant::now(),
            positions: AtomicU64::new(0),
            state: Mutex::new(state),
            ended: Condvar::new(),
        };
        Progress { shared: Arc::new(shared), ticker: None }
    }

    /// Sets the description of the current work.
    pub(crate) fn say(&self, what: impl Into<String>) {
        self.shared.state().what = what.into();
    }

    /// Adds to the number of positions looked at.
    pub fn add(&self, positions: u64) {
        self.shared.positions.fetch_add(positions, Ordering::Relaxed);
    }

    /// Runs a function that writes, with the live line out of its way.
    pub fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut state = self.shared.state();
        state.reporter.clear();
        write()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.shared.state().has_ended = true;
        self.shared.ended.notify_all();
        if let Some(ticker) = self.ticker.take() {
            // It has no reason to panic, and the answer does not depend on it.
            let _ = ticker.join();
        }
        self.shared.state().reporter.clear();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell_until_ended(&self) {
        let mut state = self.state();
        while !state.has_ended {
            let wait = state.reporter.due().saturating_sub(self.start.elapsed());
            if wait.is_zero() {
                let words = words(&state.what, self.positions.load(Ordering::Relaxed));
                state.reporter.tell(self.start.elapsed(), words);
                continue;
            }
            let waited = self.ended.wait_timeout(state, wait);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Describes the work, with the number of positions looked at if they are counted.
pub fn words(what: &str, positions: u64) -> String {
    match positions {
        0 => what.to_owned(),
        _ => format!("{what}: {} positions", grouped(positions)),
    }
}

/// A number with commas between its thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Counts the positions of a search, and ends it at an instant if there is one.
pub(crate) struct Counting<'a> {
    pub(crate) progress: &'a Progress,
    pub(crate) deadline: Option<Instant>,
}

impl Watch for Counting<'_> {
    fn is_over(&mut self) -> bool {
        self.progress.add(NODES_BETWEEN_LOOKS);
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn progress(&mut self, _: &SearchResult) {}
}
