//! What runs statements, of whatever database.

use std::future::Future;

use tokio::sync::oneshot::Receiver;

use crate::session::{Revision, SessionId};
use crate::store::StoreError;
use crate::store::announcements::Announced;
use crate::store::statement::{Row, Statement, Write};

/// What runs statements.
pub trait Database: Send + Sync + 'static {
    const KIND: &str;

    /// Has the write made durable, and tells how many rows its first statement changed.
    fn write(&self, write: Write) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// Has the write made durable some time soon, or not at all. Returns at once; how many rows
    /// it changed is told once it is done.
    fn mark(&self, write: Write) -> Receiver<Result<u64, StoreError>>;

    /// See [`crate::store::Store::is_shared`].
    fn is_shared(&self) -> bool;

    fn read(
        &self,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<Row>, StoreError>> + Send;

    /// What the clock says that all who use the database go by, in microseconds since 1970.
    fn clock(&self) -> impl Future<Output = Result<i64, StoreError>> + Send;

    /// About how many rows a table or a partial index has, if the database keeps such figures.
    fn estimate(
        &self,
        relation: &'static str,
    ) -> impl Future<Output = Result<Option<u64>, StoreError>> + Send;

    /// See [`crate::store::announcements::Announcements`].
    fn announce(&self, changes: &[(SessionId, Revision)]);

    fn announced(&self) -> Announced;

    fn close(&self) -> impl Future<Output = ()> + Send;
}
