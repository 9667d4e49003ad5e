//! A store that fails or delays calls on demand.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::watch;
use zerosum_metrics::labels::StoreCall;
use zerosum_session::UserId;
use zerosum_store::sqlite::in_memory::{Call, Hook};
use zerosum_store::{Store, StoreError};

use crate::support::harness::ON_PURPOSE;

const MICROS_PER_DAY: i64 = 86_400_000_000;

/// A store, and the failures and delays to come.
pub(crate) struct FickleStore {
    store: Arc<Store>,
    faults: Arc<Faults>,
}

/// The failures and delays to come.
#[derive(Default)]
struct Faults {
    /// Number of times the store was asked who waits for an opponent.
    looks: AtomicU64,
    /// True if writing the first pair of waiting players fails.
    fails_first_pair: AtomicBool,
    /// True if that failure is still to come for the players found last.
    is_first_pair: AtomicBool,
    /// True if all writes fail.
    fails_to_write: AtomicBool,
    /// True if all reads fail.
    fails_to_read: AtomicBool,
    /// Number of upcoming commits that fail.
    commits_to_fail: AtomicU32,
    /// Number of upcoming commits that another process makes just before.
    commits_to_lose: AtomicU32,
    /// Number of upcoming starts of a clock that fail.
    starts_to_fail: AtomicU32,
    /// The person whose data is held back from readers for now.
    held: watch::Sender<Option<UserId>>,
    /// Number of calls that wait to read.
    waiting_to_read: watch::Sender<usize>,
    /// The person whose data is held back from writers for now.
    held_to_write: watch::Sender<Option<UserId>>,
    /// Number of calls that wait to write.
    waiting_to_write: watch::Sender<usize>,
    /// The call at which the store panics, once.
    panics_over: Mutex<Option<Panic>>,
    /// True if deletions stop after their first step for now.
    held_deletions: watch::Sender<bool>,
    /// True if the first step of a held deletion is still to come.
    is_first_step: AtomicBool,
    /// True if recording the message that shows an invitation is held back for now.
    held_invitations: watch::Sender<bool>,
    /// True if listing a player's games with other people is held back for now.
    held_games: watch::Sender<bool>,
    /// Number of calls that wait for that list.
    waiting_for_games: watch::Sender<usize>,
}

/// A call at which to panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Panic {
    /// Reading the data of this person.
    Person(i64),
    /// Recording what the screen shows.
    Note,
}

impl FickleStore {
    pub(crate) fn new() -> FickleStore {
        let faults = Arc::<Faults>::default();
        let store = Store::with_hook(Arc::clone(&faults) as Arc<dyn Hook>);
        FickleStore { store: Arc::new(store), faults }
    }

    /// The store, as a bot takes it.
    pub(crate) fn shared(&self) -> Arc<Store> {
        Arc::clone(&self.store)
    }

    /// Lets this number of days pass.
    pub(crate) fn pass(&self, days: i64) {
        self.store.advance(days * MICROS_PER_DAY, 0);
    }

    /// Sets the clock ahead by this number of days without any time passing.
    pub(crate) fn leap(&self, days: i64) {
        self.store.advance(0, days * MICROS_PER_DAY);
    }

    /// Number of times the store was asked who waits for an opponent.
    pub(crate) fn looks(&self) -> u64 {
        self.faults.looks.load(Ordering::SeqCst)
    }

    /// Makes seating the first pair of waiting players fail each time.
    pub(crate) fn fail_first_pair(&self, fails: bool) {
        self.faults.fails_first_pair.store(fails, Ordering::SeqCst);
    }

    pub(crate) fn fail_to_write(&self, fails: bool) {
        self.faults.fails_to_write.store(fails, Ordering::SeqCst);
    }

    pub(crate) fn fail_to_read(&self, fails: bool) {
        self.faults.fails_to_read.store(fails, Ordering::SeqCst);
    }

    /// Makes this number of the next commits fail; those after them are written.
    pub(crate) fn fail_commits(&self, count: u32) {
        self.faults.commits_to_fail.store(count, Ordering::SeqCst);
    }

    /// Makes another process commit the same just before this number of the next commits, as if it had got the same
    /// update. It shows nothing.
    pub(crate) fn lose_commits(&self, count: u32) {
        self.faults.commits_to_lose.store(count, Ordering::SeqCst);
    }

    /// Makes this number of the next starts of a clock fail; those after them are written.
    pub(crate) fn fail_starts(&self, count: u32) {
        self.faults.starts_to_fail.store(count, Ordering::SeqCst);
    }

    /// Number of starts of a clock that have yet to fail.
    pub(crate) fn starts_to_fail(&self) -> u32 {
        self.faults.starts_to_fail.load(Ordering::SeqCst)
    }

    /// Holds back reads of a person's data until called with `None`.
    pub(crate) fn hold(&self, user: Option<UserId>) {
        self.faults.held.send_replace(user);
    }

    /// Holds back writes of a person's data until called with `None`.
    pub(crate) fn hold_to_write(&self, user: Option<UserId>) {
        self.faults.held_to_write.send_replace(user);
    }

    /// Stops deletions after their first step until called with `false`.
    pub(crate) fn hold_deletions(&self, holds: bool) {
        self.faults.is_first_step.store(holds, Ordering::SeqCst);
        self.faults.held_deletions.send_replace(holds);
    }

    /// Holds back recording which message shows an invitation until called with `false`.
    pub(crate) fn hold_invitations(&self, holds: bool) {
        self.faults.held_invitations.send_replace(holds);
    }

    /// Holds back the list of a player's games with other people until called with `false`. Requests for help
    /// wait for that list.
    pub(crate) fn hold_games_with_people(&self, holds: bool) {
        self.faults.held_games.send_replace(holds);
    }

    /// Waits until this number of calls wait for that list.
    pub(crate) async fn wait_for_games_with_people(&self, count: usize) {
        let mut waiting = self.faults.waiting_for_games.subscribe();
        let _ = waiting.wait_for(|waiting| *waiting == count).await;
    }

    /// Waits until a call is held back from writing.
    pub(crate) async fn a_write_waits(&self) {
        let mut waiting = self.faults.waiting_to_write.subscribe();
        let _ = waiting.wait_for(|waiting| *waiting > 0).await;
    }

    /// Waits until a call is held back from reading.
    pub(crate) async fn a_read_waits(&self) {
        let mut waiting = self.faults.waiting_to_read.subscribe();
        let _ = waiting.wait_for(|waiting| *waiting > 0).await;
    }

    /// Panics once, at the next read of this person's data.
    pub(crate) fn panic_over(&self, user: UserId) {
        *self.faults.panics_over.lock().expect("nobody panics with it") =
            Some(Panic::Person(user.0.cast_signed()));
    }

    /// Panics once, at the next record of what the screen shows.
    pub(crate) fn panic_over_the_next_note(&self) {
        *self.faults.panics_over.lock().expect("nobody panics with it") = Some(Panic::Note);
    }

    /// Returns whether a panic is still to come.
    pub(crate) fn is_to_panic(&self) -> bool {
        self.faults.panics_over.lock().expect("nobody panics with it").is_some()
    }
}

impl Deref for FickleStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

impl Faults {
    fn panic_if_over(&self, what: Panic) {
        let mut panics_over = self.panics_over.lock().expect("nobody panics with it");
        let is_over = panics_over.take_if(|wanted| *wanted == what).is_some();
        drop(panics_over);
        assert!(!is_over, "{ON_PURPOSE}");
    }

    /// Waits as long as this call is held back.
    async fn wait(&self, Call { name, is_write, person }: Call) {
        // The senders live as long as the store, so waiting cannot fail.
        match name {
            StoreCall::Person => pass(&self.held, &self.waiting_to_read, person).await,
            StoreCall::PutPerson if is_write => {
                pass(&self.held_to_write, &self.waiting_to_write, person).await;
            }
            StoreCall::DeleteBoardsLeft
                if is_write && !self.is_first_step.swap(false, Ordering::SeqCst) =>
            {
                let _ = self.held_deletions.subscribe().wait_for(|holds| !holds).await;
            }
            StoreCall::GamesWithPeople => {
                self.waiting_for_games.send_modify(|waiting| *waiting += 1);
                let _ = self.held_games.subscribe().wait_for(|holds| !holds).await;
                self.waiting_for_games.send_modify(|waiting| *waiting -= 1);
            }
            StoreCall::PlaceInvitation => {
                let _ = self.held_invitations.subscribe().wait_for(|holds| !holds).await;
            }
            _ => {}
        }
    }

    fn fail(&self, Call { name, is_write, .. }: Call) -> Result<(), StoreError> {
        match name {
            StoreCall::WaitingSeekers => {
                self.looks.fetch_add(1, Ordering::SeqCst);
                self.is_first_pair.store(true, Ordering::SeqCst);
            }
            StoreCall::Pair if is_write && self.is_first_pair.swap(false, Ordering::SeqCst) => {
                check(&self.fails_first_pair)?;
            }
            StoreCall::Commit => check_next(&self.commits_to_fail)?,
            StoreCall::StartClock => check_next(&self.starts_to_fail)?,
            _ => {}
        }
        check(if is_write { &self.fails_to_write } else { &self.fails_to_read })
    }
}

impl Hook for Faults {
    fn before(&self, call: Call) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            self.wait(call).await;
            if let (StoreCall::Person, Some(person)) = (call.name, call.person) {
                self.panic_if_over(Panic::Person(person));
            }
            self.fail(call)
        }
        .boxed()
    }

    fn is_made_before(&self, Call { name, is_write, .. }: Call) -> bool {
        is_write && name == StoreCall::Commit && take_one(&self.commits_to_lose)
    }

    fn before_mark(&self) {
        self.panic_if_over(Panic::Note);
    }
}

/// Counts a call about a held person as waiting until the person is let go.
async fn pass(
    held: &watch::Sender<Option<UserId>>,
    waiting: &watch::Sender<usize>,
    person: Option<i64>,
) {
    if is_held(*held.borrow(), person) {
        waiting.send_modify(|waiting| *waiting += 1);
        let _ = held.subscribe().wait_for(|held| !is_held(*held, person)).await;
        waiting.send_modify(|waiting| *waiting -= 1);
    }
}

fn is_held(held: Option<UserId>, person: Option<i64>) -> bool {
    held.is_some_and(|held| Some(held.0.cast_signed()) == person)
}

/// Fails if there are failures left, and uses one up.
fn check_next(to_fail: &AtomicU32) -> Result<(), StoreError> {
    check(&AtomicBool::new(take_one(to_fail)))
}

/// Uses up one of those that are left; returns whether there was one.
fn take_one(left: &AtomicU32) -> bool {
    let (one_less, order) = (|left: u32| left.checked_sub(1), Ordering::SeqCst);
    left.fetch_update(order, order, one_less).is_ok()
}

fn check(fails: &AtomicBool) -> Result<(), StoreError> {
    if fails.load(Ordering::SeqCst) {
        return Err(StoreError::Database("the disk is full".to_owned()));
    }
    Ok(())
}
