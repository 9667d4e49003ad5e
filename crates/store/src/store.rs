//! The store as a whole, and how its calls run statements.
//!
//! A [`Database`] runs statements; the statements and the meaning of their rows are defined once for
//! all databases.

use std::future::Future;
// The lock is held to replace or to clone a pointer only.
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::time::timeout;
use zerosum_metrics::Metrics;
use zerosum_metrics::labels::{StoreCall, StoreFault};
use zerosum_session::SessionId;
use zerosum_session::board::{Board, Surface};
use zerosum_session::game::keyed::PersonKey;

use crate::database::Database;
use crate::measuring::Measured;
use crate::row::{
    Noticed, board_of, commit_of, count_column, first_after, no_number, session_column,
};
use crate::sql;
use crate::statement::{Lock, Row, Sql, Statement, Value, Write};
use crate::store_clock::Clock;
use crate::types::{COUNTED_MAX, Commit, Count, StoreError};

/// A database that takes longer to answer counts as unavailable.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// A store in a database.
///
/// A call that returns `Ok` is durable: it survives `kill -9` and a power loss. A call that returns an
/// error has changed nothing visible; only after [`StoreError::Away`] is the outcome unknown, so a caller
/// that retries has to expect that the first attempt succeeded. All calls may run concurrently, in
/// several processes where the database allows it. A store on a server answers every call within two
/// seconds, with an error if need be.
///
/// Dropping it without closing it loses no answered write, and does not wait.
pub struct Store {
    pub(super) database: Database,
    pub(super) clock: Clock,
    pub(super) key: PersonKey,
    pub(super) unreadable_seekers: Noticed,
    pub(super) unreadable_games: Noticed,
    pub(super) unreadable_boards: Noticed,
    /// The figures in which calls are counted.
    metrics: RwLock<Arc<Metrics>>,
}

impl Store {
    pub(super) fn new(database: Database, clock: Clock) -> Store {
        Store {
            database,
            clock,
            key: PersonKey::default(),
            unreadable_seekers: Noticed::default(),
            unreadable_games: Noticed::default(),
            unreadable_boards: Noticed::default(),
            metrics: RwLock::default(),
        }
    }

    /// Returns the store with this key, from which the numbers that replace people are derived.
    pub(super) fn with_key(self, key: PersonKey) -> Store {
        Store { key, ..self }
    }

    /// Returns the name of the kind of database.
    pub fn kind(&self) -> &'static str {
        self.database.kind()
    }

    /// Counts the calls in these metrics from now on.
    pub fn count_in(&self, metrics: Arc<Metrics>) {
        *self.metrics.write().unwrap_or_else(PoisonError::into_inner) = metrics;
    }

    /// Checks whether the database answers now.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let call = self.measured(sql::host::PING.call);
        let asked = self.database.read(Statement::new(sql::host::PING, []));
        let answer = timeout(PING_TIMEOUT, asked).await;
        let too_slow = |_| Err(StoreError::Away("it takes too long".to_owned()));
        call.end(answer.unwrap_or_else(too_slow)).map(drop)
    }

    /// Returns whether other processes may be working on the same data. In-memory copies may then be
    /// outdated at any time.
    pub fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    /// Returns the current time in microseconds since 1970, the same for all processes that share the
    /// data.
    pub fn now(&self) -> i64 {
        self.clock.now()
    }

    /// Returns the store's own time in microseconds since 1970: elapsed time, independent of any clock.
    pub fn uptime(&self) -> i64 {
        self.clock.uptime()
    }

    /// Flushes pending writes, including shown marks, and closes. Later calls return
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        self.database.close().await;
    }

    pub(super) fn metrics(&self) -> Arc<Metrics> {
        Arc::clone(&self.metrics.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins a call that is counted when it ends.
    pub(super) fn measured(&self, call: StoreCall) -> Measured {
        Measured::begin(self.metrics(), call)
    }

    /// Makes a write durable, and returns the number of rows its first statement changed.
    pub(super) async fn run(&self, write: Write) -> Result<u64, StoreError> {
        let call = self.measured(write.first.sql.call);
        call.end(self.database.write(write).await)
    }

    /// Runs a conditional write: changing no row is a lost race.
    pub(super) async fn commit_write(&self, write: Write) -> Result<Commit, StoreError> {
        let call = self.measured(write.first.sql.call);
        call.end_commit(self.database.write(write).await.map(commit_of))
    }

    /// Runs a statement about the board's own chat or, if that changes nothing, one about a placement
    /// elsewhere.
    pub(super) async fn commit_either(
        &self,
        id: i64,
        surface: Surface,
        home: Statement,
        elsewhere: Statement,
    ) -> Result<Commit, StoreError> {
        let call = self.measured(home.sql.call);
        let write = |lock, first| self.database.write(Write::of(lock, first));
        let mut changed = Ok(0);
        if surface.chat().is_some() {
            changed = write(Lock::Board(id, None), home).await;
        }
        if matches!(changed, Ok(0)) {
            changed = write(Lock::Board(id, Some(surface)), elsewhere).await;
        }
        call.end_commit(changed.map(commit_of))
    }

    /// Runs a query.
    pub(super) async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let call = self.measured(statement.sql.call);
        call.end(self.database.read(statement).await)
    }

    /// Counts a record that cannot be read.
    pub(super) fn note_unreadable<T>(&self, answer: &Result<T, StoreError>) {
        if matches!(answer, Err(StoreError::Record(..))) {
            self.metrics().store.errors.count(StoreFault::Record);
        }
    }

    pub(super) async fn write<const N: usize>(
        &self,
        lock: Lock,
        sql: Sql,
        values: [Value; N],
    ) -> Result<u64, StoreError> {
        self.run(Write::new(lock, sql, values)).await
    }

    pub(super) async fn rows<const N: usize>(
        &self,
        sql: Sql,
        values: [Value; N],
    ) -> Result<Vec<Row>, StoreError> {
        self.read(Statement::new(sql, values)).await
    }

    pub(super) async fn row<const N: usize>(
        &self,
        sql: Sql,
        values: [Value; N],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    pub(super) async fn number<const N: usize>(
        &self,
        sql: Sql,
        values: [Value; N],
    ) -> Result<i64, StoreError> {
        self.row(sql, values).await?.ok_or_else(no_number)?.integer(0)
    }

    /// Reads a page. A page with unreadable rows is filled up from the next one, so that a short page
    /// means the end.
    pub(super) async fn page(
        &self,
        after: Option<SessionId>,
        limit: u32,
        ask: impl Fn(Value, Value) -> Statement + Send,
    ) -> Result<Vec<Board>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut boards = Vec::new();
        let mut above = after.map(session_column);
        loop {
            let Some(first) = first_after(above) else { return Ok(boards) };
            let wanted = limit - boards.len();
            let page_size = i64::try_from(wanted).unwrap_or(i64::MAX);
            let rows = self.read(ask(first.into(), page_size.into())).await?;
            let is_last_page = rows.len() < wanted;
            above = rows.last().map(|row| row.integer(0)).transpose()?;
            boards.extend(self.readable(rows));
            if is_last_page || boards.len() == limit {
                return Ok(boards);
            }
        }
    }

    /// Reads the boards of these rows. An unreadable one is passed over, and logged once: a bad row must not keep all
    /// others from being found. Only [`Store::load`] returns an error for it.
    pub(super) fn readable(
        &self,
        rows: impl IntoIterator<Item = Row>,
    ) -> impl Iterator<Item = Board> {
        rows.into_iter().filter_map(|row| {
            let id = row.integer(0);
            let read = board_of(row);
            if let (Err(error), Ok(id)) = (&read, id)
                && self.unreadable_boards.is_new(id)
            {
                log::error!("skipped an unreadable row: {error}");
            }
            read.ok()
        })
    }

    pub(super) async fn count(
        &self,
        sql: Sql,
        estimate: impl Future<Output = Result<Option<u64>, StoreError>> + Send,
    ) -> Result<Count, StoreError> {
        let number = self.number(sql, [count_column(COUNTED_MAX).into()]).await?.cast_unsigned();
        if number < COUNTED_MAX {
            return Ok(Count { number, is_exact: true });
        }
        let estimate = estimate.await?.unwrap_or(COUNTED_MAX);
        Ok(Count { number: estimate.max(COUNTED_MAX), is_exact: false })
    }

    pub(super) async fn estimate_over(&self) -> Result<Option<u64>, StoreError> {
        let boards = self.database.estimate("boards").await?;
        let in_play = self.database.estimate("boards_in_play").await?;
        Ok(boards.zip(in_play).map(|(boards, in_play)| boards.saturating_sub(in_play)))
    }
}
