//! Liveness heartbeat.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time without a beat after which the bot counts as hanging. A long poll, and the longest pause between
/// two of them, are shorter.
const SILENCE_MAX: Duration = Duration::from_secs(120);

/// Beats whenever the bot asks for updates, whether or not there is an answer.
#[derive(Debug)]
pub(crate) struct Pulse {
    start: Instant,
    last_beat_millis: AtomicU64,
}

impl Pulse {
    /// Creates a pulse that has just beaten.
    pub(crate) fn new() -> Pulse {
        Pulse { start: Instant::now(), last_beat_millis: AtomicU64::new(0) }
    }

    pub(crate) fn beat(&self) {
        self.last_beat_millis.store(self.millis(), Ordering::Relaxed);
    }

    pub(crate) fn is_beating(&self) -> bool {
        let last = self.last_beat_millis.load(Ordering::Relaxed);
        Duration::from_millis(self.millis().saturating_sub(last)) <= SILENCE_MAX
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Default for Pulse {
    fn default() -> Pulse {
        Pulse::new()
    }
}
