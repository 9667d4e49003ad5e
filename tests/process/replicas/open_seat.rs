//! An open seat on two replicas: of all players who tap at once, one gets it.

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::Seat;

use crate::replicas::leases::Stage;

/// Number of people who tap at once.
const PEOPLE: usize = 8;

/// Number of games in which they do.
const GAMES: usize = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn of_all_who_tap_at_once_at_two_replicas_one_takes_the_open_seat() -> Result<()> {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = Rng::with_seed(seed);
    let Some(stage) = Stage::new(&mut random).await? else { return Ok(()) };
    let replicas = stage.start_both();
    let telegram = &stage.telegram;
    let starter = telegram.add_user("Anna", Some("en"));
    let group = telegram.add_group("Board games", &[starter]);
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        let user = telegram.add_user(&format!("P{number}"), Some("en"));
        telegram.add_member(user, group)?;
        people.push(user);
    }
    for _ in 0..GAMES {
        telegram.send_text(starter, group, "/new 4x4")?;
        let board = telegram.next_message(group).await?;
        let seated = tap_at_once(&stage, &board, &people).await?;
        let Ok(Tap::Act { id, .. }) = tap::decode(&data_of(&board)?) else {
            anyhow::bail!("it is no board: {board:?}")
        };
        let stored = stage.store.load(id).await?.context("it is stored")?;
        let Seat::Human(user) = stored.session.seats().first else {
            anyhow::bail!("the seat is empty: {stored:?}")
        };
        ensure!(i64::try_from(user.0)? == seated, "another user has it: {stored:?}");
        ensure!(stored.session.moves().len() == 1, "their tap was their move: {stored:?}");
    }
    stage.end(replicas).await
}

/// Has all of them tap a cell, and returns the one whose tap was accepted.
async fn tap_at_once(stage: &Stage, board: &MessageView, people: &[i64]) -> Result<i64> {
    let (chat, message) = (board.chat_id, board.message_id);
    let data = data_of(board)?;
    let mut presses = Vec::new();
    for user in people {
        presses.push(stage.telegram.press_data(*user, chat, message, &data)?);
    }
    let mut seated = Vec::new();
    for (user, press) in people.iter().zip(&presses) {
        if stage.telegram.answer(press).await?.text.is_empty() {
            seated.push(*user);
        }
    }
    ensure!(seated.len() == 1, "{} have been let in", seated.len());
    Ok(seated[0])
}

fn data_of(board: &MessageView) -> Result<String> {
    board.keyboard[0][0].data.clone().context("a cell has data")
}
