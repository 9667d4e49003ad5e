//! Operations for the owner of an instance.

use zerosum_session::UserId;
use zerosum_session::broadcast::{Broadcast, BroadcastId, Step};

use crate::row::{
    broadcast_column, broadcast_of, broadcast_values, count_column, first_after, user_column,
};
use crate::sql;
use crate::statement::{Lock, Write};
use crate::store::Store;
use crate::types::Count;
use crate::types::{Commit, StoreError};

/// Numbers of stored objects. Objects that are still to be deleted are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub people: Count,
    /// People who can be sent unsolicited messages.
    pub people_reachable: Count,
    pub boards_in_play: Count,
    /// Games in play between two people.
    pub boards_between_people: Count,
    pub boards_over: Count,
    /// People who wait for an opponent.
    pub seekers: Count,
    /// Pending invitations.
    pub invitations: Count,
}

/// A switch that the owner sets for all processes at once. All switches are off at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Button presses are refused for a while.
    Maintenance,
}

impl Switch {
    /// Returns its name in the database.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Switch::Maintenance => "maintenance",
        }
    }
}

impl Store {
    pub async fn counts(&self) -> Result<Counts, StoreError> {
        let database = &self.database;
        Ok(Counts {
            people: self.count(sql::host::COUNT_PEOPLE, database.estimate("people")).await?,
            people_reachable: self
                .count(sql::host::COUNT_REACHABLE, database.estimate("people_reachable"))
                .await?,
            boards_in_play: self
                .count(sql::host::COUNT_IN_PLAY, database.estimate("boards_in_play"))
                .await?,
            boards_between_people: self
                .count(sql::host::COUNT_BETWEEN_PEOPLE, database.estimate("boards_of_two_in_play"))
                .await?,
            boards_over: self.count(sql::host::COUNT_OVER, self.estimate_over()).await?,
            seekers: self.count(sql::seekers::COUNT_SEEKERS, database.estimate("seekers")).await?,
            invitations: self.waiting_invitations().await?,
        })
    }

    pub async fn is_on(&self, switch: Switch) -> Result<bool, StoreError> {
        let row = self.row(sql::host::SWITCH, [switch.name().into()]).await?;
        row.map_or(Ok(false), |row| Ok(row.integer(0)? != 0))
    }

    pub async fn set_switch(&self, switch: Switch, is_on: bool) -> Result<(), StoreError> {
        let values = [switch.name().into(), is_on.into()];
        self.write(Lock::Other, sql::host::SET_SWITCH, values).await.map(drop)
    }

    /// Stores a new broadcast. [`Commit::Conflict`] if it exists already; it is then left as it is.
    pub async fn create_broadcast(&self, broadcast: &Broadcast) -> Result<Commit, StoreError> {
        let values = broadcast_values(broadcast);
        self.commit_write(Write::new(Lock::Other, sql::host::CREATE_BROADCAST, values)).await
    }

    pub async fn broadcast(&self, id: BroadcastId) -> Result<Option<Broadcast>, StoreError> {
        let row = self.row(sql::host::BROADCAST_BY_ID, [broadcast_column(id).into()]).await?;
        row.map(broadcast_of).transpose()
    }

    /// Returns up to `limit` broadcasts that this person wrote, by ascending id, above `after`.
    pub async fn broadcasts_by(
        &self,
        author: UserId,
        after: Option<BroadcastId>,
        limit: u32,
    ) -> Result<Vec<Broadcast>, StoreError> {
        let Some(first) = first_after(after.map(broadcast_column)) else { return Ok(Vec::new()) };
        let values = [user_column(author).into(), first.into(), limit.into()];
        self.rows(sql::host::BROADCASTS_BY, values).await?.into_iter().map(broadcast_of).collect()
    }

    /// Returns all running broadcasts, by ascending id.
    pub async fn broadcasts_unfinished(&self) -> Result<Vec<Broadcast>, StoreError> {
        let rows = self.rows(sql::host::BROADCASTS_RUNNING, []).await?;
        rows.into_iter().map(broadcast_of).collect()
    }

    /// Takes a step, and counts this many people of the previous slice as sent to, if the broadcast is running and its
    /// cursor is still `seen`. [`Commit::Conflict`] otherwise: nothing is claimed or counted.
    pub async fn advance_broadcast(
        &self,
        id: BroadcastId,
        seen: Option<UserId>,
        step: Step,
        sent: u64,
    ) -> Result<Commit, StoreError> {
        let (id, seen) = (broadcast_column(id).into(), seen.map(user_column).into());
        let sent = count_column(sent);
        let step = match step {
            Step::Claim { last, people } => {
                let failed = count_column(people) - sent;
                let values = [user_column(last).into(), sent.into(), failed.into(), id, seen];
                Write::new(Lock::Other, sql::host::CLAIM_SLICE, values)
            }
            Step::Finish => {
                Write::new(Lock::Other, sql::host::FINISH_BROADCAST, [sent.into(), id, seen])
            }
        };
        self.commit_write(step).await
    }

    /// Counts this many people of a slice as sent to, without a further step, because the broadcast has ended or
    /// another process continues it.
    pub async fn tally_broadcast(&self, id: BroadcastId, sent: u64) -> Result<(), StoreError> {
        let values = [count_column(sent).into(), broadcast_column(id).into()];
        self.write(Lock::Other, sql::host::TALLY_BROADCAST, values).await.map(drop)
    }

    /// Ends a running broadcast and deletes its text.
    pub async fn stop_broadcast(&self, id: BroadcastId) -> Result<Commit, StoreError> {
        let values = [broadcast_column(id).into()];
        self.commit_write(Write::new(Lock::Other, sql::host::STOP_BROADCAST, values)).await
    }
}
