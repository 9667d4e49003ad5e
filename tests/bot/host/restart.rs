//! Restarts of the bot, and messages that disappear.

use std::sync::Arc;
use std::time::Duration;

use zerosum::engine::Engine;
use zerosum::play::games::transitions::with_engine_replies;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_search::level::Level;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::{Seat, Session, SessionId, UserId};
use zerosum_store::{OpenGames, Store};

use crate::support::grid::{grid_of, is_board, is_over};
use crate::support::harness::Table;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_after_every_restart() {
    let mut table = Table::new().await;
    let mut private = table.new_game(table.anna).await;
    let mut group = table.ask(table.boris, table.group, "/new perfect o").await;
    for _ in 0..2 {
        table.restart_bot().await;
        private = table.play(table.anna, &private, grid_of(&private).calm_cell()).await;
        group = table.play(table.boris, &group, grid_of(&group).calm_cell()).await;
    }
    assert_eq!(grid_of(&private).crosses(), 2);
    assert_eq!(grid_of(&group).noughts(), 2);
    assert!(
        group.text.starts_with("❌ zerosum (безошибочный)  ·  ⭕ Борис\nХодит Борис"),
        "{group:?}"
    );
    table.restart_bot().await;
    table.ask(table.anna, table.anna, "/resign").await;
    table.until(&private, is_over).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presses_and_commands_during_an_absence_count_afterwards() {
    let mut table = Table::new().await;
    let board = table.new_game(table.anna).await;
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    let press = table.press_cell(table.anna, &board, 4);
    table.say(table.boris, table.boris, "/new o");
    table.start_bot();
    assert_eq!(table.toast(&press).await, "");
    assert_eq!(grid_of(&table.changed(&board).await).crosses(), 1);
    assert_eq!(grid_of(&table.read(table.boris).await).crosses(), 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_whose_screen_lags_is_redrawn_at_the_start() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests"]);
    let private = table.new_game(table.anna).await;
    let group = table.ask(table.oksana, table.group, "/new perfect o").await;
    table.playground.fault(Fault::too_many_requests(3_600).on("editMessageText").times(2));
    for (user, board) in [(table.anna, &private), (table.oksana, &group)] {
        let cell = grid_of(board).calm_cell();
        assert_eq!(table.try_cell(user, board, cell).await, "");
    }
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    assert_eq!([table.now(&private), table.now(&group)], [private.clone(), group.clone()]);
    table.start_bot();
    let private = table.changed(&private).await;
    let group = table.changed(&group).await;
    assert_eq!((grid_of(&private).marks(), grid_of(&group).marks()), (2, 3));
    table.play(table.anna, &private, grid_of(&private).calm_cell()).await;
    table.play(table.oksana, &group, grid_of(&group).calm_cell()).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_could_not_be_sent_is_sent_at_the_start() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests"]);
    table.playground.fault(Fault::too_many_requests(3_600).on("sendMessage"));
    table.say(table.anna, table.anna, "/new o");
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    let board = table.read(table.anna).await;
    table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    table.restart_bot().await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_begins_while_older_boards_are_sent_is_shown_once() {
    let store = Arc::new(Store::in_memory());
    let mut table = Table::with_store_later(Arc::clone(&store)).await;
    // The person has to have written once, or the bot may not write to them.
    table.say(table.anna, table.anna, "/help");
    let anna = UserId(table.anna.unsigned_abs());
    let seats = BySide { first: Seat::Human(anna), second: Seat::Engine(Level::Best) };
    let session = Session::new(SessionId(0), GameSpec::TicTacToe, seats);
    let session = with_engine_replies(&Engine::new(), session);
    let board = Board::new(session, anna, ChatId(table.anna));
    store.create(&board, OpenGames::ANY).await.expect("the store works");
    let slow = |time| Fault::new(FaultKind::Delay(Duration::from_millis(time))).on("sendMessage");
    table.playground.fault(slow(400).in_chat(table.anna).times(2));
    table.playground.fault(slow(800).in_chat(table.boris));
    table.say(table.boris, table.boris, "/new");
    table.start_bot();
    let messages = [table.read(table.anna).await, table.read(table.anna).await];
    assert_eq!(messages.iter().filter(|message| is_board(message)).count(), 1);
    assert!(is_board(&table.read(table.boris).await));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_was_deleted_comes_back_by_command() {
    let mut table = Table::new().await;
    table.expect_refusals(&["message to edit not found"]);
    let board = table.new_game(table.anna).await;
    let board = table.play(table.anna, &board, 4).await;
    table.playground.delete_message(table.anna, board.message_id).expect("it is there");
    // A last press that was on its way still counts.
    assert_eq!(table.try_cell(table.anna, &board, grid_of(&board).calm_cell()).await, "");
    table.playground.settled().await.expect("all is settled");
    let board = table.ask(table.anna, table.anna, "/board").await;
    assert_eq!(grid_of(&board).crosses(), 2);
    let board = table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    // The message disappears without a press, and only the command finds out.
    table.playground.delete_message(table.anna, board.message_id).expect("it is there");
    let again = table.ask(table.anna, table.anna, "/board").await;
    assert_eq!(grid_of(&again), grid_of(&board));
    table.finish().await;
}
