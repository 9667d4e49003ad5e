//! The owner of a database: the first bot that uses it, until the database is handed over explicitly. So
//! another bot that is given a copy of the database by mistake does not write to its people.

use std::fmt;
use std::time::Duration;

use tokio::time::sleep;

use crate::open_error::OpenError;
use crate::row::no_number;
use crate::sql;
use crate::statement::Lock;
use crate::store::Store;
use crate::store_clock::RecentRange;
use crate::types::StoreError;

/// Interval at which leases are looked at until they have ended.
const LOOK_PERIOD: Duration = Duration::from_millis(100);

/// The Telegram id of a bot, which stays the same when its token changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotId(pub i64);

impl fmt::Display for BotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Store {
    /// Makes the bot the owner of the database, unless that has one. Of two bots that claim a database at once, exactly
    /// one succeeds.
    pub async fn claim_for(&self, bot: BotId) -> Result<(), OpenError> {
        let database = format!("the {} database", self.kind());
        match self.owner_after_claim(bot).await {
            Ok(owner) if owner == bot => Ok(()),
            Ok(owner) => Err(OpenError::OtherBot { database, owner, bot }),
            Err(error) => Err(OpenError::Server { server: database, detail: error.to_string() }),
        }
    }

    async fn owner_after_claim(&self, bot: BotId) -> Result<BotId, StoreError> {
        if let Some(owner) = self.owner().await? {
            return Ok(owner);
        }
        self.write(Lock::Other, sql::host::CLAIM_INSTANCE, [bot.0.into()]).await?;
        self.owner().await?.ok_or_else(no_number)
    }

    pub(crate) async fn owner(&self) -> Result<Option<BotId>, StoreError> {
        let row = self.row(sql::host::OWNER, []).await?.ok_or_else(no_number)?;
        Ok(row.optional_integer(0)?.map(BotId))
    }

    /// Returns whether a process renews its lease, which ends after this time if it does not. Waits for the end of the
    /// leases of processes that have ended.
    pub(crate) async fn is_at_work(&self, lease: Duration) -> Result<bool, StoreError> {
        let Some(first) = self.last_renewal(lease).await? else { return Ok(false) };
        loop {
            sleep(LOOK_PERIOD).await;
            match self.last_renewal(lease).await? {
                None => return Ok(false),
                Some(last) if last != first => return Ok(true),
                Some(_) => {}
            }
        }
    }

    async fn last_renewal(&self, lease: Duration) -> Result<Option<i64>, StoreError> {
        let RecentRange { from, to } = self.clock.lately(lease);
        let values = [from.into(), to.into()];
        let row = self.row(sql::screens::LAST_RENEWAL, values).await?.ok_or_else(no_number)?;
        row.optional_integer(0)
    }
}
