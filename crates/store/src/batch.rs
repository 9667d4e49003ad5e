//! Writes that are committed together, so that many requests share one flush to disk.

use std::fmt;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::statement::Write;
use crate::types::StoreError;

/// Maximum number of waiting writes and marks. Any further one is refused.
pub(super) const WRITES_WAITING_MAX: usize = 2_048;

/// Maximum number of writes and marks in one commit.
pub(super) const BATCH_MAX: usize = 512;

/// Time that a shown mark waits before it is written, unless it is superseded or joins an earlier batch.
pub(super) const MARKS_LINGER: Duration = Duration::from_millis(200);

/// A write and the channel for its answer, which is the number of rows it changed.
pub(super) struct Job {
    pub write: Write,
    pub answer: oneshot::Sender<Result<u64, StoreError>>,
}

impl Job {
    pub(super) fn give(self, result: Result<u64, StoreError>) {
        // The caller may have stopped waiting.
        let _ = self.answer.send(result);
    }
}

/// A request to the writer.
pub(super) enum Order {
    Write(Job),
    /// Written after a while at the latest, or never. The caller has to expect both.
    Mark(Job),
}

/// Writes that are committed together. Marks come last, because they refer to writes that precede them.
#[derive(Default)]
pub(super) struct Batch {
    pub jobs: Vec<Job>,
    pub marks: Vec<Job>,
}

impl Batch {
    pub(super) fn push(&mut self, order: Order) {
        match order {
            Order::Write(job) => self.jobs.push(job),
            Order::Mark(mark) => self.marks.push(mark),
        }
    }

    /// Drops the writes whose callers have stopped waiting: a caller that was told of a timeout must not
    /// find the write done after all.
    pub(super) fn drop_given_up(&mut self) {
        self.jobs.retain(|job| !job.answer.is_closed());
    }

    pub(super) fn is_full(&self) -> bool {
        self.jobs.len() + self.marks.len() >= BATCH_MAX
    }

    /// Answers every caller with the number of rows its write changed, in order, followed by those of the
    /// marks if they are known.
    pub(super) fn answer<E: fmt::Display>(
        self,
        changes: Result<Vec<u64>, E>,
        error: impl Fn(String) -> StoreError,
    ) {
        match changes {
            Ok(changes) => {
                for (job, changed) in self.jobs.into_iter().chain(self.marks).zip(changes) {
                    job.give(Ok(changed));
                }
            }
            Err(failure) if self.jobs.is_empty() => {
                log::warn!("{} shown marks are lost: {failure}", self.marks.len());
            }
            Err(failure) => {
                let text = failure.to_string();
                for job in self.jobs {
                    job.give(Err(error(text.clone())));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql;
    use crate::statement::Lock;

    #[test]
    fn a_write_that_is_no_longer_awaited_is_not_made() {
        let mut batch = Batch::default();
        let mut waiting = Vec::new();
        for id in 0..4 {
            let (answer, answered) = oneshot::channel();
            let write = Write::new(Lock::Person(id), sql::people::DELETE_PERSON, [id.into()]);
            batch.push(Order::Write(Job { write, answer }));
            waiting.push(answered);
        }
        waiting.remove(2);
        batch.drop_given_up();
        let left: Vec<Lock> = batch.jobs.iter().map(|job| job.write.lock).collect();
        assert_eq!(left, [0, 1, 3].map(Lock::Person));
    }
}
