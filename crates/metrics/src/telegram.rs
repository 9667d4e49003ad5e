//! Metrics of Telegram calls.

use crate::WAIT_BUCKETS;
use crate::labels::{CallOutcome, Lost, Method, Rejection};
use crate::series::{Counters, Histograms, Registrar, Total};

/// Metrics of Telegram calls; the help texts describe each field.
pub struct TelegramMetrics {
    pub calls: Counters<(Method, CallOutcome)>,
    pub seconds: Histograms<Method>,
    pub retry_after_seconds: Total,
    pub webhook_rejections: Counters<Rejection>,
    pub edits_lost: Counters<Lost>,
    pub boards_swept: Total,
}

impl TelegramMetrics {
    pub(crate) fn new(make: &Registrar<'_>) -> TelegramMetrics {
        TelegramMetrics {
            calls: make.counters(
                "zerosum_telegram_calls_total",
                "Calls of the Bot API, by their outcome.",
            ),
            seconds: make.histograms(
                "zerosum_telegram_call_seconds",
                "Duration of calls of the Bot API. Polls wait for updates and are left out.",
                &WAIT_BUCKETS,
            ),
            retry_after_seconds: make.total(
                "zerosum_telegram_retry_after_seconds_total",
                "Seconds that Telegram has asked to wait (429).",
            ),
            webhook_rejections: make.counters(
                "zerosum_webhook_rejections_total",
                "Requests to the webhook that were not taken in, by reason.",
            ),
            edits_lost: make.counters(
                "zerosum_edits_lost_total",
                "Views that were not brought to their message, by reason.",
            ),
            boards_swept: make.total(
                "zerosum_boards_swept_total",
                "Boards that lagged behind and were shown again by the sweep.",
            ),
        }
    }
}
