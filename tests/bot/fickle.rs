//! A store that fails or hesitates when it is told to.

use std::num::NonZeroU32;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use futures::future::BoxFuture;
use tokio::sync::watch;
use zerosum::session::board::{Board, ChatId, MessageId, TopicId};
use zerosum::session::{Revision, Session, SessionId, UserId};
use zerosum::store::broadcast::{Broadcast, BroadcastId, Step, Tally};
use zerosum::store::deletion::{Deletion, FinishedBoard};
use zerosum::store::memory::MemoryStore;
use zerosum::store::upkeep::{Purge, StoreTime, Upkeep};
use zerosum::store::{
    Boards, Commit, Counts, Grace, Hosting, OpenGames, People, Person, Store, StoreError,
    StoredBoard, Switch,
};

use crate::harness::ON_PURPOSE;

/// Keeps what it is given as long as it lives, also when it is closed: the bot that is started
/// next finds it again.
pub struct FickleStore {
    inner: MemoryStore,
    /// Whether nothing can be written.
    fails_to_write: AtomicBool,
    /// Whether nothing can be read either.
    fails_to_read: AtomicBool,
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
    pub fn new() -> FickleStore {
        FickleStore {
            inner: MemoryStore::new(),
            fails_to_write: AtomicBool::new(false),
            fails_to_read: AtomicBool::new(false),
            held: watch::Sender::new(None),
            held_to_write: watch::Sender::new(None),
            waiting_to_write: watch::Sender::new(0),
            panics_over: Mutex::new(None),
            held_deletions: watch::Sender::new(false),
        }
    }

    pub fn fail_to_write(&self, fails: bool) {
        self.fails_to_write.store(fails, Ordering::SeqCst);
    }

    pub fn fail_to_read(&self, fails: bool) {
        self.fails_to_read.store(fails, Ordering::SeqCst);
    }

    /// Keeps back what is known of a person until nobody is held any more.
    pub fn hold(&self, user: Option<UserId>) {
        self.held.send_replace(user);
    }

    /// Lets nobody write what is known of a person until nobody is held any more.
    pub fn hold_to_write(&self, user: Option<UserId>) {
        self.held_to_write.send_replace(user);
    }

    /// Lets deletions go no further than their first step until they are held no more.
    pub fn hold_deletions(&self, holds: bool) {
        self.held_deletions.send_replace(holds);
    }

    /// Waits until somebody is held who wants to write.
    pub async fn somebody_waits_to_write(&self) {
        let mut waiting = self.waiting_to_write.subscribe();
        let _ = waiting.wait_for(|waiting| *waiting > 0).await;
    }

    /// Panics as soon as somebody asks what is known of a person, once.
    pub fn panic_over(&self, user: UserId) {
        *self.panics_over.lock().expect("nobody panics with it") = Some(Panic::Person(user));
    }

    /// Panics as soon as somebody notes what is on the screen, once.
    pub fn panic_over_the_next_note(&self) {
        *self.panics_over.lock().expect("nobody panics with it") = Some(Panic::Note);
    }

    /// Whether there is a panic to come.
    pub fn is_to_panic(&self) -> bool {
        self.panics_over.lock().expect("nobody panics with it").is_some()
    }

    fn panic_if_over(&self, what: Panic) {
        let mut panics_over = self.panics_over.lock().expect("nobody panics with it");
        let is_over = panics_over.take_if(|wanted| *wanted == what).is_some();
        drop(panics_over);
        assert!(!is_over, "{ON_PURPOSE}");
    }

    fn check_write(&self) -> Result<(), StoreError> {
        check(&self.fails_to_write)
    }

    fn check_read(&self) -> Result<(), StoreError> {
        check(&self.fails_to_read)
    }
}

fn check(fails: &AtomicBool) -> Result<(), StoreError> {
    if fails.load(Ordering::SeqCst) {
        return Err(StoreError::Database("the disk is full".to_owned()));
    }
    Ok(())
}

#[async_trait]
impl Boards for FickleStore {
    async fn create(&self, board: &Board, max: OpenGames) -> Result<Commit, StoreError> {
        self.check_write()?;
        self.inner.create(board, max).await
    }

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        self.check_read()?;
        self.inner.load(id).await
    }

    async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError> {
        self.check_write()?;
        self.inner.commit(session, seen).await
    }

    async fn reopen(
        &self,
        session: &Session,
        seen: Revision,
        max: OpenGames,
    ) -> Result<Commit, StoreError> {
        self.check_write()?;
        self.inner.reopen(session, seen, max).await
    }

    async fn place(
        &self,
        id: SessionId,
        message: MessageId,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        self.check_write()?;
        self.inner.place(id, message, topic, shown).await
    }

    async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<u64, StoreError> {
        self.check_write()?;
        self.inner.move_chat(from, to).await
    }

    async fn displace(&self, id: SessionId, message: MessageId) -> Result<(), StoreError> {
        self.check_write()?;
        self.inner.displace(id, message).await
    }

    fn note_shown(
        &self,
        id: SessionId,
        message: MessageId,
        shown: Revision,
    ) -> BoxFuture<'static, Option<Commit>> {
        self.panic_if_over(Panic::Note);
        self.inner.note_shown(id, message, shown)
    }

    async fn latest_open(&self, chat: ChatId, owner: UserId) -> Result<Option<Board>, StoreError> {
        self.check_read()?;
        self.inner.latest_open(chat, owner).await
    }

    async fn count_open(&self, chat: ChatId, owner: UserId) -> Result<OpenGames, StoreError> {
        self.check_read()?;
        self.inner.count_open(chat, owner).await
    }

    async fn behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError> {
        self.check_read()?;
        self.inner.behind(after, limit, grace).await
    }

    async fn claim(&self, id: SessionId, grace: Grace) -> Result<Commit, StoreError> {
        self.check_write()?;
        self.inner.claim(id, grace).await
    }

    async fn awaiting_engine(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Duration,
    ) -> Result<Vec<Board>, StoreError> {
        self.check_read()?;
        self.inner.awaiting_engine(after, limit, grace).await
    }

    async fn claim_turn(
        &self,
        id: SessionId,
        seen: Revision,
        grace: Duration,
    ) -> Result<Commit, StoreError> {
        self.check_write()?;
        self.inner.claim_turn(id, seen, grace).await
    }

    async fn boards_of(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        self.check_read()?;
        self.inner.boards_of(person, after, limit).await
    }
}

#[async_trait]
impl People for FickleStore {
    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let mut held = self.held.subscribe();
        let _ = held.wait_for(|held| *held != Some(user)).await;
        self.panic_if_over(Panic::Person(user));
        self.check_read()?;
        self.inner.person(user).await
    }

    async fn put_person(
        &self,
        user: UserId,
        seen: Option<&Person>,
        person: &Person,
    ) -> Result<Commit, StoreError> {
        self.waiting_to_write.send_modify(|waiting| *waiting += 1);
        let mut held = self.held_to_write.subscribe();
        let _ = held.wait_for(|held| *held != Some(user)).await;
        self.waiting_to_write.send_modify(|waiting| *waiting -= 1);
        self.check_write()?;
        self.inner.put_person(user, seen, person).await
    }

    async fn set_reachable(&self, user: UserId, is_reachable: bool) -> Result<(), StoreError> {
        self.check_write()?;
        self.inner.set_reachable(user, is_reachable).await
    }

    async fn delete_person(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        self.check_write()?;
        self.inner.delete_person(user, limit).await
    }

    async fn departed(&self, limit: u32) -> Result<Vec<UserId>, StoreError> {
        self.check_read()?;
        self.inner.departed(limit).await
    }

    async fn delete_boards_left(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        // Nobody lets go of the sender while the store is there.
        let _ = self.held_deletions.subscribe().wait_for(|holds| !holds).await;
        self.check_write()?;
        self.inner.delete_boards_left(user, limit).await
    }

    async fn deletions(&self) -> Result<u64, StoreError> {
        self.check_read()?;
        self.inner.deletions().await
    }

    async fn people_after(
        &self,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        self.check_read()?;
        self.inner.people_after(after, limit).await
    }
}

#[async_trait]
impl Hosting for FickleStore {
    async fn counts(&self) -> Result<Counts, StoreError> {
        self.check_read()?;
        self.inner.counts().await
    }

    async fn is_on(&self, switch: Switch) -> Result<bool, StoreError> {
        self.check_read()?;
        self.inner.is_on(switch).await
    }

    async fn set_switch(&self, switch: Switch, is_on: bool) -> Result<(), StoreError> {
        self.check_write()?;
        self.inner.set_switch(switch, is_on).await
    }

    async fn create_broadcast(&self, broadcast: &Broadcast) -> Result<Commit, StoreError> {
        self.check_write()?;
        self.inner.create_broadcast(broadcast).await
    }

    async fn broadcast(&self, id: BroadcastId) -> Result<Option<Broadcast>, StoreError> {
        self.check_read()?;
        self.inner.broadcast(id).await
    }

    async fn broadcasts_by(
        &self,
        author: UserId,
        after: Option<BroadcastId>,
        limit: u32,
    ) -> Result<Vec<Broadcast>, StoreError> {
        self.check_read()?;
        self.inner.broadcasts_by(author, after, limit).await
    }

    async fn broadcasts_unfinished(&self) -> Result<Vec<Broadcast>, StoreError> {
        self.check_read()?;
        self.inner.broadcasts_unfinished().await
    }

    async fn advance_broadcast(
        &self,
        id: BroadcastId,
        seen: Option<UserId>,
        step: Step,
        tally: Tally,
    ) -> Result<Commit, StoreError> {
        self.check_write()?;
        self.inner.advance_broadcast(id, seen, step, tally).await
    }

    async fn tally_broadcast(&self, id: BroadcastId, tally: Tally) -> Result<(), StoreError> {
        self.check_write()?;
        self.inner.tally_broadcast(id, tally).await
    }

    async fn stop_broadcast(&self, id: BroadcastId) -> Result<Commit, StoreError> {
        self.check_write()?;
        self.inner.stop_broadcast(id).await
    }
}

#[async_trait]
impl Upkeep for FickleStore {
    async fn reach(&self) -> Result<StoreTime, StoreError> {
        self.check_write()?;
        self.inner.reach().await
    }

    async fn claim_purge(&self, period: Duration) -> Result<Commit, StoreError> {
        self.check_write()?;
        self.inner.claim_purge(period).await
    }

    async fn purge(&self, purge: Purge) -> Result<u64, StoreError> {
        self.check_write()?;
        self.inner.purge(purge).await
    }

    async fn finished_behind(
        &self,
        board: Option<FinishedBoard>,
        steps: NonZeroU32,
    ) -> Result<Option<FinishedBoard>, StoreError> {
        self.check_read()?;
        self.inner.finished_behind(board, steps).await
    }

    async fn trim(&self, owner: UserId, kept: u32, limit: u32) -> Result<u64, StoreError> {
        self.check_write()?;
        self.inner.trim(owner, kept, limit).await
    }

    async fn count_stale(&self, purge: Purge) -> Result<u64, StoreError> {
        self.check_read()?;
        self.inner.count_stale(purge).await
    }
}

#[async_trait]
impl Store for FickleStore {
    fn kind(&self) -> &'static str {
        self.inner.kind()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.check_read()?;
        self.inner.ping().await
    }

    fn is_shared(&self) -> bool {
        self.inner.is_shared()
    }

    async fn close(&self) {}
}
