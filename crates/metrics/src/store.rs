//! Metrics of store calls.

use crate::labels::{Delivery, HeldBack, StoreCall, StoreFault, StoreOutcome, StoreTiming};
use crate::series::{Counters, Gauge, Histograms, Registrar, Total};

/// Buckets for store calls, in seconds: from a memory access to the store's timeout.
const STORE_BUCKETS: [f64; 10] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.01, 0.05, 0.25, 1.0, 2.5];

/// Metrics of store calls; the help texts describe each field.
pub struct StoreMetrics {
    pub calls: Counters<(StoreCall, StoreOutcome)>,
    pub errors: Counters<StoreFault>,
    pub seconds: Histograms<StoreTiming>,
    pub in_flight: Gauge,
    pub boards_purged: Total,
    pub purges_held_back: Counters<HeldBack>,
    pub broadcast_messages: Counters<Delivery>,
}

impl StoreMetrics {
    pub(crate) fn new(make: &Registrar<'_>) -> StoreMetrics {
        StoreMetrics {
            calls: make
                .counters("zerosum_store_calls_total", "Calls of the store, by their outcome."),
            errors: make.counters("zerosum_store_errors_total", "Calls of the store that failed."),
            seconds: make.histograms(
                "zerosum_store_call_seconds",
                "Duration of calls of the store.",
                &STORE_BUCKETS,
            ),
            in_flight: make
                .gauge("zerosum_store_calls_in_flight", "Calls that wait for the store."),
            boards_purged: make.total(
                "zerosum_boards_purged_total",
                "Boards that were deleted after their retention period.",
            ),
            purges_held_back: make.counters(
                "zerosum_purges_held_back_total",
                "Times that games which seem old enough were not deleted, and why.",
            ),
            broadcast_messages: make.counters(
                "zerosum_broadcast_messages_total",
                "Messages of broadcasts, by their outcome.",
            ),
        }
    }
}
