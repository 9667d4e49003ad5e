//! The reading thread.

use std::sync::mpsc::Receiver;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};
use tokio::sync::oneshot;
use zerosum_metrics::labels::StoreCall;

use crate::sqlite::open_file::OpenFile;
use crate::statement::{Row, Statement, Value};
use crate::types::StoreError;

/// Maximum number of waiting reads. Any further one is refused.
pub(super) const READS_WAITING_MAX: usize = 1_024;

/// A read and the channel for its answer.
pub(super) struct Question {
    pub statement: Statement,
    pub answer: oneshot::Sender<Result<Vec<Row>, StoreError>>,
}

/// Answers reads until no sender is left.
///
/// Every query is a read transaction of its own, so it sees everything committed before it. Reads go on
/// while the file is not in its place, but a ping fails.
pub(super) fn run(connection: &Connection, file: &OpenFile, questions: &Receiver<Question>) {
    for Question { statement, answer } in questions {
        let is_ping = statement.sql.call == StoreCall::Ping;
        let checked = if is_ping { file.check() } else { Ok(()) };
        let read = checked.map_err(StoreError::from);
        let read = read.and_then(|()| Ok(rows(connection, &statement)?));
        // The caller may have stopped waiting.
        let _ = answer.send(read);
    }
}

pub(super) fn rows(connection: &Connection, question: &Statement) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare_cached(question.sql.text)?;
    let columns = statement.column_count();
    let mut rows = statement.query(params_from_iter(&question.values))?;
    let mut answer = Vec::new();
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|column| Ok(value_of(row.get_ref(column)?)));
        answer.push(Row(values.collect::<rusqlite::Result<_>>()?));
    }
    Ok(answer)
}

/// The tables are strict and hold integers and text only.
fn value_of(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => Value::Null,
    }
}
