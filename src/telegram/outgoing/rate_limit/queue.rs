//! Queue of waiting calls, by asker, chat and priority, with the budgets that they wait for. An inline
//! message counts as a chat of its own, which is not a group.
//!
//! `Alternation` chooses the priority, and `Askers` the asker and the chat. The chat then chooses the
//! call by the same rules, because its own budget may be the one that is short.
//!
//! The queue is given the time and does nothing by itself, so tests can run hours of it in a moment.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::Duration;

use tokio::time::Instant;
use zerosum_session::board::Surface;

use crate::telegram::outgoing::rate_limit::alternation::Alternation;
use crate::telegram::outgoing::rate_limit::askers::Askers;
use crate::telegram::outgoing::rate_limit::budget::{When, Window};
use crate::telegram::outgoing::rate_limit::chat::{Call, PacedChat};
use crate::telegram::outgoing::rate_limit::{Asker, NoRoom, Priority, RateLimits};

/// Maximum waiting calls.
pub const WAITING_MAX: usize = 16_384;

/// Maximum remembered chats. An idle one is removed, because an unused budget equals a new one.
pub(crate) const PACED_CHATS_MAX: usize = 100_000;

/// Number of chats above which idle ones are removed.
const PACED_CHATS_MIN: usize = 1_024;

/// Maximum edits in all chats that pass waiting replies before one reply goes.
const REPLIES_PASSED_OVER_MAX: u32 = 3;

/// Number of chats told to wait, with no other answer in between, after which all chats wait.
const THROTTLED_CHATS_MAX: usize = 5;

/// Maximum pause of all chats. Each of the throttled ones waits for its own pause.
const OVERALL_HOLD_MAX: Duration = Duration::from_secs(5);

/// How a call has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// The call was not made.
    NotMade,
    /// The outcome is unknown.
    Unknown,
    /// Telegram has answered.
    Answered,
    /// Telegram asks for this pause.
    Throttled(Duration),
}

/// Queue of waiting calls. `T` notifies a waiter that its call may begin.
pub struct CallQueue<T> {
    pace: RateLimits,
    overall: Window,
    /// No call begins before this.
    held_until: Option<Instant>,
    /// Chats told to wait since Telegram's last other answer.
    throttled: Vec<Surface>,
    chats: HashMap<Surface, PacedChat<T>>,
    /// Number of chats at which idle ones are removed next.
    chats_before_cleaning: usize,
    askers: Askers,
    turns: Alternation,
    /// Chats with the time at which they may be ready. An entry counts only if its chat has the same
    /// time.
    later: BinaryHeap<Reverse<(Instant, Surface)>>,
    waiting: usize,
    tickets: u64,
}

/// A place in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(u64);

impl<T> CallQueue<T> {
    pub fn new(pace: RateLimits) -> CallQueue<T> {
        CallQueue {
            pace,
            overall: Window::new(pace.per_second, Duration::from_secs(1)),
            held_until: None,
            throttled: Vec::new(),
            chats: HashMap::new(),
            chats_before_cleaning: PACED_CHATS_MIN,
            askers: Askers::default(),
            turns: Alternation::new(REPLIES_PASSED_OVER_MAX),
            later: BinaryHeap::new(),
            waiting: 0,
            tickets: 0,
        }
    }

    /// Number of waiting calls.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Number of remembered chats.
    pub fn chats(&self) -> usize {
        self.chats.len()
    }

    /// Number of askers with waiting or recent calls.
    pub fn askers(&self) -> usize {
        self.askers.count()
    }

    /// Puts a call into the queue.
    pub fn enter(
        &mut self,
        now: Instant,
        surface: Surface,
        (priority, asker): (Priority, Asker),
        tell: T,
    ) -> Result<Ticket, NoRoom> {
        if self.waiting >= priority.share_of(WAITING_MAX)
            || !self.askers.has_room_for(asker, priority)
            || !self.has_room_for(now, surface)
        {
            return Err(NoRoom);
        }
        let pace = self.pace;
        let chat = self.chats.entry(surface).or_insert_with(|| PacedChat::new(surface, pace, now));
        if !chat.has_room_for(priority) {
            return Err(NoRoom);
        }
        self.tickets += 1;
        self.waiting += 1;
        let ticket = Ticket(self.tickets);
        let priority = self.askers.enter(now, asker, priority);
        chat.enter(Call { ticket, priority, asker, arrived: now, tell });
        self.askers.make_ready(asker, priority, surface);
        Ok(ticket)
    }

    /// Removes a call from the queue, if it is still there.
    pub fn leave(&mut self, surface: Surface, ticket: Ticket) {
        let Some(chat) = self.chats.get_mut(&surface) else { return };
        if let Some(Call { asker, priority, .. }) = chat.leave(ticket) {
            self.note_gone(surface, asker, priority);
        }
    }

    /// Lets calls begin that may begin now, and returns when more may, unless a call ends before.
    pub fn serve(&mut self, now: Instant, begin: &mut Vec<(Surface, T)>) -> Option<Instant> {
        while let Some(Reverse((at, surface))) = self.later.peek().copied()
            && at <= now
        {
            self.later.pop();
            if let Some(chat) = self.chats.get_mut(&surface)
                && chat.ready_at == Some(at)
            {
                chat.ready_at = None;
                self.make_ready(surface);
            }
        }
        let overall = loop {
            match self.next_ready(now) {
                Ok((priority, asker, surface)) => {
                    self.offer(now, (priority, asker), surface, begin)
                }
                Err(when) => break when,
            }
        };
        let of_a_chat = self.later.peek().map(|Reverse((at, _))| *at);
        match overall {
            When::At(at) => Some(of_a_chat.map_or(at, |other| other.min(at))),
            When::Now | When::AfterAnEnd => of_a_chat,
        }
    }

    /// Records that a call has surely arrived: for all chats but its own it counts as ended, so that a
    /// hanging call takes nothing from them.
    pub fn arrive(&mut self, now: Instant) {
        self.overall.end(now);
    }

    /// Records that a call has ended. `has_arrived` is true if [`CallQueue::arrive`] was called for it.
    pub fn end(&mut self, now: Instant, surface: Surface, has_arrived: bool, outcome: CallEnd) {
        match outcome {
            _ if has_arrived => {}
            CallEnd::NotMade => self.overall.give_back(),
            CallEnd::Unknown | CallEnd::Answered | CallEnd::Throttled(_) => self.overall.end(now),
        }
        if let Some(chat) = self.chats.get_mut(&surface) {
            chat.end(now, outcome);
            self.make_ready(surface);
        }
        match outcome {
            CallEnd::NotMade | CallEnd::Unknown => {}
            CallEnd::Answered => self.throttled.clear(),
            CallEnd::Throttled(pause) => self.note_throttled(now, surface, pause),
        }
    }

    fn note_throttled(&mut self, now: Instant, surface: Surface, pause: Duration) {
        if !self.throttled.contains(&surface) {
            self.throttled.push(surface);
        }
        if self.throttled.len() >= THROTTLED_CHATS_MAX {
            self.throttled.clear();
            self.held_until = Some(now + pause.min(OVERALL_HOLD_MAX));
        }
    }

    /// Returns the next call's priority, asker and chat, or when the next one may begin.
    fn next_ready(&mut self, now: Instant) -> Result<(Priority, Asker, Surface), When> {
        let held = self.held_until.filter(|until| *until > now).map_or(When::Now, When::At);
        let mut soonest = When::AfterAnEnd;
        for (priority, leaves_reserve) in self.turns.order() {
            if !self.askers.are_ready(priority) {
                continue;
            }
            // Calls that leave the reserve are spread too, so that a later edit finds room soon.
            let when = match leaves_reserve {
                true => self.overall.when_spread(now, true),
                false => self.overall.when(now, false),
            };
            match when.max(held) {
                When::Now => {
                    let next = self.askers.next(priority).ok_or(When::AfterAnEnd)?;
                    return Ok((priority, next.0, next.1));
                }
                later => soonest = soonest.min(later),
            }
        }
        Err(soonest)
    }

    /// Lets the first call of a chat begin, if the chat's budgets allow it.
    fn offer(
        &mut self,
        now: Instant,
        (priority, asker): (Priority, Asker),
        surface: Surface,
        begin: &mut Vec<(Surface, T)>,
    ) {
        let Some(chat) = self.chats.get_mut(&surface) else {
            return self.askers.make_unready(asker, priority, surface);
        };
        match chat.begin(now) {
            Ok(Call { priority, asker, tell, .. }) => {
                self.overall.begin(now);
                self.askers.note_served(now, asker);
                self.note_gone(surface, asker, priority);
                self.turns.note(priority, |priority| self.askers.are_ready(priority));
                begin.push((surface, tell));
            }
            Err(when) => {
                self.askers.make_unready(asker, priority, surface);
                // The chat becomes ready when a call ends, or at the known time.
                if let When::At(at) = when
                    && chat.ready_at.is_none_or(|known| at < known)
                {
                    chat.ready_at = Some(at);
                    self.later.push(Reverse((at, surface)));
                }
            }
        }
    }

    /// Marks all askers with calls about a chat as ready.
    fn make_ready(&mut self, surface: Surface) {
        let Some(chat) = self.chats.get(&surface) else { return };
        for (asker, priority) in chat.wanted() {
            self.askers.make_ready(asker, priority, surface);
        }
    }

    /// Records that a call waits no longer.
    fn note_gone(&mut self, surface: Surface, asker: Asker, priority: Priority) {
        self.waiting -= 1;
        self.askers.leave(asker);
        if !self.chats.get(&surface).is_some_and(|chat| chat.has(asker, priority)) {
            self.askers.make_unready(asker, priority, surface);
        }
    }

    /// Returns whether the chat is remembered or one more can be.
    fn has_room_for(&mut self, now: Instant, surface: Surface) -> bool {
        if self.chats.contains_key(&surface) {
            return true;
        }
        if self.chats.len() >= self.chats_before_cleaning {
            self.chats.retain(|_, chat| !chat.is_idle(now));
            self.chats_before_cleaning =
                (self.chats.len() * 2).clamp(PACED_CHATS_MIN, PACED_CHATS_MAX);
        }
        self.chats.len() < PACED_CHATS_MAX
    }
}
