//! Behaviour of the PostgreSQL store while its server is out of reach, and afterwards.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::task::JoinSet;
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::people::deletion;
use zerosum_store::{Commit, OpenGames, Person, Store, StoreError};

use crate::person;
use crate::postgres_support::Schema;
use crate::proxy::{Network, Proxy};
use crate::store_support::{ANN, CHAT, after_any_action, board, placed_board, placed_board_of};

/// Time within which a call has to be refused.
const PROMPT: Duration = Duration::from_secs(2);

struct Scene {
    store: Arc<Store>,
    proxy: Proxy,
    schema: Schema,
}

impl Scene {
    async fn new() -> Result<Option<Scene>> {
        let Some(schema) = Schema::create().await? else { return Ok(None) };
        let proxy = Proxy::before(&schema.url()).await?;
        let store = zerosum_store::open(proxy.url()).await?;
        Ok(Some(Scene { store, proxy, schema }))
    }

    async fn end(self) -> Result<()> {
        self.proxy.becomes(Network::Cut).await;
        self.store.close().await;
        self.schema.drop().await
    }

    /// Makes this number of calls of every kind, all at once, and returns how many succeeded. All others have
    /// to be refused in time.
    async fn ask(&self, callers: u64) -> Result<u64> {
        let mut asking = JoinSet::new();
        for id in 0..callers {
            let store = Arc::clone(&self.store);
            asking.spawn(async move {
                let asked = Instant::now();
                let answer = match id % 5 {
                    0 => store.create(&placed_board(id, 10), OpenGames::ANY).await.map(drop),
                    1 => store.load(SessionId(id)).await.map(drop),
                    2 => store.put_person(UserId(id), None, &person()).await.map(drop),
                    3 => store.ping().await,
                    _ => store.count_open(CHAT, ANN).await.map(drop),
                };
                (answer, asked.elapsed())
            });
        }
        let mut answered = 0;
        while let Some(asked) = asking.join_next().await {
            let (answer, elapsed) = asked?;
            match answer {
                Ok(()) => answered += 1,
                Err(StoreError::Away(_) | StoreError::Overloaded) => {}
                Err(other) => return Err(other.into()),
            }
            ensure!(elapsed < PROMPT, "answered after {elapsed:?}");
        }
        Ok(answered)
    }

    /// Waits until all calls succeed again.
    async fn recovers(&self) -> Result<()> {
        let start = Instant::now();
        while self.ask(50).await? < 50 {
            ensure!(start.elapsed() < PROMPT, "the store does not recover");
            tokio::task::yield_now().await;
        }
        Ok(())
    }

    /// Number of the store's connections that the server sees.
    async fn connections(&self) -> Result<i64> {
        let count = "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = $1";
        let row = self.schema.stranger().await?.query_one(count, &[&self.schema.name()]).await?;
        Ok(row.try_get(0)?)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_server_that_is_cut_off_is_refused_at_once_and_found_again() -> Result<()> {
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    for _ in 0..5 {
        scene.recovers().await?;
        scene.proxy.becomes(Network::Cut).await;
        let start = Instant::now();
        let answered = scene.ask(200).await?;
        assert!(start.elapsed() < PROMPT / 2, "{:?}", start.elapsed());
        // Calls in flight may just have succeeded.
        assert!(answered < 50, "{answered} were answered by nobody");
        assert_eq!(scene.ask(200).await?, 0);
        scene.proxy.becomes(Network::Whole).await;
    }
    scene.recovers().await?;
    scene.end().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_server_that_hangs_is_refused_in_time_and_found_again() -> Result<()> {
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    for _ in 0..2 {
        scene.recovers().await?;
        scene.proxy.becomes(Network::Hanging).await;
        assert_eq!(scene.ask(300).await?, 0);
        assert_eq!(scene.ask(300).await?, 0);
        scene.proxy.becomes(Network::Whole).await;
        scene.recovers().await?;
    }
    scene.end().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn callers_and_connections_stay_bounded_while_the_server_hangs() -> Result<()> {
    const CONNECTIONS_MAX: i64 = 6;
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    scene.recovers().await?;
    assert!(scene.connections().await? <= CONNECTIONS_MAX);
    scene.proxy.becomes(Network::Hanging).await;
    let mut asking = JoinSet::new();
    for id in 0..6_000 {
        let store = Arc::clone(&scene.store);
        asking.spawn(async move { store.create(&board(1_000_000 + id), OpenGames::ANY).await });
    }
    let (mut away, mut overloaded) = (0, 0);
    while let Some(asked) = asking.join_next().await {
        match asked? {
            Err(StoreError::Away(_)) => away += 1,
            Err(StoreError::Overloaded) => overloaded += 1,
            other => anyhow::bail!("{other:?}"),
        }
    }
    assert!(away > 0 && overloaded >= 2_000, "{away} away, {overloaded} overloaded");
    scene.proxy.becomes(Network::Whole).await;
    scene.recovers().await?;
    // The server still holds the hanging connections, as it has not learnt of their end.
    assert!(scene.connections().await? <= 2 * CONNECTIONS_MAX);
    let left = scene.store.boards_of(ANN, Some(SessionId(999_999)), 10).await?;
    assert_eq!(left, [], "what was refused is done all the same");
    scene.end().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn an_interrupted_write_is_done_as_a_whole_or_not_at_all() -> Result<()> {
    const BOARDS: u64 = 40;
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    for round in 0..20_u64 {
        let owner = UserId(5_000 + round);
        // Ids above those that are used to see whether the store has recovered.
        let first = 10_000 + round * BOARDS;
        let ids = first..first + BOARDS;
        for id in ids.clone() {
            let board = placed_board_of(owner, id, 10);
            assert_eq!(scene.store.create(&board, OpenGames::ANY).await?, Commit::Done);
        }
        let mut playing = JoinSet::new();
        for id in ids.skip(1) {
            let store = Arc::clone(&scene.store);
            playing.spawn(play_until_refused(store, id));
        }
        // A delay that varies by round, so that the cut comes at different moments.
        tokio::time::sleep(Duration::from_micros(300 * round)).await;
        scene.proxy.becomes(Network::Cut).await;
        let mut answered = Vec::new();
        while let Some(played) = playing.join_next().await {
            answered.push(played??);
        }
        scene.proxy.becomes(Network::Whole).await;
        scene.recovers().await?;
        for (id, revision) in answered {
            let stored = scene.store.load(SessionId(id)).await?.context("it was created")?;
            let stored = stored.session.revision();
            // One more may have been committed without a confirmation.
            let possible = revision.0..=revision.0 + 1;
            assert!(possible.contains(&stored.0), "{id}: {revision:?} answered, {stored:?} kept");
        }
        deleting_is_whole(&scene, owner, BOARDS, round).await?;
    }
    scene.end().await
}

/// Plays on until the store is unavailable, and returns the last confirmed revision.
async fn play_until_refused(store: Arc<Store>, id: u64) -> Result<(u64, Revision)> {
    let mut session = placed_board(id, 10).session;
    loop {
        let next = after_any_action(&session)?;
        match store.commit(&next, session.revision()).await {
            Ok(commit) => assert_eq!(commit, Commit::Done, "nobody else plays {id}"),
            Err(StoreError::Away(_) | StoreError::Overloaded) => {
                return Ok((id, session.revision()));
            }
            Err(other) => return Err(other.into()),
        }
        session = next;
    }
}

/// Deletes a person while the network is cut, and checks that either all of their boards are left, or none.
async fn deleting_is_whole(scene: &Scene, owner: UserId, boards: u64, round: u64) -> Result<()> {
    let store = Arc::clone(&scene.store);
    let deleting = tokio::spawn(async move { store.delete_person(owner, 1_000).await });
    tokio::time::sleep(Duration::from_micros(150 * round)).await;
    scene.proxy.becomes(Network::Cut).await;
    let deleted = deleting.await?;
    scene.proxy.becomes(Network::Whole).await;
    scene.recovers().await?;
    let left = scene.store.boards_of(owner, None, 1_000).await?.len();
    let left = u64::try_from(left)?;
    match deleted {
        // They are gone at once; boards left over by a cut are deleted later.
        Ok(deletion) => {
            let is_told = !deletion.is_complete || deletion.boards == boards;
            assert!(left == 0 && is_told, "{deletion:?}, {left} of {boards} are left");
            deletion::finish_all(&scene.store).await?;
            assert_eq!(scene.store.pending_deletions(9).await?, []);
        }
        Err(_) => assert!(left == 0 || left == boards, "{left} of {boards} are left"),
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_locked_row_delays_no_one_else_for_long() -> Result<()> {
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    for id in 0..50 {
        scene.store.create(&placed_board(id, 10), OpenGames::ANY).await?;
    }
    let mut stranger = scene.schema.stranger().await?;
    let held = stranger.transaction().await?;
    held.execute("SELECT * FROM boards WHERE id = $1 FOR UPDATE", &[&i64::MIN]).await?;
    let mut playing = JoinSet::new();
    for id in 0..50 {
        let store = Arc::clone(&scene.store);
        playing.spawn(async move {
            let session = placed_board(id, 10).session;
            let next = after_any_action(&session).expect("a resignation");
            let asked = Instant::now();
            (id, store.commit(&next, session.revision()).await, asked.elapsed())
        });
    }
    while let Some(played) = playing.join_next().await {
        let (id, answer, elapsed) = played?;
        assert!(elapsed < PROMPT, "{elapsed:?}");
        match answer {
            Ok(Commit::Done) => assert_ne!(id, 0),
            Err(StoreError::Away(_)) => assert_eq!(id, 0, "refused for somebody else's board"),
            other => anyhow::bail!("{other:?}"),
        }
    }
    held.rollback().await?;
    let next = after_any_action(&board(0).session)?;
    assert_eq!(scene.store.commit(&next, Revision::START).await?, Commit::Done);
    scene.end().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_locked_table_refuses_all_in_time() -> Result<()> {
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    let mut stranger = scene.schema.stranger().await?;
    let held = stranger.transaction().await?;
    held.batch_execute("LOCK TABLE boards").await?;
    let mut asking = JoinSet::new();
    for id in 0..2_000 {
        let store = Arc::clone(&scene.store);
        asking.spawn(async move {
            let asked = Instant::now();
            (store.create(&placed_board(id, 10), OpenGames::ANY).await, asked.elapsed())
        });
    }
    while let Some(asked) = asking.join_next().await {
        let (answer, elapsed) = asked?;
        assert!(matches!(answer, Err(StoreError::Away(_))), "{answer:?}");
        assert!(elapsed < PROMPT, "{elapsed:?}");
    }
    held.rollback().await?;
    scene.recovers().await?;
    scene.end().await
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_deletion_that_fails_half_way_deletes_nothing() -> Result<()> {
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    scene.store.create(&placed_board(1, 10), OpenGames::ANY).await?;
    scene.store.put_person(ANN, None, &person()).await?;
    scene
        .schema
        .execute(
            "CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS
                 $$ BEGIN RAISE 'people stay'; END $$;
             CREATE TRIGGER refuse BEFORE DELETE ON people EXECUTE FUNCTION refuse()",
        )
        .await?;
    let refused = scene.store.delete_person(ANN, 9).await;
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
    assert_eq!(scene.store.load(SessionId(1)).await?, Some(placed_board(1, 10)));
    assert_eq!(scene.store.person(ANN).await?, Some(person()));
    scene.schema.execute("DROP TRIGGER refuse ON people").await?;
    assert_eq!(scene.store.delete_person(ANN, 9).await?.boards, 1);
    scene.end().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_write_that_the_server_refuses_is_refused_alone() -> Result<()> {
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    let mut writing = JoinSet::new();
    for id in 0..200 {
        let store = Arc::clone(&scene.store);
        writing.spawn(async move {
            // PostgreSQL rejects text with a NUL.
            let name = if id % 50 == 7 { "\0".to_owned() } else { "Ann".to_owned() };
            (id, store.put_person(UserId(id), None, &Person { name, ..person() }).await)
        });
    }
    while let Some(written) = writing.join_next().await {
        let (id, answer) = written?;
        assert_eq!(answer.is_err(), id % 50 == 7, "{id}: {answer:?}");
        assert!(!matches!(answer, Err(StoreError::Away(_))), "{answer:?}");
    }
    assert_eq!(scene.store.counts().await?.people.number, 196);
    scene.end().await
}
