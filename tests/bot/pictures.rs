//! Boards too wide for buttons: photos wherever they go, and words where photos are forbidden.

use zerosum::playground::fault::Fault;
use zerosum::playground::views::MessageView;

use crate::harness::Table;

const FORBIDDEN: &str = "Bad Request: not enough rights to send photos to the chat";

/// The picture that a message shows.
fn file(table: &Table, message: &MessageView) -> Vec<u8> {
    let (chat, number) = (message.chat_id, message.message_id);
    table.playground.look(|snapshot| snapshot.photo(chat, number)).expect("a photo")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wide_board_is_a_photo_and_moves_as_one() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.anna, "/new ultimate").await;
    assert!(file(&table, &board).starts_with(b"\x89PNG"));
    let newer = table.ask(table.anna, table.anna, "/board").await;
    assert_eq!(file(&table, &newer), file(&table, &board));
    let left = table.changed(&board).await;
    assert!(left.has_photo && left.keyboard.is_empty() && left.text != board.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_are_painted_as_bright_as_their_person_wants_them() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let mut board = table.ask(anna, anna, "/new gomoku").await;
    let light = file(&table, &board);
    let mut files = Vec::new();
    for (now, wanted) in [("✓ ☀️ Light", "🌙 Dark"), ("✓ 🌙 Dark", "☀️ Light")] {
        let question = table.ask(anna, anna, "/theme").await;
        assert!(question.find_button(now).is_some(), "{question:?}");
        assert_eq!(table.toast(&table.press(anna, &question, wanted)).await, "");
        board = table.changed(&board).await;
        assert!(table.changed(&question).await.keyboard.is_empty());
        let rules = table.ask(anna, anna, "/rules").await;
        let others = table.ask(boris, boris, "/new gomoku").await;
        assert_eq!(file(&table, &others), light, "other people's boards stay as they are");
        files.push((file(&table, &board), file(&table, &rules)));
    }
    let [(dark, dark_rules), (light_again, light_rules)] = files.try_into().expect("two themes");
    assert_ne!(dark, light);
    assert_ne!(dark_rules, light_rules);
    assert_eq!(light_again, light);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_without_photos_plays_in_words() {
    let mut table = Table::new().await;
    table.expect_refusals(&[FORBIDDEN]);
    table.playground.fault(Fault::error(400, FORBIDDEN).on("sendPhoto").in_chat(table.group));
    for (command, cells) in [("/new gomoku", "🟨🟨🟨🟨🟨"), ("/new ultimate", "🟩🟩🟩 🟩🟩🟩")]
    {
        let board = table.ask(table.anna, table.group, command).await;
        assert!(!board.has_photo && board.text.contains(cells), "{}", board.text);
        assert!(!board.keyboard.is_empty());
    }
    assert_eq!(table.count_calls("sendPhoto", table.group), 1, "once is enough");
    let board = table.ask(table.anna, table.anna, "/new gomoku").await;
    assert!(board.has_photo, "elsewhere photos are sent");
    table.finish().await;
}
