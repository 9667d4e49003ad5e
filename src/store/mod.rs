//! Where the truth lies: boards and people, durable before anything of them is shown.
//!
//! [`Store`] is the contract, in groups: [`Boards`], [`Clocks`], [`Reminders`], [`People`], [`Results`], [`Ratings`], [`Blocks`],
//! [`Challenges`], [`Groups`], [`Invitations`], [`Seekers`], [`Hosting`], [`Upkeep`] and [`Announcements`].
//! `tests/store` is its one test suite for all implementations. No database is named outside
//! this room. [`open`] finds the right implementation for a URL.
//!
//! A board has a row, and a row for each other chat or inline message in which it is shown. What follows
//! from a commit there is kept by triggers, because an older version of the program may commit as well.
//!
//! Whoever is deleted is noted in the table `departed` until the last of their boards has left it. All
//! reads and conditional writes pass over those, so nothing that is under way brings them back. A board
//! is born with the number of deletions there had been, so what the same person begins afterwards stays.

pub mod announcements;
pub mod blocks;
pub mod broadcast;
pub mod challenges;
pub mod clocks;
pub mod reminders;
pub mod decorator;
pub mod deletion;
pub mod groups;
pub mod hosting;
pub mod invitations;
pub mod measured;
pub mod opening;
pub mod owner;
pub mod postgres;
pub mod ratings;
pub mod results;
pub mod seekers;
pub mod sqlite;
pub mod upkeep;

mod batch;
mod clock;
mod database;
mod location;
mod marks;
mod people;
mod relational;
mod row;
mod sql;
mod statement;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::future::BoxFuture;
use thiserror::Error;
use tokio::task;
use zerosum_picture::theme::Theme;

use crate::locales::Language;
use crate::session::board::{
    Board, ChatId, ChatMessage, MessageId, Place, Placement, Surface, TopicId,
};
use crate::session::choice::Choice;
use crate::session::habits::Habits;
use crate::session::record::RecordError;
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::announcements::Announcements;
use crate::store::blocks::Blocks;
use crate::store::challenges::Challenges;
use crate::store::clocks::Clocks;
use crate::store::deletion::Deletion;
use crate::store::groups::Groups;
use crate::store::hosting::Hosting;
use crate::store::invitations::Invitations;
use crate::store::location::Location;
use crate::store::opening::OpenError;
use crate::store::owner::BotId;
use crate::store::postgres::PostgresStore;
use crate::store::ratings::Ratings;
use crate::store::reminders::Reminders;
use crate::store::results::Results;
use crate::store::seekers::Seekers;
use crate::store::sqlite::SqliteStore;
use crate::store::sqlite::backup::{self, BackupError};
use crate::store::upkeep::Upkeep;

/// Opens the store that the URL names. A SQLite file is created if it is not there, and checked
/// for damage as a whole; in a PostgreSQL database the tables are created.
///
/// `sqlite://zerosum.db` is a file in the working directory, `sqlite:///srv/zerosum.db` one with
/// an absolute path. The path is taken as it stands, without percent-decoding.
///
/// `postgres://user:password@host:5432/database` is a server, version 15 or newer. Its options are
/// those of PostgreSQL, `sslmode` among them: `disable`, `prefer` (the default), `require`, which
/// encrypts and, as everywhere with PostgreSQL, trusts whatever certificate it is shown, and
/// `verify-full`, which trusts the public authorities or those in the PEM file of `sslrootcert`.
///
/// Whose the database is makes no difference and stays as it is; a bot opens it by [`open_for`].
pub async fn open(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    Ok(match open_any(location::parse(url)?, None).await? {
        Opened::Sqlite(store) => Arc::new(store),
        Opened::Postgres(store) => Arc::new(store),
    })
}

/// Opens the store for a bot, to which the database belongs from then on. One that belongs to
/// another bot is refused and left as it was.
pub async fn open_for(url: &str, bot: BotId) -> Result<Arc<dyn Store>, OpenError> {
    let location = location::parse(url)?;
    let name = location.name();
    Ok(match open_any(location, Some(bot)).await? {
        Opened::Sqlite(store) => Arc::new(owner::claimed(store, name, bot).await?),
        Opened::Postgres(store) => Arc::new(owner::claimed(store, name, bot).await?),
    })
}

/// Whether the URL names a database that could be opened. Nothing is opened.
pub fn check_url(url: &str) -> Result<(), OpenError> {
    location::parse(url).map(|_| ())
}

/// A store of either kind.
enum Opened {
    Sqlite(SqliteStore),
    Postgres(PostgresStore),
}

async fn open_any(location: Location, bot: Option<BotId>) -> Result<Opened, OpenError> {
    match location {
        Location::Sqlite(path) => {
            let opened = task::spawn_blocking(move || SqliteStore::open_for(&path, bot));
            Ok(Opened::Sqlite(opened.await.expect("opening does not panic")?))
        }
        Location::Postgres(settings) => {
            Ok(Opened::Postgres(PostgresStore::open(*settings, bot).await?))
        }
    }
}

/// Copies the SQLite database of the URL into a new file, as it is at one moment. The bot may run
/// meanwhile and is not held up. A file that is there already is never overwritten. Blocks until
/// the copy is on disk.
pub fn backup(url: &str, target: &Path) -> Result<(), BackupError> {
    match location::parse(url)? {
        Location::Sqlite(path) => backup::run(&path, target),
        Location::Postgres(_) => Err(BackupError::Server),
    }
}

/// What became of a conditional write. Losing a race is an outcome, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// Written, and durable.
    Done,
    /// Somebody else was faster, or there is no such row: nothing was written.
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
    /// Whether they have a chat with the bot and have not blocked it since. Nobody else can be
    /// sent anything unasked.
    pub is_reachable: bool,
    /// What they chose to play last.
    pub choice: Choice,
    /// How their boards look.
    pub theme: Theme,
    /// What they play in each game.
    pub habits: Habits,
    /// Whether their games are counted.
    pub keeps_results: bool,
}

/// How many games in play a person has, or may have: those they have started and those in which they
/// have a seat. Writers that do so at the same moment in several processes may exceed it by one each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenGames {
    pub in_chat: u32,
    /// In all chats, this one among them.
    pub in_all: u32,
}

impl OpenGames {
    /// As many as anybody likes.
    pub const ANY: OpenGames = OpenGames { in_chat: u32::MAX, in_all: u32::MAX };
}

/// All that is stored of a board, as it is stored: also of one that cannot be read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBoard {
    pub id: SessionId,
    pub chat: ChatId,
    pub message: Option<MessageId>,
    pub shown: Revision,
    pub revision: Revision,
    /// See [`crate::session::record`].
    pub record: String,
    /// When the game last changed, in microseconds since 1970.
    pub touched: i64,
    /// Whether the person who asks has a seat in a game that another one has started.
    pub is_guest: bool,
    /// See [`Board`].
    pub elsewhere: Vec<Placement>,
    /// See [`crate::session::help`].
    pub help: Option<String>,
    /// See [`crate::session::agreement`].
    pub agreement: Option<String>,
    /// See [`crate::session::clock`].
    pub clock: Option<String>,
    /// See [`crate::session::ballot`].
    pub ballot: Option<String>,
}

/// How long a board whose screen lags is left to whoever has changed or claimed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace {
    /// If it was never sent.
    pub unsent: Duration,
    /// If there is a message that shows too little.
    pub unshown: Duration,
}

impl Grace {
    pub const NONE: Grace = Grace { unsent: Duration::ZERO, unshown: Duration::ZERO };
}

/// The world failed. The caller refuses what it was asked for.
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
    /// The database cannot be reached, or did not answer in time. If it was asked to write, it may
    /// have done so or may still do it for a moment.
    #[error("the database does not answer: {0}")]
    Away(String),
}

/// The contract of a store.
///
/// A call that has answered `Ok` is durable: it survives `kill -9` and a power loss. A call that
/// has answered an error has changed nothing that anybody can see; only after
/// [`StoreError::Away`] nobody knows, so whoever asks again has to expect that it was done. All
/// calls may run at once, in several processes where the database allows it. A store on a server
/// answers every call within two seconds, with an error if need be.
#[async_trait]
pub trait Store:
    Boards
    + Clocks
    + Reminders
    + People
    + Results
    + Ratings
    + Blocks
    + Challenges
    + Groups
    + Invitations
    + Seekers
    + Hosting
    + Upkeep
    + Announcements
{
    /// What the database is called.
    fn kind(&self) -> &'static str;

    /// Whether the database answers now.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Whether other processes may be at work on the same data. What one of them keeps in memory
    /// may then be old at any time.
    fn is_shared(&self) -> bool;

    /// What time it is, in microseconds since 1970: the same for all who share the data.
    fn now(&self) -> i64;

    /// The store's own time, in microseconds since 1970: what it has lived through, whatever a clock says.
    fn lived(&self) -> i64;

    /// Finishes what waits to be written, shown marks included, and closes. Later calls answer
    /// [`StoreError::Closed`].
    async fn close(&self);
}

/// The games.
#[async_trait]
pub trait Boards: Send + Sync {
    /// Keeps a new board, if its owner has fewer games in play than this. [`Commit::Conflict`] if
    /// not, or if the session is already there, or is still being deleted with its owner, and is then
    /// left as it is: creating twice creates once. Nor is an open seat kept for somebody who is not remembered, or
    /// beyond the limits of [`challenges`]. The board is kept together with all places in which it
    /// is shown. Its own place is a chat; one that is seen in an inline message does not begin.
    async fn create(&self, board: &Board, max: OpenGames) -> Result<Commit, StoreError>;

    async fn load(&self, id: SessionId) -> Result<Option<Board>, StoreError>;

    /// Replaces the session if the stored one still has the revision `seen`. Whose it is and
    /// where it is shown stays as it is; who has a seat may change. With it a game that has ended counts; what is
    /// said or offered after its end, and so does not change its record, counts nothing again.
    async fn commit(&self, session: &Session, seen: Revision) -> Result<Commit, StoreError>;

    /// Has the board shown on one more surface. [`Commit::Conflict`] if it is shown there already, has
    /// [`PLACEMENTS_MAX`] of them, or is not there. Writers that do so at the same moment in several
    /// processes may exceed the limit by one each.
    ///
    /// [`PLACEMENTS_MAX`]: crate::session::board::PLACEMENTS_MAX
    async fn add_placement(
        &self,
        id: SessionId,
        placement: Placement,
    ) -> Result<Commit, StoreError>;

    /// Notes that the session is shown by this message, in this topic, from now on, which shows the
    /// revision `shown`, or a newer one if that is noted for this message already. In a chat where
    /// the board is not shown nothing is noted.
    async fn place(
        &self,
        id: SessionId,
        at: ChatMessage,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError>;

    /// A chat has become another one: what is in play there is in play here, and was never sent here.
    /// [`Boards::behind`] finds it whatever the grace, until it is claimed. What was chosen for the chat
    /// holds here, unless something was chosen here already. Tells how many games.
    async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<u64, StoreError>;

    /// Notes that the message is gone, if the session is still shown there: it then has no message
    /// in this chat and counts as showing [`Revision::LAST`]. An inline message is forgotten.
    async fn displace(&self, id: SessionId, place: Place) -> Result<(), StoreError>;

    /// Notes that the message shows this revision, if the session is still shown there, has no
    /// newer revision, and neither that nor a newer one is noted. Returns at once; the note is
    /// written within a fraction of a second and is the one thing that a crash, or a database that
    /// is away, may lose, because to show a board again is harmless.
    ///
    /// Whoever waits is told what became of the note, once it was compared with what all processes
    /// have written by then; `None` if it is lost.
    fn note_shown(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> BoxFuture<'static, Option<Commit>>;

    /// Up to `limit` games in play of this person that are shown in this chat, those that changed
    /// last first. A game is of the person who has started it and of whoever has a seat.
    async fn open_boards(
        &self,
        chat: ChatId,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError>;

    /// How many games in play this person has.
    async fn count_open(&self, chat: ChatId, person: UserId) -> Result<OpenGames, StoreError>;

    /// Up to `limit` boards of this person, by ascending id, above `after`: those they have started
    /// and those in which they have a seat.
    async fn boards_of(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<StoredBoard>, StoreError>;

    /// Up to `limit` boards of which a screen lags behind their session, in their own chat or
    /// elsewhere, those that were never sent among them, by ascending id, above `after`. Only those
    /// that were neither changed nor claimed there within the grace.
    async fn behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError>;

    /// Sets about bringing a board to a screen, if that is still one for which [`Boards::behind`] finds
    /// the board with this grace: of many who claim it within a grace, one does.
    async fn claim(
        &self,
        id: SessionId,
        surface: Surface,
        grace: Grace,
    ) -> Result<Commit, StoreError>;

    /// Up to `limit` boards in which an engine is to move, by ascending id, above `after`. Only
    /// those that neither changed nor were claimed for that within the grace.
    async fn awaiting_engine(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Duration,
    ) -> Result<Vec<Board>, StoreError>;

    /// Sets about an engine's move, if the board still has the revision `seen` and is one that
    /// [`Boards::awaiting_engine`] finds with this grace: of many who claim it, one does.
    async fn claim_turn(
        &self,
        id: SessionId,
        seen: Revision,
        grace: Duration,
    ) -> Result<Commit, StoreError>;
}

/// The people.
#[async_trait]
pub trait People: Send + Sync {
    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError>;

    /// Remembers a person, if what is remembered is still what was `seen`. If they do not want their games
    /// counted, what was is forgotten.
    async fn put_person(
        &self,
        user: UserId,
        seen: Option<&Person>,
        person: &Person,
    ) -> Result<Commit, StoreError>;

    /// Notes whether a person can be sent something unasked, if they are remembered at all.
    async fn set_reachable(&self, user: UserId, is_reachable: bool) -> Result<(), StoreError>;

    /// Deletes all that is stored about a person: what is remembered of them, the boards they
    /// started, the broadcasts they wrote, whom they have blocked and that they are blocked. From then on nobody finds any of it and nothing
    /// changes it, though only `limit` boards leave the database at once: the rest is left to
    /// [`People::delete_boards_left`], also after a crash. Whoever comes back meanwhile is new, and
    /// what they begin stays.
    ///
    /// A game that another person started stays theirs: it is over, its record has `gone` for the
    /// seat, and it has one revision more, which live copies do not have and screens have to show.
    /// Until that is written, which also is done to `limit` games at once, nobody finds it.
    async fn delete_person(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError>;

    /// Up to `limit` people of whom boards are still to be deleted.
    async fn departed(&self, limit: u32) -> Result<Vec<UserId>, StoreError>;

    /// Deletes up to `limit` of the boards that a deletion has left. Any number of processes may do
    /// it at once.
    async fn delete_boards_left(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError>;

    /// How many times somebody was deleted. Whoever keeps copies of people or boards finds out by
    /// this number that some of them must go. It does not tell whose.
    async fn deletions(&self) -> Result<u64, StoreError>;

    /// Up to `limit` people who can be reached, by ascending id, above `after`. Telegram numbers
    /// people within the positive half of `i64`, and nobody beyond it is found.
    async fn people_after(
        &self,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError>;
}
