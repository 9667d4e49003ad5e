//! One connection: opened, used for reads and transactions, and discarded when it fails.

use std::collections::HashMap;
use std::error::Error as _;
use std::fmt::{self, Write as _};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::BytesMut;
use futures::future::try_join_all;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{AsyncMessage, Client, Error};

use crate::open_error::OpenError;
use crate::postgres::settings::Settings;
use crate::postgres::tls::Tls;
use crate::postgres::{
    CONNECT_TIMEOUT, IDLE_IN_TRANSACTION_TIMEOUT, LOCK_TIMEOUT, STATEMENT_TIMEOUT,
};
use crate::statement::{Row, Statement, Value, Write};
use crate::types::StoreError;

/// Time after a failed attempt during which no new one is made: calls meanwhile fail with the same error
/// at once.
const RECONNECT_PAUSE: Duration = Duration::from_millis(100);

/// Opens connections.
pub(super) struct Connector {
    pub(super) settings: Settings,
    tls: Tls,
    /// Locked for a short read or write only.
    last_failure: Mutex<Option<(Instant, String)>>,
}

/// The reason an operation on a connection failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The server refused. The connection remains usable, and nothing has changed.
    Refused(StoreError),
    /// The connection is unusable, and the operation may or may not have been done.
    Lost(StoreError),
}

/// An open connection. Dropping it closes it.
pub(super) struct Connection {
    client: Client,
    driver: AbortHandle,
    /// Resolves when the connection ends.
    end: oneshot::Receiver<()>,
    statements: HashMap<&'static str, tokio_postgres::Statement>,
}

impl Connector {
    pub(super) fn new(settings: Settings) -> Result<Arc<Connector>, OpenError> {
        let tls = Tls::new(&settings.trust)?;
        Ok(Arc::new(Connector { settings, tls, last_failure: Mutex::new(None) }))
    }

    /// Opens a connection with the settings that the store's guarantees require.
    pub(super) async fn connect(&self) -> Result<Connection, StoreError> {
        self.connect_hearing(|_| ()).await
    }

    /// Like [`Connector::connect`], and passes notifications to `hear`.
    pub(super) async fn connect_hearing(
        &self,
        hear: impl Fn(&str) + Send + 'static,
    ) -> Result<Connection, StoreError> {
        if let Some(text) = self.recent_failure() {
            return Err(StoreError::Away(text));
        }
        let attempt = tokio::time::timeout(CONNECT_TIMEOUT, self.try_to_hear(hear)).await;
        let text = match attempt {
            Ok(Ok(connection)) => return Ok(connection),
            Ok(Err(error)) => describe(&error),
            Err(_) => format!("no connection within {} ms", CONNECT_TIMEOUT.as_millis()),
        };
        *self.lock() = Some((Instant::now(), text.clone()));
        Err(StoreError::Away(text))
    }

    /// Like [`Connector::connect`], but returns the original error.
    pub(super) async fn try_to_connect(&self) -> Result<Connection, Error> {
        self.try_to_hear(|_| ()).await
    }

    async fn try_to_hear(&self, hear: impl Fn(&str) + Send + 'static) -> Result<Connection, Error> {
        let (client, mut driver) = self.settings.config.connect(self.tls.clone()).await?;
        let (tell, end) = oneshot::channel();
        let driver = tokio::spawn(async move {
            while let Some(message) = poll_fn(|context| driver.poll_message(context)).await {
                match message {
                    Ok(AsyncMessage::Notification(notification)) => hear(notification.payload()),
                    Ok(_) => {}
                    Err(error) => {
                        log::debug!("a connection to the database has ended: {}", describe(&error));
                        break;
                    }
                }
            }
            // The receiver is often gone.
            let _ = tell.send(());
        });
        let driver = driver.abort_handle();
        let connection = Connection { client, driver, end, statements: HashMap::new() };
        let setup = format!(
            "SET statement_timeout = {}; SET lock_timeout = {}; \
             SET idle_in_transaction_session_timeout = {}; \
             SET default_transaction_isolation = 'read committed'; \
             SELECT set_config('synchronous_commit', 'on', false) \
             WHERE current_setting('synchronous_commit') = 'off'",
            STATEMENT_TIMEOUT.as_millis(),
            LOCK_TIMEOUT.as_millis(),
            IDLE_IN_TRANSACTION_TIMEOUT.as_millis(),
        );
        connection.client.batch_execute(&setup).await?;
        Ok(connection)
    }

    fn recent_failure(&self) -> Option<String> {
        let last = self.lock();
        let (at, text) = last.as_ref()?;
        (at.elapsed() < RECONNECT_PAUSE).then(|| text.clone())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(Instant, String)>> {
        self.last_failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Returns when the connection has ended.
    pub(super) async fn ended(&mut self) {
        // An error means that the sender is gone.
        let _ = (&mut self.end).await;
    }

    /// Returns the client itself, for opening.
    pub(super) fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    pub(super) async fn query(&mut self, question: &Statement) -> Result<Vec<Row>, Failure> {
        self.prepare(question.sql.text).await?;
        let rows =
            self.client.query(&self.statements[question.sql.text], &parameters(question)).await?;
        rows.iter().map(|row| row_of(row).map_err(Failure::from)).collect()
    }

    /// Makes all writes durable, or none of them. Returns for each the number of rows its first statement
    /// changed.
    pub(super) async fn transact(&mut self, writes: &[&Write]) -> Result<Vec<u64>, Failure> {
        for statement in writes.iter().flat_map(|write| write.statements()) {
            self.prepare(statement.sql.text).await?;
        }
        if let [Write { before: None, first, then, .. }] = writes
            && then.is_empty()
        {
            // A single statement is a transaction.
            return Ok(vec![self.execute(first).await?]);
        }
        let changes = writes.iter().map(|write| async {
            let before = try_join_all(write.before.iter().map(|statement| self.execute(statement)));
            let first = self.execute(&write.first);
            let then = try_join_all(write.then.iter().map(|statement| self.execute(statement)));
            let (_, changed, _) = tokio::try_join!(biased; before, first, then)?;
            Ok(changed)
        });
        // Each of these sends its request when it is polled for the first time and then waits for
        // the answer, so all requests leave in this order and at once. If one is refused, so are
        // those after it, and COMMIT rolls back.
        let (_, changes, _) = tokio::try_join!(biased;
            self.client.batch_execute("BEGIN"),
            try_join_all(changes),
            self.client.batch_execute("COMMIT"),
        )?;
        Ok(changes)
    }

    async fn execute(&self, statement: &Statement) -> Result<u64, Error> {
        self.client.execute(&self.statements[statement.sql.text], &parameters(statement)).await
    }

    async fn prepare(&mut self, sql: &'static str) -> Result<(), Error> {
        if !self.statements.contains_key(sql) {
            let statement = self.client.prepare(sql).await?;
            self.statements.insert(sql, statement);
        }
        Ok(())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // A hanging connection would wait for its peer for ever.
        self.driver.abort();
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let text = describe(&error);
        match error.code() {
            Some(code) if is_end(code) => Failure::Lost(StoreError::Away(text)),
            Some(code) if is_delay(code) => Failure::Refused(StoreError::Away(text)),
            Some(_) => Failure::Refused(StoreError::Database(text)),
            None => Failure::Lost(StoreError::Away(text)),
        }
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        match failure {
            Failure::Refused(error) | Failure::Lost(error) => error,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(error) | Failure::Lost(error) => error.fmt(f),
        }
    }
}

/// Formats the error and its cause in one line. Neither the server nor the client includes the password
/// in one.
pub(super) fn describe(error: &Error) -> String {
    if let Some(error) = error.as_db_error() {
        return format!("{} ({})", error.message().replace('\n', " "), error.code().code());
    }
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            write!(text, ": {cause_text}").expect("writing to a string does not fail");
        }
        source = cause.source();
    }
    text.replace('\n', " ")
}

/// Returns whether the connection is of no use any more after an error with this code.
fn is_end(code: &SqlState) -> bool {
    // Connection exceptions, and the operator's interventions: shut down, crashed, starting. A server that only reads is
    // the standby after a failover; the next connection may lead to the other one.
    code.code().starts_with("08")
        || [
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
            SqlState::READ_ONLY_SQL_TRANSACTION,
        ]
        .contains(code)
}

/// Returns whether the server has cancelled the statement because it took too long, or because a person
/// was deleted at the same moment.
fn is_delay(code: &SqlState) -> bool {
    [
        SqlState::QUERY_CANCELED,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::FOREIGN_KEY_VIOLATION,
    ]
    .contains(code)
}

fn parameters(statement: &Statement) -> Vec<&(dyn ToSql + Sync)> {
    statement.values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

fn row_of(row: &tokio_postgres::Row) -> Result<Row, Error> {
    (0..row.len()).map(|column| row.try_get(column)).collect::<Result<_, _>>().map(Row)
}

type AnyError = Box<dyn std::error::Error + Sync + Send>;

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, AnyError> {
        match self {
            Value::Integer(number) => number.to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
            Value::Null => Ok(IsNull::Yes),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::TEXT].contains(kind)
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Value, AnyError> {
        match *kind {
            Type::INT8 => i64::from_sql(kind, raw).map(Value::Integer),
            Type::INT4 => i32::from_sql(kind, raw).map(Value::from),
            _ => String::from_sql(kind, raw).map(Value::Text),
        }
    }

    fn from_sql_null(_: &Type) -> Result<Value, AnyError> {
        Ok(Value::Null)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::INT4, Type::TEXT].contains(kind)
    }
}
