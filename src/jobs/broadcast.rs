//! The broadcaster: sends what owners have to say to everybody who can be reached.
//!
//! Every process on a store does that, slice by slice; `store::broadcast` tells how they share the
//! work and why nobody gets a broadcast twice. Beside the games it is of low priority: it sends at
//! `SENDS_PER_SECOND` at most, and waits whenever Telegram asks anybody here to.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures::future::join_all;
use tokio::time::{Instant, interval, sleep, timeout};

use crate::bot::owner::show_progress;
use crate::bot::services::Services;
use crate::metrics::labels::Delivery;
use crate::session::UserId;
use crate::session::board::ChatId;
use crate::store::broadcast::{Broadcast, State, Step, Tally};
use crate::store::{Commit, StoreError};
use crate::telegram;
use crate::telegram::api::CallError;
use crate::telegram::calls::{Verdict, backoff};
use crate::telegram::rate_limit::{NoRoom, Slot};

/// Messages of broadcasts that a process sends in a second.
const SENDS_PER_SECOND: u32 = 20;

/// People claimed and sent to at once: so many may miss a broadcast when the process is killed.
pub const SLICE: u32 = 8;

/// How often the store is asked for broadcasts that somebody else has begun or left behind.
const LOOK_PERIOD: Duration = Duration::from_secs(2);

/// How often the message that tells how far a broadcast is may change.
const PROGRESS_PERIOD: Duration = Duration::from_secs(3);

/// A process that leaves waits no longer than this to send a message of its last slice.
const LAST_PAUSE_MAX: Duration = Duration::from_secs(1);

/// The pause after a try with a token that Telegram does not accept.
const TOKEN_PAUSE: Duration = Duration::from_secs(60);

/// The pause after too much else was waiting to be sent.
const CROWDED_PAUSE: Duration = Duration::from_millis(500);

/// Tries to send to one person while Telegram is in trouble.
const TRIES_MAX: u32 = 5;

/// Sends until the process leaves. What is claimed by then is sent or counted as failed.
pub(crate) async fn run(services: &Services) {
    let mut ticks = interval(LOOK_PERIOD);
    let mut is_failing = false;
    let pace = BroadcastPace::new();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = services.broadcast_begun.notified() => {}
            () = services.leaving.cancelled() => return,
        }
        let broadcasts = match services.admin.broadcasts_unfinished().await {
            Ok(broadcasts) => broadcasts,
            Err(error) => {
                if !is_failing {
                    log::warn!("broadcasts are not looked for: {error}");
                }
                is_failing = true;
                continue;
            }
        };
        is_failing = false;
        for broadcast in broadcasts {
            let total = services.admin.count_reachable().await.ok();
            let (untold, shown_at) = (Tally::default(), None);
            let mut sending =
                BroadcastRun { services, pace: &pace, broadcast, untold, total, shown_at };
            sending.go_on().await;
        }
    }
}

/// A broadcast on which this process is at work.
struct BroadcastRun<'a> {
    services: &'a Services,
    pace: &'a BroadcastPace,
    broadcast: Broadcast,
    /// What came of the last slice, which the store has yet to be told.
    untold: Tally,
    /// How many people there were to reach when this process took it on.
    total: Option<u64>,
    shown_at: Option<Instant>,
}

/// Whether there is more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outlook {
    More,
    Ended,
}

impl BroadcastRun<'_> {
    /// Sends slice by slice until nobody is left, it is stopped, or the process leaves.
    async fn go_on(&mut self) {
        let mut failures = 0;
        loop {
            let error = match self.step().await {
                Ok(Outlook::Ended) => return,
                Ok(Outlook::More) => {
                    failures = 0;
                    continue;
                }
                Err(error) => error,
            };
            failures += 1;
            if failures == 1 {
                log::warn!("broadcast {:x} is held up: {error}", self.broadcast.id.0);
            }
            if matches!(error, StoreError::Away(_)) {
                // It may have been done. A slice that is missed is a smaller harm than one that is
                // sent twice, and so is a figure that is too low.
                self.untold = Tally::default();
            }
            if !rest(self.services, backoff(failures)).await {
                return;
            }
            if let Ok(Some(now)) = self.services.admin.broadcast(self.broadcast.id).await {
                self.broadcast = now;
            }
        }
    }

    /// Claims a slice and sends to it.
    async fn step(&mut self) -> Result<Outlook, StoreError> {
        let admin = &self.services.admin;
        if self.services.leaving.is_cancelled() {
            self.catch_up().await?;
            return Ok(Outlook::Ended);
        }
        if self.shown_at.is_none_or(|at| at.elapsed() >= PROGRESS_PERIOD) {
            self.shown_at = Some(Instant::now());
            show_progress(self.services, &self.broadcast, self.total).await;
        }
        let people = admin.people_after(self.broadcast.cursor, SLICE).await?;
        let step = people.last().map_or(Step::Finish, |last| Step::Claim(*last));
        if admin.advance(&self.broadcast, step, self.untold).await? == Commit::Conflict {
            return self.catch_up().await;
        }
        let told = self.take_told();
        self.broadcast.tally.sent += told.sent;
        self.broadcast.tally.failed += told.failed;
        match step {
            Step::Claim(last) => {
                self.broadcast.cursor = Some(last);
                self.untold = self.send_to(&people).await;
                Ok(Outlook::More)
            }
            Step::Finish => {
                self.broadcast.state = State::Done;
                show_progress(self.services, &self.broadcast, None).await;
                Ok(Outlook::Ended)
            }
        }
    }

    /// Tells the store what is untold, and looks how the broadcast stands: somebody else may have taken
    /// the slice, or have ended it.
    async fn catch_up(&mut self) -> Result<Outlook, StoreError> {
        let admin = &self.services.admin;
        admin.tally(self.broadcast.id, self.untold).await?;
        self.take_told();
        let Some(now) = admin.broadcast(self.broadcast.id).await? else {
            return Ok(Outlook::Ended);
        };
        self.broadcast = now;
        if self.broadcast.state == State::Running {
            return Ok(Outlook::More);
        }
        show_progress(self.services, &self.broadcast, None).await;
        Ok(Outlook::Ended)
    }

    /// Counts what the store has just been told.
    fn take_told(&mut self) -> Tally {
        let told = std::mem::take(&mut self.untold);
        let messages = &self.services.metrics().store.broadcast_messages;
        messages.add(Delivery::Sent, told.sent);
        messages.add(Delivery::Failed, told.failed);
        told
    }

    /// Sends to all of a slice at once, as fast as the pace allows.
    async fn send_to(&self, people: &[UserId]) -> Tally {
        let sendings: Vec<_> = people.iter().map(|user| self.send(*user)).collect();
        let outcomes = join_all(sendings).await;
        let count = |wanted| outcomes.iter().filter(|is_sent| **is_sent == wanted).count();
        let number = |count| u64::try_from(count).unwrap_or(u64::MAX);
        Tally { sent: number(count(true)), failed: number(count(false)) }
    }

    /// Sends to one person, and says whether they have got it for certain.
    async fn send(&self, UserId(user): UserId) -> bool {
        let Ok(chat) = i64::try_from(user) else { return false };
        let (chat, messenger) = (ChatId(chat), &self.services.messenger);
        let mut tries = 1;
        loop {
            let Some(slot) = self.slot(chat).await else { return false };
            let error = match messenger.send_text(slot, chat, &self.broadcast.text).await {
                Ok(()) => return true,
                Err(error) => error,
            };
            match (error.verdict(), &error) {
                (Verdict::Wait(pause), _) => self.pace.hold(pause),
                // Nobody can be sent anything until the host has given another one.
                (Verdict::WrongToken, _) => self.pace.hold(TOKEN_PAUSE),
                (Verdict::Gone, _) => {
                    self.note_unreachable(UserId(user)).await;
                    return false;
                }
                // It may have got through, and nobody is to get it twice.
                (Verdict::Unclear, _) => {
                    wait_for_telegram(self.services).await;
                    return false;
                }
                (_, CallError::NotMade(_)) => wait_for_telegram(self.services).await,
                (Verdict::Trouble, _) if tries < TRIES_MAX => {
                    self.pace.hold(backoff(tries));
                    tries += 1;
                }
                _ => {
                    log::warn!("person {user} does not get a broadcast: {error}");
                    return false;
                }
            }
        }
    }

    /// Waits for the next turn of broadcasts, and then until nothing more urgent is to be sent.
    async fn slot(&self, chat: ChatId) -> Option<Slot> {
        let left = async {
            self.services.leaving.cancelled().await;
            sleep(LAST_PAUSE_MAX).await;
        };
        let entered = async {
            while self.pace.turn(self.services).await {
                match self.services.messenger.turn_of_broadcast(chat).await {
                    Ok(slot) => return Some(slot),
                    Err(NoRoom) => self.pace.hold(CROWDED_PAUSE),
                }
            }
            None
        };
        tokio::select! {
            slot = entered => slot,
            () = left => None,
        }
    }

    async fn note_unreachable(&self, user: UserId) {
        if let Err(error) = self.services.play.set_reachable(user, false).await {
            log::warn!("person {}: that they cannot be reached is not noted: {error}", user.0);
        }
    }
}

/// Waits, and says whether the process goes on after that.
async fn rest(services: &Services, pause: Duration) -> bool {
    timeout(pause, services.leaving.cancelled()).await.is_err()
}

/// Waits until Telegram answers again, so that its absence costs only those who were being sent to.
async fn wait_for_telegram(services: &Services) {
    let mut failures = 1;
    while rest(services, backoff(failures)).await {
        match telegram::ask(services.messenger.client()).await {
            Err(CallError::Network(_) | CallError::NotMade(_)) => failures += 1,
            Ok(_) | Err(CallError::Refused { .. } | CallError::Crowded) => return,
        }
    }
}

/// Keeps the messages of broadcasts apart in time.
struct BroadcastPace {
    /// When the next message may be sent.
    next: Mutex<Instant>,
}

impl BroadcastPace {
    fn new() -> BroadcastPace {
        BroadcastPace { next: Mutex::new(Instant::now()) }
    }

    /// Waits for the next turn. Says whether it comes: a process that leaves sends to whom it has
    /// claimed, but does not wait long for it.
    async fn turn(&self, services: &Services) -> bool {
        loop {
            let (now, gap) = (Instant::now(), Duration::from_secs(1) / SENDS_PER_SECOND);
            let pause = {
                let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
                if *next <= now {
                    *next = now + gap;
                    return true;
                }
                *next - now
            };
            if pause <= LAST_PAUSE_MAX {
                sleep(pause).await;
            } else if !rest(services, pause).await {
                return false;
            }
        }
    }

    /// Nothing is sent for that long.
    fn hold(&self, pause: Duration) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(Instant::now() + pause);
    }
}
