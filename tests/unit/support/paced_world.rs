//! A simulated Telegram with rate limits, in which hours pass instantly.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::Duration;

use tokio::time::Instant;
use zerosum::telegram::outgoing::rate_limit::queue::{CallEnd, CallQueue};
use zerosum::telegram::outgoing::rate_limit::{Asker, NoRoom, Priority, RateLimits};
use zerosum_session::board::{ChatId, Surface};

/// Telegram's published limits.
pub(crate) const PACE: RateLimits =
    RateLimits { per_second: 30, chat_per_minute: 60, group_per_minute: 20 };

/// A waiting call.
pub(crate) struct Call {
    priority: Priority,
    asker: Asker,
    since: Instant,
}

/// The time that a call has waited for its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    pub asker: Asker,
    pub priority: Priority,
    pub time: Duration,
}

/// A simulated Telegram that records arriving calls, behind a network with delays.
pub(crate) struct World {
    pub now: Instant,
    pub queue: CallQueue<Call>,
    /// Calls in flight: end, number and surface.
    ends: BinaryHeap<Reverse<(Instant, u64, Surface)>>,
    pub outcome: fn(Surface) -> CallEnd,
    /// Draws the delay of a call, and the delay of its answer.
    pub delays: fn(&mut fastrand::Rng) -> (Duration, Duration),
    pub random: fastrand::Rng,
    begun: u64,
    /// Calls that have arrived, ascending by the time they began.
    pub arrivals: Vec<(Instant, Surface, Priority)>,
    /// Waiting time of each of them, in the same order.
    pub waits: Vec<Wait>,
    /// Number of waiting calls of each asker.
    waiting: HashMap<Asker, usize>,
}

/// The chat of this number.
pub(crate) fn surface(chat: i64) -> Surface {
    ChatId(chat).into()
}

pub(crate) fn number(surface: Surface) -> i64 {
    surface.chat().expect("it is a chat").0
}

/// A network without delays.
pub(crate) fn at_once(_: &mut fastrand::Rng) -> (Duration, Duration) {
    (Duration::ZERO, Duration::ZERO)
}

/// A network in which calls overtake each other.
pub(crate) fn anyhow(random: &mut fastrand::Rng) -> (Duration, Duration) {
    let mut upto = |millis| Duration::from_millis(random.u64(0..millis));
    (upto(500), upto(400))
}

impl World {
    pub(crate) fn new(pace: RateLimits) -> World {
        World {
            now: Instant::now(),
            queue: CallQueue::new(pace),
            ends: BinaryHeap::new(),
            outcome: |_| CallEnd::Answered,
            delays: at_once,
            random: fastrand::Rng::with_seed(7),
            begun: 0,
            arrivals: Vec::new(),
            waits: Vec::new(),
            waiting: HashMap::new(),
        }
    }

    /// Enqueues a call about a chat that no user in particular has asked for.
    pub(crate) fn enter(&mut self, chat: i64, priority: Priority) -> Result<(), NoRoom> {
        self.enter_for(Asker::Chat(ChatId(chat)), chat, priority)
    }

    /// Enqueues a call about a chat on behalf of an asker.
    pub(crate) fn enter_for(
        &mut self,
        asker: Asker,
        chat: i64,
        priority: Priority,
    ) -> Result<(), NoRoom> {
        let call = Call { priority, asker, since: self.now };
        self.queue.enter(self.now, surface(chat), (priority, asker), call)?;
        *self.waiting.entry(asker).or_default() += 1;
        Ok(())
    }

    /// Number of waiting calls of this asker.
    pub(crate) fn waiting_of(&self, asker: Asker) -> usize {
        self.waiting.get(&asker).copied().unwrap_or_default()
    }

    /// Lets this time pass.
    pub(crate) fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        loop {
            let mut begin = Vec::new();
            let next = self.queue.serve(self.now, &mut begin);
            for (chat, Call { priority, asker, since }) in begin {
                let (there, back) = (self.delays)(&mut self.random);
                self.arrivals.push((self.now + there, chat, priority));
                let time = self.now.duration_since(since);
                self.waits.push(Wait { asker, priority, time });
                *self.waiting.entry(asker).or_default() -= 1;
                self.begun += 1;
                self.ends.push(Reverse((self.now + there + back, self.begun, chat)));
            }
            let end = self.ends.peek().map(|Reverse((at, _, _))| *at);
            let next = [next, end].into_iter().flatten().min().filter(|next| *next <= until);
            let Some(next) = next else { break };
            self.now = self.now.max(next);
            while let Some(Reverse((at, _, chat))) = self.ends.peek().copied()
                && at <= self.now
            {
                self.ends.pop();
                self.queue.end(self.now, chat, false, (self.outcome)(chat));
            }
        }
        self.now = until;
    }

    /// Arrival times of the calls to a chat, ascending.
    pub(crate) fn arrivals_in(&self, chat: i64) -> Vec<Instant> {
        let here = self.arrivals.iter().filter(|(_, other, _)| *other == surface(chat));
        let mut times: Vec<Instant> = here.map(|(at, _, _)| *at).collect();
        times.sort_unstable();
        times
    }

    /// Chats of the calls, in order of arrival.
    pub(crate) fn chats(&self) -> Vec<i64> {
        self.arrivals.iter().map(|(_, surface, _)| number(*surface)).collect()
    }
}
