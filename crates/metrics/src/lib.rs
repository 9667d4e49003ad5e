//! Events, counted for Prometheus.
//!
//! Every metric is a field of [`Metrics`] and every label a closed enum of [`labels`], so no user can add
//! a series. Counting allocates no strings and takes no lock. Values that can be read at any time, such
//! as the length of a queue, are not counted but read when the metrics are requested.
//!
//! Every press ends in exactly one `labels::Press`. `press_to_answer` ends when Telegram has accepted the
//! answer, or when it is handed over with the 200 of a webhook. `press_to_edit` starts with the arrival
//! of the oldest press that an edit shows, so it includes all time the edit has waited.

pub mod play;
pub mod page;
pub mod telegram;
pub mod store;
pub mod gauges;
pub mod labels;
pub mod series;

#[cfg(target_os = "linux")]
mod process;

use std::sync::{Mutex, PoisonError};

use prometheus::{Registry, TextEncoder};

use crate::gauges::Gauges;
use crate::page::PageMetrics;
use crate::play::PlayMetrics;
#[cfg(target_os = "linux")]
use crate::process::ProcessMetrics;
use crate::series::Registrar;
use crate::store::StoreMetrics;
use crate::telegram::TelegramMetrics;

/// The media type of the output of [`Metrics::render`].
pub const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The source revision, if set at build time.
const REVISION: Option<&str> = option_env!("ZEROSUM_REVISION");

/// Buckets for times that users wait for, in seconds.
pub(crate) const WAIT_BUCKETS: [f64; 14] =
    [0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// A callback that sets gauges.
type SetGauges = Box<dyn Fn(&Gauges) + Send + Sync>;

/// All metrics of the process, shared by all code that counts.
pub struct Metrics {
    registry: Registry,
    gauges: Gauges,
    setters: Mutex<Vec<SetGauges>>,
    #[cfg(target_os = "linux")]
    process: ProcessMetrics,
    pub play: PlayMetrics,
    pub page: PageMetrics,
    pub telegram: TelegramMetrics,
    pub store: StoreMetrics,
}

impl Metrics {
    pub fn new() -> Metrics {
        let registry = Registry::new();
        let make = Registrar(&registry);
        make.info(
            "zerosum_build_info",
            "Version and source revision.",
            &[("version", env!("CARGO_PKG_VERSION")), ("revision", REVISION.unwrap_or("unknown"))],
        );
        Metrics {
            gauges: Gauges::new(&make),
            setters: Mutex::new(Vec::new()),
            #[cfg(target_os = "linux")]
            process: ProcessMetrics::new(&make),
            play: PlayMetrics::new(&make),
            page: PageMetrics::new(&make),
            telegram: TelegramMetrics::new(&make),
            store: StoreMetrics::new(&make),
            registry,
        }
    }

    /// Registers a callback that sets gauges whenever the metrics are requested.
    pub fn set_gauges_with(&self, set: impl Fn(&Gauges) + Send + Sync + 'static) {
        self.setters.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(set));
    }

    /// Renders all current metrics in Prometheus' text format, of the type [`MEDIA_TYPE`].
    pub fn render(&self) -> String {
        for set in self.setters.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            set(&self.gauges);
        }
        #[cfg(target_os = "linux")]
        self.process.read();
        let families = self.registry.gather();
        TextEncoder::new().encode_to_string(&families).expect("what is registered can be written")
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}
