//! Games between people on two replicas: of all who ask at once, each plays once, and with one other.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use zerosum_playground::settings::InlineMode;
use zerosum_playground::views::{MessageView, Snapshot};
use zerosum_session::{SessionId, UserId};
use zerosum_store::Store;

use crate::child::telegram_with;
use crate::player::{Shown, boards};
use crate::replicas::leases::{Stage, leave};

/// Number of people who ask for an opponent at once.
const PEOPLE: usize = 60;

/// Number of posted boards that two people tap at once.
const POSTED: usize = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn of_sixty_who_ask_two_replicas_for_an_opponent_at_once_each_plays_one_other() -> Result<()>
{
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let Some(stage) = Stage::new(&mut Rng::with_seed(seed)).await? else { return Ok(()) };
    let replicas = stage.start_both();
    let telegram = &stage.telegram;
    let name = |number: usize| format!("P{number:02}");
    let people: Vec<i64> =
        (0..PEOPLE).map(|number| telegram.add_user(&name(number), Some("en"))).collect();
    for user in &people {
        telegram.send_text(*user, *user, "/opponent 3x3 24h")?;
    }
    let are_called = |snapshot: &Snapshot<'_>| {
        people.iter().all(|user| is_called(snapshot, *user)).then_some(())
    };
    telegram.until(are_called).await?;
    ensure!(stage.store.waiting_seekers(None, 9).await?.is_empty(), "a seeker waits");
    let opponents = opponents(&stage.store, &people).await?;
    // Everything in flight has been sent by then.
    replicas.into_iter().for_each(leave);
    for (number, user) in people.iter().enumerate() {
        let shown = telegram.look(|snapshot| boards(snapshot, *user));
        let [board] = &shown[..] else { anyhow::bail!("{user} has other boards: {shown:?}") };
        let opponent = people.iter().position(|other| *other == opponents[user]);
        let opponent = opponent.context("they play one of the others")?;
        ensure!(board.text.contains(&name(opponent)), "{number} and {opponent}: {board:?}");
    }
    stage.store.close().await;
    stage.schema.drop().await
}

/// Returns whether a user sees a board, and no message that says that they wait.
fn is_called(snapshot: &Snapshot<'_>, user: i64) -> bool {
    let is_waiting = |message: &MessageView| {
        message.from_bot && Shown::of(message).is_none() && !message.keyboard.is_empty()
    };
    !boards(snapshot, user).is_empty() && !snapshot.messages(user).iter().any(is_waiting)
}

/// Opponent of each of them, who all have exactly one game.
async fn opponents(store: &Store, people: &[i64]) -> Result<BTreeMap<i64, i64>> {
    let mut opponents = BTreeMap::new();
    for user in people {
        let person = UserId(user.cast_unsigned());
        let own = store.boards_of(person, None, 9).await?;
        ensure!(own.len() == 1, "{user} plays so many games: {}", own.len());
        let board = store.load(own[0].id).await?.context("it is stored")?;
        let opponent = board.session.opponent_of(person).context("they have an opponent")?;
        opponents.insert(*user, opponent.0.cast_signed());
    }
    for (one, other) in &opponents {
        ensure!(one != other && opponents.get(other) == Some(one), "{opponents:?}");
    }
    Ok(opponents)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn of_two_who_tap_a_posted_board_at_two_replicas_at_once_one_begins_and_one_joins()
-> Result<()> {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let telegram = telegram_with(InlineMode::On).await;
    let stage = Stage::of(telegram, &mut Rng::with_seed(seed)).await?;
    let Some(stage) = stage else { return Ok(()) };
    let replicas = stage.start_both();
    let telegram = &stage.telegram;
    let (anna, ben) = (telegram.add_user("Anna", Some("en")), telegram.add_user("Ben", Some("en")));
    let chat = telegram.add_conversation([anna, ben]);
    for _ in 0..POSTED {
        let board = post(&stage, anna, chat).await?;
        let data = board.keyboard[0][0].data.clone().context("a cell has data")?;
        let taps = [anna, ben]
            .map(|user| telegram.press_data(user, board.chat_id, board.message_id, &data));
        for tap in taps {
            let answer = telegram.answer(&tap?).await?;
            ensure!(answer.text.is_empty(), "{answer:?}");
        }
        let is_full = |now: &MessageView| now.text.contains("Anna") && now.text.contains("Ben");
        stage.until(&board, is_full).await;
    }
    let mut games = Vec::new();
    for user in [anna, ben] {
        let own = stage.store.boards_of(UserId(user.cast_unsigned()), None, 99).await?;
        games.push(own.iter().map(|board| board.id).collect::<BTreeSet<SessionId>>());
    }
    ensure!(games[0].len() == POSTED && games[0] == games[1], "{games:?}");
    stage.end(replicas).await
}

/// Posts a board of tic-tac-toe as this user.
async fn post(stage: &Stage, user: i64, chat: i64) -> Result<MessageView> {
    let telegram = &stage.telegram;
    let query = telegram.ask_inline(user, chat, "", "")?;
    let answer = telegram.inline_answer(&query).await?;
    let chosen = answer.results.iter().find(|result| result.title == "Tic-tac-toe 3×3");
    let message = telegram.choose_inline_result(&query, &chosen.context("it is offered")?.id)?;
    telegram.take_message(chat, message);
    telegram.message(chat, message).context("it is sent")
}
