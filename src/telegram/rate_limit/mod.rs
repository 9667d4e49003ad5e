//! The speed at which Telegram is spoken to.
//!
//! Everything that sends or edits spends of the same budgets: of its chat, of all chats, and in a
//! group of the group. What has to wait is let go by how urgent it is and chat by chat. Answers
//! to presses and whatever else is not seen in a chat never wait here.
//!
//! By hand, because teloxide's `Throttle` lets edits pass, and `governor` knows no order among those who
//! wait.
//!
//! The budgets are those of this process: several processes of one bot share Telegram's limits,
//! and the host divides them.

pub mod budget;
pub mod queue;

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep_until, timeout};

use crate::session::board::Surface;
use crate::telegram::api::CallError;
use crate::telegram::calls::Verdict;
use crate::telegram::rate_limit::queue::{CallQueue, Outcome, Ticket, WAITING_MAX};

/// A call that is not answered within this time has arrived or never will. It counts no longer
/// against other chats, so that calls that hang do not slow them down.
const ARRIVAL_MAX: Duration = Duration::from_secs(1);

/// How much may be sent and edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimits {
    /// In all chats together.
    pub per_second: u32,
    /// In every chat, with short bursts.
    pub chat_per_minute: u32,
    /// In a group, on top of the pace of every chat.
    pub group_per_minute: u32,
}

/// How urgent a call is, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The end of a game.
    Final,
    /// A message that somebody waits for.
    Reply,
    /// A board on its way to its next view.
    Edit,
    /// What an earlier time has left behind.
    Sweep,
    /// What nobody has asked for.
    Broadcast,
}

impl Class {
    pub const ALL: [Class; 5] =
        [Class::Final, Class::Reply, Class::Edit, Class::Sweep, Class::Broadcast];

    /// Its place in [`Class::ALL`].
    pub fn index(self) -> usize {
        match self {
            Class::Final => 0,
            Class::Reply => 1,
            Class::Edit => 2,
            Class::Sweep => 3,
            Class::Broadcast => 4,
        }
    }

    /// How much of a bounded room may be taken before this class is turned away: the last quarter
    /// is for ends of games, and what can come later leaves half to the others.
    pub fn share_of(self, room: usize) -> usize {
        match self {
            Class::Final => room,
            Class::Reply | Class::Edit => room / 4 * 3,
            Class::Sweep => room / 2,
            Class::Broadcast => room / 4,
        }
    }
}

/// Too much waits already. What was to be called is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

/// See the module.
pub struct RateLimiter {
    state: Mutex<State>,
    /// Tells the task that serves the queue that it has to do so earlier than it thinks.
    earlier: Notify,
    throttled: AtomicU64,
}

struct State {
    queue: CallQueue<oneshot::Sender<Slot>>,
    /// When the queue is served next without anything ending before; `None` if nobody does, because
    /// nothing waits for its time.
    serves_at: Option<Instant>,
    /// Whether it was told that too much waits.
    is_crowded: bool,
}

/// The right to make one call. Dropped without a call, it costs nothing.
pub struct Slot {
    rate_limiter: Arc<RateLimiter>,
    surface: Surface,
    has_arrived: bool,
    outcome: Outcome,
}

/// A place in the queue, given up when it is dropped.
struct Waiting<'a> {
    rate_limiter: &'a Arc<RateLimiter>,
    surface: Surface,
    class: Class,
    ticket: Option<Ticket>,
}

impl RateLimiter {
    pub fn new(pace: RateLimits) -> Arc<RateLimiter> {
        let state = State { queue: CallQueue::new(pace), serves_at: None, is_crowded: false };
        let (earlier, throttled) = (Notify::new(), AtomicU64::new(0));
        Arc::new(RateLimiter { state: Mutex::new(state), earlier, throttled })
    }

    /// How many calls wait for the budgets.
    pub fn waiting(&self) -> usize {
        self.lock().queue.waiting()
    }

    /// How many chats have budgets that are in use, or were a short while ago.
    pub fn chats(&self) -> usize {
        self.lock().queue.chats()
    }

    /// How often Telegram has asked to wait before the next message or edit.
    pub fn throttled(&self) -> u64 {
        self.throttled.load(Ordering::Relaxed)
    }

    /// Waits until a call about a chat may be made.
    pub async fn enter(
        self: &Arc<RateLimiter>,
        surface: Surface,
        class: Class,
    ) -> Result<Slot, NoRoom> {
        let (tell, told) = oneshot::channel();
        let ticket = self.change(|state, now| state.enter(now, surface, class, tell))?;
        let mut waiting = Waiting { rate_limiter: self, surface, class, ticket: Some(ticket) };
        let slot = told.await;
        waiting.ticket = None;
        // Nothing is taken out of the queue but by whoever waits.
        slot.map_err(|_| NoRoom)
    }

    /// Changes the queue and lets begin whatever may begin then.
    fn change<R>(self: &Arc<RateLimiter>, change: impl FnOnce(&mut State, Instant) -> R) -> R {
        let mut begin = Vec::new();
        let mut state = self.lock();
        // Read under the lock, so that the queue sees time go forward only.
        let now = Instant::now();
        let result = change(&mut state, now);
        let next = state.queue.serve(now, &mut begin);
        let is_served = state.serves_at.is_some();
        let is_earlier = next.is_some_and(|next| state.serves_at.is_none_or(|at| next < at));
        if is_earlier {
            state.serves_at = next;
        }
        drop(state);
        self.tell(begin);
        match Handle::try_current() {
            Ok(runtime) if is_earlier && !is_served => {
                runtime.spawn(serve(Arc::clone(self)));
            }
            // Without a runtime nobody waits any more.
            Ok(_) | Err(_) if is_earlier => self.earlier.notify_one(),
            Ok(_) | Err(_) => {}
        }
        result
    }

    /// Serves the queue and tells when to do so again.
    fn serve(self: &Arc<RateLimiter>) -> Option<Instant> {
        let mut begin = Vec::new();
        let mut state = self.lock();
        let next = state.queue.serve(Instant::now(), &mut begin);
        state.serves_at = next;
        drop(state);
        self.tell(begin);
        next
    }

    /// Tells those who may begin. Whoever does not wait any more gives it back at once, which is
    /// why nothing is locked here.
    fn tell(self: &Arc<RateLimiter>, begin: Vec<(Surface, oneshot::Sender<Slot>)>) {
        for (surface, tell) in begin {
            let rate_limiter = Arc::clone(self);
            let _ = tell.send(Slot {
                rate_limiter,
                surface,
                has_arrived: false,
                outcome: Outcome::NotMade,
            });
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Serves the queue at its times until nothing waits for one.
async fn serve(rate_limiter: Arc<RateLimiter>) {
    while let Some(next) = rate_limiter.serve() {
        tokio::select! {
            () = sleep_until(next) => {}
            () = rate_limiter.earlier.notified() => {}
        }
    }
}

impl State {
    fn enter(
        &mut self,
        now: Instant,
        surface: Surface,
        class: Class,
        tell: oneshot::Sender<Slot>,
    ) -> Result<Ticket, NoRoom> {
        let entered = self.queue.enter(now, surface, class, tell);
        let waiting = self.queue.waiting();
        if entered.is_err() && !self.is_crowded && waiting >= class.share_of(WAITING_MAX) {
            self.is_crowded = true;
            log::warn!("{waiting} messages and edits wait for Telegram's limits; more are dropped");
        }
        self.is_crowded &= waiting > WAITING_MAX / 8;
        entered
    }
}

impl Slot {
    /// Makes the call and notes what Telegram says to it.
    pub async fn cover<R>(
        mut self,
        call: impl Future<Output = Result<R, CallError>>,
    ) -> Result<R, CallError> {
        self.outcome = Outcome::Unknown;
        let mut call = pin!(call);
        let result = match timeout(ARRIVAL_MAX, call.as_mut()).await {
            Ok(result) => result,
            Err(_) => {
                self.has_arrived = true;
                self.rate_limiter.change(|state, now| state.queue.arrive(now));
                call.await
            }
        };
        self.outcome = match result.as_ref().map_err(CallError::verdict) {
            Err(Verdict::Wait(pause)) => {
                self.rate_limiter.throttled.fetch_add(1, Ordering::Relaxed);
                Outcome::Throttled(pause)
            }
            Err(Verdict::Trouble | Verdict::Unclear | Verdict::Crowded) => Outcome::Unknown,
            Ok(_) | Err(_) => Outcome::Answered,
        };
        result
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let Slot { surface, has_arrived, outcome, .. } = *self;
        self.rate_limiter.change(|state, now| state.queue.end(now, surface, has_arrived, outcome));
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.rate_limiter
                .change(|state, _| state.queue.leave(self.surface, self.class, ticket));
        }
    }
}
