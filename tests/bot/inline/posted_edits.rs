//! Edits of inline messages that Telegram delays, loses or refuses: the board gets there, or is given up
//! once.

use std::time::{Duration, Instant};

use zerosum_playground::calls::Call;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;

use crate::host::metrics::{at_rest, scrape};
use crate::support::grid::grid_of;
use crate::support::harness::Table;
use crate::support::patience::until;

const EDIT: &str = "editMessageText";

/// A board that Anna posts in her chat with Boris.
async fn posted(table: &Table) -> MessageView {
    let chat = table.playground.add_conversation([table.anna, table.boris]);
    table.post(table.anna, chat, "", "Tic-tac-toe 3×3").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_asked_to_wait_the_newest_posted_board_is_drawn_once() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests: retry after 1"]);
    let board = posted(&table).await;
    let began = Instant::now();
    table.playground.fault(Fault::too_many_requests(1).on(EDIT));
    assert_eq!(table.try_cell(table.boris, &board, 4).await, "");
    assert_eq!(table.try_cell(table.anna, &board, 0).await, "");
    let after = table.until(&board, |now| grid_of(now).crosses() == 1).await;
    assert!(began.elapsed() >= Duration::from_secs(1), "it waits for {:?}", began.elapsed());
    at_rest(&table).await;
    assert_eq!(table.now(&board), after);
    assert!(after.text.contains("Anna") && after.text.contains("Борис"), "{after:?}");
    assert_eq!((after.edits, table.count_all_calls(EDIT)), (1, 2));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_posted_board_whose_edit_hangs_gets_there() {
    let table = Table::new().await;
    let board = posted(&table).await;
    table.playground.fault(Fault::new(FaultKind::Hang).on(EDIT));
    let board = table.play(table.boris, &board, 4).await;
    assert_eq!((grid_of(&board).crosses(), board.edits), (1, 1));
    let board = table.play(table.anna, &board, 0).await;
    assert_eq!((grid_of(&board).marks(), board.edits), (2, 2));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_posted_board_that_is_too_old_to_be_edited_is_given_up_once() {
    let mut table = Table::new().await;
    table.expect_refusals(&["MESSAGE_EDIT_TIME_EXPIRED"]);
    let board = posted(&table).await;
    let expired = Fault::error(400, "Bad Request: MESSAGE_EDIT_TIME_EXPIRED");
    table.playground.fault(expired.on(EDIT));
    assert_eq!(table.try_cell(table.boris, &board, 4).await, "");
    // It is counted as a message that is gone, not as an error.
    let lost = async || scrape(&table).await.value("zerosum_edits_lost_total{reason=\"gone\"}");
    until(async || if lost().await == 1.0 { Ok(()) } else { Err(lost().await) }).await;
    assert_eq!(table.refused_calls().len(), 1);
    // Telegram would accept an edit now, but the bot makes none.
    table.restart_bot().await;
    let late = table.try_cell(table.anna, &board, 0).await;
    assert!(late.starts_with("This button is out of date."), "{late}");
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    assert_eq!(table.count_all_calls(EDIT), 1);
    assert_eq!(table.now(&board), board);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_posted_board_that_refuses_an_edit_is_played_on() {
    let mut table = Table::new().await;
    table.expect_refusals(&["MEDIA_CAPTION_TOO_LONG"]);
    let (anna, boris) = (table.anna, table.boris);
    let board = posted(&table).await;
    let board = table.play(boris, &board, 4).await;
    let board = table.play(anna, &board, 0).await;
    let too_long = Fault::error(400, "Bad Request: MEDIA_CAPTION_TOO_LONG");
    table.playground.fault(too_long.on(EDIT));
    assert_eq!(table.try_cell(boris, &board, 2).await, "");
    let is_refused = |call: &Call| call.error.is_some();
    let tried = table.playground.until(|snapshot| snapshot.calls().any(is_refused).then_some(()));
    tried.await.expect("the edit is tried");
    // Neither can be written to in private, but the message is there: a press brings it up to date.
    table.try_cell(anna, &board, 6).await;
    let board = table.until(&board, |now| grid_of(now).marks() == 3).await;
    let board = table.play(anna, &board, 6).await;
    assert_eq!(grid_of(&board).marks(), 4);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_posted_board_that_is_gone_costs_one_edit() {
    let mut table = Table::new().await;
    table.expect_refusals(&["MESSAGE_ID_INVALID"]);
    let boris = table.boris;
    let board = posted(&table).await;
    let press = table.press_cell(boris, &board, 4);
    table.playground.delete_message(board.chat_id, board.message_id).expect("it is there");
    table.toast(&press).await;
    let is_refused = |call: &Call| call.error.is_some();
    let tried = table.playground.until(|snapshot| snapshot.calls().any(is_refused).then_some(()));
    tried.await.expect("the edit is tried");
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    assert_eq!(table.refused_calls().len(), 1, "it is not tried again");
    let given_up = table.ask(boris, boris, "/resign").await;
    assert!(!given_up.text.is_empty());
    table.finish().await;
}
