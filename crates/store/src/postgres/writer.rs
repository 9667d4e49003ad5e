//! The tasks that write, with group commit.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{Mutex, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};

use crate::batch::{Batch, Job, MARKS_LINGER, Order, WRITES_WAITING_MAX};
use crate::postgres::CALL_TIMEOUT;
use crate::postgres::connection::{Connection, Connector, Failure};
use crate::statement::Write;
use crate::types::StoreError;

/// Number of tasks that write, so that one batch is in progress while the next one is gathered.
const WRITERS: usize = 2;

/// Maximum time that closing waits for pending writes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The sending side of the queue.
pub(super) struct Writer {
    /// `None` once the store is closed.
    queue: RwLock<Option<Sender<Order>>>,
    tasks: Mutex<JoinSet<()>>,
}

impl Writer {
    pub(super) fn start(connector: Arc<Connector>) -> Writer {
        let (sender, receiver) = mpsc::channel(WRITES_WAITING_MAX);
        let orders = Arc::new(Mutex::new(receiver));
        let mut tasks = JoinSet::new();
        for _ in 0..WRITERS {
            tasks.spawn(run(Arc::clone(&connector), Arc::clone(&orders)));
        }
        Writer { queue: RwLock::new(Some(sender)), tasks: Mutex::new(tasks) }
    }

    /// Puts a write into the queue. Never waits; the answer comes later.
    pub(super) fn write(
        &self,
        write: Write,
    ) -> Result<oneshot::Receiver<Result<u64, StoreError>>, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.send(Order::Write(Job { write, answer }))?;
        Ok(answered)
    }

    /// Puts a mark into the queue. The mark may be lost, and its answer with it.
    pub(super) fn mark(&self, write: Write) -> oneshot::Receiver<Result<u64, StoreError>> {
        let (answer, answered) = oneshot::channel();
        // A mark that finds the queue full or closed is lost, which is harmless.
        let _ = self.send(Order::Mark(Job { write, answer }));
        answered
    }

    /// Admits no more writes and waits until the queued ones are done.
    pub(super) async fn close(&self) {
        drop(self.queue.write().unwrap_or_else(PoisonError::into_inner).take());
        // Held during the wait, so that a second call to close waits as well.
        let mut tasks = self.tasks.lock().await;
        let ended = async { while tasks.join_next().await.is_some() {} };
        if timeout(CLOSE_TIMEOUT, ended).await.is_err() {
            log::error!("timed out writing the remaining changes");
            tasks.shutdown().await;
        }
    }

    fn send(&self, order: Order) -> Result<(), StoreError> {
        let queue = self.queue.read().unwrap_or_else(PoisonError::into_inner);
        let queue = queue.as_ref().ok_or(StoreError::Closed)?;
        queue.try_send(order).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Overloaded,
            TrySendError::Closed(_) => StoreError::Closed,
        })
    }
}

/// Writes until no sender is left.
async fn run(connector: Arc<Connector>, orders: Arc<Mutex<Receiver<Order>>>) {
    let mut connection = None;
    loop {
        let gathered = gather(&mut *orders.lock().await).await;
        let Some(mut batch) = gathered else { return };
        batch.drop_given_up();
        commit(&mut connection, &connector, batch).await;
    }
}

/// Waits for a write and takes all that wait with it. `None` when the queue is empty and closed.
async fn gather(orders: &mut Receiver<Order>) -> Option<Batch> {
    let mut batch = Batch::default();
    batch.push(orders.recv().await?);
    let marks_due = Instant::now() + MARKS_LINGER;
    while batch.jobs.is_empty() && !batch.is_full() {
        match timeout_at(marks_due, orders.recv()).await {
            Ok(Some(order)) => batch.push(order),
            Ok(None) | Err(_) => break,
        }
    }
    while !batch.is_full()
        && let Ok(order) = orders.try_recv()
    {
        batch.push(order);
    }
    Some(batch)
}

/// Commits a batch and answers all callers. If the server refuses it, the writes are tried one by one, so
/// that no write is refused because of another one.
async fn commit(slot: &mut Option<Connection>, connector: &Connector, batch: Batch) {
    let writes: Vec<&Write> = batch.jobs.iter().chain(&batch.marks).map(|job| &job.write).collect();
    let mut changes = transact_in_order(slot, connector, &writes).await;
    if let Ok(changes) = &mut changes {
        follow_up(slot, connector, &writes, changes).await;
    }
    let is_shared = writes.len() > 1;
    match changes {
        Err(Failure::Refused(error)) if is_shared => {
            log::warn!("{} writes are tried one by one: {error}", writes.len());
            for job in batch.jobs.into_iter().chain(batch.marks) {
                if job.answer.is_closed() {
                    continue;
                }
                let mut changes = transact(slot, connector, &[&job.write]).await;
                if let Ok(changes) = &mut changes {
                    follow_up(slot, connector, &[&job.write], changes).await;
                }
                let changed = changes.map(|changes| changes.iter().sum());
                job.give(changed.map_err(StoreError::from));
            }
        }
        Err(Failure::Refused(StoreError::Database(text))) => {
            batch.answer(Err(text), StoreError::Database);
        }
        Err(failure) => batch.answer(Err(failure_text(failure)), StoreError::Away),
        Ok(changes) => batch.answer(Ok::<_, String>(changes), StoreError::Database),
    }
}

/// Runs the fallback statements of writes that have changed nothing. A failure affects no other write.
async fn follow_up(
    slot: &mut Option<Connection>,
    connector: &Connector,
    writes: &[&Write],
    changes: &mut [u64],
) {
    let mut left = Vec::new();
    for (index, write) in writes.iter().enumerate() {
        if let Some(otherwise) = write.otherwise.clone().filter(|_| changes[index] == 0) {
            left.push((index, Write::of(write.lock, otherwise)));
        }
    }
    let followers: Vec<&Write> = left.iter().map(|(_, write)| write).collect();
    match transact_in_order(slot, connector, &followers).await {
        Ok(changed) => {
            for ((index, _), changed) in left.iter().zip(changed) {
                changes[*index] = changed;
            }
        }
        Err(failure) => log::warn!("{} shown marks are lost: {failure}", left.len()),
    }
}

/// Runs the writes in the order of their locks, and returns the changed rows in the original order.
async fn transact_in_order(
    slot: &mut Option<Connection>,
    connector: &Connector,
    writes: &[&Write],
) -> Result<Vec<u64>, Failure> {
    let mut order: Vec<usize> = (0..writes.len()).collect();
    // Stable, so that a mark stays behind the write it refers to.
    order.sort_by_key(|index| writes[*index].lock);
    let sorted: Vec<&Write> = order.iter().map(|index| writes[*index]).collect();
    let sorted = transact(slot, connector, &sorted).await?;
    let mut changes = vec![0; writes.len()];
    for (index, changed) in order.into_iter().zip(sorted) {
        changes[index] = changed;
    }
    Ok(changes)
}

/// Uses the connection in the slot, or opens one. It is discarded when it fails or hangs.
async fn transact(
    slot: &mut Option<Connection>,
    connector: &Connector,
    writes: &[&Write],
) -> Result<Vec<u64>, Failure> {
    if writes.is_empty() {
        return Ok(Vec::new());
    }
    let mut connection = match slot.take() {
        Some(connection) if !connection.is_closed() => connection,
        Some(_) | None => connector.connect().await.map_err(Failure::Lost)?,
    };
    match timeout(CALL_TIMEOUT, connection.transact(writes)).await {
        Ok(Err(Failure::Lost(error))) => Err(Failure::Lost(error)),
        Ok(done) => {
            *slot = Some(connection);
            done
        }
        Err(_) => Err(Failure::Lost(StoreError::Away("it takes too long".to_owned()))),
    }
}

/// Returns the text of the failure, without repeating that the database is unavailable.
fn failure_text(failure: Failure) -> String {
    match StoreError::from(failure) {
        StoreError::Away(text) | StoreError::Database(text) => text,
        other => other.to_string(),
    }
}
