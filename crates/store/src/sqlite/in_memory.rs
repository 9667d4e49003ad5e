//! The same store in memory: for tests and measurements.
//!
//! It has the tables and runs the statements of a file, on the thread of the caller. So a call waits for
//! nothing, not even while the clock of a test is paused. Closing it changes nothing, so that the bot
//! started next finds the data. A [`Hook`] delays calls or makes them fail, and time passes on request.

// The lock is held for one transaction, and never across an await.
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use rusqlite::Connection;
use tokio::sync::oneshot;
use zerosum_metrics::labels::StoreCall;

use crate::database::Database;
use crate::sqlite::{opening, reader, writer};
use crate::statement::{Lock, Row, Statement, Value, Write};
use crate::store::Store;
use crate::store_clock;
use crate::types::StoreError;

/// A SQLite database in memory.
pub(crate) struct InMemory {
    connection: Mutex<Connection>,
    hook: Option<Arc<dyn Hook>>,
    /// Time by which its clock is ahead of the machine's, in microseconds.
    ahead: AtomicI64,
    is_shared: AtomicBool,
}

/// Steps in before the calls of a store.
pub trait Hook: Send + Sync {
    /// Called before a read or a write, which waits for it and fails with its error.
    fn before(&self, call: Call) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Returns whether another process makes the same write just before, so that the caller loses the race.
    fn is_made_before(&self, call: Call) -> bool;

    /// Called before a write that no caller awaits at once.
    fn before_mark(&self);
}

/// A call about to run its statement.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub name: StoreCall,
    pub is_write: bool,
    /// The id of the person, in a call about one.
    pub person: Option<i64>,
}

impl Store {
    /// Creates an empty store, whose data ends with it.
    pub fn in_memory() -> Store {
        Store::hooked(None)
    }

    /// Like [`Store::in_memory`], with calls that pass the hook first.
    pub fn with_hook(hook: Arc<dyn Hook>) -> Store {
        Store::hooked(Some(hook))
    }

    /// Lets `elapsed` microseconds pass, and moves the clock by `ahead` besides. Negative times turn it back. Only a
    /// store in memory does so; others follow their clocks.
    pub fn advance(&self, elapsed: i64, ahead: i64) {
        let Database::InMemory(database) = &self.database else { return };
        database.ahead.fetch_add(elapsed + ahead, Ordering::SeqCst);
        self.clock.advance(elapsed, ahead);
    }

    /// Makes a store in memory count as shared with other processes, whose announcements are all lost.
    pub fn share(&self) {
        let Database::InMemory(database) = &self.database else { return };
        database.is_shared.store(true, Ordering::SeqCst);
    }

    fn hooked(hook: Option<Arc<dyn Hook>>) -> Store {
        let (connection, clock) =
            opening::in_memory().expect("SQLite has the memory for its tables");
        let (connection, ahead) = (Mutex::new(connection), AtomicI64::new(0));
        let is_shared = AtomicBool::new(false);
        let database = InMemory { connection, hook, ahead, is_shared };
        Store::new(Database::InMemory(database), clock)
    }
}

impl InMemory {
    async fn call_hook(&self, call: Call) -> Result<(), StoreError> {
        match &self.hook {
            Some(hook) => hook.before(call).await,
            None => Ok(()),
        }
    }

    fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        // A transaction that panics is rolled back.
        Ok(work(&mut self.connection.lock().unwrap_or_else(PoisonError::into_inner))?)
    }

    fn transact(&self, write: &Write) -> Result<u64, StoreError> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            let changed = writer::execute_all(&transaction, write)?;
            transaction.commit()?;
            Ok(changed)
        })
    }
}

impl InMemory {
    pub(crate) async fn write(&self, write: Write) -> Result<u64, StoreError> {
        let person = match write.lock {
            Lock::Person(id) => Some(id),
            Lock::Board(..) | Lock::Other => None,
        };
        let call = Call { name: write.first.sql.call, is_write: true, person };
        self.call_hook(call).await?;
        if self.hook.as_ref().is_some_and(|hook| hook.is_made_before(call)) {
            self.transact(&write)?;
        }
        self.transact(&write)
    }

    pub(crate) fn mark(&self, write: Write) -> oneshot::Receiver<Result<u64, StoreError>> {
        if let Some(hook) = &self.hook {
            hook.before_mark();
        }
        let (answer, answered) = oneshot::channel();
        // The caller may not wait for it.
        let _ = answer.send(self.transact(&write));
        answered
    }

    pub(crate) fn is_shared(&self) -> bool {
        self.is_shared.load(Ordering::SeqCst)
    }

    pub(crate) async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let person = match statement.values.first() {
            Some(Value::Integer(number)) => Some(*number),
            Some(Value::Text(_) | Value::Null) | None => None,
        };
        self.call_hook(Call { name: statement.sql.call, is_write: false, person }).await?;
        self.with(|connection| reader::rows(connection, &statement))
    }

    pub(crate) fn clock(&self) -> i64 {
        store_clock::of_machine() + self.ahead.load(Ordering::SeqCst)
    }
}
