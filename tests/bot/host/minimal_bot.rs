//! The smallest bot, as shown in the README: a dispatcher, a map by chat, and for each press a move, the
//! reply and an edit.

use teloxide::Bot;
use zerosum_playground::views::MessageView;

use crate::minimal;
use crate::support::harness::{Table, data_of};

/// Presses the first free cell, or the last one, counted from the top left.
async fn press_free(table: &Table, board: &MessageView, is_last: bool) -> MessageView {
    let mut cells = (0..9).filter(|cell| board.keyboard[cell / 3][cell % 3].text == "·");
    let cell = if is_last { cells.next_back() } else { cells.next() }.expect("a cell is free");
    let data = data_of(board, cell / 3, cell % 3).to_owned();
    table
        .playground
        .press_data(table.anna, board.chat_id, board.message_id, &data)
        .expect("a press");
    let edited = table.playground.edited(board.chat_id, board.message_id, board.edits).await;
    edited.expect("the board is edited")
}

fn marks(board: &MessageView, mark: &str) -> usize {
    board.keyboard.iter().take(3).flatten().filter(|button| button.text == mark).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_smallest_bot_answers_each_press_and_never_loses() {
    let table = Table::without_bot().await;
    let url = table.playground.api_url().parse().expect("a URL");
    let bot = tokio::spawn(minimal::play(Bot::new(table.playground.token()).set_api_url(url)));
    table.playground.send_text(table.anna, table.anna, "/start").expect("she is there");
    let mut board = table.playground.next_message(table.anna).await.expect("a board");
    for is_last in [false, true, false] {
        while board.text != "Game over" {
            let before = marks(&board, "X");
            board = press_free(&table, &board, is_last).await;
            assert_eq!(marks(&board, "X"), before + 1, "{board:?}");
            let is_answered = marks(&board, "O") == marks(&board, "X");
            assert!(is_answered || board.text == "Game over", "{board:?}");
        }
        // The side that moves first and has lost has as many marks as the other.
        assert_eq!(marks(&board, "X"), marks(&board, "O"), "it wins against that: {board:?}");
        table
            .playground
            .press_data(table.anna, board.chat_id, board.message_id, "again")
            .expect("a press");
        let edits = board.edits;
        board =
            table.playground.edited(board.chat_id, board.message_id, edits).await.expect("an edit");
        assert_eq!((board.text.as_str(), marks(&board, "·")), ("Your move", 9));
    }
    bot.abort();
}
