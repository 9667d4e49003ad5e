//! Counts the calls of a store, with their duration and outcome.

use std::future::Future;
use std::time::Instant;

use zerosum_metrics::Metrics;
use zerosum_metrics::labels::{StoreCall, StoreFault, StoreOutcome, StoreTiming};
use zerosum_metrics::series::Held;
use zerosum_metrics::store::StoreMetrics;

use crate::types::StoreError;

/// Awaits a call and counts it. The call is counted also if its caller stops waiting.
pub(super) async fn measured<T>(
    metrics: &Metrics,
    call: StoreCall,
    answer: impl Future<Output = Result<T, StoreError>>,
    outcome_of: impl FnOnce(&T) -> StoreOutcome,
) -> Result<T, StoreError> {
    let figures = &metrics.store;
    let (began, outcome) = (Instant::now(), StoreOutcome::Abandoned);
    let mut running = Running { figures, call, began, outcome, _held: figures.in_flight.hold() };
    let answer = answer.await;
    running.outcome = match &answer {
        Ok(answer) => outcome_of(answer),
        Err(error) => {
            figures.errors.count(fault_of(error));
            StoreOutcome::Failed
        }
    };
    answer
}

/// A call in progress, counted when this is dropped.
struct Running<'a> {
    figures: &'a StoreMetrics,
    call: StoreCall,
    began: Instant,
    outcome: StoreOutcome,
    _held: Held,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.figures.seconds.observe(timing_of(self.call), self.began.elapsed());
        self.figures.calls.count((self.call, self.outcome));
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
