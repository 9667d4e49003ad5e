//! Clocks on two replicas: a game whose time is over is ended once, and time in which no process runs costs
//! no player anything.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use tokio::time::sleep;
use zerosum::play::games::clocks::TRUSTED_FOR;
use zerosum_playground::Playground;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::game::clock::{ClockEnd, PlayTime};
use zerosum_session::{Session, SessionId};

use crate::child::{Launch, folder, telegram};
use crate::replicas::leases::{Stage, kill};

/// Number of games whose time is over at once.
const GAMES: usize = 6;

/// Time during which no process is running.
const SILENCE: Duration = Duration::from_secs(3);

/// Upper bound on an advance in progress, which a stopped process finishes when it resumes.
const ADVANCE_MAX: Duration = Duration::from_millis(1_500);

/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// A game in a group in which the second player is to move with three minutes left.
async fn begun(
    telegram: &Playground,
    group: i64,
    (anna, boris): (i64, i64),
) -> Result<MessageView> {
    telegram.send_text(anna, group, "/new 3m")?;
    let board = telegram.next_message(group).await?;
    let data = board.keyboard[0][0].data.clone().context("a cell has data")?;
    let press = telegram.press_data(boris, group, board.message_id, &data)?;
    let answer = telegram.answer(&press).await?;
    ensure!(answer.text.is_empty(), "{answer:?}");
    Ok(board)
}

/// Play time as soon as it has advanced.
async fn gone_on<E: std::error::Error + Send + Sync + 'static>(
    before: PlayTime,
    mut played: impl AsyncFnMut() -> Result<PlayTime, E>,
) -> Result<PlayTime> {
    loop {
        let now = played().await?;
        if now > before {
            return Ok(now);
        }
        sleep(PAUSE).await;
    }
}

fn between(PlayTime(earlier): PlayTime, PlayTime(later): PlayTime) -> Duration {
    Duration::from_micros(later.abs_diff(earlier))
}

/// Play time as stored in the database of a process.
fn played_in(folder: &Path) -> Result<PlayTime, rusqlite::Error> {
    let database = rusqlite::Connection::open(folder.join("zerosum.db"))?;
    database.busy_timeout(SILENCE)?;
    let played = "SELECT played FROM zerosum_instance";
    database.query_row(played, [], |row| row.get(0)).map(PlayTime)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_was_stopped_for_long_does_not_count_that_time() -> Result<()> {
    let (telegram, folder) = (telegram().await, folder());
    let process = Launch::bot(&telegram, folder.path()).start();
    let [anna, boris] = ["Anna", "Boris"].map(|name| telegram.add_user(name, Some("en")));
    let group = telegram.add_group("Board games", &[anna, boris]);
    begun(&telegram, group, (anna, boris)).await?;
    telegram.settled().await?;
    let look = async || played_in(folder.path());
    let before = gone_on(PlayTime(0), look).await?;
    process.signal("STOP");
    sleep(TRUSTED_FOR + SILENCE).await;
    // What it was writing when it was stopped is written by now.
    let before = before.max(played_in(folder.path())?);
    let went_on = Instant::now();
    process.signal("CONT");
    let now = gone_on(before, look).await?;
    ensure!(between(before, now) <= went_on.elapsed() + ADVANCE_MAX, "{before:?} {now:?}");
    assert_eq!(process.stop().code, Some(0));
    Ok(())
}

fn id_of(board: &MessageView) -> Result<SessionId> {
    let data = board.keyboard[0][0].data.clone().context("a cell has data")?;
    match tap::decode(&data) {
        Ok(Tap::Act { id, .. }) => Ok(id),
        other => anyhow::bail!("it is no board: {other:?}"),
    }
}

/// A session as soon as its clock runs.
async fn running(stage: &Stage, id: SessionId) -> Result<Session> {
    loop {
        let stored = stage.store.load(id).await?.context("it is stored")?;
        if stored.session.due().is_some() {
            return Ok(stored.session);
        }
        sleep(PAUSE).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn of_two_replicas_one_ends_each_game_and_nothing_is_over_that_had_time_when_both_died()
-> Result<()> {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let Some(stage) = Stage::new(&mut Rng::with_seed(seed)).await? else { return Ok(()) };
    let replicas = stage.start_both();
    let telegram = &stage.telegram;
    let [anna, boris] = ["Anna", "Boris"].map(|name| telegram.add_user(name, Some("en")));
    let mut games = Vec::new();
    for _ in 0..GAMES {
        // A group accepts only a limited number of messages a minute.
        let group = telegram.add_group("Board games", &[anna, boris]);
        games.push(begun(telegram, group, (anna, boris)).await?);
    }
    // By then the bot has recorded where each is shown.
    telegram.settled().await?;
    let mut before = Vec::new();
    for board in &games {
        before.push(running(&stage, id_of(board)?).await?);
    }
    replicas.into_iter().for_each(kill);
    // While no process runs, no time passes.
    let played = stage.store.played().await?;
    sleep(SILENCE).await;
    let went_on = Instant::now();
    let replicas = stage.start_both();
    let now = gone_on(played, async || stage.store.played().await).await?;
    ensure!(between(played, now) <= went_on.elapsed(), "{played:?} {now:?}");
    for session in &before {
        let stored = stage.store.load(session.id()).await?.context("it is stored")?;
        ensure!(stored.session.revision() == session.revision(), "{stored:?}");
    }
    // Imitates other processes that have lived through this time.
    let PlayTime(reached) = now.after(Duration::from_secs(600));
    stage.store.advance_play_time(PlayTime(reached)).await?;
    for (board, session) in games.iter().zip(&before) {
        let is_over = |board: &MessageView| board.text.contains("Time is up: Boris wins.");
        let (chat, message) = (board.chat_id, board.message_id);
        telegram.until(|snapshot| snapshot.message(chat, message).filter(is_over)).await?;
        let stored = stage.store.load(session.id()).await?.context("it is stored")?.session;
        assert_eq!(stored.revision().0, session.revision().0 + 1, "it is ended once");
        assert_eq!(stored.clock_end(), Some(ClockEnd::Time));
    }
    stage.end(replicas).await
}
