//! Properties of the SQLite store alone: group commit, limits, and unreadable rows.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result};
use futures::future::try_join_all;
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::task::{JoinHandle, yield_now};
use zerosum_picture::theme::Theme;
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::choice::Choice;
use zerosum_session::game::record;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::sqlite;
use zerosum_store::{Commit, Grace, OpenGames, Person, Store, StoreError};

use crate::store_support::{ANN, CHAT, after_any_action, at, board, placed_board};

struct Scratch {
    store: Arc<Store>,
    folder: TempDir,
}

impl Scratch {
    fn new() -> Result<Scratch> {
        let folder = tempfile::tempdir()?;
        Ok(Scratch { store: Arc::new(sqlite::open(&folder.path().join("zerosum.db"))?), folder })
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("zerosum.db")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("zerosum.db-wal")
    }

    /// A connection from outside the store.
    fn stranger(&self) -> Result<Connection> {
        Ok(Connection::open(self.path())?)
    }

    /// Creates this number of boards from as many tasks. Their writes wait in the queue when this returns,
    /// because a task of this runtime runs until its first wait.
    async fn create_at_once(&self, boards: u64) -> Vec<JoinHandle<Result<Commit, StoreError>>> {
        let started = Arc::new(AtomicU64::new(0));
        let tasks = (0..boards)
            .map(|id| {
                let (store, started) = (self.store.clone(), started.clone());
                tokio::spawn(async move {
                    started.fetch_add(1, Ordering::Relaxed);
                    store.create(&board(id), OpenGames::ANY).await
                })
            })
            .collect();
        while started.load(Ordering::Relaxed) < boards {
            yield_now().await;
        }
        tasks
    }
}

/// Number of transactions in the write-ahead log: the frame that ends a transaction has the size of the
/// database in pages, and all others have zero. <https://www.sqlite.org/fileformat2.html>
fn transactions(log: &Path) -> Result<usize> {
    const HEADER_BYTES: usize = 32;
    const FRAME_HEADER_BYTES: usize = 24;
    let log = fs::read(log)?;
    let number = |at: usize| -> Result<u32> {
        let bytes = log.get(at..at + 4).context("the log is too short")?;
        Ok(u32::from_be_bytes(bytes.try_into()?))
    };
    let frame_bytes = FRAME_HEADER_BYTES + usize::try_from(number(8)?)?;
    let salt = number(16)?;
    let mut transactions = 0;
    for at in (HEADER_BYTES..log.len()).step_by(frame_bytes) {
        let is_current = number(at + 8)? == salt;
        transactions += usize::from(is_current && number(at + 4)? != 0);
    }
    Ok(transactions)
}

#[tokio::test]
async fn writes_that_wait_together_are_committed_together() -> Result<()> {
    let scratch = Scratch::new()?;
    scratch.store.create(&board(1_000), OpenGames::ANY).await?;
    let before = transactions(&scratch.log())?;
    let stranger = scratch.stranger()?;
    stranger.execute_batch("BEGIN IMMEDIATE")?;
    let tasks = scratch.create_at_once(200).await;
    assert_eq!(transactions(&scratch.log())?, before, "somebody else is writing");
    stranger.execute_batch("ROLLBACK")?;
    for task in tasks {
        assert_eq!(task.await??, Commit::Done);
    }
    // The thread may have taken the first few before the others were queued.
    let groups = transactions(&scratch.log())? - before;
    assert!((1..=2).contains(&groups), "{groups} transactions for 200 writes");
    Ok(())
}

#[tokio::test]
async fn the_log_is_folded_into_the_file_while_others_write_and_stays_bounded() -> Result<()> {
    /// Limit of the log, plus the amount that two transactions can add before the next check.
    const LOG_BYTES_MAX: u64 = 48 * 1_024 * 1_024;
    let scratch = Scratch::new()?;
    // Boards of many people, because the open games of one person are counted.
    let scattered = |number: u64| {
        let id = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Board { owner: UserId(number), ..board(id) }
    };
    for round in 0..40 {
        let numbers = round * 1_000..(round + 1) * 1_000;
        let creating = numbers.map(|number| {
            let store = &scratch.store;
            async move { store.create(&scattered(number), OpenGames::ANY).await }
        });
        try_join_all(creating).await?;
        let length = fs::metadata(scratch.log())?.len();
        assert!(length <= LOG_BYTES_MAX, "the log has {length} bytes after round {round}");
    }
    // The store is still open, and yet most of it is in the file.
    let length = fs::metadata(scratch.path())?.len();
    assert!(length > 3_000_000, "the file has only {length} bytes");
    scratch.store.close().await;
    assert!(!scratch.log().exists());
    Ok(())
}

#[tokio::test]
async fn a_write_alone_is_committed_alone() -> Result<()> {
    let scratch = Scratch::new()?;
    scratch.store.create(&board(0), OpenGames::ANY).await?;
    let before = transactions(&scratch.log())?;
    for id in 1..=10 {
        scratch.store.create(&board(id), OpenGames::ANY).await?;
    }
    assert_eq!(transactions(&scratch.log())? - before, 10);
    Ok(())
}

#[tokio::test]
async fn of_a_lively_game_only_the_last_mark_is_written() -> Result<()> {
    let scratch = Scratch::new()?;
    let board = placed_board(1, 10);
    scratch.store.create(&board, OpenGames::ANY).await?;
    let before = transactions(&scratch.log())?;
    let mut session = board.session;
    for _ in 0..20 {
        drop(scratch.store.note_shown(SessionId(1), at(10).into(), session.revision()));
        let next = after_any_action(&session)?;
        assert_eq!(scratch.store.commit(&next, session.revision()).await?, Commit::Done);
        session = next;
    }
    assert_eq!(transactions(&scratch.log())? - before, 20, "the marks cost nothing");
    drop(scratch.store.note_shown(SessionId(1), at(10).into(), session.revision()));
    scratch.store.close().await;
    let store = sqlite::open(&scratch.path())?;
    let shown = store.load(SessionId(1)).await?.map(|board| board.shown);
    assert_eq!(shown, Some(session.revision()));
    Ok(())
}

#[tokio::test]
async fn a_failed_commit_is_an_error_for_all_in_it_and_changes_nothing() -> Result<()> {
    let scratch = Scratch::new()?;
    scratch.store.create(&placed_board(1_000, 10), OpenGames::ANY).await?;
    let stranger = scratch.stranger()?;
    stranger.execute_batch("BEGIN IMMEDIATE")?;
    let tasks = scratch.create_at_once(50).await;
    for task in tasks {
        let failed = task.await?;
        assert!(matches!(failed, Err(StoreError::Database(_))), "{failed:?}");
    }
    assert_eq!(scratch.store.count_open(CHAT, ANN).await?.in_chat, 1);
    stranger.execute_batch("ROLLBACK")?;
    for task in scratch.create_at_once(50).await {
        assert_eq!(task.await??, Commit::Done);
    }
    assert_eq!(scratch.store.count_open(CHAT, ANN).await?.in_chat, 51);
    Ok(())
}

#[tokio::test]
async fn one_bad_write_rolls_back_those_that_were_committed_with_it() -> Result<()> {
    let scratch = Scratch::new()?;
    scratch.store.create(&board(1_000), OpenGames::ANY).await?;
    let stranger = scratch.stranger()?;
    stranger.execute_batch(
        "CREATE TRIGGER full BEFORE INSERT ON boards
         WHEN (SELECT COUNT(*) FROM boards) = 100
         BEGIN SELECT RAISE(ABORT, 'there is no room'); END;
         BEGIN IMMEDIATE",
    )?;
    let tasks = scratch.create_at_once(150).await;
    stranger.execute_batch("ROLLBACK")?;
    let mut done = 0;
    for task in tasks {
        done += usize::from(task.await?.is_ok());
    }
    let count = usize::try_from(scratch.store.count_open(CHAT, ANN).await?.in_chat)?;
    assert_eq!(count, done + 1, "what was answered as done is there, and nothing else");
    assert!(done < 99, "{done}");
    stranger.execute_batch("DROP TRIGGER full")?;
    scratch.store.create(&board(2_000), OpenGames::ANY).await?;
    Ok(())
}

/// Checks that the store says where the trouble is instead of confirming anything.
async fn refuses_for_the_lost_file(store: &Store) {
    for error in [store.ping().await.err(), store.create(&board(2), OpenGames::ANY).await.err()] {
        let text = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(text.contains("the database file has been moved or deleted"), "{text:?}");
    }
}

#[tokio::test]
async fn nothing_is_confirmed_while_the_file_is_moved_away_or_replaced() -> Result<()> {
    let scratch = Scratch::new()?;
    scratch.store.create(&board(1), OpenGames::ANY).await?;
    let aside = scratch.folder.path().join("aside.db");
    fs::rename(scratch.path(), &aside)?;
    refuses_for_the_lost_file(&scratch.store).await;
    assert_eq!(scratch.store.load(SessionId(1)).await?, Some(board(1)), "reads go on");
    fs::write(scratch.path(), "another file")?;
    refuses_for_the_lost_file(&scratch.store).await;
    fs::rename(&aside, scratch.path())?;
    scratch.store.ping().await?;
    assert_eq!(scratch.store.create(&board(2), OpenGames::ANY).await?, Commit::Done);
    scratch.store.close().await;
    let store = sqlite::open(&scratch.path())?;
    assert_eq!(store.load(SessionId(2)).await?, Some(board(2)));
    Ok(())
}

#[tokio::test]
async fn too_many_waiting_writes_are_refused_and_the_others_are_written() -> Result<()> {
    const MANY: u64 = 4_000;
    let scratch = Scratch::new()?;
    let stranger = scratch.stranger()?;
    stranger.execute_batch("BEGIN IMMEDIATE")?;
    let tasks = scratch.create_at_once(MANY).await;
    drop(scratch.store.note_shown(SessionId(0), at(10).into(), Revision(1)));
    stranger.execute_batch("ROLLBACK")?;
    let (mut done, mut refused) = (0, 0);
    for task in tasks {
        match task.await? {
            Ok(Commit::Done) => done += 1,
            Err(StoreError::Overloaded) => refused += 1,
            other => anyhow::bail!("{other:?}"),
        }
    }
    assert_eq!(done + refused, MANY);
    assert!(done >= 2_048 && refused > 0, "{done} done, {refused} refused");
    assert_eq!(u64::from(scratch.store.count_open(CHAT, ANN).await?.in_chat), done);
    Ok(())
}

#[tokio::test]
async fn closing_writes_what_waits_and_leaves_one_file() -> Result<()> {
    let scratch = Scratch::new()?;
    scratch.store.create(&placed_board(1_000, 10), OpenGames::ANY).await?;
    let tasks = scratch.create_at_once(100).await;
    drop(scratch.store.note_shown(SessionId(1_000), at(10).into(), Revision(7)));
    scratch.store.close().await;
    for task in tasks {
        assert_eq!(task.await??, Commit::Done);
    }
    assert_eq!(fs::read_dir(scratch.folder.path())?.count(), 1);
    let store = sqlite::open(&scratch.path())?;
    assert_eq!(store.count_open(CHAT, ANN).await?.in_chat, 101);
    let shown = store.load(SessionId(1_000)).await?.map(|board| board.shown);
    assert_eq!(shown, Some(Revision(7)));
    Ok(())
}

#[tokio::test]
async fn dropping_without_closing_loses_no_answered_write() -> Result<()> {
    let Scratch { store, folder } = Scratch::new()?;
    store.create(&board(1), OpenGames::ANY).await?;
    drop(store);
    let store = sqlite::open(&folder.path().join("zerosum.db"))?;
    assert_eq!(store.load(SessionId(1)).await?, Some(board(1)));
    Ok(())
}

#[tokio::test]
async fn the_latest_game_stays_the_latest_when_the_machines_clock_was_set_back() -> Result<()> {
    let scratch = Scratch::new()?;
    scratch.store.create(&board(1), OpenGames::ANY).await?;
    scratch.store.close().await;
    scratch.stranger()?.execute("UPDATE boards SET touched = touched + 1000000000000", [])?;
    let store = sqlite::open(&scratch.path())?;
    store.create(&board(2), OpenGames::ANY).await?;
    let latest = store.open_boards(CHAT, ANN, 1).await?.pop();
    assert_eq!(latest.map(|board| board.session.id()), Some(SessionId(2)));
    Ok(())
}

#[tokio::test]
async fn a_row_that_cannot_be_read_back_is_an_error_for_its_board_alone() -> Result<()> {
    let scratch = Scratch::new()?;
    for id in 0..10 {
        let start = placed_board(id, 10);
        scratch.store.create(&start, OpenGames::ANY).await?;
        let again = after_any_action(&after_any_action(&start.session)?)?;
        scratch.store.commit(&again, Revision::START).await?;
    }
    let stranger = scratch.stranger()?;
    for (id, damage) in [
        (0, "record = '9 a record of tomorrow'"),
        (1, "record = ''"),
        (2, "revision = 4294967296"),
        (3, "shown = -1"),
        (4, "message = 2147483648"),
        (9, "record = record || ' '"),
    ] {
        let sql = format!("UPDATE boards SET {damage} WHERE id = {} + {id}", i64::MIN);
        assert_eq!(stranger.execute(&sql, [])?, 1);
        let loaded = scratch.store.load(SessionId(id)).await;
        assert!(matches!(loaded, Err(StoreError::Record(SessionId(bad), _)) if bad == id));
    }
    for limit in 1..5 {
        let found = scratch.store.behind(None, limit, Grace::NONE).await?;
        let ids: Vec<u64> = found.iter().map(|board| board.session.id().0).collect();
        assert_eq!(ids, [5, 6, 7, 8][..usize::try_from(limit)?], "a full page despite bad rows");
    }
    assert_eq!(scratch.store.behind(Some(SessionId(8)), 1, Grace::NONE).await?, []);
    let latest = scratch.store.open_boards(CHAT, ANN, 1).await?.pop();
    assert_eq!(latest.map(|board| board.session.id()), Some(SessionId(8)));
    Ok(())
}

#[tokio::test]
async fn a_person_whose_language_is_not_spoken_is_asked_again() -> Result<()> {
    let scratch = Scratch::new()?;
    scratch.stranger()?.execute(
        "INSERT INTO people (id, language, has_chosen, name) VALUES (1001, 'tlh', 1, 'Worf')",
        [],
    )?;
    assert_eq!(scratch.store.person(ANN).await?, None);
    Ok(())
}

#[tokio::test]
async fn a_choice_of_a_newer_version_stays_until_there_is_another_one() -> Result<()> {
    let scratch = Scratch::new()?;
    let choice_now = || -> Result<String> {
        let ask = "SELECT choice FROM people WHERE id = 1001";
        Ok(scratch.stranger()?.query_row(ask, [], |row| row.get(0))?)
    };
    let before = person();
    scratch.store.put_person(ANN, None, &before).await?;
    scratch.stranger()?.execute("UPDATE people SET choice = '3d-chess 1 perfect'", [])?;
    assert_eq!(scratch.store.person(ANN).await?.as_ref(), Some(&before));
    let chosen = Person { has_chosen: true, ..before.clone() };
    assert_eq!(scratch.store.put_person(ANN, Some(&before), &chosen).await?, Commit::Done);
    assert_eq!(choice_now()?, "3d-chess 1 perfect");
    assert_eq!(scratch.store.put_person(ANN, Some(&before), &before).await?, Commit::Conflict);
    let choice = Choice { level: Level::Casual, ..Choice::default() };
    let player = Person { choice, ..chosen.clone() };
    assert_eq!(scratch.store.put_person(ANN, Some(&chosen), &player).await?, Commit::Done);
    assert_eq!(choice_now()?, "3x3 1 casual");
    Ok(())
}

/// Checks that an older version, which knows only light and dark pictures and writes only those, works too.
#[tokio::test]
async fn a_person_who_wants_text_is_served_by_an_older_version_too() -> Result<()> {
    let scratch = Scratch::new()?;
    let reader = Person { theme: Theme::Text, ..person() };
    scratch.store.put_person(ANN, None, &reader).await?;
    let older = scratch.stranger()?;
    let write = "UPDATE people SET has_chosen = 1, is_dark = 1 WHERE id = 1001 AND is_dark = 0";
    assert_eq!(older.execute(write, [])?, 1, "to an older version their pictures are light");
    let chosen = Person { has_chosen: true, ..reader };
    assert_eq!(scratch.store.person(ANN).await?.as_ref(), Some(&chosen));
    let light = Person { theme: Theme::Light, ..chosen.clone() };
    assert_eq!(scratch.store.put_person(ANN, Some(&chosen), &light).await?, Commit::Done);
    assert_eq!(scratch.store.person(ANN).await?, Some(light));
    Ok(())
}

fn person() -> Person {
    Person {
        language: Language::English,
        has_chosen: false,
        name: String::new(),
        is_reachable: true,
        choice: Choice::default(),
        theme: Theme::Light,
        habits: Habits::default(),
        keeps_results: true,
        created_epoch: 0,
    }
}

#[tokio::test]
async fn the_file_tells_what_it_holds_to_a_person_with_a_sqlite_shell() -> Result<()> {
    let scratch = Scratch::new()?;
    let resigned = after_any_action(&board(5).session)?;
    scratch.store.create(&board(5), OpenGames::ANY).await?;
    scratch.store.commit(&resigned, Revision::START).await?;
    let row: (i64, i64, i64, String) = scratch.stranger()?.query_row(
        "SELECT owner, revision, is_over, record FROM boards",
        [],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
    )?;
    assert_eq!(row, (1_001, 2, 1, record::encode(&resigned)));
    Ok(())
}
