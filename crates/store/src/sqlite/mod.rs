//! The store in one SQLite file.
//!
//! One thread writes and one thread reads, each with a connection and a bounded queue of its own. Waiting
//! writes are committed together, so that many requests share one flush to disk; no write is answered
//! before its commit has returned. A third thread checkpoints the write-ahead log meanwhile. A failed
//! commit changes nothing: every call in it is answered with an error, and the thread continues. So it does
//! while the file is not where it was opened: the next start would not find what is written there.

pub mod backup;
pub mod in_memory;
pub(crate) mod handing_over;

mod checkpoints;
mod worker_thread;
mod open_file;
mod opening;
mod paths;
#[cfg(test)]
mod plans;
mod reader;
#[cfg(test)]
mod visits;
mod writer;

use std::path::Path;

use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use tokio::sync::oneshot;

use crate::batch::{Job, Order, WRITES_WAITING_MAX};
use crate::database::Database;
use crate::host::owner::BotId;
use crate::open_error::OpenError;
use crate::sqlite::checkpoints::Checkpoints;
use crate::sqlite::opening::Opened;
use crate::sqlite::reader::Question;
use crate::sqlite::worker_thread::WorkerThread;
use crate::statement::{Row, Statement, Value, Write};
use crate::store::Store;
use crate::types::StoreError;

/// Number of threads of a store: one writes, one reads, one runs checkpoints.
pub const THREADS: usize = 3;

/// A SQLite file and the threads that work on it.
pub(crate) struct Sqlite {
    writer: WorkerThread<Order>,
    reader: WorkerThread<Question>,
}

/// Opens the file, or creates it. Blocks while it checks the whole file for damage.
pub fn open(path: &Path) -> Result<Store, OpenError> {
    open_for(path, None)
}

/// Like [`open()`], unless the file belongs to another bot.
pub(crate) fn open_for(path: &Path, bot: Option<BotId>) -> Result<Store, OpenError> {
    let Opened { writer, checkpointer, file, open_file, reader, clock } = opening::open(path, bot)?;
    let no_thread = |error: std::io::Error| OpenError::Database {
        path: path.to_owned(),
        detail: error.to_string(),
    };
    let checkpoints = Checkpoints::start(&writer, checkpointer, file).map_err(no_thread)?;
    let writer = WorkerThread::start("store-writer", WRITES_WAITING_MAX, {
        let open_file = open_file.clone();
        move |orders| writer::run(writer, &open_file, checkpoints, orders)
    });
    let reader = WorkerThread::start("store-reader", reader::READS_WAITING_MAX, move |questions| {
        reader::run(&reader, &open_file, &questions);
    });
    let database =
        Sqlite { writer: writer.map_err(no_thread)?, reader: reader.map_err(no_thread)? };
    Ok(Store::new(Database::Sqlite(database), clock))
}

impl Sqlite {
    pub(crate) async fn write(&self, write: Write) -> Result<u64, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer.send(Order::Write(Job { write, answer }))?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    pub(crate) fn mark(&self, write: Write) -> oneshot::Receiver<Result<u64, StoreError>> {
        let (answer, answered) = oneshot::channel();
        // A mark that finds the queue full or closed is lost, which is harmless.
        let _ = self.writer.send(Order::Mark(Job { write, answer }));
        answered
    }

    pub(crate) async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.reader.send(Question { statement, answer })?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    pub(crate) async fn close(&self) {
        // The writer closes last, because only a connection that can write deletes the log.
        self.reader.close().await;
        self.writer.close().await;
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Null => ValueRef::Null,
        }))
    }
}
