//! Where the truth lies: boards and people, durable before anything of them is shown.
//!
//! [`Store`] is the contract and `tests/store.rs` its one test suite for all implementations. No
//! database is named outside this room.

use async_trait::async_trait;
use thiserror::Error;

use crate::locales::Language;
use crate::session::board::{Board, ChatId, MessageId};
use crate::session::record::RecordError;
use crate::session::{Revision, Session, SessionId, UserId};

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
    /// More writes wait than the store admits.
    #[error("the store has too many writes waiting")]
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
    /// `shown`.
    async fn place(
        &self,
        id: SessionId,
        message: MessageId,
        shown: Revision,
    ) -> Result<(), StoreError>;

    /// Notes that the message is gone, if the session is still shown there.
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

    /// Up to `limit` boards with a message whose screen lags behind their session, by ascending
    /// id, above `after`.
    async fn behind(&self, after: Option<SessionId>, limit: u32) -> Result<Vec<Board>, StoreError>;

    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError>;

    async fn put_person(&self, user: UserId, person: &Person) -> Result<(), StoreError>;

    /// Finishes what waits to be written, shown marks included, and closes. Later calls answer
    /// [`StoreError::Closed`].
    async fn close(&self);
}
