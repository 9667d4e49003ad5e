//! Whose a database is: the first bot that uses it, until it is handed over on purpose.

use std::fmt;

use thiserror::Error;

use crate::store::database::Database;
use crate::store::opening::OpenError;
use crate::store::relational::RelationalStore;
use crate::store::row::no_number;
use crate::store::statement::Lock;
use crate::store::{self, Opened, Store, StoreError, location, sql};

/// The number of a bot at Telegram, which stays the same when its token changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotId(pub i64);

impl fmt::Display for BotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a database is not handed over. It is then left as it was.
#[derive(Debug, Error)]
pub enum AdoptError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Hands the database of the URL over to this bot, and tells whose it was. The bot whose it was does
/// not start on it any more; one that runs is not stopped.
pub async fn adopt(url: &str, bot: BotId) -> Result<Option<BotId>, AdoptError> {
    match store::open_any(location::parse(url)?, None).await? {
        Opened::Sqlite(store) => Ok(hand_over(&store, bot).await?),
        Opened::Postgres(store) => Ok(hand_over(&store, bot).await?),
    }
}

async fn hand_over<D: Database>(
    store: &RelationalStore<D>,
    bot: BotId,
) -> Result<Option<BotId>, StoreError> {
    let before = store.owner().await?;
    store.write(Lock::Other, sql::HAND_OVER, [bot.0.into()]).await?;
    store.close().await;
    Ok(before)
}

/// The store, whose database of this name belongs to the bot now or has before. Of two bots that
/// claim one at once, one gets it.
pub(super) async fn claimed<D: Database>(
    store: RelationalStore<D>,
    database: String,
    bot: BotId,
) -> Result<RelationalStore<D>, OpenError> {
    match claim(&store, bot).await {
        Ok(owner) if owner == bot => Ok(store),
        Ok(owner) => {
            store.close().await;
            Err(OpenError::OtherBot { database, owner, bot })
        }
        Err(error) => Err(OpenError::Server { server: database, detail: error.to_string() }),
    }
}

async fn claim<D: Database>(store: &RelationalStore<D>, bot: BotId) -> Result<BotId, StoreError> {
    if let Some(owner) = store.owner().await? {
        return Ok(owner);
    }
    store.write(Lock::Other, sql::CLAIM_INSTANCE, [bot.0.into()]).await?;
    store.owner().await?.ok_or_else(no_number)
}

impl<D: Database> RelationalStore<D> {
    async fn owner(&self) -> Result<Option<BotId>, StoreError> {
        let row = self.row(sql::OWNER, []).await?.ok_or_else(no_number)?;
        Ok(row.optional_integer(0)?.map(BotId))
    }
}
