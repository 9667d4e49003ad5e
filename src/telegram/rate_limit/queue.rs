//! Who may call next: what waits, by chat and by how urgent it is, and the budgets it waits for. An inline
//! message counts as a chat of its own, which is no group.
//!
//! It is told the time and does nothing by itself, so that hours of it can be tried in a moment.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

use crate::session::board::Surface;
use crate::telegram::rate_limit::budget::{Bucket, When, Window};
use crate::telegram::rate_limit::{Class, NoRoom, RateLimits};

/// Calls that wait for the budgets.
pub const WAITING_MAX: usize = 16_384;

/// Calls about one chat that wait for the budgets.
pub const WAITING_PER_CHAT_MAX: usize = 64;

/// Chats whose budgets are remembered. One that is idle is forgotten, because a budget that is
/// unused is like a new one.
pub const PACED_CHATS_MAX: usize = 100_000;

/// So many chats are remembered before idle ones are looked for.
const PACED_CHATS_MIN: usize = 1_024;

/// Of so many calls one goes to the least urgent of what waits, so that nothing waits for ever.
const LEAST_URGENT_EVERY: u64 = 8;

/// A chat that is told to wait does so for this long at least.
const HOLD_MIN: Duration = Duration::from_millis(100);

/// A chat waits no longer than this before it is tried again, whatever Telegram asks for.
const HOLD_MAX: Duration = Duration::from_secs(3_600);

/// So many chats that are told to wait, with no other answer in between, mean all chats.
const THROTTLED_CHATS_MAX: usize = 5;

/// All chats wait no longer than this for the sake of some. Each of those waits as it was told.
const OVERALL_HOLD_MAX: Duration = Duration::from_secs(5);

/// What Telegram said to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The call was not made.
    NotMade,
    /// Nobody knows what became of it.
    Unknown,
    /// Telegram has answered.
    Answered,
    /// Telegram asks to wait that long.
    Throttled(Duration),
}

/// See the module. `T` tells whoever waits that it is their turn.
pub struct CallQueue<T> {
    pace: RateLimits,
    overall: Window,
    /// Nothing is called before this.
    held_until: Option<Instant>,
    /// The chats that were told to wait since Telegram has last answered anything else.
    throttled: Vec<Surface>,
    chats: HashMap<Surface, Paced<T>>,
    /// At this number of chats the idle ones are forgotten.
    chats_before_cleaning: usize,
    /// The chats whose turn it may be, by how urgent their calls are. They go round, so that each
    /// gets as much as the others.
    ready: [VecDeque<Surface>; Class::ALL.len()],
    /// The chats whose turn it may be at some time. An entry counts if its chat says the same.
    later: BinaryHeap<Reverse<(Instant, Surface)>>,
    waiting: usize,
    tickets: u64,
    granted: u64,
}

/// A chat that is spoken to.
struct Paced<T> {
    steady: Bucket,
    /// Groups have a second budget.
    group: Option<Window>,
    held_until: Option<Instant>,
    lines: [VecDeque<(Ticket, T)>; Class::ALL.len()],
    is_ready: [bool; Class::ALL.len()],
    ready_at: Option<Instant>,
}

/// A place in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            ready: Default::default(),
            later: BinaryHeap::new(),
            waiting: 0,
            tickets: 0,
            granted: 0,
        }
    }

    /// How many calls wait.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// How many chats are remembered.
    pub fn chats(&self) -> usize {
        self.chats.len()
    }

    /// Puts a call into the queue.
    pub fn enter(
        &mut self,
        now: Instant,
        surface: Surface,
        class: Class,
        tell: T,
    ) -> Result<Ticket, NoRoom> {
        if self.waiting >= class.share_of(WAITING_MAX) || !self.has_room_for(now, surface) {
            return Err(NoRoom);
        }
        let pace = self.pace;
        let paced = self.chats.entry(surface).or_insert_with(|| Paced::new(surface, pace, now));
        let waiting_here: usize = paced.lines.iter().map(VecDeque::len).sum();
        if waiting_here >= class.share_of(WAITING_PER_CHAT_MAX) {
            return Err(NoRoom);
        }
        self.tickets += 1;
        self.waiting += 1;
        paced.lines[class.index()].push_back((Ticket(self.tickets), tell));
        paced.make_ready(&mut self.ready, surface);
        Ok(Ticket(self.tickets))
    }

    /// Takes a call out of the queue, if it is still there.
    pub fn leave(&mut self, surface: Surface, class: Class, ticket: Ticket) {
        let Some(paced) = self.chats.get_mut(&surface) else { return };
        let line = &mut paced.lines[class.index()];
        if let Some(place) = line.iter().position(|(other, _)| *other == ticket) {
            line.remove(place);
            self.waiting -= 1;
        }
    }

    /// Lets begin whatever may begin now, and tells when there may be more without anything ending
    /// before.
    pub fn serve(&mut self, now: Instant, begin: &mut Vec<(Surface, T)>) -> Option<Instant> {
        while let Some(Reverse((at, surface))) = self.later.peek().copied()
            && at <= now
        {
            self.later.pop();
            if let Some(paced) = self.chats.get_mut(&surface)
                && paced.ready_at == Some(at)
            {
                paced.ready_at = None;
                paced.make_ready(&mut self.ready, surface);
            }
        }
        let overall = loop {
            let overall = self.when_overall(now);
            if overall != When::Now {
                break overall;
            }
            let Some((class, surface)) = self.next_ready() else { break overall };
            self.offer(now, class, surface, begin);
        };
        let of_a_chat = self.later.peek().map(|Reverse((at, _))| *at);
        match overall {
            When::At(at) if self.ready.iter().any(|line| !line.is_empty()) => {
                Some(of_a_chat.map_or(at, |other| other.min(at)))
            }
            When::At(_) | When::Now | When::AfterAnEnd => of_a_chat,
        }
    }

    /// A call has surely arrived: it counts from now on as if it had ended, for all chats but its
    /// own. One that hangs is not to take from the others.
    pub fn arrive(&mut self, now: Instant) {
        self.overall.end(now);
    }

    /// A call has ended. `has_arrived` if that was told before.
    pub fn end(&mut self, now: Instant, surface: Surface, has_arrived: bool, outcome: Outcome) {
        match outcome {
            _ if has_arrived => {}
            Outcome::NotMade => self.overall.give_back(),
            Outcome::Unknown | Outcome::Answered | Outcome::Throttled(_) => self.overall.end(now),
        }
        if let Some(paced) = self.chats.get_mut(&surface) {
            paced.end(now, outcome);
            paced.make_ready(&mut self.ready, surface);
        }
        match outcome {
            Outcome::NotMade | Outcome::Unknown => {}
            Outcome::Answered => self.throttled.clear(),
            Outcome::Throttled(pause) => self.note_throttled(now, surface, pause),
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

    fn when_overall(&mut self, now: Instant) -> When {
        let held = self.held_until.filter(|until| *until > now);
        self.overall.when(now).max(held.map_or(When::Now, When::At))
    }

    /// The chat whose turn it is.
    fn next_ready(&mut self) -> Option<(Class, Surface)> {
        let mut pop = |class: Class| Some((class, self.ready[class.index()].pop_front()?));
        if self.granted % LEAST_URGENT_EVERY == LEAST_URGENT_EVERY - 1 {
            Class::ALL.into_iter().rev().find_map(&mut pop)
        } else {
            Class::ALL.into_iter().find_map(&mut pop)
        }
    }

    /// Lets the first of this line begin, if the budgets of its chat allow it.
    fn offer(
        &mut self,
        now: Instant,
        class: Class,
        surface: Surface,
        begin: &mut Vec<(Surface, T)>,
    ) {
        let Some(paced) = self.chats.get_mut(&surface) else { return };
        paced.is_ready[class.index()] = false;
        if paced.lines[class.index()].is_empty() {
            return;
        }
        match paced.when(now, class) {
            When::Now => {
                if let Some((_, tell)) = paced.lines[class.index()].pop_front() {
                    paced.begin(now);
                    self.overall.begin(now);
                    self.waiting -= 1;
                    self.granted += 1;
                    begin.push((surface, tell));
                    paced.make_ready(&mut self.ready, surface);
                }
            }
            When::At(at) if paced.ready_at.is_none_or(|known| at < known) => {
                paced.ready_at = Some(at);
                self.later.push(Reverse((at, surface)));
            }
            // What has ended makes the chat ready, and so does the time that is known.
            When::At(_) | When::AfterAnEnd => {}
        }
    }

    /// Whether the chat is remembered or one more can be.
    fn has_room_for(&mut self, now: Instant, surface: Surface) -> bool {
        if self.chats.contains_key(&surface) {
            return true;
        }
        if self.chats.len() >= self.chats_before_cleaning {
            self.chats.retain(|_, paced| !paced.is_idle(now));
            self.chats_before_cleaning = (self.chats.len() * 2).max(PACED_CHATS_MIN);
        }
        self.chats.len() < PACED_CHATS_MAX
    }
}

impl<T> Paced<T> {
    fn new(surface: Surface, pace: RateLimits, now: Instant) -> Paced<T> {
        let group = || Window::new(pace.group_per_minute, Duration::from_secs(60));
        Paced {
            steady: Bucket::new(pace.chat_per_minute, now),
            group: surface.is_group().then(group),
            held_until: None,
            lines: Default::default(),
            is_ready: Default::default(),
            ready_at: None,
        }
    }

    fn make_ready(&mut self, ready: &mut [VecDeque<Surface>; Class::ALL.len()], surface: Surface) {
        for class in Class::ALL.map(Class::index) {
            if !self.lines[class].is_empty() && !self.is_ready[class] {
                self.is_ready[class] = true;
                ready[class].push_back(surface);
            }
        }
    }

    fn when(&mut self, now: Instant, class: Class) -> When {
        let held = self.held_until.filter(|until| *until > now).map_or(When::Now, When::At);
        let group = match (&mut self.group, class) {
            (None, _) => When::Now,
            (Some(group), Class::Final) => group.when(now),
            (Some(group), Class::Reply | Class::Edit | Class::Sweep | Class::Broadcast) => {
                group.when_spread(now)
            }
        };
        self.steady.when(now).max(group).max(held)
    }

    fn begin(&mut self, now: Instant) {
        self.steady.begin();
        if let Some(group) = &mut self.group {
            group.begin(now);
        }
    }

    fn end(&mut self, now: Instant, outcome: Outcome) {
        if outcome == Outcome::NotMade {
            self.steady.give_back();
        } else {
            self.steady.end(now);
        }
        match &mut self.group {
            Some(group) if outcome == Outcome::NotMade => group.give_back(),
            Some(group) => group.end(now),
            None => {}
        }
        if let Outcome::Throttled(pause) = outcome {
            self.held_until = self.held_until.max(Some(now + pause.clamp(HOLD_MIN, HOLD_MAX)));
        }
    }

    fn is_idle(&mut self, now: Instant) -> bool {
        self.lines.iter().all(VecDeque::is_empty)
            && self.held_until.is_none_or(|until| until <= now)
            && self.steady.is_idle(now)
            && self.group.as_mut().is_none_or(|group| group.is_idle(now))
    }
}
