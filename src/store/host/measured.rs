//! A store wrapper that counts the calls, their duration and their outcomes, for any store.

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use futures::future::BoxFuture;

use crate::metrics::Metrics;
use crate::metrics::labels::{StoreCall, StoreFault, StoreOutcome, StoreTiming};
use crate::metrics::series::Held;
use crate::metrics::store::Storing;
use crate::session::UserId;
use crate::store::contract::Store;
use crate::store::host::decorator::Decorator;
use crate::store::types::{Commit, StoreError};

/// Wraps a store and records metrics of its calls.
pub struct MeasuredStore {
    inner: Arc<dyn Store>,
    metrics: Arc<Metrics>,
}

impl MeasuredStore {
    pub fn new(inner: Arc<dyn Store>, metrics: Arc<Metrics>) -> MeasuredStore {
        MeasuredStore { inner, metrics }
    }
}

#[async_trait]
impl Decorator for MeasuredStore {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    async fn around<T: Send + 'static>(
        &self,
        call: StoreCall,
        _person: Option<UserId>,
        asked: BoxFuture<'_, Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let mut measuring = Measuring::begin(&self.metrics.store, call);
        let ended = asked.await;
        measuring.outcome = match &ended {
            Ok(answer) => measuring.outcome_of(answer),
            Err(error) => {
                measuring.figures.errors.count(fault_of(error));
                StoreOutcome::Failed
            }
        };
        ended
    }
}

/// A call in progress. It is counted when this is dropped, also if the caller no longer awaits it.
struct Measuring<'a> {
    figures: &'a Storing,
    call: StoreCall,
    began: Instant,
    outcome: StoreOutcome,
    _held: Held,
}

impl Measuring<'_> {
    fn begin(figures: &Storing, call: StoreCall) -> Measuring<'_> {
        let (began, outcome) = (Instant::now(), StoreOutcome::Abandoned);
        Measuring { figures, call, began, outcome, _held: figures.in_flight.hold() }
    }

    /// Returns the outcome of a call, and counts the boards that it has purged.
    fn outcome_of(&self, answer: &dyn Any) -> StoreOutcome {
        match (self.call, answer.downcast_ref(), answer.downcast_ref()) {
            (StoreCall::Purge | StoreCall::Trim, _, Some(purged)) => {
                self.figures.boards_purged.add(*purged);
                StoreOutcome::Done
            }
            // Nearly always it is not time yet, which is no lost race.
            (StoreCall::ClaimPurge, ..) => StoreOutcome::Done,
            (_, Some(Commit::Conflict), _) => StoreOutcome::Conflict,
            _ => StoreOutcome::Done,
        }
    }
}

impl Drop for Measuring<'_> {
    fn drop(&mut self) {
        self.figures.seconds.observe(timing_of(self.call), self.began.elapsed());
        self.figures.calls.count((self.call, self.outcome));
    }
}

/// Each call has its own counter, but only a few have a histogram, which takes many series.
fn timing_of(call: StoreCall) -> StoreTiming {
    let timed = [
        (StoreCall::Commit, StoreTiming::Commit),
        (StoreCall::Create, StoreTiming::Create),
        (StoreCall::Load, StoreTiming::Load),
    ];
    let timed = timed.into_iter().find(|(known, _)| *known == call);
    timed.map_or(StoreTiming::Other, |(_, timing)| timing)
}

fn fault_of(error: &StoreError) -> StoreFault {
    match error {
        StoreError::Overloaded => StoreFault::Overloaded,
        StoreError::Closed => StoreFault::Closed,
        StoreError::Record(..) => StoreFault::Record,
        StoreError::Database(_) => StoreFault::Database,
        StoreError::Away(_) => StoreFault::Away,
    }
}
