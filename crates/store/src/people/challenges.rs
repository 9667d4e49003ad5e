//! Open seats that are reserved for a challenged person.
//!
//! The reservation is stored beside the record of its board and deleted with it. A seat can be reserved
//! only for a remembered person; when that person is deleted, the seat becomes open to anyone. The
//! database enforces this, because an older version of the program, which does not know of such seats,
//! may delete people. A declined challenge is recorded under a keyed number of the two people for
//! [`LEFT_ALONE_FOR`], even if the data of one of them is deleted.

use std::time::Duration;

use zerosum_session::UserId;
use zerosum_session::game::reservation::{AHEAD_MAX, RESERVED_FOR};

use crate::row::{count_of, keyed_column, no_number, user_column};
use crate::sql;
use crate::statement::{Lock, Value};
use crate::store::Store;
use crate::types::StoreError;

/// Maximum number of people that a person may have open challenges to at once.
pub const CHALLENGES_BY_PERSON_MAX: u32 = 10;

/// Maximum number of people that may have an open challenge to the same person at once.
pub const CHALLENGES_OF_PERSON_MAX: u32 = 20;

/// Maximum number of open challenges from one person to the same other person.
pub const CHALLENGES_BETWEEN_MAX: u32 = 2;

/// Time after a declined challenge during which the challenger cannot challenge the same person again.
pub const LEFT_ALONE_FOR: Duration = Duration::from_secs(60 * 60);

/// Numbers of open seats reserved by a person, and for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChallengeCounts {
    /// Seats that the person reserves for others and that have not expired.
    pub waiting_by: u32,
    /// Seats that others reserve for the person and that have not expired.
    pub waiting_for: u32,
    /// All seats reserved for the person, including expired ones.
    pub noted: u32,
}

impl Store {
    /// Returns the numbers of open seats reserved by this person, and for them.
    pub async fn challenges(&self, person: UserId) -> Result<ChallengeCounts, StoreError> {
        let [from, to] = self.reserved_within();
        let values = [user_column(person).into(), from, to];
        let row = self.row(sql::boards::COUNT_CHALLENGES, values).await?;
        let row = row.ok_or_else(no_number)?;
        Ok(ChallengeCounts {
            waiting_by: count_of(row.integer(0)?),
            waiting_for: count_of(row.integer(1)?),
            noted: count_of(row.integer(2)?),
        })
    }

    /// Returns the number of open seats that this person reserves for the other one and that have not
    /// expired.
    pub async fn challenges_between(
        &self,
        person: UserId,
        other: UserId,
    ) -> Result<u32, StoreError> {
        let [from, to] = self.reserved_within();
        let values = [user_column(person).into(), user_column(other).into(), from, to];
        self.number(sql::boards::COUNT_BETWEEN, values).await.map(count_of)
    }

    /// Returns the times since which open seats are reserved for this person, in microseconds since 1970:
    /// up to `limit` of them, the oldest first.
    pub async fn seats_kept_since(
        &self,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<i64>, StoreError> {
        let values = [user_column(person).into(), limit.into()];
        let rows = self.rows(sql::boards::SEATS_KEPT, values).await?;
        rows.iter().map(|row| Ok(row.optional_integer(0)?.unwrap_or_default())).collect()
    }

    /// Records that the other person declined a challenge of this person at that time, in microseconds
    /// since
    /// 1970. The record outlives the data of both.
    pub async fn note_declined(
        &self,
        person: UserId,
        other: UserId,
        at: i64,
    ) -> Result<(), StoreError> {
        let values = [keyed_column(self.key.ordered(person, other)).into(), at.into()];
        self.write(Lock::Other, sql::keyed::NOTE_DECLINED, values).await.map(drop)
    }

    /// Returns the time at which the other person last declined a challenge of this person, if it is
    /// known.
    pub async fn declined_at(
        &self,
        person: UserId,
        other: UserId,
    ) -> Result<Option<i64>, StoreError> {
        let values = [keyed_column(self.key.ordered(person, other)).into()];
        let row = self.row(sql::keyed::DECLINED_AT, values).await?;
        row.map(|row| row.integer(0)).transpose()
    }

    /// Deletes up to `limit` records of challenges declined before that time, and returns their number.
    pub async fn purge_declined(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let values = [before.into(), self.clock.latest().into(), limit.into()];
        self.write(Lock::Other, sql::keyed::PURGE_DECLINED, values).await
    }

    /// Returns the first and the last time at which a reservation that is still valid may have begun. A later one was
    /// written by a clock that was ahead.
    pub(crate) fn reserved_within(&self) -> [Value; 2] {
        let ahead = i64::try_from(AHEAD_MAX.as_micros()).unwrap_or(i64::MAX);
        let last = self.clock.now().saturating_add(ahead);
        [self.clock.lately(RESERVED_FOR).from.into(), last.into()]
    }
}
