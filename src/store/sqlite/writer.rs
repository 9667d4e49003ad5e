//! The writing thread: group commit.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use rusqlite::{Connection, TransactionBehavior, params_from_iter};

use crate::store::StoreError;
use crate::store::batch::{Batch, MARKS_LINGER, Order};
use crate::store::statement::{Statement, Write};

/// Writes until nobody can ask any more, then folds the write-ahead log into the file.
pub(super) fn run(mut connection: Connection, orders: Receiver<Order>) {
    while let Some(batch) = gather(&orders) {
        let changes = transact(&mut connection, &batch);
        batch.answer(changes, StoreError::Database);
    }
    let checkpoint = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    if let Err(error) = checkpoint.and_then(|()| connection.close().map_err(|(_, error)| error)) {
        log::warn!("the database is closed with its write-ahead log left beside it: {error}");
    }
}

/// Waits for something to write and takes all that waits with it. `None` when nothing is left and
/// nobody can ask any more.
fn gather(orders: &Receiver<Order>) -> Option<Batch> {
    let mut batch = Batch::default();
    batch.push(orders.recv().ok()?);
    let marks_due = Instant::now() + MARKS_LINGER;
    while batch.jobs.is_empty() && !batch.is_full() {
        let wait = marks_due.saturating_duration_since(Instant::now());
        match orders.recv_timeout(wait) {
            Ok(order) => batch.push(order),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    while !batch.is_full()
        && let Ok(order) = orders.try_recv()
    {
        batch.push(order);
    }
    Some(batch)
}

/// Makes the whole batch durable, or nothing of it. Tells for each write how many rows it changed.
fn transact(connection: &mut Connection, batch: &Batch) -> rusqlite::Result<Vec<u64>> {
    // Rolls back when it is dropped without a commit.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut changes = Vec::with_capacity(batch.jobs.len());
    for job in &batch.jobs {
        changes.push(execute_all(&transaction, &job.write)?);
    }
    for mark in &batch.marks {
        execute_all(&transaction, mark)?;
    }
    transaction.commit()?;
    Ok(changes)
}

fn execute_all(connection: &Connection, write: &Write) -> rusqlite::Result<u64> {
    let changed = execute(connection, &write.first)?;
    for statement in &write.then {
        execute(connection, statement)?;
    }
    Ok(changed)
}

fn execute(connection: &Connection, statement: &Statement) -> rusqlite::Result<u64> {
    let Statement { sql, values } = statement;
    let changed = connection.prepare_cached(sql)?.execute(params_from_iter(values))?;
    Ok(u64::try_from(changed).unwrap_or(u64::MAX))
}
