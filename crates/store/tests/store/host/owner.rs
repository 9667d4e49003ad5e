//! A database belongs to one bot: the first that uses it, until it is handed over on purpose.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use rusqlite::Connection;
use tokio::task::JoinSet;
use zerosum_session::game::keyed::PersonKey;
use zerosum_store::games::screens::ProcessId;
use zerosum_store::host::operations::Switch;
use zerosum_store::host::owner::BotId;
use zerosum_store::open_error::OpenError;
use zerosum_store::{AdoptError, Adopted, Store};

use crate::postgres_support::Schema;

const OURS: BotId = BotId(4_242);
const OTHER: BotId = BotId(777);

/// Time after which a lease has ended that is not renewed.
const LEASE: Duration = Duration::from_millis(1);

/// Opens the database for a bot.
async fn opened_for(url: &str, bot: BotId) -> Result<Arc<Store>, OpenError> {
    zerosum_store::open_for(url, bot, PersonKey::default()).await
}

/// Opens the database for a bot, which claims it.
async fn claimed(url: &str, bot: BotId) -> Result<Arc<Store>, OpenError> {
    let store = opened_for(url, bot).await?;
    match store.claim_for(bot).await {
        Ok(()) => Ok(store),
        Err(error) => {
            store.close().await;
            Err(error)
        }
    }
}

/// Makes a bot open the database, which has to fail with a one-line error.
async fn refuses(url: &str, bot: BotId) -> Result<()> {
    let error = opened_for(url, bot).await.err().context("the store opens")?;
    let OpenError::OtherBot { owner, bot: named, .. } = &error else {
        anyhow::bail!("{error:?}");
    };
    assert!(*owner != bot && *named == bot, "{error:?}");
    let message = error.to_string();
    assert!(!message.contains('\n') && message.contains("zerosum adopt-database"), "{message}");
    Ok(())
}

/// Checks ownership for any database.
async fn check(url: &str) -> Result<()> {
    // Created and used by a process that names no bot.
    let store = zerosum_store::open(url).await?;
    store.set_switch(Switch::Maintenance, true).await?;
    store.close().await;
    // A bot whose token Telegram does not accept gets no further, and leaves it to others.
    opened_for(url, OTHER).await?.close().await;
    for _ in 0..2 {
        let store = claimed(url, OURS).await?;
        assert!(store.is_on(Switch::Maintenance).await?, "it is taken with all that is in it");
        store.close().await;
        refuses(url, OTHER).await?;
    }
    zerosum_store::open(url).await?.close().await;
    assert_eq!(zerosum_store::adopt(url, OTHER, LEASE).await?.before, Some(OURS));
    refuses(url, OURS).await?;
    let store = claimed(url, OTHER).await?;
    assert!(store.is_on(Switch::Maintenance).await?);
    store.close().await;
    assert_eq!(zerosum_store::adopt(url, OTHER, LEASE).await?.before, Some(OTHER));
    Ok(())
}

#[tokio::test]
async fn a_file_belongs_to_the_first_bot_that_uses_it() -> Result<()> {
    let folder = tempfile::tempdir()?;
    check(&format!("sqlite://{}", folder.path().join("zerosum.db").display())).await
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_schema_belongs_to_the_first_bot_that_uses_it() -> Result<()> {
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    check(&schema.url()).await?;
    schema.drop().await
}

#[tokio::test]
async fn a_database_without_an_owner_can_be_adopted_and_none_is_made() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("zerosum.db");
    let url = format!("sqlite://{}", path.display());
    let refused = zerosum_store::adopt(&url, OURS, LEASE).await;
    assert!(matches!(refused, Err(AdoptError::Missing(missing)) if missing == path));
    assert!(!path.exists());
    zerosum_store::open(&url).await?.close().await;
    let adopted = zerosum_store::adopt(&url, OURS, LEASE).await?;
    assert_eq!(adopted, Adopted { name: format!("{path:?}"), before: None });
    refuses(&url, OTHER).await
}

#[tokio::test]
async fn a_file_is_not_handed_over_while_a_bot_has_it_open() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}", folder.path().join("zerosum.db").display());
    let store = claimed(&url, OURS).await?;
    let refused = zerosum_store::adopt(&url, OTHER, LEASE).await;
    assert!(matches!(refused, Err(AdoptError::InUse)), "{refused:?}");
    store.set_switch(Switch::Maintenance, true).await?;
    store.close().await;
    refuses(&url, OTHER).await?;
    assert_eq!(zerosum_store::adopt(&url, OTHER, LEASE).await?.before, Some(OURS));
    let store = claimed(&url, OTHER).await?;
    assert!(store.is_on(Switch::Maintenance).await?);
    store.close().await;
    Ok(())
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_schema_is_not_handed_over_while_a_process_renews_its_lease() -> Result<()> {
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    let url = schema.url();
    let store = claimed(&url, OURS).await?;
    let renewing = async {
        while store.renew_lease(ProcessId(1)).await.is_ok() {}
        Err::<(), _>(anyhow::anyhow!("the lease is not renewed"))
    };
    // One that is renewed never ends.
    let lease = Duration::from_secs(3_600);
    tokio::select! {
        refused = zerosum_store::adopt(&url, OTHER, lease) => {
            assert!(matches!(refused, Err(AdoptError::InUse)), "{refused:?}");
        }
        failed = renewing => failed?,
    }
    refuses(&url, OTHER).await?;
    // A process that has ended is in the way until its lease has ended, too.
    store.renew_lease(ProcessId(1)).await?;
    store.close().await;
    assert_eq!(zerosum_store::adopt(&url, OTHER, LEASE).await?.before, Some(OURS));
    refuses(&url, OURS).await?;
    schema.drop().await
}

#[tokio::test]
async fn the_file_of_another_bot_is_left_as_it_was_to_the_byte() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("zerosum.db");
    let url = format!("sqlite://{}", path.display());
    claimed(&url, OURS).await?.close().await;
    let before = fs::read(&path)?;
    refuses(&url, OTHER).await?;
    assert!(fs::read(&path)? == before, "the file has changed");
    assert_eq!(fs::read_dir(folder.path())?.count(), 1, "something is left beside the file");
    Ok(())
}

#[tokio::test]
async fn a_leftover_log_tells_whose_the_file_is_and_stays() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("zerosum.db");
    let url = format!("sqlite://{}", path.display());
    zerosum_store::open(&url).await?.close().await;
    // A killed process has left its claim in the log.
    let connection = Connection::open(&path)?;
    connection.execute("UPDATE zerosum_instance SET bot = ?1", [OURS.0])?;
    let log = folder.path().join("zerosum.db-wal");
    let (file, left) = (fs::read(&path)?, fs::read(&log)?);
    drop(connection);
    fs::write(&path, &file)?;
    fs::write(&log, &left)?;
    refuses(&url, OTHER).await?;
    assert!(fs::read(&path)? == file && fs::read(&log)? == left, "something has changed");
    claimed(&url, OURS).await?.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn of_bots_that_start_at_once_on_a_fresh_database_exactly_one_gets_it() -> Result<()> {
    for _ in 0..3 {
        let Some(schema) = Schema::create().await? else { return Ok(()) };
        let mut opening = JoinSet::new();
        for bot in 1..=6 {
            let url = schema.url();
            opening.spawn(async move { (BotId(bot), claimed(&url, BotId(bot)).await) });
        }
        let mut owners = Vec::new();
        while let Some(opened) = opening.join_next().await {
            match opened? {
                (bot, Ok(store)) => {
                    owners.push(bot);
                    store.close().await;
                }
                (_, Err(OpenError::OtherBot { .. })) => {}
                (_, Err(error)) => anyhow::bail!("{error:?}"),
            }
        }
        assert_eq!(owners.len(), 1, "{owners:?}");
        refuses(&schema.url(), BotId(7)).await?;
        schema.drop().await?;
    }
    Ok(())
}
