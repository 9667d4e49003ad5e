//! The store in one SQLite file.
//!
//! One thread writes and one thread reads, each with a connection and a bounded queue of its own.
//! What waits to be written is committed together, so that many presses share one flush to disk;
//! nothing is answered before its commit has returned. A failed commit changes nothing: every
//! call in it is answered with an error, and the thread goes on.

mod lane;
mod opening;
mod reader;
mod marks;
mod writer;

use std::path::Path;

use async_trait::async_trait;
use tokio::sync::oneshot;

use crate::session::board::{Board, ChatId, MessageId};
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::row::{BoardRow, PersonRow, SessionRow};
use crate::store::sqlite::lane::Lane;
use crate::store::sqlite::marks::Mark;
use crate::store::sqlite::opening::Opened;
use crate::store::sqlite::reader::{Answer, Question};
use crate::store::sqlite::writer::{Job, Order, Write};
use crate::store::{Commit, OpenError, Person, Store, StoreError};

/// A store in a file.
///
/// To drop it without closing it loses no answered write, and does not wait.
pub struct SqliteStore {
    writer: Lane<Order>,
    reader: Lane<Question>,
}

impl SqliteStore {
    /// Opens the file, or creates it. Blocks while it checks the whole file for damage.
    pub fn open(path: &Path) -> Result<SqliteStore, OpenError> {
        let Opened { writer, reader, last_touched } = opening::open(path)?;
        let no_thread = |error: std::io::Error| OpenError::Database {
            path: path.to_owned(),
            detail: error.to_string(),
        };
        let writer = Lane::start("store-writer", writer::WRITES_WAITING_MAX, move |orders| {
            writer::run(writer, orders, last_touched);
        });
        let reader = Lane::start("store-reader", reader::READS_WAITING_MAX, move |questions| {
            reader::run(&reader, &questions);
        });
        Ok(SqliteStore { writer: writer.map_err(no_thread)?, reader: reader.map_err(no_thread)? })
    }

    /// Has the write made durable, and tells whether it changed a row.
    async fn write(&self, write: Write) -> Result<bool, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer.send(Order::Write(Job { write, answer }))?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(Answer<T>) -> Question,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.reader.send(question(answer))?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, board: &Board) -> Result<Commit, StoreError> {
        self.write(Write::Create(BoardRow::of(board))).await.map(commit_of)
    }

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        self.read(|answer| Question::Board(id, answer)).await
    }

    async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError> {
        self.write(Write::Commit(session.id(), SessionRow::of(session), seen)).await.map(commit_of)
    }

    async fn place(
        &self,
        id: SessionId,
        message: MessageId,
        shown: Revision,
    ) -> Result<(), StoreError> {
        self.write(Write::Place(Mark { id, message, shown })).await.map(drop)
    }

    async fn displace(&self, id: SessionId, message: MessageId) -> Result<(), StoreError> {
        self.write(Write::Displace(id, message)).await.map(drop)
    }

    fn note_shown(&self, id: SessionId, message: MessageId, shown: Revision) {
        // A mark that finds the queue full or closed is lost, which is harmless.
        let _ = self.writer.send(Order::Mark(Mark { id, message, shown }));
    }

    async fn latest_open(&self, chat: ChatId, owner: UserId) -> Result<Option<Board>, StoreError> {
        self.read(|answer| Question::LatestOpen(chat, owner, answer)).await
    }

    async fn count_open(&self, chat: ChatId, owner: UserId) -> Result<u32, StoreError> {
        self.read(|answer| Question::CountOpen(chat, owner, answer)).await
    }

    async fn behind(&self, after: Option<SessionId>, limit: u32) -> Result<Vec<Board>, StoreError> {
        self.read(|answer| Question::Behind(after, limit, answer)).await
    }

    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        self.read(|answer| Question::Person(user, answer)).await
    }

    async fn put_person(&self, user: UserId, person: &Person) -> Result<(), StoreError> {
        self.write(Write::PutPerson(user, PersonRow::of(person))).await.map(drop)
    }

    async fn close(&self) {
        // The writer closes last, because only a connection that can write clears the log.
        self.reader.close().await;
        self.writer.close().await;
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

fn commit_of(has_changed: bool) -> Commit {
    if has_changed { Commit::Done } else { Commit::Conflict }
}
