//! Metrics of the page.

use crate::WAIT_BUCKETS;
use crate::labels::PageAnswer;
use crate::series::{Counters, Histograms, Maker};

/// Metrics of the page; the help texts describe each field.
pub struct PageFigures {
    pub answers: Counters<PageAnswer>,
    pub seconds: Histograms<()>,
    pub states: Counters<()>,
}

impl PageFigures {
    pub fn new(make: &Maker<'_>) -> PageFigures {
        PageFigures {
            answers: make.counters("zerosum_page_answers_total", "Answers of the page, by kind."),
            seconds: make.histograms(
                "zerosum_page_game_seconds",
                "How long the page takes for a move of a visitor and the engine's reply.",
                &WAIT_BUCKETS,
            ),
            states: make.counters(
                "zerosum_page_states_total",
                "States of games of the chat sent to streams of the page.",
            ),
        }
    }
}
