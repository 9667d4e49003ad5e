//! The broadcaster: sends messages of owners to everyone who can be reached.
//!
//! Every process on a store does so, slice by slice; `session::broadcast` describes how they share the work
//! and why no person gets a broadcast twice. Broadcasts have a lower priority than games: they are sent at
//! `SENDS_PER_SECOND` at most, and wait whenever Telegram asks this process to.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures::future::join_all;
use tokio::time::{Instant, sleep, timeout};
use zerosum_metrics::labels::Delivery;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;
use zerosum_session::broadcast::{Broadcast, State, Step};
use zerosum_store::{Commit, StoreError};

use crate::bot::account::owner::show_progress;
use crate::bot::services::Services;
use crate::jobs::periodic::Periodic;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::{FailureKind, PAUSE_MAX, backoff};
use crate::telegram::client::identity;
use crate::telegram::outgoing::rate_limit::{CallPermit, NoRoom};

/// Maximum number of broadcast messages that a process sends in a second.
const SENDS_PER_SECOND: u32 = 20;

/// People claimed and sent to at once: at most this many miss a broadcast when the process is killed.
pub const SLICE: u32 = 8;

/// Interval for finding broadcasts that another process has begun or left behind.
const LOOK_PERIOD: Duration = Duration::from_secs(2);

/// Minimum interval between updates of the message that shows the progress of a broadcast.
const PROGRESS_PERIOD: Duration = Duration::from_secs(3);

/// Maximum time for which a message of the last slice waits when the process shuts down.
const LAST_PAUSE_MAX: Duration = Duration::from_secs(1);

/// Pause after Telegram has rejected the token.
const TOKEN_PAUSE: Duration = Duration::from_secs(60);

/// Pause while too many other messages are waiting to be sent.
const CROWDED_PAUSE: Duration = Duration::from_millis(500);

/// Maximum number of tries for one person while Telegram is in trouble.
const TRIES_MAX: u32 = 5;

/// Maximum time for which a chat that Telegram holds keeps its slice waiting, if others are sent to meanwhile.
const TURN_PATIENCE: Duration = Duration::from_mins(5);

/// Maximum time for which it does if nobody is sent to: Telegram may hold all chats, and then nobody is left out.
const HOLD_PATIENCE: Duration = Duration::from_hours(1);

/// Sends broadcasts until the process shuts down. A claimed slice is still sent or counted as failed.
pub(super) async fn run(services: &Services) {
    let mut looking = Periodic::new(LOOK_PERIOD, "running broadcasts cannot be read");
    let pace = BroadcastPace::new();
    loop {
        tokio::select! {
            () = looking.tick() => {}
            () = services.broadcast_begun.notified() => {}
            () = services.leaving.cancelled() => return,
        }
        let broadcasts = services.play.store().broadcasts_unfinished().await;
        looking.note(broadcasts.as_ref());
        for broadcast in broadcasts.unwrap_or_default() {
            let total = services.admin.count_reachable().await.ok();
            let (untold, shown_at) = (Untold::default(), None);
            let mut sending =
                BroadcastRun { services, pace: &pace, broadcast, untold, total, shown_at };
            sending.go_on().await;
        }
    }
}

/// A broadcast that this process is sending.
struct BroadcastRun<'a> {
    services: &'a Services,
    pace: &'a BroadcastPace,
    broadcast: Broadcast,
    untold: Untold,
    /// Number of people that could be reached when this process started.
    total: Option<u64>,
    shown_at: Option<Instant>,
}

/// Result of the last slice, which is yet to be written to the store.
#[derive(Clone, Copy, Default)]
struct Untold {
    people: u64,
    sent: u64,
}

impl BroadcastRun<'_> {
    /// Sends slice by slice until all people have been sent to, the broadcast is stopped, or the process
    /// shuts down.
    async fn go_on(&mut self) {
        let mut failures = 0;
        loop {
            let error = match self.step().await {
                Ok(false) => return,
                Ok(true) => {
                    failures = 0;
                    continue;
                }
                Err(error) => error,
            };
            failures += 1;
            if failures == 1 {
                log::warn!("broadcast {:x} is held up: {error}", self.broadcast.id.0);
            }
            if !rest(self.services, backoff(failures)).await {
                return;
            }
            if let Ok(Some(now)) = self.services.play.store().broadcast(self.broadcast.id).await {
                self.broadcast = now;
            }
        }
    }

    /// Claims a slice and sends to it. Returns whether there may be more people.
    async fn step(&mut self) -> Result<bool, StoreError> {
        let store = self.services.play.store();
        if self.services.leaving.is_cancelled() {
            self.catch_up().await?;
            return Ok(false);
        }
        if self.shown_at.is_none_or(|at| at.elapsed() >= PROGRESS_PERIOD) {
            self.shown_at = Some(Instant::now());
            show_progress(self.services, &self.broadcast, self.total).await;
        }
        let people = store.people_after(self.broadcast.cursor, SLICE).await?;
        let claimed = number(people.len());
        let step =
            people.last().map_or(Step::Finish, |&last| Step::Claim { last, people: claimed });
        let &Broadcast { id, cursor, .. } = &self.broadcast;
        let advanced = store.advance_broadcast(id, cursor, step, self.untold.sent).await;
        if self.unless_unclear(advanced)? == Commit::Conflict {
            return self.catch_up().await;
        }
        let told = self.take_told();
        self.broadcast.tally.sent += told.sent;
        self.broadcast.tally.failed += told.people - told.sent;
        match step {
            Step::Claim { last, .. } => {
                self.broadcast.cursor = Some(last);
                self.untold = self.send_to(&people).await;
                Ok(true)
            }
            Step::Finish => {
                self.broadcast.state = State::Done;
                show_progress(self.services, &self.broadcast, None).await;
                Ok(false)
            }
        }
    }

    /// Writes the last result to the store, and reads the state of the broadcast: another process may have
    /// claimed the slice, or have ended it. Returns whether it still runs.
    async fn catch_up(&mut self) -> Result<bool, StoreError> {
        let store = self.services.play.store();
        let tallied = store.tally_broadcast(self.broadcast.id, self.untold.sent).await;
        self.unless_unclear(tallied)?;
        self.take_told();
        let Some(now) = store.broadcast(self.broadcast.id).await? else {
            return Ok(false);
        };
        self.broadcast = now;
        if self.broadcast.state == State::Running {
            return Ok(true);
        }
        show_progress(self.services, &self.broadcast, None).await;
        Ok(false)
    }

    /// Drops the result if it may have been written: missing a slice is better than counting it twice. Those who have
    /// got the message count as failed then.
    fn unless_unclear<T>(&mut self, written: Result<T, StoreError>) -> Result<T, StoreError> {
        if matches!(written, Err(StoreError::Away(_))) {
            self.untold = Untold::default();
        }
        written
    }

    /// Counts the result that has just been written.
    fn take_told(&mut self) -> Untold {
        let told = std::mem::take(&mut self.untold);
        let messages = &self.services.metrics().store.broadcast_messages;
        messages.add(Delivery::Sent, told.sent);
        messages.add(Delivery::Failed, told.people - told.sent);
        told
    }

    /// Sends to all of a slice at once, as fast as the pace allows.
    async fn send_to(&self, people: &[UserId]) -> Untold {
        let sendings: Vec<_> = people.iter().map(|user| self.send(*user)).collect();
        let outcomes = join_all(sendings).await;
        let sent = outcomes.iter().filter(|is_sent| **is_sent).count();
        Untold { people: number(people.len()), sent: number(sent) }
    }

    /// Sends to one person, and returns whether the message has certainly arrived.
    async fn send(&self, UserId(user): UserId) -> bool {
        let Ok(chat) = i64::try_from(user) else { return false };
        let (chat, messenger) = (ChatId(chat), &self.services.messenger);
        let (mut tries, began) = (1, Instant::now());
        loop {
            let Some(call_permit) = self.call_permit(chat, began).await else { return false };
            let error = match messenger.send_text(call_permit, chat, &self.broadcast.text).await {
                Ok(()) => {
                    self.pace.note_sent(Instant::now());
                    return true;
                }
                Err(error) => error,
            };
            match (error.kind(), &error) {
                (FailureKind::Wait(pause), _)
                    if tries < TRIES_MAX || !self.pace.passes(began, Instant::now()) =>
                {
                    self.pace.hold(pause.min(PAUSE_MAX));
                    tries += 1;
                }
                // Nothing can be sent until the token is replaced.
                (FailureKind::WrongToken, _) => self.pace.hold(TOKEN_PAUSE),
                (FailureKind::Gone, _) => {
                    self.note_unreachable(UserId(user)).await;
                    return false;
                }
                // The message may have arrived, and must not be sent twice.
                (FailureKind::OutcomeUnknown, _) => {
                    wait_for_telegram(self.services).await;
                    return false;
                }
                (_, CallError::NotMade(_)) => wait_for_telegram(self.services).await,
                (FailureKind::Unavailable, _) if tries < TRIES_MAX => {
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

    /// Waits for the next turn of broadcasts, and then until no more urgent messages are waiting. `None` if the process
    /// shuts down, or if that takes too long.
    async fn call_permit(&self, chat: ChatId, began: Instant) -> Option<CallPermit> {
        let left = async {
            self.services.leaving.cancelled().await;
            sleep(LAST_PAUSE_MAX).await;
        };
        let asked = Instant::now();
        let entered = async {
            while self.pace.turn(self.services).await {
                let turn = self.services.messenger.turn_of_broadcast(chat);
                let given = timeout(TURN_PATIENCE, turn).await.ok();
                // An outage of Telegram before does not count as crowding.
                let since = if matches!(given, Some(Err(NoRoom))) { asked } else { began };
                match self.pace.after_turn(given, since, Instant::now()) {
                    AfterTurn::Send(call_permit) => return Some(call_permit),
                    AfterTurn::TryAgain => {}
                    AfterTurn::PassOver => {
                        log::warn!("person {}: a broadcast is not sent to a busy chat", chat.0);
                        return None;
                    }
                }
            }
            None
        };
        tokio::select! {
            call_permit = entered => call_permit,
            () = left => None,
        }
    }

    async fn note_unreachable(&self, user: UserId) {
        if let Err(error) = self.services.play.set_reachable(user, false).await {
            log::warn!("person {}: cannot mark them as unreachable: {error}", user.0);
        }
    }
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Pauses, and returns false if the process shuts down meanwhile.
async fn rest(services: &Services, pause: Duration) -> bool {
    timeout(pause, services.leaving.cancelled()).await.is_err()
}

/// Waits until Telegram answers again, so that an outage costs only the messages in flight.
async fn wait_for_telegram(services: &Services) {
    let mut failures = 1;
    while rest(services, backoff(failures)).await {
        match identity::ask(services.messenger.client()).await.map_err(|error| error.kind()) {
            Err(FailureKind::Unavailable | FailureKind::OutcomeUnknown) => failures += 1,
            Ok(_) | Err(_) => return,
        }
    }
}

/// Next step after a turn of broadcasts in a chat.
#[derive(Debug, PartialEq, Eq)]
enum AfterTurn<T> {
    Send(T),
    TryAgain,
    /// The person does not get the broadcast.
    PassOver,
}

/// Spaces the messages of broadcasts in time.
struct BroadcastPace {
    /// Time at which the next message may be sent.
    next: Mutex<Instant>,
    /// Time at which the last one was sent.
    sent: Mutex<Option<Instant>>,
}

impl BroadcastPace {
    fn new() -> BroadcastPace {
        BroadcastPace { next: Mutex::new(Instant::now()), sent: Mutex::new(None) }
    }

    /// Waits for the next turn. Returns false if there is none: a process that shuts down still sends to
    /// the people it has claimed, but does not wait long.
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

    /// Returns the next step after a turn, for a person who has waited since then: the turn was given, refused because too many
    /// calls wait, or not given in time (`None`). A chat that stays crowded keeps its slice waiting no longer
    /// than one that is held.
    fn after_turn<T>(
        &self,
        turn: Option<Result<T, NoRoom>>,
        began: Instant,
        now: Instant,
    ) -> AfterTurn<T> {
        match turn {
            Some(Ok(given)) => AfterTurn::Send(given),
            _ if now.duration_since(began) >= TURN_PATIENCE && self.passes(began, now) => {
                AfterTurn::PassOver
            }
            Some(Err(NoRoom)) => {
                self.hold(CROWDED_PAUSE);
                AfterTurn::TryAgain
            }
            None => AfterTurn::TryAgain,
        }
    }

    fn note_sent(&self, now: Instant) {
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    /// Returns whether a person may be passed over who has waited since then: others were sent to meanwhile, or it has
    /// taken too long.
    fn passes(&self, began: Instant, now: Instant) -> bool {
        let sent = *self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.is_some_and(|sent| sent > began) || now.duration_since(began) >= HOLD_PATIENCE
    }

    /// Pauses all sends for this time.
    fn hold(&self, pause: Duration) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(Instant::now() + pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_passed_over_if_others_are_sent_to_or_after_an_hour() {
        let (pace, began) = (BroadcastPace::new(), Instant::now());
        let late = began + TURN_PATIENCE;
        assert!(!pace.passes(began, late), "all chats may be held");
        pace.note_sent(late);
        assert!(pace.passes(began, late));
        assert!(!pace.passes(late, late + TURN_PATIENCE), "nobody was sent to since");
        assert!(pace.passes(late, late + HOLD_PATIENCE));
    }

    #[test]
    fn a_chat_that_stays_crowded_holds_a_broadcast_no_longer_than_one_that_is_held() {
        let (pace, began) = (BroadcastPace::new(), Instant::now());
        let after = |turn, waited| pace.after_turn(turn, began, began + waited);
        let crowded = || Some(Err::<(), NoRoom>(NoRoom));
        for turn in [crowded(), None] {
            assert_eq!(after(turn, TURN_PATIENCE), AfterTurn::TryAgain, "all may be held");
            assert_eq!(after(turn, HOLD_PATIENCE), AfterTurn::PassOver);
        }
        pace.note_sent(began + CROWDED_PAUSE);
        assert_eq!(after(crowded(), CROWDED_PAUSE), AfterTurn::TryAgain);
        for turn in [crowded(), None] {
            assert_eq!(after(turn, TURN_PATIENCE), AfterTurn::PassOver, "others are sent to");
        }
        assert_eq!(after(Some(Ok(())), HOLD_PATIENCE), AfterTurn::Send(()));
    }
}
