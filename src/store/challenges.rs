//! Open seats that are kept for somebody who was challenged.
//!
//! For whom a seat is kept stands beside the record of its board, and goes with it; whoever is kept a seat is
//! remembered, and when they are deleted the seat is for anybody. The database sees to that, because an older
//! version of the program, which knows of no such seats, may delete them.

use async_trait::async_trait;

use crate::session::UserId;
use crate::session::reservation::RESERVED_FOR;
use crate::store::database::Database;
use crate::store::relational::RelationalStore;
use crate::store::row::{count_of, no_number, user_column};
use crate::store::{StoreError, sql};

/// How many people somebody may wait for at once.
pub const CHALLENGES_BY_PERSON_MAX: u32 = 10;

/// How many people may wait for one person at once.
pub const CHALLENGES_OF_PERSON_MAX: u32 = 20;

/// In how many games somebody may wait for the same person at once.
pub const CHALLENGES_BETWEEN_MAX: u32 = 2;

/// How many open seats are kept by a person, and for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChallengeCounts {
    /// Those that the person keeps for others, and whose time is not over.
    pub waiting_by: u32,
    /// Those that others keep for the person, and whose time is not over.
    pub waiting_for: u32,
    /// All of which the person is noted, those whose time is over among them.
    pub noted: u32,
}

/// See the module.
#[async_trait]
pub trait Challenges: Send + Sync {
    /// How many open seats are kept by this person, and for them.
    async fn challenges(&self, person: UserId) -> Result<ChallengeCounts, StoreError>;

    /// How many open seats this person keeps for that one, and whose time is not over.
    async fn challenges_between(&self, person: UserId, other: UserId) -> Result<u32, StoreError>;
}

#[async_trait]
impl<D: Database> Challenges for RelationalStore<D> {
    async fn challenges(&self, person: UserId) -> Result<ChallengeCounts, StoreError> {
        let values = [user_column(person).into(), self.clock.lately(RESERVED_FOR).from.into()];
        let row = self.row(sql::challenges::COUNT_CHALLENGES, values).await?;
        let row = row.ok_or_else(no_number)?;
        Ok(ChallengeCounts {
            waiting_by: count_of(row.integer(0)?),
            waiting_for: count_of(row.integer(1)?),
            noted: count_of(row.integer(2)?),
        })
    }

    async fn challenges_between(&self, person: UserId, other: UserId) -> Result<u32, StoreError> {
        let from = self.clock.lately(RESERVED_FOR).from;
        let values = [user_column(person).into(), user_column(other).into(), from.into()];
        self.number(sql::challenges::COUNT_BETWEEN, values).await.map(count_of)
    }
}
