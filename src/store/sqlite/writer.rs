//! The writing thread: group commit.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use crate::session::board::MessageId;
use crate::session::{Revision, SessionId, UserId};
use crate::store::row::{BoardRow, PersonRow, SessionRow, session_column, user_column};
use crate::store::sqlite::marks::{MARKS_LINGER, Mark, Marks};
use crate::store::{StoreError, sql};

/// Writes and marks that wait. One more is refused.
pub(super) const WRITES_WAITING_MAX: usize = 2_048;

/// Writes and marks that are committed together.
const BATCH_MAX: usize = 512;

/// How long a batch waits for company when there was some before.
const GATHER_PAUSE: Duration = Duration::from_micros(300);

/// What can be written.
pub(super) enum Write {
    Create(BoardRow),
    Commit(SessionId, SessionRow, Revision),
    Place(Mark),
    Displace(SessionId, MessageId),
    PutPerson(UserId, PersonRow),
}

/// A write and the place for its answer: whether it changed a row.
pub(super) struct Job {
    pub write: Write,
    pub answer: oneshot::Sender<Result<bool, StoreError>>,
}

/// What the thread is asked to do.
pub(super) enum Order {
    Write(Job),
    /// Written after a while, unless its session goes on. Nobody waits for it.
    Mark(Mark),
}

/// Writes until nobody can ask any more, then folds the write-ahead log into the file.
pub(super) fn run(mut connection: Connection, orders: Receiver<Order>, last_touched: i64) {
    let mut clock = Clock { last: last_touched };
    let mut marks = Marks::default();
    let mut was_shared = false;
    while let Some(batch) = Batch::gather(&orders, &mut marks, was_shared) {
        was_shared = batch.jobs.len() > 1;
        let changes = transact(&mut connection, &batch, &mut clock);
        batch.answer(changes);
    }
    let checkpoint = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    if let Err(error) = checkpoint.and_then(|()| connection.close().map_err(|(_, error)| error)) {
        log::warn!("the database is closed with its write-ahead log left beside it: {error}");
    }
}

/// What is committed together.
#[derive(Default)]
struct Batch {
    jobs: Vec<Job>,
    marks: Vec<Mark>,
}

impl Batch {
    /// Waits for something to write and takes all that waits with it. `None` when nothing is
    /// left and nobody can ask any more.
    ///
    /// If the batch before was shared, many write at once, and a moment's pause lets more of them
    /// share this one: a sync costs far more than the pause. A writer alone never waits for it.
    fn gather(orders: &Receiver<Order>, marks: &mut Marks, was_shared: bool) -> Option<Batch> {
        let mut batch = Batch::default();
        let mut is_closed = false;
        while batch.jobs.is_empty() && !is_closed {
            let order = match marks.next_due() {
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => orders.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            match order {
                Ok(order) => batch.take(order, marks),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => is_closed = true,
            }
        }
        if was_shared && !batch.jobs.is_empty() {
            thread::sleep(GATHER_PAUSE);
        }
        while batch.jobs.len() < BATCH_MAX
            && let Ok(order) = orders.try_recv()
        {
            batch.take(order, marks);
        }
        // At the end everything is due.
        let now = if is_closed { Instant::now() + MARKS_LINGER } else { Instant::now() };
        batch.marks = marks.take_due(now, BATCH_MAX);
        let is_empty = batch.jobs.is_empty() && batch.marks.is_empty();
        if is_empty && is_closed { None } else { Some(batch) }
    }

    fn take(&mut self, order: Order, marks: &mut Marks) {
        match order {
            Order::Mark(mark) => marks.put(mark, Instant::now()),
            Order::Write(job) => {
                if let Write::Commit(id, ..) = &job.write {
                    marks.drop_of(*id);
                }
                self.jobs.push(job);
            }
        }
    }

    /// Tells everybody what became of their write.
    fn answer(self, changes: rusqlite::Result<Vec<bool>>) {
        match changes {
            Ok(changes) => {
                for (job, has_changed) in self.jobs.into_iter().zip(changes) {
                    give(job, Ok(has_changed));
                }
            }
            Err(error) if self.jobs.is_empty() => {
                log::warn!("{} shown marks are lost: {error}", self.marks.len());
            }
            Err(error) => {
                let text = error.to_string();
                for job in self.jobs {
                    give(job, Err(StoreError::Database(text.clone())));
                }
            }
        }
    }
}

fn give(job: Job, result: Result<bool, StoreError>) {
    // Whoever asked may have stopped waiting.
    let _ = job.answer.send(result);
}

/// Makes the whole batch durable, or nothing of it. Tells for each write whether it changed a
/// row.
fn transact(
    connection: &mut Connection,
    batch: &Batch,
    clock: &mut Clock,
) -> rusqlite::Result<Vec<bool>> {
    if batch.jobs.is_empty() && batch.marks.is_empty() {
        return Ok(Vec::new());
    }
    // Rolls back when it is dropped without a commit.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut changes = Vec::with_capacity(batch.jobs.len());
    for job in &batch.jobs {
        changes.push(execute(&transaction, &job.write, clock)? > 0);
    }
    for Mark { id, message, shown } in &batch.marks {
        let mut statement = transaction.prepare_cached(sql::NOTE_SHOWN)?;
        statement.execute((shown.0, session_column(*id), message.0))?;
    }
    transaction.commit()?;
    Ok(changes)
}

fn execute(connection: &Connection, write: &Write, clock: &mut Clock) -> rusqlite::Result<usize> {
    match write {
        Write::Create(BoardRow { session, owner, chat, message, shown }) => {
            let SessionRow { id, revision, is_over, record } = session;
            let touched = clock.tick();
            connection
                .prepare_cached(sql::CREATE_BOARD)?
                .execute((id, owner, chat, message, shown, revision, is_over, record, touched))
        }
        Write::Commit(_, SessionRow { id, revision, is_over, record }, seen) => connection
            .prepare_cached(sql::COMMIT_SESSION)?
            .execute((revision, is_over, record, clock.tick(), id, seen.0)),
        Write::Place(Mark { id, message, shown }) => connection
            .prepare_cached(sql::PLACE_BOARD)?
            .execute((message.0, shown.0, session_column(*id))),
        Write::Displace(id, message) => connection.prepare_cached(sql::DISPLACE_BOARD)?.execute((
            Revision::LAST.0,
            session_column(*id),
            message.0,
        )),
        Write::PutPerson(user, PersonRow { language, has_chosen, name }) => connection
            .prepare_cached(sql::PUT_PERSON)?
            .execute((user_column(*user), language, has_chosen, name)),
    }
}

/// Tells the time in microseconds since 1970. Always later than before, even if the machine's
/// clock is set back, so that the game that changed last has the latest time.
struct Clock {
    last: i64,
}

impl Clock {
    fn tick(&mut self) -> i64 {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX);
        self.last = now.max(self.last.saturating_add(1));
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_on_when_the_machines_clock_is_set_back() {
        let in_2096 = 4_000_000_000_000_000;
        let mut clock = Clock { last: in_2096 };
        assert_eq!(clock.tick(), in_2096 + 1);
        assert_eq!(clock.tick(), in_2096 + 2);
    }
}
