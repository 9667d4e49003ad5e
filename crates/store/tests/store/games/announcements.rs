//! Changes that processes on one store announce to each other.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::time::timeout;
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::Store;
use zerosum_store::announcements::{Announced, Change};

use crate::postgres_support::Schema;
use crate::sqlite;

const PATIENCE: Duration = Duration::from_secs(20);

fn change(id: u64, revision: u32) -> Change {
    Change::Session(SessionId(id), Revision(revision))
}

/// The next announcement, or an error if none comes in time.
async fn next(announced: &mut Announced) -> Result<Change> {
    timeout(PATIENCE, announced.next()).await?.context("it has ended")
}

/// Makes one store announce until the other receives it, since the connection may not be ready yet.
async fn meet(teller: &Store, announced: &mut Announced) -> Result<()> {
    let asked = Instant::now();
    loop {
        teller.announce(&[change(0, 1)]);
        if let Ok(heard) = timeout(Duration::from_millis(100), announced.next()).await {
            assert_eq!(heard, Some(change(0, 1)));
            return Ok(());
        }
        ensure!(asked.elapsed() < PATIENCE, "nothing is heard");
    }
}

/// Collects announcements until they are enough, ignoring those made by [`meet`].
async fn heard_until(
    announced: &mut Announced,
    is_enough: impl Fn(&HashMap<SessionId, Revision>) -> bool,
) -> Result<HashMap<SessionId, Revision>> {
    let mut heard = HashMap::new();
    while !is_enough(&heard) {
        if let Change::Session(id, revision) = next(announced).await? {
            heard.insert(id, revision);
        }
        heard.remove(&SessionId(0));
    }
    Ok(heard)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn processes_hear_each_other_and_none_hears_itself() -> Result<()> {
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    let elsewhere = Schema::create().await?.context("there is a database")?;
    let (ann, ben) =
        (zerosum_store::open(&schema.url()).await?, zerosum_store::open(&schema.url()).await?);
    let stranger = zerosum_store::open(&elsewhere.url()).await?;
    let (mut to_ann, mut to_ben) = (ann.announced(), ben.announced());
    meet(ben.as_ref(), &mut to_ann).await?;
    meet(ann.as_ref(), &mut to_ben).await?;
    meet(ben.as_ref(), &mut to_ann).await?;
    stranger.announce(&[change(99, 9)]);

    // More than fit into one notification, and some sessions more than once.
    let many: Vec<_> = (1..=1_000).map(|id| change(id, 2)).collect();
    ann.announce(&many);
    ann.announce(&[change(5, 3), change(u64::MAX, u32::MAX)]);
    let is_told_twice = |heard: &HashMap<_, _>| heard.get(&SessionId(5)) == Some(&Revision(3));
    let heard =
        heard_until(&mut to_ben, |heard| heard.len() >= 1_001 && is_told_twice(heard)).await?;
    assert_eq!((heard.len(), heard[&SessionId(u64::MAX)]), (1_001, Revision::LAST));
    ben.announce(&[change(7, 4)]);
    let heard = heard_until(&mut to_ann, |heard| !heard.is_empty()).await?;
    let expected = HashMap::from([(SessionId(7), Revision(4))]);
    assert_eq!(heard, expected, "its own are not heard");
    ann.announce(&[Change::Deleted(UserId(u64::MAX))]);
    while next(&mut to_ben).await? != Change::Deleted(UserId(u64::MAX)) {}

    ann.close().await;
    assert_eq!(timeout(PATIENCE, to_ann.next()).await?, None);
    ann.announce(&[change(1, 1)]);
    assert_eq!(timeout(PATIENCE, ann.announced().next()).await?, None);
    for store in [ben, stranger] {
        store.close().await;
    }
    elsewhere.drop().await?;
    schema.drop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_connection_that_breaks_is_made_anew() -> Result<()> {
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    let (ann, ben) =
        (zerosum_store::open(&schema.url()).await?, zerosum_store::open(&schema.url()).await?);
    let mut announced = ben.announced();
    meet(ann.as_ref(), &mut announced).await?;
    let end_all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE application_name = $1";
    schema.stranger().await?.execute(end_all, &[&schema.name()]).await?;
    ann.announce(&[change(0, 1)]);
    // Announcements in flight may arrive or be lost.
    while timeout(Duration::from_millis(300), announced.next()).await.is_ok() {}
    meet(ann.as_ref(), &mut announced).await?;
    for store in [ann, ben] {
        store.close().await;
    }
    schema.drop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_of_one_process_has_no_other_to_hear() -> Result<()> {
    let Some(fresh) = sqlite().await? else { return Ok(()) };
    let mut announced = fresh.store.announced();
    fresh.store.announce(&[change(1, 2)]);
    assert_eq!(timeout(PATIENCE, announced.next()).await?, None);
    fresh.store.close().await;
    fresh.scratch.clear().await
}
