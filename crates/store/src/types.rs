//! The argument and result types of the store.

use std::time::Duration;

use thiserror::Error;
use zerosum_picture::theme::Theme;
use zerosum_session::UserId;
use zerosum_session::board::{ChatId, MessageId, Placement};
use zerosum_session::choice::Choice;
use zerosum_session::game::leaving::Departure;
use zerosum_session::game::record::RecordError;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::{Revision, SessionId};

/// The outcome of a conditional write. Losing a race is an outcome, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// Written, and durable.
    Done,
    /// Another writer was faster, or there is no such row: nothing was written.
    Conflict,
}

/// The origin of a change, as far as it is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The person who has acted, for games between two people.
    pub by: Option<UserId>,
    /// The keyed number of the message in which the move was typed.
    pub message: Option<SessionId>,
}

/// The stored settings of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub language: Language,
    /// True if they chose the language themselves; otherwise it is that of their Telegram client.
    pub has_chosen: bool,
    /// The heading of their boards in groups, before it is made presentable. Empty for people who play in
    /// private only.
    pub name: String,
    /// True if they have a chat with the bot and have not blocked it since. No other person can be sent
    /// unsolicited messages.
    pub is_reachable: bool,
    /// The game they chose last.
    pub choice: Choice,
    /// The appearance of their boards.
    pub theme: Theme,
    /// Their usual setup of each game.
    pub habits: Habits,
    /// True if their games are counted.
    pub keeps_results: bool,
    /// Number of people deleted before this one was stored. A person who comes back after a deletion has a
    /// higher one. The store sets it, and it never changes.
    pub created_epoch: u64,
}

impl Person {
    /// A person of whom only the language is known.
    pub fn new(language: Language) -> Person {
        Person {
            language,
            has_chosen: false,
            name: String::new(),
            is_reachable: false,
            choice: Choice::default(),
            theme: Theme::default(),
            habits: Habits::default(),
            keeps_results: true,
            created_epoch: 0,
        }
    }
}

/// The number of games in play that a person has, or may have: those they have started and those in which
/// they have a seat. Concurrent writers in several processes may exceed it by one each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenGames {
    pub in_chat: u32,
    /// In all chats, including this one.
    pub in_all: u32,
}

impl OpenGames {
    /// No limit.
    pub const ANY: OpenGames = OpenGames { in_chat: u32::MAX, in_all: u32::MAX };
}

/// The stored data of a board in its stored form, also if it is unreadable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBoard {
    pub id: SessionId,
    pub chat: ChatId,
    pub message: Option<MessageId>,
    pub shown: Revision,
    pub revision: Revision,
    /// In the format of [`zerosum_session::game::record`].
    pub record: String,
    /// The time at which the game last changed, in microseconds since 1970.
    pub touched: i64,
    /// True if the requesting person has a seat in a game that another person started.
    pub is_guest: bool,
    pub elsewhere: Vec<Placement>,
    /// In the format of [`zerosum_session::game::help`].
    pub help: Option<String>,
    /// In the format of [`zerosum_session::game::agreement`].
    pub agreement: Option<String>,
    /// In the format of [`zerosum_session::game::clock`].
    pub clock: Option<String>,
    /// In the format of [`zerosum_session::game::times`].
    pub times: Option<String>,
    pub ballot: Option<String>,
    /// See [`zerosum_session::game::leaving`].
    pub departure: Option<Departure>,
    /// The time at which the clock of the move runs out of which the player was reminded, in play time.
    pub reminded: Option<i64>,
    /// The time since which the open seat is reserved for a person, in microseconds since 1970.
    pub reserved_since: Option<i64>,
    /// True if the game counts for the ratings although one of its people has switched counting off.
    pub counts_on: bool,
    /// The time at which the requesting person last acted in a game of two people, in microseconds since 1970.
    pub acted: Option<i64>,
}

/// Time that a lagging board is left to the process that has changed or claimed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace {
    /// If it was never sent.
    pub unsent: Duration,
    /// If there is a message that shows an older revision.
    pub unshown: Duration,
}

impl Grace {
    pub const NONE: Grace = Grace { unsent: Duration::ZERO, unshown: Duration::ZERO };
}

/// A failure of the store. The caller refuses the request.
#[derive(Debug, Error)]
pub enum StoreError {
    /// More calls wait than the store admits.
    #[error("the store has too many calls waiting")]
    Overloaded,
    /// Others have changed the same thing each time a change was tried. No call of the store returns it.
    #[error("lost every race with other writers")]
    Contended,
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
    #[error("session {0:?} cannot be read back: {1}")]
    Record(SessionId, RecordError),
    #[error("the database failed: {0}")]
    Database(String),
    /// The database cannot be reached, or did not answer in time. A write may have been done, or may
    /// still be done within a moment.
    #[error("the database does not answer: {0}")]
    Away(String),
}

/// A count, exact up to [`COUNTED_MAX`] so that no call waits for a long count. Above that it is the
/// server's own estimate or, from a database that has none, [`COUNTED_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub number: u64,
    pub is_exact: bool,
}

/// Maximum number of rows counted one by one.
pub const COUNTED_MAX: u64 = 1_000_000;

/// The position of a finished board in the list of all finished boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FinishedBoard {
    pub owner: UserId,
    /// The time at which the game last changed, in microseconds since 1970.
    pub touched: i64,
}
