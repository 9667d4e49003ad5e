//! Statements, parameters and rows, in types common to all databases.

use zerosum_metrics::labels::StoreCall;
use zerosum_session::board::Surface;

use crate::types::StoreError;

/// A parameter or a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Integer(i64),
    Text(String),
    Null,
}

/// A text of [`crate::sql`], and the call that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sql {
    pub call: StoreCall,
    pub text: &'static str,
}

/// A statement and its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub sql: Sql,
    pub values: Vec<Value>,
}

/// The object that a write locks. Writes that are committed together are ordered by it, so that two
/// transactions never wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Lock {
    /// A board, or its placement on a surface.
    Board(i64, Option<Surface>),
    Person(i64),
    Other,
}

/// Statements that run together or not at all.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    pub lock: Lock,
    /// Runs before all others, so that two transactions with this statement follow each other.
    pub before: Option<Statement>,
    /// The statement whose number of changed rows is returned.
    pub first: Statement,
    pub then: Vec<Statement>,
    /// Of a mark: runs if the first one changes nothing, in a transaction of its own if need be. The number of rows
    /// it changed is then returned; a failure is logged, and counts as no change.
    pub otherwise: Option<Statement>,
}

/// A row of an answer.
#[derive(Debug)]
pub(crate) struct Row(pub Vec<Value>);

impl Sql {
    pub(crate) const fn new(call: StoreCall, text: &'static str) -> Sql {
        Sql { call, text }
    }
}

impl Statement {
    pub(crate) fn new<const N: usize>(sql: Sql, values: [Value; N]) -> Statement {
        Statement { sql, values: values.into() }
    }
}

impl Write {
    pub(crate) fn new<const N: usize>(lock: Lock, sql: Sql, values: [Value; N]) -> Write {
        Write::of(lock, Statement::new(sql, values))
    }

    pub(crate) fn of(lock: Lock, first: Statement) -> Write {
        Write { lock, before: None, first, then: Vec::new(), otherwise: None }
    }

    pub(crate) fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.before.iter().chain(std::iter::once(&self.first)).chain(&self.then)
    }
}

impl Row {
    pub(crate) fn integer(&self, column: usize) -> Result<i64, StoreError> {
        self.optional_integer(column)?.ok_or_else(|| unexpected(column))
    }

    pub(crate) fn optional_integer(&self, column: usize) -> Result<Option<i64>, StoreError> {
        match self.0.get(column) {
            Some(Value::Integer(number)) => Ok(Some(*number)),
            Some(Value::Null) => Ok(None),
            Some(Value::Text(_)) | None => Err(unexpected(column)),
        }
    }

    pub(crate) fn text(&mut self, column: usize) -> Result<String, StoreError> {
        self.optional_text(column)?.ok_or_else(|| unexpected(column))
    }

    pub(crate) fn optional_text(&mut self, column: usize) -> Result<Option<String>, StoreError> {
        match self.0.get_mut(column) {
            Some(Value::Text(text)) => Ok(Some(std::mem::take(text))),
            Some(Value::Null) => Ok(None),
            Some(Value::Integer(_)) | None => Err(unexpected(column)),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Integer(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Integer(number.into())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Integer(number.into())
    }
}

impl From<bool> for Value {
    fn from(is_so: bool) -> Value {
        Value::Integer(is_so.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, T::into)
    }
}

fn unexpected(column: usize) -> StoreError {
    StoreError::Database(format!("column {column} is not of the expected type"))
}
