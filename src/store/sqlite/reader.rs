//! The reading thread.

use std::sync::mpsc::Receiver;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};
use tokio::sync::oneshot;

use crate::store::StoreError;
use crate::store::statement::{Row, Statement, Value};

/// Reads that wait. One more is refused.
pub(super) const READS_WAITING_MAX: usize = 1_024;

/// A read and the place for its answer.
pub(super) struct Question {
    pub statement: Statement,
    pub answer: oneshot::Sender<Result<Vec<Row>, StoreError>>,
}

/// Answers until nobody can ask any more.
///
/// Every question is a read of its own, so it sees all that was committed before it.
pub(super) fn run(connection: &Connection, questions: &Receiver<Question>) {
    for Question { statement, answer } in questions {
        // Whoever asked may have stopped waiting.
        let _ = answer.send(rows(connection, &statement).map_err(StoreError::from));
    }
}

fn rows(connection: &Connection, question: &Statement) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare_cached(question.sql)?;
    let columns = statement.column_count();
    let mut rows = statement.query(params_from_iter(&question.values))?;
    let mut answer = Vec::new();
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|column| Ok(value_of(row.get_ref(column)?)));
        answer.push(Row(values.collect::<rusqlite::Result<_>>()?));
    }
    Ok(answer)
}

/// The tables hold integers and text only, as they are strict.
fn value_of(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => Value::Null,
    }
}
