//! The arithmetic of budgets: when the next call may begin.
//!
//! A budget learns when a call begins and when it has ended, and knows that it has arrived at
//! Telegram somewhere in between. It counts a call from its beginning on, and lets go of it only
//! as if it had arrived at its end. So whoever counts the arrivals never sees more than the budget
//! allows, however much later than others some of them arrive.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// How much of its time a chat may use up in a burst: at one call a second, five at once.
const BURST: Duration = Duration::from_secs(5);

/// Calls about one chat that are in flight at once, however high its budget is.
pub const IN_FLIGHT_PER_CHAT_MAX: u32 = 16;

/// When the next call may begin. The later, the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    Now,
    At(Instant),
    /// Not before a call that is in flight has ended.
    AfterAnEnd,
}

/// A steady rate with short bursts.
///
/// Invariant: the debt, and the cost of what is in flight, are no more than the capacity together.
#[derive(Debug)]
pub struct Bucket {
    /// What a call costs: the time in which that much wears off.
    cost: Duration,
    capacity: Duration,
    in_flight: u32,
    /// The cost of what has ended and not worn off at the time below.
    debt: Duration,
    at: Instant,
}

impl Bucket {
    pub fn new(per_minute: u32, now: Instant) -> Bucket {
        let cost = Duration::from_secs(60) / per_minute.max(1);
        Bucket { cost, capacity: BURST.max(cost), in_flight: 0, debt: Duration::ZERO, at: now }
    }

    pub fn when(&mut self, now: Instant) -> When {
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

    pub fn begin(&mut self) {
        self.in_flight += 1;
    }

    pub fn end(&mut self, now: Instant) {
        self.give_back();
        self.wear_off(now);
        self.debt += self.cost;
    }

    /// A call that had begun was not made.
    pub fn give_back(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    pub fn is_idle(&mut self, now: Instant) -> bool {
        self.wear_off(now);
        self.in_flight == 0 && self.debt.is_zero()
    }

    fn wear_off(&mut self, now: Instant) {
        self.debt = self.debt.saturating_sub(now.saturating_duration_since(self.at));
        self.at = self.at.max(now);
    }
}

/// So many calls within any stretch of time of this length.
#[derive(Debug)]
pub struct Window {
    calls_max: usize,
    length: Duration,
    in_flight: usize,
    /// When the calls of the last while have ended, ascending.
    ended: VecDeque<Instant>,
    began_last: Option<Instant>,
}

impl Window {
    pub fn new(calls_max: u32, length: Duration) -> Window {
        // A number that does not fit is as good as the greatest one that does.
        let calls_max = usize::try_from(calls_max.max(1)).unwrap_or(usize::MAX);
        Window { calls_max, length, in_flight: 0, ended: VecDeque::new(), began_last: None }
    }

    pub fn when(&mut self, now: Instant) -> When {
        self.expire(now);
        if self.in_flight + self.ended.len() < self.calls_max {
            return When::Now;
        }
        self.ended.front().map_or(When::AfterAnEnd, |end| When::At(*end + self.length))
    }

    /// The same for calls that can wait. They may use half of the window at once; the rest is
    /// spread over the time until there is room again, so that nobody ever waits for nearly all of
    /// the window's length.
    pub fn when_spread(&mut self, now: Instant) -> When {
        let when = self.when(now);
        let used = self.in_flight + self.ended.len();
        let (Some(began), true) = (self.began_last, used >= self.calls_max / 2) else {
            return when;
        };
        let room_again = self.ended.front().map_or(began, |end| *end) + self.length;
        let time = room_again.saturating_duration_since(began);
        let pause = (time / divisor(self.calls_max.saturating_sub(used)))
            .max(self.length / divisor(self.calls_max));
        let next = began + pause;
        if next > now { when.max(When::At(next)) } else { when }
    }

    pub fn begin(&mut self, now: Instant) {
        self.in_flight += 1;
        self.began_last = Some(now);
    }

    pub fn end(&mut self, now: Instant) {
        self.give_back();
        self.ended.push_back(now);
    }

    /// A call that had begun was not made.
    pub fn give_back(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    pub fn is_idle(&mut self, now: Instant) -> bool {
        self.expire(now);
        self.in_flight == 0 && self.ended.is_empty()
    }

    fn expire(&mut self, now: Instant) {
        while self.ended.front().is_some_and(|end| *end + self.length <= now) {
            self.ended.pop_front();
        }
    }
}

/// A number of calls to divide a time by. One that does not fit leaves no pause worth having.
fn divisor(calls: usize) -> u32 {
    u32::try_from(calls).unwrap_or(u32::MAX).max(1)
}
