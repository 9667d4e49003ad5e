//! Telegram's limits, as the strict playground enforces them: a bot that keeps to them is never told to wait,
//! and no user waits for another.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::timeout;
use zerosum_playground::calls::Call;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::{MessageView, Snapshot};
use zerosum_render::tap::{self, Tap};
use zerosum_session::{Action, UserId};
use zerosum_store::Store;

use crate::host::metrics::scrape;
use crate::support::grid::{grid_of, is_board, is_over};
use crate::support::harness::{Table, data_of};
use crate::support::patience::until;
use crate::telegram::rush::Rush;

/// Data of the press that resigns a game.
fn resignation(board: &MessageView) -> String {
    match tap::decode(data_of(board, 0, 0)) {
        Ok(Tap::Act { id, seen, .. }) => tap::encode(Tap::Act { id, seen, action: Action::Resign }),
        other => panic!("a cell asks for {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fast_player_is_answered_at_once_and_sees_the_end_of_the_game() {
    let table = Table::under_limits().await;
    let mut rush = Rush::begin(&table, table.anna, table.anna).await;
    let began = Instant::now();
    rush.play(&table, 14).await;
    rush.resign(&table).await;
    let answered = began.elapsed();
    let board_now = table.until(rush.board(), |now| rush.is_shown_by(now)).await;
    // Five at once, one in every second since, and one for rounding.
    let allowed = 6 + began.elapsed().as_secs();
    assert!(u64::from(board_now.edits) <= allowed, "{} edits", board_now.edits);
    assert!(answered < Duration::from_secs(100), "the answers wait for the edits: {answered:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lively_group_is_never_told_to_wait_and_sees_the_ends_of_its_games() {
    let table = Table::under_limits().await;
    let mut rushes = [
        Rush::begin(&table, table.anna, table.group).await,
        Rush::begin(&table, table.boris, table.group).await,
    ];
    for round in 0..3 {
        for rush in &mut rushes {
            rush.play(&table, 4).await;
            // The last change is the end of a game; earlier ones may be left out.
            if round == 2 {
                rush.resign(&table).await;
            }
            table.until(rush.board(), |now| rush.is_shown_by(now)).await;
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rush_of_people_keeps_to_what_all_chats_may_have_together() {
    let table = Table::under_limits().await;
    let people: Vec<i64> = (0..100).map(|_| table.playground.add_user("Eva", Some("en"))).collect();
    for person in &people {
        table.say(*person, *person, "/new");
    }
    let mut boards = Vec::new();
    for person in &people {
        boards.push(table.read(*person).await);
    }
    let began = Instant::now();
    let presses: Vec<String> =
        boards.iter().map(|board| table.press_cell(board.chat_id, board, 4)).collect();
    for press in &presses {
        assert_eq!(table.toast(press).await, "");
    }
    for board in &boards {
        table.changed(board).await;
    }
    let shown = began.elapsed();
    assert!(shown > Duration::from_secs(2), "a hundred edits take {shown:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_that_is_told_to_wait_waits_with_all_it_has_and_alone() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests: retry after 5"]);
    let anna = table.new_game(table.anna).await;
    let boris = table.new_game(table.boris).await;
    let fault = Fault::too_many_requests(5).on("editMessageText").in_chat(table.anna);
    table.playground.fault(fault);
    assert_eq!(table.try_cell(table.anna, &anna, 4).await, "");
    let refused =
        "zerosum_telegram_calls_total{method=\"editMessageText\",outcome=\"too_many_requests\"}";
    until(async || {
        let exposition = scrape(&table).await;
        let counted = exposition.counted("zerosum_telegram_calls_total").contains_key(refused);
        if counted { Ok(()) } else { Err("the edit is not refused") }
    })
    .await;
    let began = Instant::now();
    table.say(table.anna, table.anna, "/help");
    let mut board = table.play(table.boris, &boris, 4).await;
    board = table.play(table.boris, &board, grid_of(&board).calm_cell()).await;
    assert_eq!(board.edits, 2);
    assert!(began.elapsed() < Duration::from_secs(5), "another chat waits too");
    table.read(table.anna).await;
    let waited = began.elapsed();
    assert!(waited > Duration::from_millis(2_500), "a message comes after {waited:?}");
    table.changed(&anna).await;
    table.finish().await;
}

/// Time after which no call hangs any more.
const LONGER_THAN_HANGING: Duration = Duration::from_secs(90);

/// Number of restarts after which a message is considered missing.
const RESTARTS_MAX: usize = 20;

/// The bot's next message in a chat. A board whose sending has hung twice rests for long, but not beyond a
/// restart, which is made if nothing comes for longer than a call hangs.
async fn sooner_or_later(table: &mut Table, chat: i64) -> MessageView {
    for _ in 0..RESTARTS_MAX {
        let message = timeout(LONGER_THAN_HANGING, table.playground.next_message(chat)).await;
        if let Ok(Ok(message)) = message {
            return message;
        }
        table.restart_bot().await;
    }
    panic!("nothing comes in chat {chat}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_chats_play_while_all_calls_about_another_one_hang() {
    let mut table = Table::new().await;
    let stuck = table.ask(table.anna, table.group, "/new perfect").await;
    let mut own = table.new_game(table.anna).await;
    for method in ["sendMessage", "editMessageText"] {
        let hang = Fault::new(FaultKind::Hang).on(method).in_chat(table.group);
        table.playground.fault(hang.times(100_000));
    }
    // Every member of the group wants something that cannot be shown.
    assert_eq!(table.try_cell(table.anna, &stuck, 4).await, "");
    for user in [table.anna, table.boris, table.oksana] {
        for _ in 0..8 {
            table.say(user, table.group, "/new perfect");
        }
    }
    let people: Vec<i64> = (0..200).map(|_| table.playground.add_user("Eva", Some("en"))).collect();
    for person in &people {
        table.say(*person, *person, "/new");
    }
    let mut boards = Vec::new();
    for person in &people {
        boards.push(table.read(*person).await);
    }
    for _ in 0..3 {
        for board in &boards {
            table.press_cell(board.chat_id, board, grid_of(board).calm_cell());
        }
        for board in &mut boards {
            *board = table.changed(board).await;
        }
    }
    // So does a player who waits in the group, in a chat of their own.
    own = table.play(table.anna, &own, 4).await;
    assert_eq!(grid_of(&own).marks(), 2);
    // The hanging ends when the others are done, and the group gets everything it has missed.
    let hung: Vec<Call> = table.playground.calls();
    let is_of_group = |call: &&Call| call.chat_id == Some(table.group);
    assert_eq!(hung.iter().filter(is_of_group).count(), 1, "only the first board has got through");
    table.playground.clear_faults();
    let group = table.group;
    for _ in 0..24 {
        assert!(is_board(&sooner_or_later(&mut table, group).await));
    }
    table.changed(&stuck).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_of_a_game_that_cannot_be_shown_for_long_is_brought_by_a_sweep() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Internal Server Error", "Unauthorized"]);
    let board = table.new_game(table.anna).await;
    let other = table.new_game(table.boris).await;
    let tries_out = Fault::error(500, "Internal Server Error").times(8).in_chat(table.anna);
    // The same holds while the token is being replaced.
    let wrong_token = Fault::error(401, "Unauthorized").in_chat(table.boris);
    table.playground.fault(tries_out.on("editMessageText"));
    table.playground.fault(wrong_token.on("editMessageText"));
    for (user, board) in [(table.anna, &board), (table.boris, &other)] {
        let press = table.press_data(user, board, &resignation(board));
        assert_eq!(table.toast(&press).await, "");
    }
    let has_given_up = |snapshot: &Snapshot<'_>| (snapshot.pending_faults() == 0).then_some(());
    // The pauses between the tries add up to more than one wait of the playground.
    while table.playground.until(has_given_up).await.is_err() {}
    assert_eq!((table.now(&board), table.now(&other)), (board.clone(), other.clone()));
    table.restart_bot().await;
    for board in [board, other] {
        let after = table.changed(&board).await;
        assert!(is_over(&after), "{after:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_closes_their_chat_is_sent_nothing_unasked_until_they_return() {
    let words = "Forbidden: bot was blocked by the user";
    let store = Arc::new(Store::in_memory());
    let mut table = Table::with_store(Arc::clone(&store) as Arc<_>).await;
    table.expect_refusals(&[words]);
    let reachable = async || {
        let user = UserId(table.anna.try_into().expect("people have positive numbers"));
        store.person(user).await.expect("memory does not fail").expect("she plays").is_reachable
    };
    for method in ["editMessageText", "sendMessage"] {
        let board = table.new_game(table.anna).await;
        assert!(reachable().await);
        table.playground.fault(Fault::error(403, words).on(method).in_chat(table.anna));
        match method {
            "sendMessage" => {
                table.say(table.anna, table.anna, "/help");
            }
            _ => assert_eq!(table.try_cell(table.anna, &board, 4).await, ""),
        }
        let is_struck = |snapshot: &Snapshot<'_>| (snapshot.pending_faults() == 0).then_some(());
        table.playground.until(is_struck).await.expect("the call is refused");
        until(async || if reachable().await { Err(method) } else { Ok(()) }).await;
        table.ask(table.anna, table.anna, "hello").await;
        assert!(reachable().await);
    }
    table.finish().await;
}
