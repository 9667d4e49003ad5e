//! Whom people have blocked, so that neither ever sits down with the other.
//!
//! A block goes with either person. The database sees to that, too, because an older version of the program,
//! which knows of no blocks, may delete somebody.

use async_trait::async_trait;

use crate::session::UserId;
use crate::store::database::Database;
use crate::store::relational::RelationalStore;
use crate::store::row::{commit_of, user_column, user_of};
use crate::store::statement::{Lock, Row};
use crate::store::{Commit, StoreError, sql};

/// How many people somebody may have blocked at once.
pub const BLOCKED_MAX: u32 = 100;

/// Somebody who is blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    pub user: UserId,
    /// What they were called, as whoever has blocked them saw it.
    pub name: String,
    /// When that was, in microseconds since 1970.
    pub since: i64,
}

/// Whom people have blocked.
#[async_trait]
pub trait Blocks: Send + Sync {
    /// Blocks somebody, if the person is remembered and has blocked fewer than [`BLOCKED_MAX`] people.
    /// [`Commit::Conflict`] if not, or if they are blocked already. Writers that do so at the same moment in
    /// several processes may exceed the limit by one each.
    async fn block(&self, person: UserId, blocked: &Blocked) -> Result<Commit, StoreError>;

    /// Takes that back. [`Commit::Conflict`] if there is nothing to be taken back.
    async fn unblock(&self, person: UserId, blocked: UserId) -> Result<Commit, StoreError>;

    /// Whom a person has blocked, the latest first.
    async fn blocked_by(&self, person: UserId) -> Result<Vec<Blocked>, StoreError>;

    /// Whether one of the two has blocked the other.
    async fn are_apart(&self, one: UserId, other: UserId) -> Result<bool, StoreError>;
}

#[async_trait]
impl<D: Database> Blocks for RelationalStore<D> {
    async fn block(&self, person: UserId, blocked: &Blocked) -> Result<Commit, StoreError> {
        let id = user_column(person);
        let values = [
            id.into(),
            user_column(blocked.user).into(),
            blocked.name.as_str().into(),
            blocked.since.into(),
            BLOCKED_MAX.into(),
        ];
        self.write(Lock::Person(id), sql::blocks::BLOCK, values).await.map(commit_of)
    }

    async fn unblock(&self, person: UserId, blocked: UserId) -> Result<Commit, StoreError> {
        let id = user_column(person);
        let values = [id.into(), user_column(blocked).into()];
        self.write(Lock::Person(id), sql::blocks::UNBLOCK, values).await.map(commit_of)
    }

    async fn blocked_by(&self, person: UserId) -> Result<Vec<Blocked>, StoreError> {
        let values = [user_column(person).into(), BLOCKED_MAX.into()];
        let rows = self.rows(sql::blocks::BLOCKED_BY, values).await?;
        rows.into_iter().map(blocked_of).collect()
    }

    async fn are_apart(&self, one: UserId, other: UserId) -> Result<bool, StoreError> {
        let values = [user_column(one).into(), user_column(other).into()];
        Ok(self.number(sql::blocks::COUNT_BETWEEN, values).await? > 0)
    }
}

fn blocked_of(mut row: Row) -> Result<Blocked, StoreError> {
    Ok(Blocked { user: user_of(row.integer(0)?), name: row.text(1)?, since: row.integer(2)? })
}
