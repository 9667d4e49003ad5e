//! Boards that were sent through the bot to a chat of two people, each of whom can delete them. The bot is not told of
//! it, and neither wins by it.

use serde_json::json;
use zerosum_playground::views::MessageView;

use crate::account::personal::file_of;
use crate::between_people::clocks::{execute, pass};
use crate::between_people::leaving::{count_for, counts_for_neither};
use crate::support::harness::{Table, data_of};

/// Telegram's error for an inline message that is gone.
const GONE: &str = "MESSAGE_ID_INVALID";

/// A game with three minutes for each move in the chat of Anna and Boris, in which both have moved and Boris is to
/// move.
async fn begun(table: &Table) -> MessageView {
    let mut board = opened(table).await;
    while !board.text.contains("three minutes") {
        let press = table.press_data(table.anna, &board, data_of(&board, 5, 0));
        assert_eq!(table.toast(&press).await, "");
        board = table.changed(&board).await;
    }
    moved_by_both(table, board).await
}

/// A game in the chat of Anna and Boris, begun by Anna.
async fn opened(table: &Table) -> MessageView {
    let chat = table.playground.add_conversation([table.anna, table.boris]);
    let board = table.post(table.anna, chat, "", "Tic-tac-toe 3×3").await;
    table.play(table.anna, &board, 4).await
}

async fn moved_by_both(table: &Table, mut board: MessageView) -> MessageView {
    for (user, cell) in [(table.boris, 0), (table.anna, 8)] {
        board = table.play(user, &board, cell).await;
    }
    board
}

fn delete(table: &Table, board: &MessageView) {
    table.playground.delete_message(board.chat_id, board.message_id).expect("it is there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_deletes_the_board_meets_the_opponent_in_private() {
    let mut table = Table::new().await;
    table.expect_refusals(&[GONE]);
    let (anna, boris) = (table.anna, table.boris);
    for person in [anna, boris] {
        table.ask(person, person, "/start").await;
    }
    let board = begun(&table).await;
    delete(&table, &board);
    pass(&table, 200).await;
    let (of_anna, of_boris) = (table.read(anna).await, table.read(boris).await);
    assert!(of_boris.text.contains("Ваш ход"), "{of_boris:?}");
    // He has all of his time again.
    let toast = table.toast(&table.press(boris, &of_boris, "⏱")).await;
    assert!(toast.contains("3 мин") || toast.contains("2 мин"), "{toast}");
    table.play(boris, &of_boris, 2).await;
    pass(&table, 200).await;
    table.until(&of_anna, |now| now.text.contains("Your time is up")).await;
    count_for(&table, &[(anna, "lost"), (boris, "won")]).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_game_counts_for_neither_if_a_player_cannot_be_written_to() {
    let mut table = Table::new().await;
    table.expect_refusals(&[GONE]);
    let (anna, boris) = (table.anna, table.boris);
    table.ask(boris, boris, "/start").await;
    let board = begun(&table).await;
    delete(&table, &board);
    pass(&table, 200).await;
    let over = table.read(boris).await;
    assert!(
        over.text.contains("Сообщение с партией удалено. Партия не засчитывается."),
        "{over:?}"
    );
    table.ask(anna, anna, "/start").await;
    counts_for_neither(&table).await;
    let file = file_of(&table, &table.ask(boris, boris, "/mydata").await);
    assert_eq!(file["games"][0]["departure"], json!("message_deleted"), "{file}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_is_there_is_lost_on_time() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = begun(&table).await;
    pass(&table, 200).await;
    table.until(&board, |now| now.text.contains("Time is up")).await;
    for person in [anna, boris] {
        table.ask(person, person, "/start").await;
    }
    count_for(&table, &[(anna, "won"), (boris, "lost")]).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_game_without_a_clock_is_not_abandoned_by_the_player_who_cannot_see_it() {
    let mut table = Table::new().await;
    table.expect_refusals(&[GONE]);
    let (anna, boris) = (table.anna, table.boris);
    for person in [anna, boris] {
        table.ask(person, person, "/start").await;
    }
    let board = opened(&table).await;
    let board = moved_by_both(&table, board).await;
    delete(&table, &board);
    table.stop_bot().await;
    let week = 8 * 24 * 60 * 60;
    execute(&table, "UPDATE boards SET touched = touched - ?1 * 1000000", week);
    table.start_bot();
    let (of_anna, of_boris) = (table.read(anna).await, table.read(boris).await);
    assert!(of_boris.text.contains("Ваш ход"), "{of_boris:?}");
    table.play(boris, &of_boris, 2).await;
    table.until(&of_anna, |now| now.text.contains("Your move")).await;
    table.finish().await;
}
