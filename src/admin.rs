//! Administration of an instance: figures and maintenance. Follows changes of the maintenance switch by other
//! processes on the same store.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::Instant;
use zerosum_session::UserId;
use zerosum_store::host::operations::{Counts, Switch};
use zerosum_store::{Store, StoreError};

use crate::play::Play;

/// Interval at which the store is checked for changes by other processes. Presses use the cached value.
pub(crate) const WATCH_PERIOD: Duration = Duration::from_secs(2);

/// Administrative operations of an instance.
pub(crate) struct Admin {
    store: Arc<Store>,
    play: Arc<Play>,
    owners: Vec<UserId>,
    /// A copy of the store's value, no older than [`WATCH_PERIOD`] while the store answers.
    is_in_maintenance: AtomicBool,
    opened_at: Instant,
}

/// Figures about an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Figures {
    pub counts: Counts,
    pub broadcasts_running: usize,
    pub is_in_maintenance: bool,
    /// The kind of database.
    pub database: &'static str,
    /// The time since this process started.
    pub uptime: Duration,
    /// Number of boards cached in this process.
    pub boards_live: usize,
}

impl Admin {
    pub(crate) fn new(store: Arc<Store>, play: Arc<Play>, owners: Vec<UserId>) -> Admin {
        let is_in_maintenance = AtomicBool::new(false);
        Admin { store, play, owners, is_in_maintenance, opened_at: Instant::now() }
    }

    pub(crate) fn is_owner(&self, user: UserId) -> bool {
        self.owners.contains(&user)
    }

    /// Returns whether this person is refused for now. Owners are not, so that they can test during
    /// maintenance.
    pub(crate) fn refuses(&self, user: UserId) -> bool {
        self.is_in_maintenance() && !self.is_owner(user)
    }

    pub(crate) fn is_in_maintenance(&self) -> bool {
        self.is_in_maintenance.load(Ordering::Relaxed)
    }

    /// Switches maintenance on or off. Other processes follow within [`WATCH_PERIOD`].
    pub(crate) async fn set_maintenance(&self, is_on: bool) -> Result<(), StoreError> {
        self.store.set_switch(Switch::Maintenance, is_on).await?;
        self.is_in_maintenance.store(is_on, Ordering::Relaxed);
        Ok(())
    }

    /// Reads the maintenance switch from the store.
    pub(crate) async fn refresh_maintenance(&self) -> Result<(), StoreError> {
        let is_on = self.store.is_on(Switch::Maintenance).await?;
        self.is_in_maintenance.store(is_on, Ordering::Relaxed);
        Ok(())
    }

    /// Follows the switches and the deletions of other processes. To be called every [`WATCH_PERIOD`].
    pub(crate) async fn follow(&self) -> Result<(), StoreError> {
        self.refresh_maintenance().await?;
        self.play.follow_deletions().await
    }

    pub(crate) async fn figures(&self) -> Result<Figures, StoreError> {
        Ok(Figures {
            counts: self.store.counts().await?,
            broadcasts_running: self.store.broadcasts_unfinished().await?.len(),
            is_in_maintenance: self.is_in_maintenance(),
            database: self.store.kind(),
            uptime: self.opened_at.elapsed(),
            boards_live: self.play.live_counts().boards,
        })
    }

    /// Returns the approximate number of recipients of a broadcast.
    pub(crate) async fn count_reachable(&self) -> Result<u64, StoreError> {
        Ok(self.store.counts().await?.people_reachable.number)
    }
}
