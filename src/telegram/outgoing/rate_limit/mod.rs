//! Rate limiter for calls to Telegram.
//!
//! All messages and edits share the same budgets: that of their chat, that of all chats, and for a group
//! another one of the group. Waiting calls go by priority, and within one priority first for the asker
//! served longest ago, so that no person takes the share of others. Answers to presses and other calls
//! without a message in a chat do not wait here.
//!
//! Calls are slowed down before Telegram refuses them, because a 429 stops a group for up to a minute. One
//! that comes nevertheless holds its chat; five chats in a row hold all chats for a few seconds.
//!
//! It is written by hand, because teloxide's `Throttle` ignores edits, and `governor` has no order among
//! waiting calls.
//!
//! The budgets are per process: several processes of one bot share Telegram's limits, and the host
//! divides them.

pub mod queue;
mod alternation;
pub mod askers;
pub mod chat;
pub mod budget;

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep_until, timeout};
use zerosum_session::UserId;
use zerosum_session::board::{ChatId, Surface};

use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::FailureKind;
use crate::telegram::incoming::acknowledgement;
use crate::telegram::outgoing::rate_limit::queue::{CallEnd, CallQueue, Ticket, WAITING_MAX};

/// Time after which an unanswered call counts as arrived. It no longer counts against other chats then,
/// so that hanging calls do not slow them down.
const ARRIVAL_MAX: Duration = Duration::from_secs(1);

/// Limits on messages and edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimits {
    /// In all chats together.
    pub per_second: u32,
    /// In each chat, with short bursts.
    pub chat_per_minute: u32,
    /// In a group, in addition to the limit of each chat.
    pub group_per_minute: u32,
}

/// Priority of a call, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// The end of a game.
    Final,
    /// An edit of a board.
    Edit,
    /// A message that a user waits for.
    Reply,
    /// A board left over from before, redrawn by the sweep.
    Sweep,
    /// A broadcast, which no user has asked for.
    Broadcast,
}

impl Priority {
    pub const ALL: [Priority; 5] =
        [Priority::Final, Priority::Edit, Priority::Reply, Priority::Sweep, Priority::Broadcast];

    /// Index in [`Priority::ALL`].
    pub(crate) fn index(self) -> usize {
        match self {
            Priority::Final => 0,
            Priority::Edit => 1,
            Priority::Reply => 2,
            Priority::Sweep => 3,
            Priority::Broadcast => 4,
        }
    }

    /// Part of a bounded queue of this size that may be full before this priority is turned away: the
    /// last quarter is for ends of games, and sweeps and broadcasts leave at least half to the others.
    pub(crate) fn share_of(self, room: usize) -> usize {
        match self {
            Priority::Final => room,
            Priority::Reply | Priority::Edit => room / 4 * 3,
            Priority::Sweep => room / 2,
            Priority::Broadcast => room / 4,
        }
    }
}

/// The party that a call is made for: the user who has asked for it, or the chat if none is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asker {
    Person(UserId),
    Chat(ChatId),
}

impl From<ChatId> for Asker {
    /// The user of a private chat, or the group.
    fn from(chat: ChatId) -> Asker {
        chat.person().map_or(Asker::Chat(chat), Asker::Person)
    }
}

/// Error: too many calls wait already, so the call is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

/// Lets calls begin within the budgets.
pub(crate) struct RateLimiter {
    state: Mutex<State>,
    /// Wakes the task that serves the queue earlier than planned.
    earlier: Notify,
    throttled: AtomicU64,
}

struct State {
    queue: CallQueue<oneshot::Sender<CallPermit>>,
    /// Time at which the queue is served next, unless a call ends before; `None` if no task serves it,
    /// because no call waits for its time.
    serves_at: Option<Instant>,
    /// True if it has been logged that too many calls wait.
    is_crowded: bool,
}

/// Permit for one call. Dropped without a call, it costs nothing.
pub(crate) struct CallPermit {
    rate_limiter: Arc<RateLimiter>,
    surface: Surface,
    has_arrived: bool,
    outcome: CallEnd,
}

/// Place in the queue. Dropping it leaves the queue.
struct Waiting<'a> {
    rate_limiter: &'a Arc<RateLimiter>,
    surface: Surface,
    ticket: Option<Ticket>,
}

impl RateLimiter {
    pub(crate) fn new(pace: RateLimits) -> Arc<RateLimiter> {
        let state = State { queue: CallQueue::new(pace), serves_at: None, is_crowded: false };
        let (earlier, throttled) = (Notify::new(), AtomicU64::new(0));
        Arc::new(RateLimiter { state: Mutex::new(state), earlier, throttled })
    }

    /// Number of waiting calls.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().queue.waiting()
    }

    /// Number of chats whose budgets are in use, or were recently.
    pub(crate) fn chats(&self) -> usize {
        self.lock().queue.chats()
    }

    /// Waits until a call about a chat may be made.
    pub(crate) async fn enter(
        self: &Arc<RateLimiter>,
        surface: Surface,
        priority: Priority,
        asker: Asker,
    ) -> Result<CallPermit, NoRoom> {
        acknowledgement::assert_decided();
        let (tell, told) = oneshot::channel();
        let ticket =
            self.change(|state, now| state.enter(now, surface, (priority, asker), tell))?;
        let mut waiting = Waiting { rate_limiter: self, surface, ticket: Some(ticket) };
        let call_permit = told.await;
        waiting.ticket = None;
        // Only the waiter itself leaves the queue.
        call_permit.map_err(|_| NoRoom)
    }

    /// Changes the queue and lets calls begin that may begin then.
    fn change<R>(self: &Arc<RateLimiter>, change: impl FnOnce(&mut State, Instant) -> R) -> R {
        let mut begin = Vec::new();
        let mut state = self.lock();
        // Read under the lock, so that time never goes backwards for the queue.
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
            // Without a runtime there are no waiters.
            Ok(_) | Err(_) if is_earlier => self.earlier.notify_one(),
            Ok(_) | Err(_) => {}
        }
        result
    }

    /// Serves the queue and returns when to do so again.
    fn serve(self: &Arc<RateLimiter>) -> Option<Instant> {
        let mut begin = Vec::new();
        let mut state = self.lock();
        let next = state.queue.serve(Instant::now(), &mut begin);
        state.serves_at = next;
        drop(state);
        self.tell(begin);
        next
    }

    /// Notifies the waiters whose calls may begin. A waiter that is gone returns its permit at once, so no
    /// lock is held here.
    fn tell(self: &Arc<RateLimiter>, begin: Vec<(Surface, oneshot::Sender<CallPermit>)>) {
        for (surface, tell) in begin {
            let rate_limiter = Arc::clone(self);
            let _ = tell.send(CallPermit {
                rate_limiter,
                surface,
                has_arrived: false,
                outcome: CallEnd::NotMade,
            });
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Serves the queue at its times until no call waits for one.
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
        (priority, asker): (Priority, Asker),
        tell: oneshot::Sender<CallPermit>,
    ) -> Result<Ticket, NoRoom> {
        let entered = self.queue.enter(now, surface, (priority, asker), tell);
        let waiting = self.queue.waiting();
        if entered.is_err() && !self.is_crowded && waiting >= priority.share_of(WAITING_MAX) {
            self.is_crowded = true;
            log::warn!("{waiting} messages and edits wait for Telegram's limits; more are dropped");
        }
        self.is_crowded &= waiting > WAITING_MAX / 8;
        entered
    }
}

impl CallPermit {
    /// Makes the call and notes its outcome. The caller pins the call, because it would be stored twice
    /// otherwise.
    pub(crate) async fn cover<R>(
        mut self,
        mut call: Pin<&mut impl Future<Output = Result<R, CallError>>>,
    ) -> Result<R, CallError> {
        self.outcome = CallEnd::Unknown;
        let result = match timeout(ARRIVAL_MAX, call.as_mut()).await {
            Ok(result) => result,
            Err(_) => {
                self.has_arrived = true;
                self.rate_limiter.change(|state, now| state.queue.arrive(now));
                call.await
            }
        };
        self.outcome = match result.as_ref().map_err(CallError::kind) {
            Err(FailureKind::Wait(pause)) => {
                self.rate_limiter.throttled.fetch_add(1, Ordering::Relaxed);
                CallEnd::Throttled(pause)
            }
            Err(FailureKind::Unavailable | FailureKind::OutcomeUnknown | FailureKind::Crowded) => {
                CallEnd::Unknown
            }
            Ok(_) | Err(_) => CallEnd::Answered,
        };
        result
    }
}

impl Drop for CallPermit {
    fn drop(&mut self) {
        let CallPermit { surface, has_arrived, outcome, .. } = *self;
        self.rate_limiter.change(|state, now| state.queue.end(now, surface, has_arrived, outcome));
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.rate_limiter.change(|state, _| state.queue.leave(self.surface, ticket));
        }
    }
}
