//! One player plays both sides of a game in a group.

use zerosum_playground::views::MessageView;

use crate::account::personal::file_of;
use crate::support::grid::grid_of;
use crate::support::harness::Table;

const BOTH: &str = "👤 Play both sides";

async fn begin(table: &Table, words: &str) -> MessageView {
    let board = table.ask(table.anna, table.group, words).await;
    let press = table.press(table.anna, &board, BOTH);
    assert_eq!(table.toast(&press).await, "");
    table.changed(&board).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_starter_of_an_open_seat_plays_both_sides() {
    let mut table = Table::new().await;
    let open = table.ask(table.anna, table.group, "/new").await;
    let press = table.press(table.boris, &open, BOTH);
    assert!(table.toast(&press).await.starts_with("Это чужая партия."));
    // A tap on the board does not ask for both sides.
    assert_eq!(table.try_cell(table.anna, &open, 4).await, "It is not your turn.");
    assert!(table.now(&open).text.starts_with("❌ anybody  ·  ⭕ Anna\n"));
    let press = table.press(table.anna, &open, BOTH);
    assert_eq!(table.toast(&press).await, "");
    let board = table.changed(&open).await;
    assert_eq!(board.text, "❌ Anna  ·  ⭕ Anna\nAnna to move with ❌.");
    assert_eq!(board.keyboard.len(), 3, "nothing is to be agreed on: {board:?}");
    table.restart_bot().await;
    assert!(table.try_cell(table.boris, &board, 4).await.starts_with("Это чужая партия."));
    let late = table.press_data(table.anna, &board, &forged(&open, 2));
    assert_eq!(table.toast(&late).await, "Somebody is playing here already.");
    let mut board = board;
    for cell in [4, 0, 2, 6, 1, 3] {
        board = table.play(table.anna, &board, cell).await;
    }
    assert!(board.text.contains("Anna won"), "{board:?}");
    // The game does not count for any player.
    let file = file_of(&table, &table.ask(table.anna, table.anna, "/mydata").await);
    assert_eq!(file["results"].as_array().map(Vec::len), Some(0), "{file}");
    assert_eq!(file["games"].as_array().map(Vec::len), Some(1), "{file}");
    table.finish().await;
}

/// The data of a button of an open board, as a user who has seen a later revision would send it.
fn forged(open: &MessageView, revision: u32) -> String {
    let (row, column) = open.find_button(BOTH).expect("it is offered");
    let data = crate::support::harness::data_of(open, row, column);
    let id = data.split(':').nth(2).expect("it names its game");
    format!("1:ch:{id}:{revision}:b")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_is_no_clock_where_one_person_plays_both_sides() {
    let table = Table::new().await;
    let board = begin(&table, "/new 5+3 x").await;
    assert!(!board.text.contains('⏳') && board.find_button("⏱").is_none(), "{board:?}");
    let board = table.play(table.anna, &board, 4).await;
    let board = table.play(table.anna, &board, 0).await;
    assert_eq!((grid_of(&board).crosses(), grid_of(&board).noughts()), (1, 1));
    let id = board.keyboard[0][0].data.as_deref().and_then(|data| data.split(':').nth(2));
    let id = id.expect("it names its game").to_owned();
    for data in [format!("1:a:{id}:4:od"), format!("1:pa:{id}:4:g"), format!("1:a:{id}:4:gh")] {
        let press = table.press_data(table.anna, &board, &data);
        assert_ne!(table.toast(&press).await, "", "{data}");
    }
    let told = table.ask(table.anna, table.group, "/resign").await;
    assert_eq!(told.text, "You resigned.");
    let over = table.changed(&board).await;
    assert!(over.text.contains("Anna ended the game."), "{}", over.text);
    table.finish().await;
}
