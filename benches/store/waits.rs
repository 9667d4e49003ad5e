//! Waits of single presses for the SQLite store, at the far end: with nothing else going on, and while a user
//! with very many games is deleted, at once and in batches.
//!
//! Presses come at a given rate, whether or not the store keeps up, and a wait counts from the moment at
//! which the press was due; presses refused because too many wait are left out. For comparison, the table has
//! the time that the disk takes to flush a few kilobytes at the same rate, without other load.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use futures::stream::{self, StreamExt, TryStreamExt};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::sleep_until;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId};
use zerosum_session::game::record;
use zerosum_session::{Action, Actor, Revision, Seat, Session, SessionId, UserId};
use zerosum_store::people::deletion::{self, DELETION_BATCH};
use zerosum_store::sqlite;
use zerosum_store::{Commit, OpenGames, Store, StoreError};

/// User with very many games.
const HOARDER: UserId = UserId(7);
const GAMES: u64 = 300_000;

/// Boards that are pressed in turn, one for each person.
const PLAYED: u64 = 10_000;

/// From one press to the next: 500 a second.
const PERIOD: Duration = Duration::from_millis(2);

/// Duration of play where nothing else ends it.
const CALM: Duration = Duration::from_secs(20);

/// Boards that are created at once.
const CREATED_AT_ONCE: usize = 1_000;

/// About what a commit adds to the log.
const FLUSHED_BYTES: usize = 16 * 1_024;

/// Prints a table of waits, on the disk of the folder.
pub(crate) fn measure(runtime: &Runtime, folder: &Path) -> Result<()> {
    println!(
        "\n{:<34} {:>8} {:>10} {:>10} {:>10} {:>10}",
        "waits of presses at SQLite", "presses", "median", "99%", "99.9%", "longest"
    );
    let scratch = tempfile::tempdir_in(folder)?;
    print("the disk's flush alone", flush(&scratch.path().join("flushed"))?);
    let full = scratch.path().join("full.db");
    runtime.block_on(fill(&full))?;
    let cases = [
        ("nothing else", None),
        ("deletion of 300,000 games at once", Some(u32::MAX)),
        ("deletion of 300,000 games, batches", Some(DELETION_BATCH)),
    ];
    for (name, limit) in cases {
        let path = scratch.path().join("zerosum.db");
        fs::copy(&full, &path)?;
        print(name, runtime.block_on(waits_while(&path, limit))?);
        fs::remove_file(&path)?;
    }
    Ok(())
}

/// Presses until the deletion that begins with this limit is over, or for a while without one.
async fn waits_while(path: &Path, limit: Option<u32>) -> Result<Vec<Duration>> {
    let store = Arc::new(sqlite::open(path)?);
    let is_over = Arc::new(AtomicBool::new(false));
    let pressing = tokio::spawn(press(Arc::clone(&store), Arc::clone(&is_over)));
    match limit {
        None => tokio::time::sleep(CALM).await,
        Some(limit) => {
            // The presses are under way.
            tokio::time::sleep(PERIOD * 500).await;
            store.delete_person(HOARDER, limit).await?;
            deletion::finish_all(store.as_ref()).await?;
        }
    }
    is_over.store(true, Ordering::Relaxed);
    let waits = pressing.await??;
    store.close().await;
    Ok(waits)
}

/// Presses one board after the other in time; returns the wait of each press.
async fn press(store: Arc<Store>, is_over: Arc<AtomicBool>) -> Result<Vec<Duration>> {
    let start = tokio::time::Instant::now();
    let mut sessions: Vec<Session> = (0..PLAYED).map(|number| board(number).session).collect();
    let mut pressing = JoinSet::new();
    for (number, index) in (0_u32..).zip((0..sessions.len()).cycle()) {
        let due = start + PERIOD * number;
        sleep_until(due).await;
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let seen = sessions[index].revision();
        let Seat::Human(user) = sessions[index].seats().first else {
            anyhow::bail!("a person begins")
        };
        let next = after(&sessions[index], user)?;
        sessions[index] = next.clone();
        let store = Arc::clone(&store);
        pressing.spawn(async move {
            let commit = store.commit(&next, seen).await;
            let waited = due.elapsed();
            match commit {
                Ok(Commit::Done) => {}
                // A refused press has not waited for the store.
                Err(StoreError::Overloaded) => return Ok(None),
                // The press at this board before it was refused.
                Ok(Commit::Conflict) => return Ok(None),
                Err(error) => return Err(error),
            }
            let place = ChatMessage { chat: ChatId(1), message: MessageId(1) };
            store.note_shown(next.id(), place.into(), next.revision()).await;
            Ok(Some(waited))
        });
    }
    let waits: Result<Vec<_>, StoreError> = pressing.join_all().await.into_iter().collect();
    Ok(waits?.into_iter().flatten().collect())
}

/// Flushes at the same rate; returns the time of each flush from when it was due.
fn flush(path: &Path) -> Result<Vec<Duration>> {
    let file = File::create(path)?;
    let bytes = [7; FLUSHED_BYTES];
    let mut waits = Vec::new();
    let start = Instant::now();
    for number in 0_u32.. {
        let due = start + PERIOD * number;
        if due.duration_since(start) > CALM {
            break;
        }
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        // As the log does, it is written over again and again.
        let at = u64::from(number % 256) * u64::try_from(FLUSHED_BYTES)?;
        file.write_all_at(&bytes, at)?;
        file.sync_data()?;
        waits.push(due.elapsed());
    }
    Ok(waits)
}

async fn fill(path: &Path) -> Result<()> {
    let store = sqlite::open(path)?;
    let played = (0..PLAYED).map(board);
    let hoarded = (PLAYED..PLAYED + GAMES).map(|number| Board { owner: HOARDER, ..board(number) });
    stream::iter(played.chain(hoarded))
        .map(|board| {
            let store = &store;
            async move { store.create(&board, OpenGames::ANY).await }
        })
        .buffer_unordered(CREATED_AT_ONCE)
        .try_for_each(|_| async { Ok(()) })
        .await?;
    store.close().await;
    Ok(())
}

fn board(number: u64) -> Board {
    let user = UserId(1_000 + number);
    let seats = BySide { first: Seat::Human(user), second: Seat::Human(UserId(2)) };
    // Ids are as if drawn by chance.
    let id = SessionId((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let session = Session::new(id, GameSpec::TicTacToe, seats);
    let (message, shown) = (Some(MessageId(1)), Revision::START);
    Board { message, shown, ..Board::new(session, user, ChatId(1)) }
}

/// A session of the next revision, in play where this one is over. No game goes on like that, and a
/// store does not mind.
pub(crate) fn after(session: &Session, user: UserId) -> Result<Session> {
    let Revision(revision) = session.revision();
    if session.outcome().is_none() {
        return Ok(session.apply(Actor::User(user), session.revision(), Action::Resign)?);
    }
    let start = Session::new(session.id(), session.spec(), *session.seats());
    Ok(record::decode(session.id(), Revision(revision + 1), &record::encode(&start))?)
}

fn print(name: &str, mut waits: Vec<Duration>) {
    waits.sort_unstable();
    let per_mille = |share: usize| waits[(waits.len() - 1) * share / 1_000];
    println!(
        "{name:<34} {:>8} {:>10.1?} {:>10.1?} {:>10.1?} {:>10.1?}",
        waits.len(),
        per_mille(500),
        per_mille(990),
        per_mille(999),
        per_mille(1_000),
    );
}
