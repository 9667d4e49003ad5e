//! Tracks the time in which updates could provably reach this process.
//!
//! A successful poll proves all the time it took: an update that was waiting at its start, or arrived
//! meanwhile, would have ended it. With a webhook, two reads of Telegram's webhook status prove the time
//! between them, if no delivery has failed and no updates wait. An arriving update ends an interruption,
//! but proves nothing about the time before, for which it may have waited. While another program polls with
//! the same token, a poll proves nothing, because updates go to either.
//!
//! Games are timed by this. Time therefore counts only once it is proven: a clock cannot run out in a time
//! in which a move could not arrive.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Interval between proofs while a clock runs, or while updates do not arrive.
pub const PROVEN_EVERY: Duration = Duration::from_secs(2);

/// Maximum age of the last proof. The longest time between two of them is shorter.
pub(crate) const PROOF_AGE_MAX: Duration = Duration::from_secs(40);

/// Interruption after which updates count as not arriving.
pub const INTERRUPTION_MAX: Duration = Duration::from_secs(5);

/// Time without a conflict after which no other program counts as polling. It is longer than the time between
/// two conflicts of programs that pause for five seconds after each.
pub const RIVAL_QUIET: Duration = Duration::from_secs(12);

/// Maximum pause between two polls that still counts as proven: fetched updates are handled in it.
const POLL_GAP_MAX: Duration = Duration::from_secs(5);

/// Minimum ratio of updates that have arrived since the last check to updates that wait now. The waiting
/// ones then count as on their way, and not as a queue.
const CAME_PER_WAITING: u64 = 4;

/// Proven connectivity of the process.
#[derive(Debug)]
pub struct Connectivity {
    /// Locked for arithmetic only.
    state: Mutex<State>,
    /// Set if a clock runs or is about to.
    has_clocks: AtomicBool,
    /// Time since which updates are assumed to arrive without proof.
    assumed_since: Option<Instant>,
}

#[derive(Debug, Default)]
struct State {
    span: Option<Span>,
    interrupted_since: Option<Instant>,
    /// The last time that another program's poll ended one of this process; `None` once that program counts
    /// as gone.
    last_conflict: Option<Instant>,
    /// Number of updates posted to the webhook since the last check; `first_came` is the time of the first.
    came: u64,
    first_came: Option<Instant>,
    last_check: Option<(Instant, Option<u64>)>,
}

/// A continuous time in which updates could arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub since: Instant,
    /// The last proof.
    pub until: Instant,
    /// Set if nothing indicates an interruption since the last proof.
    pub goes_on: bool,
}

/// Result of a check of the deliveries to the webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebhookCheck {
    /// True if it posts to the address of this bot.
    pub is_ours: bool,
    /// Time of the last failed delivery, by Telegram's clock.
    pub last_error: Option<u64>,
    pub waiting: u64,
}

impl Connectivity {
    /// Starts without any proof.
    pub fn new() -> Connectivity {
        let has_clocks = AtomicBool::new(false);
        Connectivity { state: Mutex::default(), has_clocks, assumed_since: None }
    }

    /// Assumes that updates always arrive.
    pub(crate) fn assumed() -> Connectivity {
        Connectivity { assumed_since: Some(Instant::now()), ..Connectivity::new() }
    }

    /// The time up to the last proof.
    pub fn span(&self) -> Option<Span> {
        match self.assumed_since {
            Some(since) => Some(Span { since, until: Instant::now(), goes_on: true }),
            None => self.state().span,
        }
    }

    /// Returns whether updates arrive now, as far as is known.
    pub fn is_up(&self) -> bool {
        let state = self.state();
        let is_recent = |span: Span| span.until.elapsed() <= PROOF_AGE_MAX;
        let is_interrupted =
            state.interrupted_since.is_some_and(|since| since.elapsed() > INTERRUPTION_MAX);
        self.assumed_since.is_some() || state.span.is_some_and(is_recent) && !is_interrupted
    }

    /// Records whether a clock runs or is about to.
    pub fn note_clocks(&self, has_clocks: bool) {
        self.has_clocks.store(has_clocks, Ordering::Relaxed);
    }

    /// Maximum time for which a poll may wait, given the usual one. The first poll, and one after a
    /// failure, end at once, because nothing is known before they end. After a conflict they wait: a poll that
    /// ends at once ends that of the other program and always succeeds.
    pub fn poll_wait(&self, otherwise: Duration) -> Duration {
        let state = self.state();
        if state.last_conflict.is_some() {
            return otherwise.min(PROVEN_EVERY);
        }
        if state.span.is_none() || state.interrupted_since.is_some() {
            return Duration::ZERO;
        }
        self.if_no_clocks(otherwise)
    }

    /// Pause before the next check of the webhook, given the usual one.
    pub fn check_pause(&self, otherwise: Duration) -> Duration {
        let is_interrupted = self.state().interrupted_since.is_some();
        if is_interrupted { PROVEN_EVERY } else { self.if_no_clocks(otherwise) }
    }

    fn if_no_clocks(&self, otherwise: Duration) -> Duration {
        let has_clocks = self.has_clocks.load(Ordering::Relaxed);
        if has_clocks { otherwise.min(PROVEN_EVERY) } else { otherwise }
    }

    /// Records a poll that has succeeded. A full one after an interruption does not end that: moves that were made in
    /// time may wait behind its updates. Nor does one that ends soon after a conflict.
    pub fn note_poll(&self, (begun, ended): (Instant, Instant), is_full: bool) {
        let mut state = self.state();
        let is_recent = |at: Instant| ended.saturating_duration_since(at) < RIVAL_QUIET;
        if state.last_conflict.is_some_and(is_recent) {
            return state.interrupt(begun);
        }
        state.last_conflict = None;
        if is_full && (state.span.is_none() || state.interrupted_since.is_some()) {
            return state.interrupt(begun);
        }
        let before = state.span.filter(|_| state.interrupted_since.is_none());
        let is_continued =
            |span: &Span| begun.saturating_duration_since(span.until) <= POLL_GAP_MAX;
        let since = before.filter(is_continued).map_or(begun, |span| span.since);
        state.span = Some(Span { since, until: ended, goes_on: true });
        state.interrupted_since = None;
    }

    /// Records that a poll failed, or that it is unknown whether updates can arrive.
    pub fn note_interruption(&self, at: Instant) {
        self.state().interrupt(at);
    }

    /// Records that another program's poll has ended one of this process.
    pub fn note_conflict(&self, at: Instant) {
        let mut state = self.state();
        state.last_conflict = Some(at);
        state.interrupt(at);
    }

    /// Returns whether another program seems to poll with the same token.
    pub fn has_rival(&self) -> bool {
        self.state().last_conflict.is_some()
    }

    /// Records an update that was delivered to the webhook.
    pub fn note_arrival(&self, at: Instant) {
        let mut state = self.state();
        state.came = state.came.saturating_add(1);
        state.first_came.get_or_insert(at);
        if state.interrupted_since.take().is_some() {
            state.span = Some(Span { since: at, until: at, goes_on: true });
        }
    }

    /// Records a check of the webhook, requested at this time.
    pub fn note_check(&self, check: WebhookCheck, asked: Instant) {
        let mut state = self.state();
        let came = std::mem::take(&mut state.came);
        let first_came = state.first_came.take();
        let before = state.last_check.replace((asked, check.last_error));
        let has_queue = check.waiting.saturating_mul(CAME_PER_WAITING) > came;
        if !check.is_ours || has_queue && check.waiting > 0 {
            return state.interrupt(asked);
        }
        // The date is only compared with the previous one, because clocks may be wrong.
        let is_fresh = before.is_some_and(|(_, error)| error != check.last_error);
        let is_recent = |at: Instant| asked.saturating_duration_since(at) <= PROOF_AGE_MAX;
        let is_continued = before.is_some_and(|(at, _)| is_recent(at)) && !is_fresh;
        let old = state.span.filter(|_| is_continued && state.interrupted_since.is_none());
        let since = match old {
            Some(span) => span.since,
            // A delivery that failed before the first arrival may have waited.
            None if is_fresh => first_came.map_or(asked, |first| first.min(asked)),
            None => asked,
        };
        state.span = Some(Span { since, until: asked, goes_on: true });
        state.interrupted_since = None;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn interrupt(&mut self, at: Instant) {
        self.interrupted_since.get_or_insert(at);
        if let Some(span) = &mut self.span {
            span.goes_on = false;
        }
    }
}

impl Default for Connectivity {
    fn default() -> Connectivity {
        Connectivity::new()
    }
}
