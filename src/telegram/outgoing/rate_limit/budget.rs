//! Arithmetic of budgets: computes when the next call may begin.
//!
//! A budget is told when a call begins and when it has ended, and the call arrives at Telegram somewhere
//! in between. It counts a call from its beginning, and releases it only as if it had arrived at its
//! end. So Telegram never counts more arrivals than the budget allows, even if some are delayed more
//! than others.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// Time budget that a chat may use in a burst: at one call a second, five calls at once.
const BURST: Duration = Duration::from_secs(5);

/// Maximum calls about one chat in flight at once, regardless of its budget.
pub(crate) const IN_FLIGHT_PER_CHAT_MAX: u32 = 16;

/// One call in this many of a window is the reserve for urgent calls.
const RESERVE_ONE_IN: usize = 5;

/// Time at which the next call may begin. Later times are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum When {
    Now,
    At(Instant),
    /// Not before a call in flight has ended.
    AfterAnEnd,
}

/// Token bucket: a steady rate with short bursts.
///
/// Invariant: the debt and the cost of the calls in flight do not exceed the capacity together.
#[derive(Debug)]
pub(crate) struct Bucket {
    /// Cost of a call: the time in which it wears off.
    cost: Duration,
    capacity: Duration,
    in_flight: u32,
    /// Remaining cost of ended calls at the time `at`.
    debt: Duration,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new(per_minute: u32, now: Instant) -> Bucket {
        let cost = Duration::from_secs(60) / per_minute.max(1);
        Bucket { cost, capacity: BURST.max(cost), in_flight: 0, debt: Duration::ZERO, at: now }
    }

    pub(crate) fn when(&mut self, now: Instant) -> When {
        self.wear_off(now);
        let flying = self.cost * (self.in_flight + 1);
        if self.in_flight >= IN_FLIGHT_PER_CHAT_MAX || flying > self.capacity {
            return When::AfterAnEnd;
        }
        match (self.debt + flying).saturating_sub(self.capacity) {
            Duration::ZERO => When::Now,
            excess => When::At(now + excess),
        }
    }

    pub(crate) fn begin(&mut self) {
        self.in_flight += 1;
    }

    pub(crate) fn end(&mut self, now: Instant) {
        self.give_back();
        self.wear_off(now);
        self.debt += self.cost;
    }

    /// Takes back a call that had begun and was not made.
    pub(crate) fn give_back(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    pub(crate) fn is_idle(&mut self, now: Instant) -> bool {
        self.wear_off(now);
        self.in_flight == 0 && self.debt.is_zero()
    }

    fn wear_off(&mut self, now: Instant) {
        self.debt = self.debt.saturating_sub(now.saturating_duration_since(self.at));
        self.at = self.at.max(now);
    }
}

/// Sliding window: at most this many calls within any period of this length.
#[derive(Debug)]
pub(crate) struct Window {
    calls_max: usize,
    length: Duration,
    in_flight: usize,
    /// End times of the recent calls, ascending.
    ended: VecDeque<Instant>,
    began_last: Option<Instant>,
}

impl Window {
    pub(crate) fn new(calls_max: u32, length: Duration) -> Window {
        // A number that does not fit is as good as the largest one.
        let calls_max = usize::try_from(calls_max.max(1)).unwrap_or(usize::MAX);
        Window { calls_max, length, in_flight: 0, ended: VecDeque::new(), began_last: None }
    }

    /// Returns when a call may begin, with or without leaving the reserve free.
    pub(crate) fn when(&mut self, now: Instant, leaves_reserve: bool) -> When {
        self.expire(now);
        self.when_below(self.room(leaves_reserve))
    }

    /// Like [`Window::when`], but for calls that can wait. They may use half of the window at once; the
    /// rest is spread over the time until there is room again, so that no call ever waits for nearly the
    /// whole length of the window.
    pub(crate) fn when_spread(&mut self, now: Instant, leaves_reserve: bool) -> When {
        let room = self.room(leaves_reserve);
        let when = self.when(now, leaves_reserve);
        let used = self.used();
        let (Some(began), true) = (self.began_last, used >= room / 2) else {
            return when;
        };
        let room_again = self.ended.front().map_or(began, |end| *end) + self.length;
        let time = room_again.saturating_duration_since(began);
        let pause = (time / divisor(room.saturating_sub(used))).max(self.length / divisor(room));
        let next = began + pause;
        if next > now { when.max(When::At(next)) } else { when }
    }

    /// Like [`Window::when_spread`], but spreads calls only once three quarters of the window are used.
    pub(crate) fn when_urgent(&mut self, now: Instant) -> When {
        self.expire(now);
        if self.used() < self.calls_max / 4 * 3 { When::Now } else { self.when_spread(now, false) }
    }

    /// Number of calls that may be in the window.
    fn room(&self, leaves_reserve: bool) -> usize {
        let reserve = if leaves_reserve { self.calls_max / RESERVE_ONE_IN } else { 0 };
        self.calls_max - reserve
    }

    fn used(&self) -> usize {
        self.in_flight + self.ended.len()
    }

    /// Returns when fewer than this many calls are in the window.
    fn when_below(&self, room: usize) -> When {
        match self.used().checked_sub(room) {
            None => When::Now,
            Some(excess) => {
                let end = self.ended.get(excess);
                end.map_or(When::AfterAnEnd, |end| When::At(*end + self.length))
            }
        }
    }

    pub(crate) fn begin(&mut self, now: Instant) {
        self.in_flight += 1;
        self.began_last = Some(now);
    }

    pub(crate) fn end(&mut self, now: Instant) {
        self.give_back();
        self.ended.push_back(now);
    }

    /// Takes back a call that had begun and was not made.
    pub(crate) fn give_back(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    pub(crate) fn is_idle(&mut self, now: Instant) -> bool {
        self.expire(now);
        self.in_flight == 0 && self.ended.is_empty()
    }

    fn expire(&mut self, now: Instant) {
        while self.ended.front().is_some_and(|end| *end + self.length <= now) {
            self.ended.pop_front();
        }
    }
}

/// Converts a number of calls to a divisor of a time. One that does not fit gives a negligible pause.
fn divisor(calls: usize) -> u32 {
    u32::try_from(calls).unwrap_or(u32::MAX).max(1)
}
