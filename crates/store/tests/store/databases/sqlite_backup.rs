//! Copies of a SQLite store that is in use, and files of earlier versions.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use rusqlite::Connection;
use tempfile::TempDir;
use zerosum_picture::theme::Theme;
use zerosum_session::board::ChatId;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::host::operations::Switch;
use zerosum_store::sqlite;
use zerosum_store::sqlite::backup::BackupError;
use zerosum_store::{Commit, OpenGames, Person, StoredBoard};

use crate::store_support::{ANN, BEN, after_any_action, placed_board};

fn url(path: &Path) -> String {
    format!("sqlite://{}", path.display())
}

fn names(folder: &TempDir) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder.path())? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_made_while_games_are_played_is_whole_and_as_of_one_moment() -> Result<()> {
    const SESSIONS: u64 = 8;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("zerosum.db");
    let store = Arc::new(sqlite::open(&path)?);
    for id in 0..500 {
        store.create(&placed_board(id, 10), OpenGames::ANY).await?;
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..SESSIONS)
        .map(|id| {
            let (store, is_over) = (Arc::clone(&store), Arc::clone(&is_over));
            tokio::spawn(async move {
                let mut session = placed_board(id, 10).session;
                while !is_over.load(Ordering::Relaxed) {
                    let next = after_any_action(&session)?;
                    assert_eq!(store.commit(&next, session.revision()).await?, Commit::Done);
                    session = next;
                }
                anyhow::Ok(())
            })
        })
        .collect();
    let copies = tempfile::tempdir()?;
    for number in 0..10 {
        let target = copies.path().join(format!("{number}.db"));
        let before = store.load(SessionId(0)).await?.context("it is played")?.session.revision();
        zerosum_store::backup(&url(&path), &target)?;
        let after = store.load(SessionId(0)).await?.context("it is played")?.session.revision();
        let copy = sqlite::open(&target)?;
        let copied = copy.load(SessionId(0)).await?.context("it is copied")?.session.revision();
        assert!((before..=after).contains(&copied), "{before:?} {copied:?} {after:?}");
        assert_eq!(copy.boards_of(ANN, None, 1_000).await?.len(), 500);
        copy.close().await;
    }
    is_over.store(true, Ordering::Relaxed);
    for player in players {
        player.await??;
    }
    assert_eq!(names(&copies)?.len(), 10, "nothing but the copies is left");
    store.close().await;
    Ok(())
}

#[tokio::test]
async fn a_copy_of_a_store_at_rest_can_be_made() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("zerosum.db");
    let store = sqlite::open(&path)?;
    store.create(&placed_board(1, 10), OpenGames::ANY).await?;
    store.close().await;
    let target = folder.path().join("copy.db");
    zerosum_store::backup(&url(&path), &target)?;
    let copy = sqlite::open(&target)?;
    assert_eq!(copy.load(SessionId(1)).await?, Some(placed_board(1, 10)));
    copy.close().await;
    Ok(())
}

#[tokio::test]
async fn a_copy_overwrites_nothing_and_leaves_nothing_half_done() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("zerosum.db");
    sqlite::open(&path)?.close().await;
    let target = folder.path().join("precious");
    fs::write(&target, "precious")?;
    let dangling = folder.path().join("link");
    std::os::unix::fs::symlink(folder.path().join("nowhere"), &dangling)?;
    let foreign = folder.path().join("foreign.db");
    Connection::open(&foreign)?.execute_batch("CREATE TABLE things (id INTEGER)")?;
    let fresh = folder.path().join("fresh.db");
    let before = names(&folder)?;
    let fails = |from: &str, to: &Path| -> Result<BackupError> {
        let error = zerosum_store::backup(from, to).err().context("a copy is made")?;
        assert!(error.to_string().contains(": "), "{error}");
        Ok(error)
    };
    for taken in [&target, &path, &dangling] {
        let error = fails(&url(&path), taken)?;
        assert!(matches!(error, BackupError::TargetExists(_)), "{error}");
    }
    let error = fails(&url(&path), &folder.path().join("missing/fresh.db"))?;
    assert!(matches!(error, BackupError::Copy { .. } | BackupError::Target { .. }), "{error}");
    let error = fails(&url(&folder.path().join("missing.db")), &fresh)?;
    assert!(matches!(error, BackupError::Missing(_)), "{error}");
    let error = fails(&url(&foreign), &fresh)?;
    assert!(matches!(error, BackupError::Open(_)), "{error}");
    let error = fails("postgres://bot:hunter2@host/games", &fresh)?;
    assert!(matches!(error, BackupError::Server), "{error}");
    assert_eq!(fs::read_to_string(&target)?, "precious");
    assert_eq!(names(&folder)?, before);
    Ok(())
}

/// A file with the first version of the tables, with a game in private and one in a group.
fn first_version(folder: &TempDir) -> Result<PathBuf> {
    let path = folder.path().join("zerosum.db");
    let connection = Connection::open(&path)?;
    let tables = include_str!("../../../src/sqlite/migrations/0001_boards_and_people.sql");
    connection.execute_batch(tables)?;
    connection.execute_batch(
        "PRAGMA application_id = 0x7a65726f; PRAGMA user_version = 1;
         INSERT INTO boards VALUES (1, 1001, 1001, 10, 1, 1, 0, '1 3x3 u1001 e:perfect - -', 5);
         INSERT INTO boards VALUES (2, 1002, -77, 10, 1, 1, 0, '1 3x3 u1002 e:perfect - -', 6);
         INSERT INTO people VALUES (1001, 'uk', 1, ''), (1002, 'en', 0, 'Ben');",
    )?;
    Ok(path)
}

#[tokio::test]
async fn a_file_of_the_first_version_is_brought_up_with_everything_in_it() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let store = sqlite::open(&first_version(&folder)?)?;
    let (language, name) = (Language::Ukrainian, String::new());
    let ann = Person {
        language,
        has_chosen: true,
        name,
        is_reachable: true,
        choice: Choice::default(),
        theme: Theme::default(),
        habits: Habits::default(),
        keeps_results: true,
        created_epoch: 0,
    };
    assert_eq!(store.person(ANN).await?, Some(ann), "whoever plays in private can be reached");
    let (language, name) = (Language::English, "Ben".to_owned());
    let ben = Person {
        language,
        has_chosen: false,
        name,
        is_reachable: false,
        choice: Choice::default(),
        theme: Theme::default(),
        habits: Habits::default(),
        keeps_results: true,
        created_epoch: 0,
    };
    assert_eq!(store.person(BEN).await?, Some(ben));
    assert_eq!(store.people_after(None, 9).await?, [UserId(1_001)]);
    let boards = store.boards_of(ANN, None, 9).await?;
    let StoredBoard { chat, shown, .. } = boards.first().context("it is kept")?;
    assert_eq!((*chat, *shown), (ChatId(1_001), Revision::START));
    assert_eq!(store.count_open(ChatId(-77), BEN).await?.in_chat, 1);
    assert!(!store.is_on(Switch::Maintenance).await?);
    store.close().await;
    Ok(())
}

#[tokio::test]
async fn a_program_of_the_first_version_could_still_write_what_it_knows() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = first_version(&folder)?;
    sqlite::open(&path)?.close().await;
    Connection::open(&path)?.execute_batch(
        "INSERT INTO people (id, language, has_chosen, name) VALUES (7, 'en', 0, 'Cyd');
         UPDATE boards SET revision = 2, touched = 7 WHERE id = 1 AND revision = 1;",
    )?;
    let store = sqlite::open(&path)?;
    assert!(store.person(UserId(7)).await?.is_some_and(|person| !person.is_reachable));
    store.close().await;
    Ok(())
}
