//! The databases that run statements, each behind the same calls.

use tokio::sync::oneshot::Receiver;

use crate::announcements::{Announced, Change};
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;
use crate::sqlite::in_memory::InMemory;
use crate::statement::{Row, Statement, Write};
use crate::store_clock;
use crate::types::StoreError;

/// Runs statements on a database. Calls on PostgreSQL, and writes in memory, are boxed, so that the futures of
/// all callers on SQLite stay small.
pub(super) enum Database {
    Sqlite(Sqlite),
    Postgres(Postgres),
    InMemory(InMemory),
}

impl Database {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Database::Sqlite(_) => "SQLite",
            Database::Postgres(_) => "PostgreSQL",
            Database::InMemory(_) => "SQLite in memory",
        }
    }

    /// Makes the write durable, and returns the number of rows its first statement changed.
    pub(super) async fn write(&self, write: Write) -> Result<u64, StoreError> {
        match self {
            Database::Sqlite(database) => database.write(write).await,
            Database::Postgres(database) => Box::pin(database.write(write)).await,
            Database::InMemory(database) => Box::pin(database.write(write)).await,
        }
    }

    /// Makes the write durable some time soon, or not at all. Returns at once; the receiver yields the
    /// number of changed rows once it is done.
    pub(super) fn mark(&self, write: Write) -> Receiver<Result<u64, StoreError>> {
        match self {
            Database::Sqlite(database) => database.mark(write),
            Database::Postgres(database) => database.mark(write),
            Database::InMemory(database) => database.mark(write),
        }
    }

    /// See [`crate::Store::is_shared`].
    pub(super) fn is_shared(&self) -> bool {
        match self {
            Database::Sqlite(_) => false,
            Database::Postgres(_) => true,
            Database::InMemory(database) => database.is_shared(),
        }
    }

    pub(super) async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        match self {
            Database::Sqlite(database) => database.read(statement).await,
            Database::Postgres(database) => Box::pin(database.read(statement)).await,
            Database::InMemory(database) => database.read(statement).await,
        }
    }

    /// Reads the clock that all users of the database follow, in microseconds since 1970.
    pub(super) async fn clock(&self) -> Result<i64, StoreError> {
        match self {
            Database::Sqlite(_) => Ok(store_clock::of_machine()),
            Database::Postgres(database) => Box::pin(database.clock()).await,
            Database::InMemory(database) => Ok(database.clock()),
        }
    }

    /// Estimates the number of rows of a table or a partial index, if the database keeps such figures.
    pub(super) async fn estimate(&self, relation: &'static str) -> Result<Option<u64>, StoreError> {
        match self {
            Database::Postgres(database) => Box::pin(database.estimate(relation)).await,
            Database::Sqlite(_) | Database::InMemory(_) => Ok(None),
        }
    }

    /// See [`crate::Store::announce`].
    pub(super) fn announce(&self, changes: &[Change]) {
        match self {
            Database::Postgres(database) => database.announce(changes),
            Database::Sqlite(_) | Database::InMemory(_) => {}
        }
    }

    pub(super) fn announced(&self) -> Announced {
        match self {
            Database::Postgres(database) => database.announced(),
            Database::Sqlite(_) | Database::InMemory(_) => Announced::nothing(),
        }
    }

    /// See [`crate::Store::close`].
    pub(super) async fn close(&self) {
        match self {
            Database::Sqlite(database) => database.close().await,
            Database::Postgres(database) => database.close().await,
            Database::InMemory(_) => {}
        }
    }
}
