//! Periodic work. A failure is logged once, until the work succeeds again.

use std::fmt::Display;
use std::time::Duration;

use tokio::time::{Interval, MissedTickBehavior, interval};

/// The interval of a job, and whether it is failing at present.
pub(super) struct Periodic {
    ticks: Interval,
    /// Log text for a failure.
    failure: &'static str,
    is_failing: bool,
}

impl Periodic {
    pub(super) fn new(period: Duration, failure: &'static str) -> Periodic {
        let mut ticks = interval(period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Periodic { ticks, failure, is_failing: false }
    }

    /// Returns at once the first time, and then once in every period, later if the work took longer.
    pub(super) async fn tick(&mut self) {
        self.ticks.tick().await;
    }

    /// Logs the first of several failures in a row.
    pub(super) fn note<T, E: Display>(&mut self, result: Result<T, E>) {
        if let Err(error) = &result
            && !self.is_failing
        {
            log::warn!("{}: {error}", self.failure);
        }
        self.is_failing = result.is_err();
    }
}
