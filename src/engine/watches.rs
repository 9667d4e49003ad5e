//! Watches that end the searches of the pool.

use std::time::{Duration, Instant};

use zerosum_search::limits::Watch;
use zerosum_search::searcher::SearchResult;

/// Time after which a visitor's search that has to solve its position gives way to people.
const SOLVING_BESIDE_PEOPLE_MAX: Duration = Duration::from_millis(500);

/// Watch that ends a search when its time is over or it is cancelled.
pub(super) struct Deadline<W> {
    ends_at: Instant,
    is_wanted: W,
}

impl<W: Fn() -> bool> Deadline<W> {
    pub(super) fn new(ends_at: Instant, is_wanted: W) -> Deadline<W> {
        Deadline { ends_at, is_wanted }
    }
}

impl<W: Fn() -> bool> Watch for Deadline<W> {
    fn is_over(&mut self) -> bool {
        self.is_abandoned() || Instant::now() >= self.ends_at
    }

    fn is_abandoned(&mut self) -> bool {
        !(self.is_wanted)()
    }

    fn progress(&mut self, _: &SearchResult) {}
}

/// Watch that also ends a search once people wait, but lets it have its minimum time.
pub(super) struct GivesWay<'a, W> {
    inner: &'a mut dyn Watch,
    from: Instant,
    are_people_waiting: W,
}

impl<'a, W: Fn() -> bool> GivesWay<'a, W> {
    pub(super) fn new(
        inner: &'a mut dyn Watch,
        time_min: Duration,
        are_people_waiting: W,
    ) -> GivesWay<'a, W> {
        GivesWay { inner, from: Instant::now() + time_min, are_people_waiting }
    }

    /// Returns whether people wait and the search has exceeded its minimum time by this much.
    fn is_waited_for(&self, more: Duration) -> bool {
        Instant::now() >= self.from + more && (self.are_people_waiting)()
    }
}

impl<W: Fn() -> bool> Watch for GivesWay<'_, W> {
    fn is_over(&mut self) -> bool {
        self.inner.is_over() || self.is_waited_for(Duration::ZERO)
    }

    fn is_abandoned(&mut self) -> bool {
        self.inner.is_abandoned() || self.is_waited_for(SOLVING_BESIDE_PEOPLE_MAX)
    }

    fn progress(&mut self, result: &SearchResult) {
        self.inner.progress(result);
    }
}

/// Watch that gives a search at most this time to solve its position.
pub(super) struct SolvesFor<'a> {
    inner: &'a mut dyn Watch,
    ends_at: Instant,
}

impl<'a> SolvesFor<'a> {
    pub(super) fn new(inner: &'a mut dyn Watch, time_max: Duration) -> SolvesFor<'a> {
        SolvesFor { inner, ends_at: Instant::now() + time_max }
    }
}

impl Watch for SolvesFor<'_> {
    fn is_over(&mut self) -> bool {
        self.inner.is_over()
    }

    fn is_abandoned(&mut self) -> bool {
        self.inner.is_abandoned() || Instant::now() >= self.ends_at
    }

    fn progress(&mut self, result: &SearchResult) {
        self.inner.progress(result);
    }
}
