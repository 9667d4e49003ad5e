//! State of one chat: its budgets, its waiting calls and their order.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;
use zerosum_session::board::Surface;

use crate::telegram::outgoing::rate_limit::alternation::Alternation;
use crate::telegram::outgoing::rate_limit::budget::{Bucket, When, Window};
use crate::telegram::outgoing::rate_limit::queue::{CallEnd, Ticket};
use crate::telegram::outgoing::rate_limit::{Asker, Priority, RateLimits};

/// Maximum waiting calls about one chat.
pub const WAITING_PER_CHAT_MAX: usize = 64;

/// Maximum edits in a chat that pass waiting replies before one reply goes.
const REPLIES_PASSED_OVER_MAX: u32 = 2;

/// Time for which a chat remembers the askers that it has served. A new call of another asker goes ahead
/// of those served within it.
const SERVED_LATELY: Duration = Duration::from_secs(60);

/// Maximum remembered askers in one chat.
const SERVED_KEPT_MAX: usize = 64;

/// Minimum pause of a chat that is told to wait.
const HOLD_MIN: Duration = Duration::from_millis(100);

/// Maximum pause of a chat, even if Telegram asks for more.
const HOLD_MAX: Duration = Duration::from_secs(3_600);

/// A chat with its budgets and waiting calls.
pub(super) struct PacedChat<T> {
    steady: Bucket,
    /// Groups have a second budget.
    group: Option<Window>,
    held_until: Option<Instant>,
    /// Waiting calls in order of arrival.
    calls: VecDeque<Call<T>>,
    waiting: [usize; Priority::ALL.len()],
    turns: Alternation,
    /// Askers served recently, with the time.
    served: Vec<(Asker, Instant)>,
    /// Time at which the chat is checked again, unless a call ends there before.
    pub(super) ready_at: Option<Instant>,
}

/// A waiting call.
pub(super) struct Call<T> {
    pub(super) ticket: Ticket,
    pub(super) priority: Priority,
    pub(super) asker: Asker,
    pub(super) arrived: Instant,
    pub(super) tell: T,
}

impl<T> PacedChat<T> {
    pub(super) fn new(surface: Surface, pace: RateLimits, now: Instant) -> PacedChat<T> {
        let group = || Window::new(pace.group_per_minute, Duration::from_secs(60));
        PacedChat {
            steady: Bucket::new(pace.chat_per_minute, now),
            group: surface.is_group().then(group),
            held_until: None,
            calls: VecDeque::new(),
            waiting: Default::default(),
            turns: Alternation::new(REPLIES_PASSED_OVER_MAX),
            served: Vec::new(),
            ready_at: None,
        }
    }

    /// Returns whether one more call of this priority may wait.
    pub(super) fn has_room_for(&self, priority: Priority) -> bool {
        self.calls.len() < priority.share_of(WAITING_PER_CHAT_MAX)
    }

    pub(super) fn enter(&mut self, call: Call<T>) {
        self.waiting[call.priority.index()] += 1;
        self.calls.push_back(call);
    }

    /// Removes a cancelled call.
    pub(super) fn leave(&mut self, ticket: Ticket) -> Option<Call<T>> {
        let place = self.calls.iter().position(|call| call.ticket == ticket)?;
        self.take(place)
    }

    /// Takes the next call and lets it begin, or returns when one may begin.
    pub(super) fn begin(&mut self, now: Instant) -> Result<Call<T>, When> {
        let mut soonest = When::AfterAnEnd;
        for (priority, leaves_reserve) in self.turns.order() {
            let Some(place) = self.first_of(priority) else { continue };
            match self.when(now, priority, leaves_reserve) {
                When::Now => {
                    let call = self.take(place).ok_or(When::AfterAnEnd)?;
                    self.note_begun(now, &call);
                    return Ok(call);
                }
                later => soonest = soonest.min(later),
            }
        }
        Err(soonest)
    }

    /// Returns whether a call of this asker and priority waits.
    pub(super) fn has(&self, asker: Asker, priority: Priority) -> bool {
        self.calls.iter().any(|call| (call.asker, call.priority) == (asker, priority))
    }

    /// Askers and priorities of the waiting calls, with repetitions.
    pub(super) fn wanted(&self) -> impl Iterator<Item = (Asker, Priority)> {
        self.calls.iter().map(|call| (call.asker, call.priority))
    }

    pub(super) fn end(&mut self, now: Instant, outcome: CallEnd) {
        if outcome == CallEnd::NotMade {
            self.steady.give_back();
        } else {
            self.steady.end(now);
        }
        match &mut self.group {
            Some(group) if outcome == CallEnd::NotMade => group.give_back(),
            Some(group) => group.end(now),
            None => {}
        }
        if let CallEnd::Throttled(pause) = outcome {
            self.held_until = self.held_until.max(Some(now + pause.clamp(HOLD_MIN, HOLD_MAX)));
        }
    }

    pub(super) fn is_idle(&mut self, now: Instant) -> bool {
        self.calls.is_empty()
            && self.held_until.is_none_or(|until| until <= now)
            && self.steady.is_idle(now)
            && self.group.as_mut().is_none_or(|group| group.is_idle(now))
    }

    fn take(&mut self, place: usize) -> Option<Call<T>> {
        let call = self.calls.remove(place)?;
        self.waiting[call.priority.index()] -= 1;
        Some(call)
    }

    /// Returns the next call of this priority: that of the asker served here longest ago.
    fn first_of(&self, priority: Priority) -> Option<usize> {
        if self.waiting[priority.index()] == 0 {
            return None;
        }
        let rank = |call: &Call<T>| {
            let served = self.served.iter().find(|(asker, _)| *asker == call.asker);
            let at = served.map(|(_, at)| *at + SERVED_LATELY);
            (at.map_or(call.arrived, |at| at.max(call.arrived)), call.ticket)
        };
        let here = self.calls.iter().enumerate().filter(|(_, call)| call.priority == priority);
        here.min_by_key(|(_, call)| rank(call)).map(|(place, _)| place)
    }

    fn when(&mut self, now: Instant, priority: Priority, leaves_reserve: bool) -> When {
        let held = self.held_until.filter(|until| *until > now).map_or(When::Now, When::At);
        let group = match (&mut self.group, priority) {
            (None, _) => When::Now,
            (Some(group), Priority::Final) => group.when_urgent(now),
            (
                Some(group),
                Priority::Reply | Priority::Edit | Priority::Sweep | Priority::Broadcast,
            ) => group.when_spread(now, leaves_reserve),
        };
        self.steady.when(now).max(group).max(held)
    }

    fn note_begun(&mut self, now: Instant, call: &Call<T>) {
        self.steady.begin();
        if let Some(group) = &mut self.group {
            group.begin(now);
        }
        let waiting = self.waiting;
        self.turns.note(call.priority, |priority| waiting[priority.index()] > 0);
        // Moved to the end, so that the asker served longest ago stays at the front.
        self.served.retain(|(asker, at)| *asker != call.asker && *at + SERVED_LATELY > now);
        if self.served.len() >= SERVED_KEPT_MAX {
            self.served.remove(0);
        }
        self.served.push((call.asker, now));
    }
}
