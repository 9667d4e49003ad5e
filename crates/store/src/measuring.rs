//! Counts the calls of a store, with their duration and outcome.

use std::sync::Arc;
use std::time::Instant;

use zerosum_metrics::Metrics;
use zerosum_metrics::labels::{StoreCall, StoreFault, StoreOutcome, StoreTiming};
use zerosum_metrics::series::Held;

use crate::types::{Commit, StoreError};

/// A call in progress. It is counted when this is dropped, also if its caller stops waiting.
pub(super) struct Measured {
    metrics: Arc<Metrics>,
    call: StoreCall,
    began: Instant,
    outcome: StoreOutcome,
    _held: Held,
}

impl Measured {
    pub(super) fn begin(metrics: Arc<Metrics>, call: StoreCall) -> Measured {
        let (began, outcome) = (Instant::now(), StoreOutcome::Abandoned);
        Measured { _held: metrics.store.in_flight.hold(), metrics, call, began, outcome }
    }

    /// Counts the call and passes its answer on.
    pub(super) fn end<T>(self, answer: Result<T, StoreError>) -> Result<T, StoreError> {
        self.end_as(answer, |_| StoreOutcome::Done)
    }

    /// Counts a conditional write and passes its answer on.
    pub(super) fn end_commit(
        self,
        answer: Result<Commit, StoreError>,
    ) -> Result<Commit, StoreError> {
        self.end_as(answer, |commit| match commit {
            Commit::Done => StoreOutcome::Done,
            Commit::Conflict => StoreOutcome::Conflict,
        })
    }

    fn end_as<T>(
        mut self,
        answer: Result<T, StoreError>,
        outcome_of: impl FnOnce(&T) -> StoreOutcome,
    ) -> Result<T, StoreError> {
        self.outcome = match &answer {
            Ok(answer) => outcome_of(answer),
            Err(error) => {
                self.metrics.store.errors.count(fault_of(error));
                StoreOutcome::Failed
            }
        };
        answer
    }
}

impl Drop for Measured {
    fn drop(&mut self) {
        let figures = &self.metrics.store;
        figures.seconds.observe(timing_of(self.call), self.began.elapsed());
        figures.calls.count((self.call, self.outcome));
    }
}

/// Each call has its own counter, but only a few have a histogram, which takes many series.
fn timing_of(call: StoreCall) -> StoreTiming {
    match call {
        StoreCall::Commit => StoreTiming::Commit,
        StoreCall::Create => StoreTiming::Create,
        StoreCall::Load => StoreTiming::Load,
        _ => StoreTiming::Other,
    }
}

fn fault_of(error: &StoreError) -> StoreFault {
    match error {
        // Calls report no contention: it is the verdict of several.
        StoreError::Overloaded | StoreError::Contended => StoreFault::Overloaded,
        StoreError::Closed => StoreFault::Closed,
        StoreError::Record(..) => StoreFault::Record,
        StoreError::Database(_) => StoreFault::Database,
        StoreError::Away(_) => StoreFault::Away,
    }
}
