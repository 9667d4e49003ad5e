//! The messages that show boards: the ones to be sent again, and the ones left behind by a dead process.
//!
//! A process on a shared database renews its lease for as long as it runs. Its pending updates are left
//! to it meanwhile, and can be claimed by any process soon after its lease has ended.

use std::time::Duration;

use zerosum_games::side::Side;
use zerosum_session::board::{Board, ChatId, MessageId};
use zerosum_session::{Revision, SessionId};

use crate::row::session_column;
use crate::sql;
use crate::statement::{Lock, Sql, Statement, Value};
use crate::store::Store;
use crate::store_clock::RecentRange;
use crate::types::{Commit, Grace, StoreError};

/// Number of ended leases read at once.
const ENDED_LEASES_MAX: u32 = 64;

/// Identifies a process among those that share a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessId(pub i64);

/// A lease that was not renewed in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedLease {
    pub process: ProcessId,
    /// The time of its last renewal, in microseconds since 1970.
    pub renewed_at: i64,
}

impl Store {
    /// Returns up to `limit` boards of timed games in play that [`Store::behind`] finds.
    pub async fn timed_behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError> {
        let statements = [sql::screens::TIMED_BEHIND, sql::screens::TIMED_BEHIND_ELSEWHERE];
        self.left_behind(statements, after, limit, grace).await
    }

    /// Records that a board is to be sent again to a chat in which this message of it is gone or, without
    /// a message, in which it has none and counts as showing [`Revision::LAST`]. Of several calls,
    /// exactly one succeeds.
    pub async fn recall(
        &self,
        id: SessionId,
        chat: ChatId,
        gone: Option<MessageId>,
    ) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let gone = gone.map(|message| message.0).into();
        let now = self.clock.now().into();
        let values = [now, id.into(), chat.0.into(), gone, Revision::LAST.0.into()];
        let home = Statement::new(sql::screens::RECALL_BOARD, values.clone());
        let elsewhere = Statement::new(sql::screens::RECALL_ELSEWHERE, values);
        self.commit_either(id, chat.into(), home, elsewhere).await
    }

    /// Renews the claim on a board that is still being sent to this chat, in which it has no message.
    pub async fn renew_claim(&self, id: SessionId, chat: ChatId) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let values = [self.clock.now(), id, chat.0].map(Value::from);
        let home = Statement::new(sql::screens::RENEW_CLAIM, values.clone());
        let elsewhere = Statement::new(sql::screens::RENEW_CLAIM_ELSEWHERE, values);
        self.commit_either(id, chat.into(), home, elsewhere).await
    }

    /// Claims the resending of a board that has a message in this chat, unless that message was sent, or
    /// the person on this side has moved, within the first duration, or another process claimed it within
    /// the second. Of several claims, exactly one succeeds.
    pub async fn claim_notice(
        &self,
        id: SessionId,
        chat: ChatId,
        side: Side,
        quiet_for: Duration,
        claimed_for: Duration,
    ) -> Result<Commit, StoreError> {
        let id = session_column(id);
        let RecentRange { from, to } = self.clock.lately(quiet_for);
        let side = i64::from(side.number());
        let claimed_from = self.clock.lately(claimed_for).from;
        let now = self.clock.now();
        let values = [-now, id, chat.0, from, to, claimed_from, side].map(Value::from);
        let home = Statement::new(sql::screens::CLAIM_NOTICE, values.clone());
        let elsewhere = Statement::new(sql::screens::CLAIM_NOTICE_ELSEWHERE, values);
        self.commit_either(id, chat.into(), home, elsewhere).await
    }

    /// Renews the lease of this process.
    pub async fn renew_lease(&self, ProcessId(process): ProcessId) -> Result<(), StoreError> {
        let values = [process.into(), self.clock.now().into()];
        self.write(Lock::Other, sql::screens::RENEW_LEASE, values).await.map(drop)
    }

    /// Returns some leases that were not renewed for that long.
    pub async fn ended_leases(&self, silent_for: Duration) -> Result<Vec<EndedLease>, StoreError> {
        let RecentRange { from, to } = self.clock.lately(silent_for);
        let values = [from.into(), to.into(), ENDED_LEASES_MAX.into()];
        let rows = self.rows(sql::screens::ENDED_LEASES, values).await?.into_iter();
        rows.map(|row| {
            Ok(EndedLease { process: ProcessId(row.integer(0)?), renewed_at: row.integer(1)? })
        })
        .collect()
    }

    /// Deletes an ended lease, unless it was renewed since.
    pub async fn drop_lease(&self, lease: EndedLease) -> Result<(), StoreError> {
        let EndedLease { process: ProcessId(process), renewed_at } = lease;
        let values = [process.into(), renewed_at.into()];
        self.write(Lock::Other, sql::screens::DROP_LEASE, values).await.map(drop)
    }

    /// Returns the first of the boards that lag in their own chat and of those that lag elsewhere.
    pub(crate) async fn left_behind(
        &self,
        statements: [Sql; 2],
        after: Option<SessionId>,
        limit: u32,
        grace: Grace,
    ) -> Result<Vec<Board>, StoreError> {
        let (unsent, unshown) = (self.clock.lately(grace.unsent), self.clock.lately(grace.unshown));
        let mut boards = Vec::new();
        for sql in statements {
            let ask = |first, size| {
                let times = [unsent.from, unsent.to, unshown.from].map(Value::from);
                let [unsent_from, to, unshown_from] = times;
                Statement::new(sql, [first, unsent_from, to, unshown_from, size])
            };
            boards.extend(self.page(after, limit, ask).await?);
        }
        boards.sort_by_key(|board| board.session.id());
        boards.dedup_by_key(|board| board.session.id());
        boards.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(boards)
    }
}
