//! Opening a PostgreSQL store: refusals have one line and do not show the password.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result};
use tempfile::NamedTempFile;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use zerosum_store::Grace;
use zerosum_store::host::operations::Switch;
use zerosum_store::open_error::OpenError;

use crate::postgres_support::Schema;

/// Opens the store, which has to fail with a line that does not show the password.
async fn refusal(url: &str) -> Result<OpenError> {
    let error = zerosum_store::open(url).await.err().context("the store opens")?;
    let message = error.to_string();
    assert!(!message.contains('\n') && !message.contains("hunter2"), "{message}");
    assert!(message.contains(": "), "{message}");
    Ok(error)
}

/// A server that answers the start of any connection with these bytes.
async fn impostor(answer: Vec<u8>) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let server = listener.local_addr()?.to_string();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 1_024];
            if stream.read(&mut request).await.is_ok() {
                // The client may have disconnected.
                let _ = stream.write_all(&answer).await;
                let _ = stream.shutdown().await;
            }
        }
    });
    Ok(server)
}

/// A server's response that refuses a connection.
fn error_response(code: &str, message: &str) -> Vec<u8> {
    let fields = format!("SFATAL\0VFATAL\0C{code}\0M{message}\0\0");
    let length = u32::try_from(fields.len() + 4).expect("a short message");
    [b"E".as_slice(), &length.to_be_bytes(), fields.as_bytes()].concat()
}

#[tokio::test]
async fn a_server_that_does_not_run_is_unreachable() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let server = listener.local_addr()?;
    drop(listener);
    let error = refusal(&format!("postgres://bot:hunter2@{server}/games")).await?;
    let OpenError::Unreachable { server: named, detail } = error else {
        anyhow::bail!("{error:?}");
    };
    assert_eq!(named, format!("{server}/games"));
    assert!(detail.contains("refused"), "{detail}");
    Ok(())
}

#[tokio::test]
async fn a_server_that_says_nothing_is_unreachable() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let server = listener.local_addr()?;
    let error = refusal(&format!("postgres://bot:hunter2@{server}/games")).await?;
    assert!(matches!(error, OpenError::Unreachable { .. }), "{error:?}");
    Ok(())
}

#[tokio::test]
async fn refusals_of_a_server_are_told_apart() -> Result<()> {
    for (code, expected) in [
        ("28P01", OpenError::Password as fn(String) -> OpenError),
        ("28000", OpenError::Password),
        ("3D000", OpenError::NoSuchDatabase),
    ] {
        let server = impostor(error_response(code, "no")).await?;
        let url = format!("postgres://bot:hunter2@{server}/games?sslmode=disable");
        assert_eq!(refusal(&url).await?, expected(format!("{server}/games")));
    }
    let server = impostor(error_response("53300", "too many\nconnections")).await?;
    let url = format!("postgres://bot:hunter2@{server}/games?sslmode=disable");
    let detail = "too many connections (53300)".to_owned();
    let server = format!("{server}/games");
    assert_eq!(refusal(&url).await?, OpenError::Unreachable { server, detail });
    Ok(())
}

#[tokio::test]
async fn encryption_that_is_demanded_is_never_left_out() -> Result<()> {
    for mode in ["require", "verify-full"] {
        let server = impostor(b"N".to_vec()).await?;
        let error = refusal(&format!("postgres://b:hunter2@{server}/g?sslmode={mode}")).await?;
        let OpenError::Unreachable { detail, .. } = error else { anyhow::bail!("{error:?}") };
        assert!(detail.contains("server does not support TLS"), "{detail}");
    }
    Ok(())
}

#[tokio::test]
async fn certificates_that_cannot_be_read_are_refused() -> Result<()> {
    let mut file = NamedTempFile::new()?;
    file.write_all(b"this is no certificate")?;
    for path in [file.path().to_owned(), file.path().with_extension("missing")] {
        let query = format!("sslmode=verify-full&sslrootcert={}", path.display());
        let error = refusal(&format!("postgres://bot:hunter2@localhost/games?{query}")).await?;
        assert_eq!(error, OpenError::RootCertificates(path));
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_server_that_encrypts_is_spoken_to_so_and_an_unknown_certificate_is_refused() -> Result<()>
{
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    let offers = schema.stranger().await?.query_one("SHOW ssl", &[]).await?;
    if offers.try_get::<_, &str>(0)? == "on" {
        let url = schema.url().replace("sslmode=disable", "sslmode=require");
        let store = zerosum_store::open(&url).await?;
        store.ping().await?;
        let count = "SELECT COUNT(*) FILTER (WHERE ssl), COUNT(*) FROM pg_stat_ssl \
                     JOIN pg_stat_activity USING (pid) WHERE application_name = $1";
        let row = schema.stranger().await?.query_one(count, &[&schema.name()]).await?;
        let (encrypted, all): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        assert!(all > 0 && encrypted == all, "{encrypted} of {all} connections are encrypted");
        store.close().await;
        let url = schema.url().replace("sslmode=disable", "sslmode=verify-full");
        let error = refusal(&url).await?;
        let OpenError::Unreachable { detail, .. } = error else { anyhow::bail!("{error:?}") };
        assert!(detail.contains("certificate"), "{detail}");
    }
    schema.drop().await
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_missing_database_is_named() -> Result<()> {
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    let mut url: url::Url = schema.url().parse()?;
    url.set_path("there_is_no_such_database");
    let error = refusal(url.as_str()).await?;
    assert!(matches!(error, OpenError::NoSuchDatabase(_)), "{error:?}");
    schema.drop().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn of_many_processes_that_start_at_once_one_makes_the_tables() -> Result<()> {
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    let mut opening = JoinSet::new();
    let url: Arc<str> = schema.url().into();
    for _ in 0..10 {
        let url = Arc::clone(&url);
        opening.spawn(async move { zerosum_store::open(&url).await });
    }
    while let Some(opened) = opening.join_next().await {
        let store = opened??;
        store.ping().await?;
        store.close().await;
    }
    let counts = "SELECT COUNT(*), MAX(version) FROM zerosum_schema";
    let row = schema.stranger().await?.query_one(counts, &[]).await?;
    let (notes, version): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    assert_eq!(notes, version, "each migration is noted once");
    schema.drop().await
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn what_is_kept_is_found_by_the_next_process() -> Result<()> {
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    let store = zerosum_store::open(&schema.url()).await?;
    store.set_switch(Switch::Maintenance, true).await?;
    store.close().await;
    let store = zerosum_store::open(&schema.url()).await?;
    assert!(store.is_on(Switch::Maintenance).await?);
    store.close().await;
    schema.drop().await
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn newer_tables_are_refused_unless_they_are_marked_as_compatible() -> Result<()> {
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    zerosum_store::open(&schema.url()).await?.close().await;
    let newest = "SELECT MAX(version) FROM zerosum_schema";
    let known: i64 = schema.stranger().await?.query_one(newest, &[]).await?.try_get(0)?;
    let note = |version: i64, works_with: i64| {
        format!("INSERT INTO zerosum_schema VALUES ({version}, {works_with})")
    };
    // Imitates a newer program, which adds a column with a default and records that this one still works.
    schema.execute("ALTER TABLE boards ADD COLUMN colour BIGINT NOT NULL DEFAULT 0").await?;
    schema.execute(&note(known + 1, known)).await?;
    let store = zerosum_store::open(&schema.url()).await?;
    store.ping().await?;
    store.close().await;
    schema.execute(&note(known + 2, known + 1)).await?;
    let error = refusal(&schema.url()).await?;
    let OpenError::NewerTables { found, known: named, .. } = error else {
        anyhow::bail!("{error:?}");
    };
    assert_eq!((found, named), (known + 2, known));
    schema.drop().await
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn what_the_version_before_writes_is_found_before_and_after_the_tables_change() -> Result<()>
{
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    schema
        .execute(include_str!("../../../src/postgres/migrations/0001_boards_people_hosting.sql"))
        .await?;
    schema
        .execute(
            "CREATE TABLE zerosum_schema (version BIGINT PRIMARY KEY, works_with BIGINT NOT NULL);
             INSERT INTO zerosum_schema VALUES (1, 1)",
        )
        .await?;
    let write = |id: u64| {
        format!(
            "INSERT INTO boards \
             (id, owner, chat, message, shown, revision, is_over, record, touched) \
             VALUES ({} + {id}, 1, 1, NULL, 0, 1, 0, '1 3x3 u1 e:perfect - -', {id})",
            i64::MIN
        )
    };
    schema.execute(&write(1)).await?;
    let store = zerosum_store::open(&schema.url()).await?;
    schema.execute(&write(2)).await?;
    let behind = store.behind(None, 9, Grace::NONE).await?;
    let ids: Vec<u64> = behind.iter().map(|board| board.session.id().0).collect();
    assert_eq!(ids, [1, 2]);
    store.close().await;
    schema.drop().await
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn tables_of_another_program_are_left_alone() -> Result<()> {
    let Some(schema) = Schema::create().await? else { return Ok(()) };
    schema.execute("CREATE TABLE people (id BIGINT, shoe_size BIGINT)").await?;
    let error = refusal(&schema.url()).await?;
    assert!(matches!(error, OpenError::ForeignTables(_)), "{error:?}");
    let count = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()";
    let row = schema.stranger().await?.query_one(count, &[]).await?;
    assert_eq!(row.try_get::<_, i64>(0)?, 1, "nothing is left behind");
    schema.drop().await
}
