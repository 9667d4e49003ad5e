//! A pool of a few connections for reads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, TryAcquireError};

use crate::postgres::connection::{Connection, Connector};
use crate::types::StoreError;

/// Maximum number of connections that read.
const READ_CONNECTIONS_MAX: usize = 4;

/// Maximum number of reads that wait or run. Any further one is refused.
const READS_WAITING_MAX: usize = 1_024;

/// A pool of connections for reads.
pub(super) struct Pool {
    connector: Arc<Connector>,
    /// Locked for a push or a pop only.
    idle: Mutex<Vec<Connection>>,
    turns: Semaphore,
    places: Arc<Semaphore>,
}

/// A leased connection of the pool. Dropping it, as a cancelled call does, closes the connection, because
/// answers may still be pending.
pub(super) struct Lease<'a> {
    pub(super) connection: Connection,
    /// True if the connection has not been used before.
    pub(super) is_new: bool,
    pool: &'a Pool,
    _turn: SemaphorePermit<'a>,
}

impl Pool {
    pub(super) fn new(connector: Arc<Connector>) -> Pool {
        Pool {
            connector,
            idle: Mutex::default(),
            turns: Semaphore::new(READ_CONNECTIONS_MAX),
            places: Arc::new(Semaphore::new(READS_WAITING_MAX)),
        }
    }

    /// Reserves a place in the queue.
    pub(super) fn admit(&self) -> Result<OwnedSemaphorePermit, StoreError> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|error| match error {
            TryAcquireError::NoPermits => StoreError::Overloaded,
            TryAcquireError::Closed => StoreError::Closed,
        })
    }

    /// Waits for a turn, and takes an idle connection or makes a new one.
    pub(super) async fn lease(&self) -> Result<Lease<'_>, StoreError> {
        let turn = self.turns.acquire().await.map_err(|_| StoreError::Closed)?;
        let idle = {
            let mut idle = self.idle();
            idle.retain(|connection| !connection.is_closed());
            idle.pop()
        };
        let (connection, is_new) = match idle {
            Some(connection) => (connection, false),
            None => (self.connector.connect().await?, true),
        };
        Ok(Lease { connection, is_new, pool: self, _turn: turn })
    }

    /// Closes the idle connections, because they are as old as one that has died.
    pub(super) fn forget_idle(&self) {
        self.idle().clear();
    }

    /// Admits no more reads.
    pub(super) fn close(&self) {
        self.places.close();
        self.turns.close();
        self.forget_idle();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease<'_> {
    /// Returns the connection to the pool.
    pub(super) fn give_back(self) {
        if !self.pool.turns.is_closed() {
            self.pool.idle().push(self.connection);
        }
    }
}
