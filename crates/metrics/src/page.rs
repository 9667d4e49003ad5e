//! Metrics of the page.

use crate::WAIT_BUCKETS;
use crate::labels::PageAnswer;
use crate::series::{Counters, Histograms, Registrar};

/// Metrics of the page; the help texts describe each field.
pub struct PageMetrics {
    pub answers: Counters<PageAnswer>,
    pub seconds: Histograms<()>,
    pub states: Counters<()>,
}

impl PageMetrics {
    pub(crate) fn new(make: &Registrar<'_>) -> PageMetrics {
        PageMetrics {
            answers: make.counters("zerosum_page_answers_total", "Answers of the page, by kind."),
            seconds: make.histograms(
                "zerosum_page_game_seconds",
                "Duration of a visitor's move and the engine's reply.",
                &WAIT_BUCKETS,
            ),
            states: make.counters(
                "zerosum_page_states_total",
                "States of games of the chat sent to streams of the page.",
            ),
        }
    }
}
