//! The writing thread, with group commit.
//!
//! Implemented without a connection pool, because SQLite allows one writer at a time, and many writes in
//! one transaction cost a single flush to disk.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, TransactionBehavior, params_from_iter};
use zerosum_metrics::labels::StoreCall;

use crate::batch::{BATCH_MAX, Batch, MARKS_LINGER, Order};
use crate::games::marks::Marks;
use crate::sqlite::checkpoints::Checkpoints;
use crate::sqlite::open_file::OpenFile;
use crate::statement::{Lock, Statement, Write};
use crate::types::StoreError;

/// Time that a batch waits for more writes if the previous batch had several.
const GATHER_PAUSE: Duration = Duration::from_micros(300);

/// Writes until no sender is left, then checkpoints the write-ahead log.
pub(super) fn run(
    mut connection: Connection,
    file: &OpenFile,
    mut checkpoints: Checkpoints,
    orders: Receiver<Order>,
) {
    let mut marks = Marks::default();
    let mut was_shared = false;
    while let Some(batch) = gather(&orders, &mut marks, was_shared) {
        was_shared = batch.jobs.len() > 1;
        let changes = write(&mut connection, file, &batch);
        if let Ok(changes) = &changes {
            drop_overtaken(&mut marks, &batch, changes);
        }
        batch.answer(changes, StoreError::Database);
        checkpoints.after_commit(&connection);
    }
    let _file = checkpoints.end();
    let checkpoint = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    if let Err(error) = checkpoint.and_then(|()| connection.close().map_err(|(_, error)| error)) {
        log::warn!(
            "cannot checkpoint the write-ahead log at the end, so it stays beside the \
            database: {error}"
        );
    }
}

/// Drops the marks of sessions that have changed. A mark of the new revision follows only after the
/// commit is answered.
fn drop_overtaken(marks: &mut Marks, batch: &Batch, changes: &[u64]) {
    for (job, changed) in batch.jobs.iter().zip(changes) {
        if let Lock::Board(board, _) = job.write.lock
            && *changed > 0
            && job.write.first.sql.call == StoreCall::Commit
        {
            marks.drop_of(board);
        }
    }
}

/// Waits for a write and takes all that wait with it. `None` when the queue is empty and closed.
///
/// If the previous batch had several writes, there are many concurrent writers, and a short pause lets
/// more of them share this batch: a sync costs far more than the pause. A single writer never waits for
/// it.
fn gather(orders: &Receiver<Order>, marks: &mut Marks, was_shared: bool) -> Option<Batch> {
    let mut batch = Batch::default();
    let mut is_closed = false;
    while batch.jobs.is_empty() && !is_closed {
        let order = match marks.next_due() {
            None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => orders.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        match order {
            Ok(order) => take(order, &mut batch, marks),
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => is_closed = true,
        }
    }
    if was_shared && !batch.jobs.is_empty() {
        thread::sleep(GATHER_PAUSE);
    }
    while !batch.is_full()
        && let Ok(order) = orders.try_recv()
    {
        take(order, &mut batch, marks);
    }
    // When the queue is closed, everything is due.
    let now = if is_closed { Instant::now() + MARKS_LINGER } else { Instant::now() };
    batch.marks = marks.take_due(now, BATCH_MAX);
    let is_empty = batch.jobs.is_empty() && batch.marks.is_empty();
    if is_empty && is_closed { None } else { Some(batch) }
}

fn take(order: Order, batch: &mut Batch, marks: &mut Marks) {
    match order {
        Order::Mark(mark) => marks.put(mark, Instant::now()),
        Order::Write(job) => batch.jobs.push(job),
    }
}

/// Makes the whole batch durable, or nothing of it. Returns the number of changed rows for each write.
fn write(connection: &mut Connection, file: &OpenFile, batch: &Batch) -> Result<Vec<u64>, String> {
    if batch.jobs.is_empty() && batch.marks.is_empty() {
        return Ok(Vec::new());
    }
    file.check().map_err(|moved| moved.to_string())?;
    transact(connection, batch).map_err(|error| error.to_string())
}

fn transact(connection: &mut Connection, batch: &Batch) -> rusqlite::Result<Vec<u64>> {
    // Rolls back when dropped without a commit.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut changes = Vec::with_capacity(batch.jobs.len() + batch.marks.len());
    for job in batch.jobs.iter().chain(&batch.marks) {
        changes.push(execute_all(&transaction, &job.write)?);
    }
    transaction.commit()?;
    Ok(changes)
}

pub(super) fn execute_all(connection: &Connection, write: &Write) -> rusqlite::Result<u64> {
    if let Some(before) = &write.before {
        execute(connection, before)?;
    }
    let changed = execute(connection, &write.first)?;
    for statement in &write.then {
        execute(connection, statement)?;
    }
    match &write.otherwise {
        Some(otherwise) if changed == 0 => execute(connection, otherwise),
        Some(_) | None => Ok(changed),
    }
}

fn execute(connection: &Connection, statement: &Statement) -> rusqlite::Result<u64> {
    let Statement { sql, values } = statement;
    let changed = connection.prepare_cached(sql.text)?.execute(params_from_iter(values))?;
    Ok(u64::try_from(changed).unwrap_or(u64::MAX))
}
