//! Where the truth lies: boards and people, durable before anything of them is shown.
//!
//! [`Store`] is the contract and `tests/store.rs` its one test suite for all implementations. No
//! database is named outside this room. [`open`] finds the right implementation for a URL.

pub mod memory;
pub mod sqlite;

mod location;
mod row;
mod sql;

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use thiserror::Error;

use crate::locales::Language;
use crate::session::board::{Board, ChatId, MessageId};
use crate::session::record::RecordError;
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::location::Location;
use crate::store::sqlite::SqliteStore;

/// Opens the store that the URL names and creates it if it is not there. Blocks while it checks
/// the whole database for damage.
///
/// `sqlite://zerosum.db` is a file in the working directory, `sqlite:///srv/zerosum.db` one with
/// an absolute path. The path is taken as it stands, without percent-decoding.
pub fn open(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    match location::parse(url)? {
        Location::Sqlite(path) => Ok(Arc::new(SqliteStore::open(&path)?)),
    }
}

/// Why a store cannot be opened. Every message is one line, names what to do, and never shows a
/// password. The database is left as it was, to the byte.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    #[error(
        "only sqlite:// is supported: set the database URL to, for example, sqlite://zerosum.db"
    )]
    Scheme,
    #[error("the database URL names no file: write it like sqlite://zerosum.db")]
    NoPath,
    #[error(
        "the database URL holds a user or a password, which a file does not have: write it like \
         sqlite://zerosum.db"
    )]
    Credentials,
    #[error("the database URL has options, and there are none: leave out the ? and what follows")]
    Options,
    #[error("the folder {0:?} of the database does not exist: create it")]
    MissingFolder(PathBuf),
    #[error("{0:?} is a folder or a device, not a file: name a file in the database URL")]
    NotAFile(PathBuf),
    #[error(
        "{0:?} may not be written: let the bot write to the file and to its folder, or name \
         another file"
    )]
    ReadOnly(PathBuf),
    #[error("{0:?} is locked by another process: stop that process, then start again")]
    Locked(PathBuf),
    #[error("{0:?} is not a SQLite database: move it away or name another file")]
    NotADatabase(PathBuf),
    #[error("{0:?} is damaged: restore it from a backup, or move it away to start anew")]
    Corrupt(PathBuf),
    #[error("{0:?} is a database of another program: name another file")]
    Foreign(PathBuf),
    #[error(
        "{path:?} is of version {found} and this program knows versions up to {known}: start a \
         newer program, or restore a backup"
    )]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("{path:?} cannot be opened: {detail}")]
    Database { path: PathBuf, detail: String },
}

/// What became of a conditional write. Losing a race is an outcome, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// Written, and durable.
    Done,
    /// Somebody else was faster, or there is no such session: nothing was written.
    Conflict,
}

/// What is remembered of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub language: Language,
    /// Whether they chose the language themselves; otherwise it is their Telegram's.
    pub has_chosen: bool,
    /// What their boards in groups are headed with. Empty for people who play in private only.
    pub name: String,
}

/// The world failed. The caller refuses what it was asked for; nothing was changed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// More calls wait than the store admits.
    #[error("the store has too many calls waiting")]
    Overloaded,
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
    #[error("session {0:?} cannot be read back: {1}")]
    Record(SessionId, RecordError),
    #[error("the database failed: {0}")]
    Database(String),
}

/// The contract of a store.
///
/// A call that has answered `Ok` is durable: it survives `kill -9` and a power loss. A call that
/// has answered an error has changed nothing that anybody can see. All calls may run at once.
#[async_trait]
pub trait Store: Send + Sync {
    /// Keeps a new board. [`Commit::Conflict`] if the session is already there, which is then
    /// left as it is: creating twice creates once.
    async fn create(&self, board: &Board) -> Result<Commit, StoreError>;

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError>;

    /// Replaces the session if the stored one still has the revision `seen`. Whose it is and
    /// where it is shown stays as it is.
    async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError>;

    /// Notes that the session is shown by this message from now on, which shows the revision
    /// `shown`, or a newer one if that is noted for this message already.
    async fn place(
        &self,
        id: SessionId,
        message: MessageId,
        shown: Revision,
    ) -> Result<(), StoreError>;

    /// Notes that the message is gone, if the session is still shown there: it then has no message
    /// and counts as showing [`Revision::LAST`].
    async fn displace(&self, id: SessionId, message: MessageId) -> Result<(), StoreError>;

    /// Notes that the message shows this revision, if the session is still shown there and no
    /// newer revision is noted. Returns at once; the note is written within
    /// a fraction of a second and is the one thing a crash may lose, because to show a board
    /// again is harmless.
    fn note_shown(&self, id: SessionId, message: MessageId, shown: Revision);

    /// The game in play that this person started in this chat and that changed last.
    async fn latest_open(&self, chat: ChatId, owner: UserId) -> Result<Option<Board>, StoreError>;

    /// How many games in play this person has started in this chat.
    async fn count_open(&self, chat: ChatId, owner: UserId) -> Result<u32, StoreError>;

    /// Up to `limit` boards whose screen lags behind their session, those that were never sent
    /// among them, by ascending id, above `after`.
    async fn behind(&self, after: Option<SessionId>, limit: u32) -> Result<Vec<Board>, StoreError>;

    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError>;

    async fn put_person(&self, user: UserId, person: &Person) -> Result<(), StoreError>;

    /// Finishes what waits to be written, shown marks included, and closes. Later calls answer
    /// [`StoreError::Closed`].
    async fn close(&self);
}
