//! Durability of the SQLite store: killed processes, a full disk, and another process that holds the file.
//!
//! The child processes run this test program itself. They report line by line over standard error, which the
//! test harness leaves alone.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, io, thread};

use anyhow::{Context, Result, bail};
use futures::future::try_join_all;
use rusqlite::Connection;
use zerosum_session::board::Board;
use zerosum_session::{Revision, SessionId};
use zerosum_store::open_error::OpenError;
use zerosum_store::people::deletion;
use zerosum_store::sqlite;
use zerosum_store::{Commit, OpenGames};

use crate::store_support::{
    ANN, BEN, CHAT, after_any_action, placed_board, placed_board_of, shared_board,
};

/// Role and path for a child process. They are not set in the process that runs the tests.
const ROLE_KEY: &str = "ZEROSUM_STORE_TEST_ROLE";
const PATH_KEY: &str = "ZEROSUM_STORE_TEST_PATH";

/// Number of boards that a deleting process deletes at once.
const FEW: u32 = 3;

/// Number of sessions that a writing process plays at once.
const SESSIONS: u64 = 8;

/// A child process.
struct Other {
    process: Child,
    orders: ChildStdin,
    said: BufReader<std::process::ChildStderr>,
}

impl Other {
    fn start(role: &str, path: &Path) -> Result<Other> {
        Other::spawn(Command::new(env::current_exe()?), role, path)
    }

    /// Starts a process that cannot let a file grow beyond this size. A shell sets the limit, and makes the
    /// write fail instead of ending the process.
    fn start_with_room(bytes: u64, role: &str, path: &Path) -> Result<Other> {
        const BLOCK_BYTES: u64 = 512;
        let blocks = bytes / BLOCK_BYTES;
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""));
        shell.arg(env::current_exe()?);
        Other::spawn(shell, role, path)
    }

    fn spawn(mut command: Command, role: &str, path: &Path) -> Result<Other> {
        command.args(["--exact", "databases::sqlite_crash::another_process_does_what_it_is_told"]);
        command.env(ROLE_KEY, role).env(PATH_KEY, path);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn()?;
        let orders = process.stdin.take().context("it listens")?;
        let said = BufReader::new(process.stderr.take().context("it speaks")?);
        Ok(Other { process, orders, said })
    }

    /// The next whole line; `None` once the process has ended.
    fn next(&mut self) -> Result<Option<String>> {
        let mut line = String::new();
        self.said.read_line(&mut line)?;
        // A line that was cut off by the kill is dropped.
        Ok(line.strip_suffix('\n').map(str::to_owned))
    }

    fn expect(&mut self, expected: &str) -> Result<()> {
        match self.next()? {
            Some(line) if line == expected => Ok(()),
            other => bail!("it said {other:?} instead of {expected}"),
        }
    }

    /// Sends SIGKILL and waits for the end.
    fn kill(&mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.kill();
    }
}

#[tokio::test]
async fn another_process_does_what_it_is_told() -> Result<()> {
    let (Some(role), Some(path)) = (env::var_os(ROLE_KEY), env::var_os(PATH_KEY)) else {
        return Ok(());
    };
    let path = Path::new(&path);
    match role.to_str() {
        Some("play") => play_until_killed(path).await,
        Some("play until full") => play_until_full(path).await,
        Some("delete") => delete_until_killed(path).await,
        Some("lock") => lock(path, "BEGIN EXCLUSIVE"),
        Some("write") => lock(path, "BEGIN IMMEDIATE"),
        Some("keep") => lock(path, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT"),
        other => bail!("there is no role {other:?}"),
    }
}

fn say(text: &str) -> Result<()> {
    Ok(io::stderr().write_all(format!("{text}\n").as_bytes())?)
}

/// Waits for a line, or for the end of the parent process.
fn wait_for_order() -> Result<()> {
    io::stdin().read_line(&mut String::new())?;
    Ok(())
}

/// Plays on in several sessions at once and reports the confirmed revisions of the sessions.
async fn play_until_killed(path: &Path) -> Result<()> {
    say("opening")?;
    let store = Arc::new(sqlite::open(path)?);
    let tasks: Vec<_> = (0..SESSIONS)
        .map(|id| {
            let store = store.clone();
            tokio::spawn(async move {
                store.create(&placed_board(id, 10), OpenGames::ANY).await?;
                let stored = store.load(SessionId(id)).await?.context("it was created")?;
                let mut session = stored.session;
                loop {
                    let next = after_any_action(&session)?;
                    assert_eq!(store.commit(&next, session.revision()).await?, Commit::Done);
                    say(&format!("{id} {}", next.revision().0))?;
                    session = next;
                }
            })
        })
        .collect();
    for task in tasks {
        let played: Result<()> = task.await?;
        played?;
    }
    Ok(())
}

/// Deletes a person with many boards, a few at once, and reports how many are deleted.
async fn delete_until_killed(path: &Path) -> Result<()> {
    let store = sqlite::open(path)?;
    let mut deleted = store.delete_person(ANN, FEW).await?.boards;
    loop {
        say(&format!("{deleted}"))?;
        let step = store.delete_boards_left(ANN, FEW).await?;
        if step.is_complete {
            // The last order comes from the process that kills this one.
            return wait_for_order();
        }
        deleted += step.boards;
    }
}

/// Plays on in one session until a write fails, reports that, waits for an order, and plays on again.
async fn play_until_full(path: &Path) -> Result<()> {
    let store = sqlite::open(path)?;
    store.create(&placed_board(0, 10), OpenGames::ANY).await?;
    let mut session = placed_board(0, 10).session;
    loop {
        let next = after_any_action(&session)?;
        match store.commit(&next, session.revision()).await {
            Ok(commit) => {
                assert_eq!(commit, Commit::Done);
                session = next;
            }
            Err(error) => {
                let stored = store.load(SessionId(0)).await?.map(|board| board.session);
                assert_eq!(stored.as_ref(), Some(&session), "a refused write was seen");
                assert!(store.commit(&next, session.revision()).await.is_err(), "still full");
                say(&format!("refused after {}: {error}", session.revision().0))?;
                wait_for_order()?;
            }
        }
    }
}

/// Locks the file until killed.
fn lock(path: &Path, statements: &str) -> Result<()> {
    let connection = Connection::open(path)?;
    connection.execute_batch(statements)?;
    say("locked")?;
    wait_for_order()
}

#[tokio::test]
async fn every_answered_commit_survives_a_kill_at_any_moment() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("zerosum.db");
    let mut answered = BTreeMap::new();
    for lines in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 4, 6, 7, 9, 1_500] {
        let mut other = Other::start("play", &path)?;
        other.expect("opening")?;
        for _ in 0..lines {
            note(&mut answered, &other.next()?.context("it plays on")?)?;
        }
        other.kill()?;
        while let Some(line) = other.next()? {
            note(&mut answered, &line)?;
        }
        let store = sqlite::open(&path)?;
        for (id, revision) in &mut answered {
            let stored = store.load(SessionId(*id)).await?.context("it was answered")?;
            let stored = stored.session.revision().0;
            // One more may have been committed without a confirmation.
            assert!(
                (*revision..=*revision + 1).contains(&stored),
                "{id} is at {stored}, and {revision} was answered"
            );
            *revision = stored;
        }
        store.close().await;
    }
    assert_eq!(answered.len(), usize::try_from(SESSIONS)?);
    Ok(())
}

/// Records the newest confirmed revision of a session.
fn note(answered: &mut BTreeMap<u64, u32>, line: &str) -> Result<()> {
    let (id, revision) = line.split_once(' ').with_context(|| line.to_owned())?;
    let (id, revision) = (id.parse()?, revision.parse().with_context(|| line.to_owned())?);
    let before = answered.insert(id, revision);
    assert!(before < Some(revision), "revisions of {id} rise");
    Ok(())
}

#[tokio::test]
async fn a_deletion_that_is_killed_between_two_batches_goes_on_with_the_next_start() -> Result<()> {
    const BOARDS: u64 = 400;
    const SEATS: u64 = 300;
    for lines in [1, 2, 7, 40] {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("zerosum.db");
        let store = sqlite::open(&path)?;
        let creating = (0..BOARDS).map(|id| {
            let store = &store;
            async move { store.create(&placed_board(id, 10), OpenGames::ANY).await }
        });
        try_join_all(creating).await?;
        store.create(&placed_board_of(BEN, BOARDS, 10), OpenGames::ANY).await?;
        // Games of Ben's in which Ann has a seat.
        let creating = (1..=SEATS).map(|number| {
            let store = &store;
            let session = shared_board(BOARDS + number).session;
            async move { store.create(&Board::new(session, BEN, CHAT), OpenGames::ANY).await }
        });
        try_join_all(creating).await?;
        store.close().await;
        let mut other = Other::start("delete", &path)?;
        let mut deleted = 0;
        for _ in 0..lines {
            deleted = other.next()?.context("it goes on")?.parse()?;
        }
        other.kill()?;
        while let Some(line) = other.next()? {
            deleted = line.parse()?;
        }

        let store = sqlite::open(&path)?;
        assert_eq!(store.boards_of(ANN, None, 9).await?, [], "she is gone");
        assert_eq!(store.pending_deletions(9).await?, [ANN]);
        let left = deletion::finish_all(&store).await?;
        // One more batch may have been deleted without a confirmation.
        let told = BOARDS - deleted;
        let possible = told.saturating_sub(FEW.into())..=told;
        assert!(left > 0 && possible.contains(&left), "{deleted} deleted, and {left} later");
        assert_eq!(store.pending_deletions(9).await?, []);
        store.close().await;
        let file = Connection::open(&path)?;
        let stored: u64 = file.query_row("SELECT COUNT(*) FROM boards", [], |row| row.get(0))?;
        assert_eq!(stored, 1 + SEATS, "the boards of somebody else");
        let named =
            "SELECT COUNT(*) FROM boards WHERE guest IS NOT NULL OR record LIKE '% u1001 %'";
        let named: u64 = file.query_row(named, [], |row| row.get(0))?;
        assert_eq!(named, 0, "nothing of her stays in them");
    }
    Ok(())
}

#[tokio::test]
async fn a_kill_while_the_file_is_created_does_no_harm() -> Result<()> {
    for attempt in 0..30 {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("zerosum.db");
        let mut other = Other::start("play", &path)?;
        other.expect("opening")?;
        // A delay that varies by attempt, so that the kill comes at different moments.
        thread::sleep(Duration::from_micros(attempt * 500));
        other.kill()?;
        let store = sqlite::open(&path).with_context(|| format!("attempt {attempt}"))?;
        store.create(&placed_board(100, 10), OpenGames::ANY).await?;
        store.close().await;
    }
    Ok(())
}

#[tokio::test]
async fn a_full_disk_refuses_what_does_not_fit_and_play_goes_on_when_there_is_room() -> Result<()> {
    const ROOM_BYTES: u64 = 200 * 1_024;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("zerosum.db");
    sqlite::open(&path)?.close().await;
    // An empty store already has a file with the size of its tables.
    let room_bytes = fs::metadata(&path)?.len() + ROOM_BYTES;
    let mut other = Other::start_with_room(room_bytes, "play until full", &path)?;
    let mut last = 0;
    for _ in 0..3 {
        let line = other.next()?.context("it goes on after a refusal")?;
        let revision = line.strip_prefix("refused after ").and_then(|rest| rest.split(':').next());
        let revision: u32 = revision.with_context(|| line.clone())?.parse()?;
        assert!(revision > last, "nothing was written after {last}: {line}");
        last = revision;
        assert!(fs::metadata(folder.path().join("zerosum.db-wal"))?.len() <= room_bytes);
        // A process without the limit makes room: it checkpoints the log into the file.
        let maker = Connection::open(&path)?;
        maker.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        let stored: u32 = maker.query_row("SELECT revision FROM boards", [], |row| row.get(0))?;
        assert_eq!(stored, last);
        drop(maker);
        other.orders.write_all(b"go on\n")?;
    }
    other.kill()?;
    let store = sqlite::open(&path)?;
    let stored = store.load(SessionId(0)).await?.context("it was created")?;
    assert!(stored.session.revision() >= Revision(last));
    store.close().await;
    Ok(())
}

#[tokio::test]
async fn a_file_that_another_process_holds_is_refused_and_left_alone() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("zerosum.db");
    let store = sqlite::open(&path)?;
    store.create(&placed_board(1, 10), OpenGames::ANY).await?;
    store.close().await;
    for role in ["lock", "write", "keep"] {
        let mut other = Other::start(role, &path)?;
        other.expect("locked")?;
        let before = fs::read(&path)?;
        let refused = sqlite::open(&path).err();
        assert_eq!(refused, Some(OpenError::Locked(path.clone())), "{role}");
        assert!(before == fs::read(&path)?, "{role}: the file has changed");
        other.kill()?;
        let store = sqlite::open(&path)?;
        assert_eq!(store.load(SessionId(1)).await?, Some(placed_board(1, 10)), "{role}");
        store.close().await;
    }
    Ok(())
}
