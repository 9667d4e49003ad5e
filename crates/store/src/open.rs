//! Opens the store that a URL names.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::task;
use zerosum_session::game::keyed::PersonKey;

use crate::host::location::{self, Location};
use crate::host::owner::BotId;
use crate::open_error::OpenError;
use crate::sqlite::backup::{self as sqlite_backup, BackupError};
use crate::sqlite::handing_over;
use crate::statement::Lock;
use crate::store::Store;
use crate::types::StoreError;
use crate::{postgres, sql, sqlite};

/// Opens the store that the URL names. A SQLite file is created if it does not exist, and checked for
/// damage as a whole; in a PostgreSQL database the tables are created.
///
/// `sqlite://zerosum.db` is a file in the working directory, `sqlite:///srv/zerosum.db` one with an
/// absolute path. The path is taken literally, without percent-decoding.
///
/// `postgres://user:password@host:5432/database` is a server, version 15 or newer. Its options are those
/// of PostgreSQL, `sslmode` among them: `disable`, `prefer` (the default), `require`, which encrypts and,
/// as everywhere with PostgreSQL, trusts any certificate, and `verify-full`, which trusts the public
/// authorities, also by `sslrootcert=system`, or those in the PEM file of `sslrootcert`. A folder in the
/// place of the host, as in `postgres:///database?host=/run/postgresql&user=user`, is that of a Unix socket,
/// which is not encrypted, whatever `sslmode` says.
///
/// The owner of the database is neither checked nor changed; a bot opens it by [`open_for`].
pub async fn open(url: &str) -> Result<Arc<Store>, OpenError> {
    open_any(location::parse(url)?, None).await.map(Arc::new)
}

/// Opens the store for a bot, which is to [claim](Store::claim_for) it before it writes. A database of
/// another bot is refused and left unchanged. The key derives the numbers that replace people whose data is deleted.
pub async fn open_for(url: &str, bot: BotId, key: PersonKey) -> Result<Arc<Store>, OpenError> {
    let store = open_any(location::parse(url)?, Some(bot)).await?;
    Ok(Arc::new(store.with_key(key)))
}

/// Checks whether the URL names a database that could be opened. Opens nothing.
pub fn check_url(url: &str) -> Result<(), OpenError> {
    location::parse(url).map(|_| ())
}

async fn open_any(location: Location, bot: Option<BotId>) -> Result<Store, OpenError> {
    match location {
        Location::Sqlite(path) => {
            let opened = task::spawn_blocking(move || sqlite::open_for(&path, bot));
            opened.await.expect("opening does not panic")
        }
        Location::Postgres(settings) => postgres::open(*settings, bot).await,
    }
}

/// Copies the SQLite database of the URL into a new file, as a snapshot at one moment. The bot may be
/// running and is not blocked. An existing file is never overwritten. Blocks until the copy is on disk.
pub fn backup(url: &str, target: &Path) -> Result<(), BackupError> {
    match location::parse(url)? {
        Location::Sqlite(path) => sqlite_backup::run(&path, target),
        Location::Postgres(_) => Err(BackupError::Server),
    }
}

/// An error of handing over a database, which then keeps its owner.
#[derive(Debug, Error)]
pub enum AdoptError {
    #[error("there is no database at {0:?}")]
    Missing(PathBuf),
    #[error("the database is in use by a running bot: stop it first")]
    InUse,
    #[error(transparent)]
    Open(OpenError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<OpenError> for AdoptError {
    fn from(error: OpenError) -> AdoptError {
        match error {
            OpenError::Locked(_) => AdoptError::InUse,
            error => AdoptError::Open(error),
        }
    }
}

/// A database that was handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adopted {
    /// The name of the database in messages.
    pub name: String,
    /// Its previous owner.
    pub before: Option<BotId>,
}

/// Hands the database of the URL over to this bot; a file has to be there. The previous owner no longer starts on it.
/// [`AdoptError::InUse`] while a bot runs on it: has the file open or, on a server, renews a lease. The call waits
/// for the end of a lease that is not renewed, which takes up to this long.
pub async fn adopt(url: &str, bot: BotId, lease: Duration) -> Result<Adopted, AdoptError> {
    let location = location::parse(url)?;
    let name = location.name();
    let before = match location {
        Location::Sqlite(path) if !path.is_file() => return Err(AdoptError::Missing(path)),
        Location::Sqlite(path) => {
            let handed_over = task::spawn_blocking(move || handing_over::hand_over(&path, bot));
            handed_over.await.expect("handing over does not panic")?
        }
        Location::Postgres(settings) => {
            let store = postgres::open(*settings, None).await?;
            let before = hand_over(&store, bot, lease).await;
            store.close().await;
            before?
        }
    };
    Ok(Adopted { name, before })
}

async fn hand_over(
    store: &Store,
    bot: BotId,
    lease: Duration,
) -> Result<Option<BotId>, AdoptError> {
    if store.is_at_work(lease).await? {
        return Err(AdoptError::InUse);
    }
    let before = store.owner().await?;
    store.write(Lock::Other, sql::host::HAND_OVER, [bot.0.into()]).await?;
    Ok(before)
}
