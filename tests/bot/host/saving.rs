//! A store that is down or slow.

use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::{SessionId, UserId};

use crate::support::fickle::FickleStore;
use crate::support::grid::grid_of;
use crate::support::harness::{Table, data_of};

const CANNOT_SAVE_MOVES: &str =
    "I can’t save moves right now, so nothing has changed. Please try again in a moment.";
const CANNOT_SAVE: &str =
    "I can’t save anything right now, so nothing has changed. Please try again in a moment.";

async fn table_with(store: &FickleStore) -> Table {
    Table::with_store(store.shared()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_cannot_be_saved_is_not_shown() {
    let store = FickleStore::new();
    let mut table = table_with(&store).await;
    let board = table.new_game(table.anna).await;
    let board = table.play(table.anna, &board, 4).await;
    store.fail_to_write(true);
    for cell in grid_of(&board).free() {
        assert_eq!(table.try_cell(table.anna, &board, cell).await, CANNOT_SAVE_MOVES);
    }
    let resigned = table.ask(table.anna, table.anna, "/resign").await;
    assert_eq!(resigned.text, CANNOT_SAVE);
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    assert_eq!(table.now(&board), board);
    store.fail_to_write(false);
    let board = table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    assert_eq!((grid_of(&board).crosses(), board.edits), (2, 2));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_cannot_be_saved_does_not_begin() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let welcome = table.ask(table.anna, table.anna, "/start").await;
    store.fail_to_write(true);
    assert_eq!(table.ask(table.anna, table.anna, "/new").await.text, CANNOT_SAVE);
    assert_eq!(table.ask(table.anna, table.group, "/new perfect").await.text, CANNOT_SAVE);
    let press = table.press(table.anna, &welcome, "💎 Perfect bot: can you draw?");
    assert_eq!(table.toast(&press).await, CANNOT_SAVE_MOVES);
    let question = table.ask(table.anna, table.anna, "/language").await;
    let press = table.press(table.anna, &question, "Русский");
    assert_eq!(table.toast(&press).await, CANNOT_SAVE_MOVES);
    store.fail_to_write(false);
    let press = table.press(table.anna, &welcome, "💎 Perfect bot: can you draw?");
    assert_eq!(table.toast(&press).await, "");
    let board = table.read(table.anna).await;
    assert!(board.text.starts_with("❌ You"), "{board:?}");
    table.play(table.anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_cannot_be_read_is_owned_up_to() {
    let store = FickleStore::new();
    let mut table = table_with(&store).await;
    let board = table.new_game(table.anna).await;
    let board = table.play(table.anna, &board, 4).await;
    table.playground.settled().await.expect("all is settled");
    store.fail_to_read(true);
    table.restart_bot().await;
    let cell = grid_of(&board).calm_cell();
    assert_eq!(table.try_cell(table.anna, &board, cell).await, CANNOT_SAVE_MOVES);
    for command in ["/new", "/board", "/resign"] {
        assert_eq!(table.ask(table.anna, table.anna, command).await.text, CANNOT_SAVE);
    }
    let help = table.ask(table.oksana, table.oksana, "/help").await;
    assert!(help.text.starts_with("Ви натискаєте на клітинку, я відповідаю."), "{help:?}");
    store.fail_to_read(false);
    table.play(table.anna, &board, cell).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redraw_that_comes_late_does_not_turn_a_board_back() {
    let store = FickleStore::new();
    let mut table = table_with(&store).await;
    table.expect_refusals(&["Too Many Requests"]);
    let mut boards = Vec::new();
    for user in [table.anna, table.boris] {
        boards.push((user, table.new_game(user).await));
    }
    // Both screens lag behind when the bot is started again.
    table.playground.fault(Fault::too_many_requests(3_600).on("editMessageText").times(2));
    for (user, board) in &boards {
        assert_eq!(table.try_cell(*user, board, 4).await, "");
    }
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    // The boards are redrawn by ascending number; the first one is held up.
    boards.sort_by_key(|(_, board)| session_of(board));
    let [(first, held_board), (second, board)] = &boards[..] else { panic!("two boards") };
    store.hold(Some(UserId(first.unsigned_abs())));
    table.start_bot();
    // Meanwhile the other person finds their board out of date, and then moves.
    assert_ne!(table.try_cell(*second, board, 4).await, "");
    let board = table.changed(board).await;
    let board = table.play(*second, &board, grid_of(&board).calm_cell()).await;
    store.hold(None);
    table.changed(held_board).await;
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    assert_eq!(table.now(&board), board);
    table.finish().await;
}

fn session_of(board: &MessageView) -> SessionId {
    match tap::decode(data_of(board, 0, 0)) {
        Ok(Tap::Act { id, .. }) => id,
        other => panic!("a cell asks for {other:?}"),
    }
}
