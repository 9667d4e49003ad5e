//! A store that fails or hesitates when it is told to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, Ordering};

use async_trait::async_trait;
use futures::future::BoxFuture;
use tokio::sync::watch;
use zerosum::metrics::labels::StoreCall;
use zerosum::session::UserId;
use zerosum::store::decorator::Decorator;
use zerosum::store::{Store, StoreError};

use crate::harness::ON_PURPOSE;
use crate::memory_store::MemoryStore;

const MICROS_PER_DAY: i64 = 86_400_000_000;

/// Keeps what it is given as long as it lives, also when it is closed: the bot that is started
/// next finds it again.
pub(crate) struct FickleStore {
    inner: MemoryStore,
    /// So many days later than it is.
    days_later: AtomicI64,
    /// So many days later than that by the clock, which is wrong.
    days_ahead: AtomicI64,
    /// How often it was asked who waits for an opponent.
    looks: AtomicU64,
    /// Whether the first pair of those who wait cannot be written.
    fails_first_pair: AtomicBool,
    /// Whether that is still to come of those who were found last.
    is_first_pair: AtomicBool,
    /// Whether nothing can be written.
    fails_to_write: AtomicBool,
    /// Whether nothing can be read either.
    fails_to_read: AtomicBool,
    /// So many of the next commits come to nothing.
    commits_to_fail: AtomicU32,
    /// Whose data is not given out for now.
    held: watch::Sender<Option<UserId>>,
    /// Whose data is not written for now.
    held_to_write: watch::Sender<Option<UserId>>,
    /// How many wait for that.
    waiting_to_write: watch::Sender<usize>,
    /// Over what the store panics, once.
    panics_over: Mutex<Option<Panic>>,
    /// Whether deletions go no further than their first step for now.
    held_deletions: watch::Sender<bool>,
    /// Whether it is not noted for now which message shows an invitation.
    held_invitations: watch::Sender<bool>,
}

/// Over what to panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Panic {
    /// What is known of this person is asked for.
    Person(UserId),
    /// What is on the screen is noted.
    Note,
}

impl FickleStore {
    pub(crate) fn new() -> FickleStore {
        FickleStore {
            inner: MemoryStore::new(),
            days_later: AtomicI64::new(0),
            days_ahead: AtomicI64::new(0),
            looks: AtomicU64::new(0),
            fails_first_pair: AtomicBool::new(false),
            is_first_pair: AtomicBool::new(false),
            fails_to_write: AtomicBool::new(false),
            fails_to_read: AtomicBool::new(false),
            commits_to_fail: AtomicU32::new(0),
            held: watch::Sender::new(None),
            held_to_write: watch::Sender::new(None),
            waiting_to_write: watch::Sender::new(0),
            panics_over: Mutex::new(None),
            held_deletions: watch::Sender::new(false),
            held_invitations: watch::Sender::new(false),
        }
    }

    /// So many more days pass.
    pub(crate) fn pass(&self, days: i64) {
        self.days_later.fetch_add(days, Ordering::SeqCst);
    }

    /// The clock jumps so many days ahead, which nobody has lived through.
    pub(crate) fn leap(&self, days: i64) {
        self.days_ahead.fetch_add(days, Ordering::SeqCst);
    }

    /// How often it was asked who waits for an opponent.
    pub(crate) fn looks(&self) -> u64 {
        self.looks.load(Ordering::SeqCst)
    }

    /// Has the first pair of those who wait not be seated each time.
    pub(crate) fn fail_first_pair(&self, fails: bool) {
        self.fails_first_pair.store(fails, Ordering::SeqCst);
    }

    pub(crate) fn fail_to_write(&self, fails: bool) {
        self.fails_to_write.store(fails, Ordering::SeqCst);
    }

    pub(crate) fn fail_to_read(&self, fails: bool) {
        self.fails_to_read.store(fails, Ordering::SeqCst);
    }

    /// So many of the next commits come to nothing, and those after them are written.
    pub(crate) fn fail_commits(&self, count: u32) {
        self.commits_to_fail.store(count, Ordering::SeqCst);
    }

    /// Keeps back what is known of a person until nobody is held any more.
    pub(crate) fn hold(&self, user: Option<UserId>) {
        self.held.send_replace(user);
    }

    /// Lets nobody write what is known of a person until nobody is held any more.
    pub(crate) fn hold_to_write(&self, user: Option<UserId>) {
        self.held_to_write.send_replace(user);
    }

    /// Lets deletions go no further than their first step until they are held no more.
    pub(crate) fn hold_deletions(&self, holds: bool) {
        self.held_deletions.send_replace(holds);
    }

    /// Has nobody note which message shows an invitation until they are held no more.
    pub(crate) fn hold_invitations(&self, holds: bool) {
        self.held_invitations.send_replace(holds);
    }

    /// Waits until somebody is held who wants to write.
    pub(crate) async fn somebody_waits_to_write(&self) {
        let mut waiting = self.waiting_to_write.subscribe();
        let _ = waiting.wait_for(|waiting| *waiting > 0).await;
    }

    /// Panics as soon as somebody asks what is known of a person, once.
    pub(crate) fn panic_over(&self, user: UserId) {
        *self.panics_over.lock().expect("nobody panics with it") = Some(Panic::Person(user));
    }

    /// Panics as soon as somebody notes what is on the screen, once.
    pub(crate) fn panic_over_the_next_note(&self) {
        *self.panics_over.lock().expect("nobody panics with it") = Some(Panic::Note);
    }

    /// Whether there is a panic to come.
    pub(crate) fn is_to_panic(&self) -> bool {
        self.panics_over.lock().expect("nobody panics with it").is_some()
    }

    fn panic_if_over(&self, what: Panic) {
        let mut panics_over = self.panics_over.lock().expect("nobody panics with it");
        let is_over = panics_over.take_if(|wanted| *wanted == what).is_some();
        drop(panics_over);
        assert!(!is_over, "{ON_PURPOSE}");
    }

    /// Waits as long as this call is held.
    async fn wait(&self, call: StoreCall, person: Option<UserId>) {
        // Nobody lets go of the senders while the store is there.
        match call {
            StoreCall::Person => {
                let _ = self.held.subscribe().wait_for(|held| !is_held(*held, person)).await;
            }
            StoreCall::PutPerson => {
                self.waiting_to_write.send_modify(|waiting| *waiting += 1);
                let mut held = self.held_to_write.subscribe();
                let _ = held.wait_for(|held| !is_held(*held, person)).await;
                self.waiting_to_write.send_modify(|waiting| *waiting -= 1);
            }
            StoreCall::DeleteBoardsLeft => {
                let _ = self.held_deletions.subscribe().wait_for(|holds| !holds).await;
            }
            StoreCall::PlaceInvitation => {
                let _ = self.held_invitations.subscribe().wait_for(|holds| !holds).await;
            }
            _ => {}
        }
    }
}

#[async_trait]
impl Decorator for FickleStore {
    fn inner(&self) -> &dyn Store {
        &self.inner
    }

    async fn around<T: Send + 'static>(
        &self,
        call: StoreCall,
        person: Option<UserId>,
        asked: BoxFuture<'_, Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        self.wait(call, person).await;
        if let (StoreCall::Person, Some(user)) = (call, person) {
            self.panic_if_over(Panic::Person(user));
        }
        match call {
            StoreCall::WaitingSeekers => {
                self.looks.fetch_add(1, Ordering::SeqCst);
                self.is_first_pair.store(true, Ordering::SeqCst);
            }
            StoreCall::Pair if self.is_first_pair.swap(false, Ordering::SeqCst) => {
                check(&self.fails_first_pair)?;
            }
            StoreCall::Commit => {
                let one_less = |left: u32| left.checked_sub(1);
                let order = Ordering::SeqCst;
                let is_to_fail = self.commits_to_fail.fetch_update(order, order, one_less).is_ok();
                check(&AtomicBool::new(is_to_fail))?;
            }
            _ => {}
        }
        check(if is_read(call) { &self.fails_to_read } else { &self.fails_to_write })?;
        asked.await
    }

    fn now(&self) -> i64 {
        let days = &[&self.days_later, &self.days_ahead];
        let days: i64 = days.iter().map(|days| days.load(Ordering::SeqCst)).sum();
        self.inner.now() + days * MICROS_PER_DAY
    }

    fn lived(&self) -> i64 {
        self.inner.lived() + self.days_later.load(Ordering::SeqCst) * MICROS_PER_DAY
    }

    fn before_note(&self) {
        self.panic_if_over(Panic::Note);
    }

    async fn close(&self) {}
}

fn is_held(held: Option<UserId>, person: Option<UserId>) -> bool {
    held.is_some() && held == person
}

/// Whether a call changes nothing.
fn is_read(call: StoreCall) -> bool {
    matches!(
        call,
        StoreCall::AwaitingEngine
            | StoreCall::Behind
            | StoreCall::BoardsOf
            | StoreCall::Broadcast
            | StoreCall::BroadcastsBy
            | StoreCall::BroadcastsUnfinished
            | StoreCall::CountOpen
            | StoreCall::CountStale
            | StoreCall::Counts
            | StoreCall::Deletions
            | StoreCall::Departed
            | StoreCall::FinishedBehind
            | StoreCall::IsOn
            | StoreCall::Load
            | StoreCall::Abandoned
            | StoreCall::OpenBoards
            | StoreCall::Overdue
            | StoreCall::PeopleAfter
            | StoreCall::Person
            | StoreCall::Ping
            | StoreCall::Played
            | StoreCall::Results
            | StoreCall::SeekersApart
            | StoreCall::SeekingOf
            | StoreCall::WaitingSeekers
    )
}

fn check(fails: &AtomicBool) -> Result<(), StoreError> {
    if fails.load(Ordering::SeqCst) {
        return Err(StoreError::Database("the disk is full".to_owned()));
    }
    Ok(())
}
