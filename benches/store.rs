//! Commit rate of a store, from one writer and from many at once, and the number of commits that share a
//! transaction. Then the waits of single presses for the SQLite store.
//!
//! `cargo bench --bench store -- [folder]` measures on the disk of the folder, by default the
//! system's folder for temporary files. PostgreSQL is measured if `ZEROSUM_TEST_POSTGRES_URL` names
//! a database, in a schema that is taken away afterwards.

#[path = "../crates/store/tests/store/support/postgres.rs"]
mod postgres_support;
#[path = "store/waits.rs"]
mod waits;

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, process};

use anyhow::{Context, Result, ensure};
use tokio::runtime::Runtime;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_session::board::{Board, ChatId, MessageId};
use zerosum_session::{Revision, Seat, Session, SessionId, UserId};
use zerosum_store::sqlite;
use zerosum_store::{Commit, OpenGames, Store};

use crate::postgres_support::Schema;

const MEASURED: Duration = Duration::from_secs(2);
const WRITERS: [u64; 3] = [1, 100, 1_000];
const USER: UserId = UserId(1);

fn main() -> Result<()> {
    let folder = env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let folder = folder.map_or_else(env::temp_dir, PathBuf::from);
    println!(
        "{:<8} {:>8} {:>12} {:>10} {:>10} {:>8}",
        "store", "writers", "commits/s", "median", "99%", "group"
    );
    let runtime = Runtime::new()?;
    for writers in WRITERS {
        let scratch = tempfile::tempdir_in(&folder)?;
        let path = scratch.path().join(format!("zerosum-{}.db", process::id()));
        let store = Arc::new(sqlite::open(&path)?);
        let counter = TransactionCounter::open(&path)?;
        let before = counter.read()?;
        let figures = runtime.block_on(measure(store.clone(), writers))?;
        let transactions = counter.read()?.wrapping_sub(before);
        runtime.block_on(store.close());
        print("sqlite", writers, &figures, Some(transactions));
    }
    for writers in WRITERS {
        let Some(schema) = runtime.block_on(Schema::create())? else { break };
        let store = runtime.block_on(zerosum_store::open(&schema.url()))?;
        let figures = runtime.block_on(measure(Arc::clone(&store), writers))?;
        runtime.block_on(store.close());
        runtime.block_on(schema.drop())?;
        print("postgres", writers, &figures, None);
    }
    waits::measure(&runtime, &folder)
}

struct Figures {
    elapsed: Duration,
    /// Time that each commit took, ascending.
    waits_nanos: Vec<u32>,
}

fn print(store: &str, writers: u64, figures: &Figures, transactions: Option<u32>) {
    let commits = figures.waits_nanos.len();
    // Cast, because figures to look at need no more digits than a float keeps.
    let per_second = commits as f64 / figures.elapsed.as_secs_f64();
    let quantile = |share: f64| {
        let wait = figures.waits_nanos[((commits - 1) as f64 * share) as usize];
        Duration::from_nanos(u64::from(wait))
    };
    let group = transactions.map_or("-".to_owned(), |transactions| {
        format!("{:.1}", commits as f64 / f64::from(transactions))
    });
    println!(
        "{store:<8} {writers:>8} {per_second:>12.0} {:>10.1?} {:>10.1?} {group:>8}",
        quantile(0.5),
        quantile(0.99),
    );
}

/// Has `writers` tasks each play a session of their own for a while.
async fn measure(store: Arc<Store>, writers: u64) -> Result<Figures> {
    let start = Instant::now();
    let tasks: Vec<_> =
        (0..writers).map(|id| tokio::spawn(play(store.clone(), id, start))).collect();
    let mut waits_nanos = Vec::new();
    for task in tasks {
        waits_nanos.extend(task.await??);
    }
    let elapsed = start.elapsed();
    waits_nanos.sort_unstable();
    Ok(Figures { elapsed, waits_nanos })
}

/// Plays until the time since the start is over; returns the time of each commit.
async fn play(store: Arc<Store>, id: u64, start: Instant) -> Result<Vec<u32>> {
    let seats = BySide { first: Seat::Human(USER), second: Seat::Human(UserId(2)) };
    let mut session =
        Session::new(SessionId(id.wrapping_mul(0x9e37_79b9_7f4a_7c15)), GameSpec::TicTacToe, seats);
    let board = Board {
        message: Some(MessageId(1)),
        shown: Revision::START,
        ..Board::new(session.clone(), USER, ChatId(i64::try_from(id)?))
    };
    store.create(&board, OpenGames::ANY).await?;
    let mut waits_nanos = Vec::new();
    while start.elapsed() < MEASURED {
        let next = waits::after(&session, USER)?;
        let asked = Instant::now();
        let commit = store.commit(&next, session.revision()).await?;
        waits_nanos.push(u32::try_from(asked.elapsed().as_nanos())?);
        ensure!(commit == Commit::Done, "no other writer plays this session");
        session = next;
        // A store that never yields would let one writer play alone.
        tokio::task::yield_now().await;
    }
    Ok(waits_nanos)
}

/// Reads from the index of the write-ahead log how many transactions have been committed: the
/// third number of its header. <https://www.sqlite.org/walformat.html>
///
/// The file is kept open until the store is closed, because closing it would drop the locks that
/// SQLite holds on it in this process.
struct TransactionCounter {
    index: File,
}

impl TransactionCounter {
    fn open(database: &Path) -> Result<TransactionCounter> {
        let mut path = database.as_os_str().to_owned();
        path.push("-shm");
        let index = File::open(&path).with_context(|| format!("{path:?}"))?;
        Ok(TransactionCounter { index })
    }

    fn read(&self) -> Result<u32> {
        const AT: u64 = 8;
        let mut number = [0; 4];
        self.index.read_exact_at(&mut number, AT)?;
        Ok(u32::from_ne_bytes(number))
    }
}
