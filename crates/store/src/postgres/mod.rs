//! A store in a PostgreSQL database, which several processes may share.
//!
//! Two tasks write, each with a connection of its own. Waiting writes are sent as one transaction, all of
//! its statements at once, so that many requests share one round trip and one flush to disk. Reads share
//! a few more connections. A connection that breaks or does not answer in time is discarded and replaced
//! by the next call that needs one.
//!
//! `synchronous_commit` is on, regardless of the role's settings: an answered write is on disk. Settings
//! apply to a connection, so a pooler in between has to keep one for each session.

pub mod settings;

mod announcer;
mod connection;
mod opening;
mod pool;
mod tls;
#[cfg(test)]
mod visits;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot::Receiver;
use tokio::time::{Instant, timeout_at};
use zerosum_metrics::labels::StoreCall;

use crate::announcements::{Announced, Change};
use crate::database::Database;
use crate::host::owner::BotId;
use crate::open_error::OpenError;
use crate::postgres::announcer::Announcer;
use crate::postgres::connection::{Connector, Failure};
use crate::postgres::pool::Pool;
use crate::postgres::settings::Settings;
use crate::postgres::writer::Writer;
use crate::row::no_number;
use crate::statement::{Row, Sql, Statement, Value, Write};
use crate::store::Store;
use crate::types::StoreError;

/// Time within which every call is answered or refused, so that a button press is refused within two
/// seconds when the database is unavailable or hangs.
const CALL_TIMEOUT: Duration = Duration::from_millis(1_800);

/// The server cancels a statement before the caller gives up, so that a refused write is undone.
const STATEMENT_TIMEOUT: Duration = Duration::from_millis(1_500);

/// Maximum wait for a row lock held by another transaction. Short, because the writes in the same commit
/// wait as well.
const LOCK_TIMEOUT: Duration = Duration::from_millis(300);

/// Time after which the server ends a transaction whose client has vanished.
const IDLE_IN_TRANSACTION_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum time to open a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// Estimates the rows of a table or an index, as of the last vacuum.
const ESTIMATE: Sql = Sql::new(
    StoreCall::Counts,
    "SELECT reltuples::BIGINT FROM pg_class WHERE oid = to_regclass($1)",
);

/// Reads the server's clock, in microseconds since 1970.
const CLOCK: Sql =
    Sql::new(StoreCall::Reach, "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::BIGINT");

/// A PostgreSQL database and the connections to it.
pub(crate) struct Postgres {
    pool: Pool,
    writer: Writer,
    announcer: Announcer,
}

/// Connects, and migrates the tables to the newest version this program knows. A database that
/// belongs to another bot is refused; without a bot, its owner is not checked.
pub(crate) async fn open(settings: Settings, bot: Option<BotId>) -> Result<Store, OpenError> {
    let connector = Connector::new(settings)?;
    let clock = opening::prepare(&connector, bot).await?;
    let database = Postgres {
        pool: Pool::new(Arc::clone(&connector)),
        announcer: Announcer::new(Arc::clone(&connector)),
        writer: Writer::start(connector),
    };
    Ok(Store::new(Database::Postgres(database), clock))
}

impl Postgres {
    pub(crate) async fn write(&self, write: Write) -> Result<u64, StoreError> {
        let answered = self.writer.write(write)?;
        match timeout_at(deadline(), answered).await {
            Ok(answer) => answer.unwrap_or(Err(StoreError::Closed)),
            Err(_) => Err(too_slow()),
        }
    }

    pub(crate) fn mark(&self, write: Write) -> Receiver<Result<u64, StoreError>> {
        self.writer.mark(write)
    }

    pub(crate) async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let _waiting = self.pool.admit()?;
        match timeout_at(deadline(), self.read_patiently(&statement)).await {
            Ok(answer) => answer,
            Err(_) => {
                // The idle connections are as old as this one.
                self.pool.forget_idle();
                Err(too_slow())
            }
        }
    }

    pub(crate) async fn clock(&self) -> Result<i64, StoreError> {
        let rows = self.read(Statement::new(CLOCK, [])).await?;
        rows.first().ok_or_else(no_number)?.integer(0)
    }

    pub(crate) async fn estimate(&self, relation: &'static str) -> Result<Option<u64>, StoreError> {
        let rows = self.read(Statement::new(ESTIMATE, [Value::from(relation)])).await?;
        let rows = rows.first().map(|row| row.integer(0)).transpose()?;
        // A relation that was never vacuumed reports -1.
        Ok(rows.and_then(|rows| u64::try_from(rows).ok()))
    }

    pub(crate) fn announce(&self, changes: &[Change]) {
        self.announcer.announce(changes);
    }

    pub(crate) fn announced(&self) -> Announced {
        self.announcer.announced()
    }

    pub(crate) async fn close(&self) {
        self.announcer.close();
        self.pool.close();
        self.writer.close().await;
    }

    /// Reads, and retries once if a connection has died unnoticed since its last use.
    async fn read_patiently(&self, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        let mut lease = self.pool.lease().await?;
        match lease.connection.query(statement).await {
            Ok(rows) => {
                lease.give_back();
                Ok(rows)
            }
            Err(Failure::Refused(error)) => {
                lease.give_back();
                Err(error)
            }
            Err(Failure::Lost(error)) if lease.is_new => Err(error),
            Err(Failure::Lost(_)) => {
                drop(lease);
                self.pool.forget_idle();
                let mut lease = self.pool.lease().await?;
                let rows = lease.connection.query(statement).await?;
                lease.give_back();
                Ok(rows)
            }
        }
    }
}

fn deadline() -> Instant {
    Instant::now() + CALL_TIMEOUT
}

fn too_slow() -> StoreError {
    StoreError::Away(format!("no answer within {} ms", CALL_TIMEOUT.as_millis()))
}
