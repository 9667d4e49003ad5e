//! The block list: two people are never seated together if one has blocked the other.
//!
//! A block is deleted with the person who made it. When the blocked person's data is deleted, a keyed
//! number replaces their id and the name is dropped; if they come back, they are blocked as before. An
//! older version of the program, which does not know of blocks, deletes both.

use zerosum_session::UserId;

use crate::row::{keyed_column, user_column, user_of};
use crate::sql;
use crate::statement::{Lock, Row, Statement, Write};
use crate::store::Store;
use crate::types::{Commit, StoreError};

/// Maximum number of people that a person may have blocked at once.
pub const BLOCKED_MAX: u32 = 100;

/// A blocked person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// `None` if the person's data has been deleted since.
    pub user: Option<UserId>,
    /// The name of the blocked person as the blocking person saw it.
    pub name: String,
    /// The time of the block, in microseconds since 1970. It identifies the block among those of the same
    /// person.
    pub since: i64,
}

impl Store {
    /// Blocks a person, provided that the blocking person is remembered and has blocked fewer than
    /// [`BLOCKED_MAX`] people. [`Commit::Conflict`] otherwise, or if the person is blocked already.
    /// Concurrent writers in several processes may exceed the limit by one each.
    pub async fn block(&self, person: UserId, blocked: &Blocked) -> Result<Commit, StoreError> {
        let Some(user) = blocked.user else { return Ok(Commit::Conflict) };
        let (id, keyed) = (user_column(person), keyed_column(self.key.person(user)));
        let values = [
            id.into(),
            user_column(user).into(),
            blocked.name.as_str().into(),
            blocked.since.into(),
            keyed.into(),
            BLOCKED_MAX.into(),
        ];
        let mut write = Write::new(Lock::Person(id), sql::blocks::BLOCK, values);
        let values = [id.into(), keyed.into(), user_column(user).into()];
        write.then.push(Statement::new(sql::keyed::DROP_KEPT_BLOCK, values));
        self.commit_write(write).await
    }

    /// Removes the block made at that time. [`Commit::Conflict`] if there is no such block.
    pub async fn unblock(&self, person: UserId, since: i64) -> Result<Commit, StoreError> {
        let id = user_column(person);
        let (lock, values) = (Lock::Person(id), [id.into(), since.into()]);
        match self.commit_write(Write::new(lock, sql::blocks::UNBLOCK, values.clone())).await? {
            Commit::Done => Ok(Commit::Done),
            Commit::Conflict => {
                self.commit_write(Write::new(lock, sql::keyed::UNBLOCK_KEPT, values)).await
            }
        }
    }

    /// Returns the people that a person has blocked, the latest first.
    pub async fn blocked_by(&self, person: UserId) -> Result<Vec<Blocked>, StoreError> {
        let values = [user_column(person).into(), BLOCKED_MAX.into()];
        let rows = self.rows(sql::blocks::BLOCKED_BY, values).await?;
        rows.into_iter().map(blocked_of).collect()
    }

    /// Returns whether either of the two has blocked the other.
    pub async fn are_apart(&self, one: UserId, other: UserId) -> Result<bool, StoreError> {
        let keyed = |user| keyed_column(self.key.person(user)).into();
        let values = [user_column(one).into(), user_column(other).into(), keyed(other), keyed(one)];
        Ok(self.number(sql::blocks::COUNT_BETWEEN, values).await? > 0)
    }
}

fn blocked_of(mut row: Row) -> Result<Blocked, StoreError> {
    let user = row.optional_integer(0)?.map(user_of);
    Ok(Blocked { user, name: row.text(1)?, since: row.integer(2)? })
}
