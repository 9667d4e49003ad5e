//! The interface to a database that runs statements.

use std::future::Future;

use tokio::sync::oneshot::Receiver;

use crate::announcements::{Announced, Change};
use crate::statement::{Row, Statement, Write};
use crate::types::StoreError;

/// Runs statements on a database.
pub trait Database: Send + Sync + 'static {
    const KIND: &str;

    /// Makes the write durable, and returns the number of rows its first statement changed.
    fn write(&self, write: Write) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// Makes the write durable some time soon, or not at all. Returns at once; the receiver yields the
    /// number of changed rows once it is done.
    fn mark(&self, write: Write) -> Receiver<Result<u64, StoreError>>;

    /// See [`crate::Store::is_shared`].
    fn is_shared(&self) -> bool;

    fn read(
        &self,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<Row>, StoreError>> + Send;

    /// Reads the clock that all users of the database follow, in microseconds since 1970.
    fn clock(&self) -> impl Future<Output = Result<i64, StoreError>> + Send;

    /// Estimates the number of rows of a table or a partial index, if the database keeps such figures.
    fn estimate(
        &self,
        relation: &'static str,
    ) -> impl Future<Output = Result<Option<u64>, StoreError>> + Send;

    /// See [`crate::announcements::Announcements`].
    fn announce(&self, changes: &[Change]);

    fn announced(&self) -> Announced;

    fn close(&self) -> impl Future<Output = ()> + Send;
}
