//! Metrics by labels. All series exist from the start, so that a rate includes the first event.

use std::marker::PhantomData;
use std::time::Duration;

use prometheus::core::Collector;
use prometheus::{
    GaugeVec, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts,
    Registry,
};

/// One or more labels with all their values.
pub trait Labels: Copy {
    /// Number of combinations of values.
    const COUNT: usize;

    fn names() -> Vec<&'static str>;

    /// Returns all combinations, by their index.
    fn all_words() -> Vec<Vec<&'static str>>;

    fn index(self) -> usize;
}

/// No labels.
impl Labels for () {
    const COUNT: usize = 1;

    fn names() -> Vec<&'static str> {
        Vec::new()
    }

    fn all_words() -> Vec<Vec<&'static str>> {
        vec![Vec::new()]
    }

    fn index(self) -> usize {
        0
    }
}

impl<A: Labels, B: Labels> Labels for (A, B) {
    const COUNT: usize = A::COUNT * B::COUNT;

    fn names() -> Vec<&'static str> {
        [A::names(), B::names()].concat()
    }

    fn all_words() -> Vec<Vec<&'static str>> {
        let (first, second) = (A::all_words(), B::all_words());
        first.iter().flat_map(|a| second.iter().map(|b| [a.as_slice(), b].concat())).collect()
    }

    fn index(self) -> usize {
        self.0.index() * B::COUNT + self.1.index()
    }
}

/// Counters by labels. Counting is a single addition in memory.
pub struct Counters<L> {
    series: Vec<IntCounter>,
    labels: PhantomData<L>,
}

impl<L: Labels> Counters<L> {
    pub fn count(&self, labels: L) {
        self.add(labels, 1);
    }

    pub fn add(&self, labels: L, number: u64) {
        self.series[labels.index()].inc_by(number);
    }

    /// Returns the number of events with these labels.
    pub fn value(&self, labels: L) -> u64 {
        self.series[labels.index()].get()
    }

    /// Returns the number of all events.
    pub fn total(&self) -> u64 {
        self.series.iter().map(IntCounter::get).sum()
    }
}

/// A sum without labels.
pub struct Total(IntCounter);

impl Total {
    pub fn add(&self, number: u64) {
        self.0.inc_by(number);
    }
}

/// Durations by labels.
pub struct Histograms<L> {
    series: Vec<Histogram>,
    labels: PhantomData<L>,
}

impl<L: Labels> Histograms<L> {
    pub fn observe(&self, labels: L, time: Duration) {
        self.series[labels.index()].observe(time.as_secs_f64());
    }
}

/// A gauge.
pub struct Gauge(IntGauge);

impl Gauge {
    /// Sets the gauge, clamped to its maximum.
    pub fn set(&self, number: usize) {
        self.0.set(i64::try_from(number).unwrap_or(i64::MAX));
    }

    /// Increments the gauge until the returned guard is dropped.
    pub fn hold(&self) -> Held {
        self.0.inc();
        Held(self.0.clone())
    }
}

/// Guard of [`Gauge::hold`].
pub struct Held(IntGauge);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Boolean gauges by labels.
pub struct Flags<L> {
    series: Vec<prometheus::Gauge>,
    labels: PhantomData<L>,
}

impl<L: Labels> Flags<L> {
    pub fn set(&self, labels: L, is_so: bool) {
        self.series[labels.index()].set(if is_so { 1.0 } else { 0.0 });
    }
}

/// Creates metrics and registers them. Names follow Prometheus: base units, and `_total` for counters.
pub(crate) struct Registrar<'a>(pub &'a Registry);

impl Registrar<'_> {
    pub(crate) fn counters<L: Labels>(&self, name: &str, help: &str) -> Counters<L> {
        let vec = IntCounterVec::new(Opts::new(name, help), &L::names()).expect(NAMED_RIGHT);
        let of = |words: Vec<&str>| vec.with_label_values(&words);
        let series = L::all_words().into_iter().map(of).collect();
        self.enter(vec.clone());
        Counters { series, labels: PhantomData }
    }

    pub(crate) fn total(&self, name: &str, help: &str) -> Total {
        let total = IntCounter::new(name, help).expect(NAMED_RIGHT);
        self.enter(total.clone());
        Total(total)
    }

    pub(crate) fn histograms<L: Labels>(
        &self,
        name: &str,
        help: &str,
        buckets: &[f64],
    ) -> Histograms<L> {
        let options = HistogramOpts::new(name, help).buckets(buckets.to_vec());
        let vec = HistogramVec::new(options, &L::names()).expect(NAMED_RIGHT);
        let of = |words: Vec<&str>| vec.with_label_values(&words);
        let series = L::all_words().into_iter().map(of).collect();
        self.enter(vec.clone());
        Histograms { series, labels: PhantomData }
    }

    pub(crate) fn gauge(&self, name: &str, help: &str) -> Gauge {
        let gauge = IntGauge::new(name, help).expect(NAMED_RIGHT);
        self.enter(gauge.clone());
        Gauge(gauge)
    }

    pub(crate) fn float_gauge(&self, name: &str, help: &str) -> prometheus::Gauge {
        let gauge = prometheus::Gauge::new(name, help).expect(NAMED_RIGHT);
        self.enter(gauge.clone());
        gauge
    }

    pub(crate) fn flags<L: Labels>(&self, name: &str, help: &str) -> Flags<L> {
        let vec = GaugeVec::new(Opts::new(name, help), &L::names()).expect(NAMED_RIGHT);
        let of = |words: Vec<&str>| vec.with_label_values(&words);
        let series = L::all_words().into_iter().map(of).collect();
        self.enter(vec.clone());
        Flags { series, labels: PhantomData }
    }

    /// Registers a gauge that is always 1 and carries information in its labels.
    pub(crate) fn info(&self, name: &str, help: &str, labels: &[(&str, &str)]) {
        let (names, words): (Vec<&str>, Vec<&str>) = labels.iter().copied().unzip();
        let vec = GaugeVec::new(Opts::new(name, help), &names).expect(NAMED_RIGHT);
        vec.with_label_values(&words).set(1.0);
        self.enter(vec);
    }

    pub(crate) fn enter(&self, metric: impl Collector + 'static) {
        self.0.register(Box::new(metric)).expect(NAMED_RIGHT);
    }
}

/// The names are constants, and every start checks them.
const NAMED_RIGHT: &str = "every metric has a lawful name of its own";
