//! Pictures in inline messages, which accept no uploads: kept in a chat that the host names, and shown from
//! there.

use zerosum_playground::calls::Call;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;

use crate::support::harness::Table;

const GAME: &str = "Gomoku 15×15";

/// A table with a chat for pictures.
async fn table() -> (Table, i64) {
    let mut table = Table::without_bot().await;
    let storage = table.playground.add_group("Pictures", &[]);
    table.set("ZEROSUM_STORAGE_CHAT_ID", storage);
    table.start_bot();
    (table, storage)
}

/// A gomoku board that Anna has posted in the group and sat down at.
async fn begun(table: &Table) -> MessageView {
    let board = table.post(table.anna, table.group, "gomoku", GAME).await;
    assert!(!board.has_photo && board.text.contains("🟨"), "{board:?}");
    assert_eq!(table.toast(&table.press(table.anna, &board, "Play ⚫️")).await, "");
    table.until(&board, |now| now.text.contains("Anna") && now.find_button("➡️").is_some()).await
}

async fn until_photo(table: &Table, board: &MessageView) -> MessageView {
    table.until(board, |now| now.has_photo && now.edits > board.edits).await
}

/// The picture as the people in its chat see it.
fn picture(table: &Table, board: &MessageView) -> Vec<u8> {
    let (chat, message) = (board.chat_id, board.message_id);
    let photo = table.playground.look(|snapshot| snapshot.photo(chat, message));
    photo.expect("it is a photo")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wide_board_in_an_inline_message_is_a_picture_where_the_host_keeps_them() {
    let (mut table, storage) = table().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.post(anna, table.group, "gomoku", GAME).await;
    assert_eq!(table.toast(&table.press(anna, &board, "Play ⚫️")).await, "");
    let begun = until_photo(&table, &board).await;
    assert!(!begun.text.contains("🟨"), "the picture is enough: {}", begun.text);
    let kept = table.read(storage).await;
    assert!(kept.has_photo && kept.keyboard.is_empty(), "{kept:?}");
    assert_eq!(kept.text, "", "no one is named");
    assert!(picture(&table, &kept) == picture(&table, &begun), "it is the same");

    let press = table.press(anna, &begun, "·");
    assert_eq!(table.toast(&press).await, "");
    let first = picture(&table, &begun);
    let moved = until_photo(&table, &begun).await;
    table.read(storage).await;
    assert!(picture(&table, &moved) != first, "it shows the move");
    // A process without memory of it goes on from there.
    table.restart_bot().await;
    assert_eq!(table.toast(&table.press(boris, &moved, "·")).await, "");
    let answered = table.until(&moved, |now| now.text.contains("Борис")).await;
    table.read(storage).await;
    assert!(picture(&table, &answered) != picture(&table, &kept), "it shows the answer");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_several_boards_show_is_kept_once_and_a_caption_needs_none() {
    let (table, storage) = table().await;
    let boards = [begun(&table).await, begun(&table).await, begun(&table).await];
    for board in &boards {
        table.until(board, |now| now.has_photo).await;
    }
    table.read(storage).await;
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.count_calls("sendPhoto", storage), 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_comes_in_words_while_its_pictures_cannot_be_kept() {
    const REFUSED: &str = "not enough rights to send photos to the chat";
    let (mut table, storage) = table().await;
    table.expect_refusals(&[REFUSED]);
    table.playground.fault(Fault::error(400, REFUSED).on("sendPhoto").in_chat(storage).times(9));
    let board = begun(&table).await;
    assert!(!board.has_photo && board.text.contains("🟨"), "{board:?}");
    assert_eq!(table.toast(&table.press(table.anna, &board, "·")).await, "");
    let moved = table.until(&board, |now| now.edits > board.edits).await;
    assert!(!moved.has_photo && moved.text.contains('⚫'), "{moved:?}");
    assert_eq!(table.count_calls("sendPhoto", storage), 1, "it is not asked again at once");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_would_not_have_its_picture_is_in_words_and_the_others_are_not() {
    const REFUSED: &str = "wrong file identifier/HTTP URL specified";
    const FORBIDDEN: &str = "not enough rights to send photos to the chat";
    let (mut table, storage) = table().await;
    table.expect_refusals(&[REFUSED, FORBIDDEN]);
    for words in [REFUSED, FORBIDDEN] {
        table.playground.fault(Fault::error(400, words).on("editMessageMedia"));
        let board = begun(&table).await;
        assert!(!board.has_photo && board.text.contains("🟨"), "{board:?}");
        table.read(storage).await;
        assert_eq!(table.toast(&table.press(table.anna, &board, "·")).await, "");
        let moved = table.until(&board, |now| now.edits > board.edits).await;
        assert!(!moved.has_photo && moved.text.contains('⚫'), "it is played on: {moved:?}");
    }
    let board = begun(&table).await;
    table.until(&board, |now| now.has_photo).await;
    table.read(storage).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_does_not_wait_for_the_turn_of_its_picture_and_gets_it_afterwards() {
    let (mut table, storage) = table().await;
    table.expect_refusals(&["Too Many Requests"]);
    table.playground.fault(Fault::too_many_requests(2).on("sendPhoto").in_chat(storage));
    let board = begun(&table).await;
    assert!(!board.has_photo && board.text.contains("🟨"), "{board:?}");
    // The chat is held for two seconds by now.
    assert_eq!(table.toast(&table.press(table.anna, &board, "·")).await, "");
    let moved = table.until(&board, |now| now.edits > board.edits).await;
    assert!(!moved.has_photo && moved.text.contains('⚫'), "{moved:?}");
    let complete = table.until(&moved, |now| now.has_photo).await;
    assert!(!complete.text.contains("🟨"), "{complete:?}");
    table.read(storage).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_in_words_does_not_wait_for_a_chat_that_hangs() {
    let (table, storage) = table().await;
    table.playground.fault(Fault::new(FaultKind::Hang).on("sendPhoto").in_chat(storage));
    let board = begun(&table).await;
    assert!(!board.has_photo && board.text.contains("🟨"), "{board:?}");
    let is_edit = |call: &Call| call.method == "editMessageMedia";
    assert!(!table.playground.look(|snapshot| snapshot.calls().any(is_edit)));
    table.finish().await;
}
