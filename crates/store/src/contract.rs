//! The contract of a store as a whole.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::timeout;
use zerosum_metrics::Metrics;
use zerosum_metrics::labels::StoreOutcome;

use crate::announcements::{Announced, Announcements, Change};
use crate::database::Database;
use crate::games::absences::Absences;
use crate::games::boards::Boards;
use crate::games::clocks::Clocks;
use crate::games::reminders::Reminders;
use crate::games::screens::Screens;
use crate::host::operations::Operations;
use crate::host::upkeep::Upkeep;
use crate::measuring::measured;
use crate::people::People;
use crate::people::blocks::Blocks;
use crate::people::challenges::Challenges;
use crate::people::groups::Groups;
use crate::people::invitations::Invitations;
use crate::people::ratings::Ratings;
use crate::people::results::Results;
use crate::people::seekers::Seekers;
use crate::relational::RelationalStore;
use crate::sql;
use crate::statement::Statement;
use crate::types::StoreError;

/// A database that takes longer to answer counts as unavailable.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// The contract of a store.
///
/// A call that returns `Ok` is durable: it survives `kill -9` and a power loss. A call that returns an
/// error has changed nothing visible; only after [`StoreError::Away`] is the outcome unknown, so a caller
/// that retries has to expect that the first attempt succeeded. All calls may run concurrently, in
/// several processes where the database allows it. A store on a server answers every call within two
/// seconds, with an error if need be.
#[async_trait]
pub trait Store:
    Boards
    + Screens
    + Clocks
    + Reminders
    + People
    + Results
    + Ratings
    + Blocks
    + Challenges
    + Absences
    + Groups
    + Invitations
    + Seekers
    + Operations
    + Upkeep
    + Announcements
{
    /// Returns the name of the kind of database.
    fn kind(&self) -> &'static str;

    /// Counts the calls in these metrics from now on.
    fn count_in(&self, metrics: Arc<Metrics>);

    /// Checks whether the database answers now.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Returns whether other processes may be working on the same data. In-memory copies may then be
    /// outdated at any time.
    fn is_shared(&self) -> bool;

    /// Returns the current time in microseconds since 1970, the same for all processes that share the
    /// data.
    fn now(&self) -> i64;

    /// Returns the store's own time in microseconds since 1970: elapsed time, independent of any clock.
    fn uptime(&self) -> i64;

    /// Flushes pending writes, including shown marks, and closes. Later calls return
    /// [`StoreError::Closed`].
    async fn close(&self);
}

impl<D: Database> Announcements for RelationalStore<D> {
    fn announce(&self, changes: &[Change]) {
        self.database.announce(changes);
    }

    fn announced(&self) -> Announced {
        self.database.announced()
    }
}

#[async_trait]
impl<D: Database> Store for RelationalStore<D> {
    fn kind(&self) -> &'static str {
        D::KIND
    }

    fn count_in(&self, metrics: Arc<Metrics>) {
        RelationalStore::count_in(self, metrics);
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let asked = self.database.read(Statement::new(sql::host::PING, []));
        let answer = async {
            let answer = timeout(PING_TIMEOUT, asked).await;
            answer.unwrap_or_else(|_| Err(StoreError::Away("it takes too long".to_owned())))
        };
        let outcome = |_: &_| StoreOutcome::Done;
        measured(&self.metrics(), sql::host::PING.call, answer, outcome).await.map(drop)
    }

    fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    fn now(&self) -> i64 {
        self.clock.now()
    }

    fn uptime(&self) -> i64 {
        self.clock.uptime()
    }

    async fn close(&self) {
        self.database.close().await;
    }
}
