//! What the people who run an instance ask for: figures, maintenance and broadcasts. And a watch
//! over what other processes on the same store have changed of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::play::Play;
use crate::session::UserId;
use crate::store::broadcast::{Broadcast, BroadcastId, Step, Tally};
use crate::store::hosting::{Counts, Switch};
use crate::store::{Commit, Store, StoreError};

/// How often the store is asked what other processes have changed. No press waits for that.
pub const WATCH_PERIOD: Duration = Duration::from_secs(2);

/// See the module.
pub struct Admin {
    store: Arc<dyn Store>,
    play: Arc<Play>,
    owners: Vec<UserId>,
    /// A copy of what the store says, not older than [`WATCH_PERIOD`] while the store answers.
    is_in_maintenance: AtomicBool,
    opened_at: Instant,
}

/// What is told of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    pub counts: Counts,
    pub broadcasts_running: usize,
    pub is_in_maintenance: bool,
    /// What the database is called.
    pub database: &'static str,
    /// Since when this process is at work.
    pub uptime: Duration,
    /// The boards this process has a copy of.
    pub boards_live: usize,
}

impl Admin {
    pub fn new(store: Arc<dyn Store>, play: Arc<Play>, owners: Vec<UserId>) -> Admin {
        let is_in_maintenance = AtomicBool::new(false);
        Admin { store, play, owners, is_in_maintenance, opened_at: Instant::now() }
    }

    pub fn is_owner(&self, user: UserId) -> bool {
        self.owners.contains(&user)
    }

    /// Whether this person is turned away for now. Owners are not, so that they can try things out.
    pub fn turns_away(&self, user: UserId) -> bool {
        self.is_in_maintenance() && !self.is_owner(user)
    }

    pub fn is_in_maintenance(&self) -> bool {
        self.is_in_maintenance.load(Ordering::Relaxed)
    }

    /// Turns presses away, or no longer. Other processes follow within [`WATCH_PERIOD`].
    pub async fn set_maintenance(&self, is_on: bool) -> Result<(), StoreError> {
        self.store.set_switch(Switch::Maintenance, is_on).await?;
        self.is_in_maintenance.store(is_on, Ordering::Relaxed);
        Ok(())
    }

    /// Asks the store whether there is maintenance.
    pub async fn look_for_maintenance(&self) -> Result<(), StoreError> {
        let is_on = self.store.is_on(Switch::Maintenance).await?;
        self.is_in_maintenance.store(is_on, Ordering::Relaxed);
        Ok(())
    }

    /// Follows what other processes change, for as long as it is polled.
    pub async fn watch(&self) {
        let mut ticks = interval(WATCH_PERIOD);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut watch = Watch { deletions: 0, is_to_drop_again: false };
        let mut is_failing = false;
        loop {
            ticks.tick().await;
            match self.look(&mut watch).await {
                Ok(()) => is_failing = false,
                Err(error) if !is_failing => {
                    is_failing = true;
                    log::warn!("changes by other processes are not seen: {error}");
                }
                Err(_) => {}
            }
        }
    }

    async fn look(&self, watch: &mut Watch) -> Result<(), StoreError> {
        self.look_for_maintenance().await?;
        let deletions = self.store.deletions().await?;
        let has_changed = watch.deletions != deletions;
        if has_changed || watch.is_to_drop_again {
            self.play.drop_copies();
        }
        // What was read just before a deletion may become a copy just after the first drop.
        *watch = Watch { deletions, is_to_drop_again: has_changed };
        Ok(())
    }

    pub async fn figures(&self) -> Result<Figures, StoreError> {
        Ok(Figures {
            counts: self.store.counts().await?,
            broadcasts_running: self.store.broadcasts_unfinished().await?.len(),
            is_in_maintenance: self.is_in_maintenance(),
            database: self.store.kind(),
            uptime: self.opened_at.elapsed(),
            boards_live: self.play.live_counts().boards,
        })
    }

    /// About how many people a broadcast goes to.
    pub async fn count_reachable(&self) -> Result<u64, StoreError> {
        Ok(self.store.counts().await?.people_reachable.number)
    }

    pub async fn create_broadcast(&self, broadcast: &Broadcast) -> Result<Commit, StoreError> {
        self.store.create_broadcast(broadcast).await
    }

    pub async fn broadcast(&self, id: BroadcastId) -> Result<Option<Broadcast>, StoreError> {
        self.store.broadcast(id).await
    }

    /// Up to `limit` broadcasts that this person wrote, above `after`.
    pub async fn broadcasts_by(
        &self,
        author: UserId,
        after: Option<BroadcastId>,
        limit: u32,
    ) -> Result<Vec<Broadcast>, StoreError> {
        self.store.broadcasts_by(author, after, limit).await
    }

    pub async fn broadcasts_unfinished(&self) -> Result<Vec<Broadcast>, StoreError> {
        self.store.broadcasts_unfinished().await
    }

    /// Up to `limit` people who can be reached, above `after`.
    pub async fn people_after(
        &self,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        self.store.people_after(after, limit).await
    }

    /// Takes a step with a broadcast, if it is where it was seen; see [`crate::store::hosting::Hosting`].
    pub async fn advance(
        &self,
        broadcast: &Broadcast,
        step: Step,
        tally: Tally,
    ) -> Result<Commit, StoreError> {
        self.store.advance_broadcast(broadcast.id, broadcast.cursor, step, tally).await
    }

    pub async fn tally(&self, id: BroadcastId, tally: Tally) -> Result<(), StoreError> {
        self.store.tally_broadcast(id, tally).await
    }

    pub async fn stop_broadcast(&self, id: BroadcastId) -> Result<Commit, StoreError> {
        self.store.stop_broadcast(id).await
    }
}

/// What the watch has seen so far.
struct Watch {
    deletions: u64,
    is_to_drop_again: bool,
}
