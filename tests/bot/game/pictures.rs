//! Boards too wide for buttons: photos where they are allowed, and text where they are not.

use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::Action;

use crate::support::harness::Table;

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
        let example = file(&table, &question);
        assert_eq!(table.toast(&table.press(anna, &question, wanted)).await, "");
        board = table.changed(&board).await;
        let shown = table.changed(&question).await;
        assert!(shown.find_button(&format!("✓ {wanted}")).is_some(), "{shown:?}");
        assert_ne!(file(&table, &shown), example, "it shows what is chosen");
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
    for (command, cells) in
        [("/new gomoku", "🟨🟩🟩🟩🟩🟩🟩🟩🟨"), ("/new ultimate", "🟩🟩🟩 🟩🟩🟩")]
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_come_as_text_to_a_user_who_wants_that() {
    let table = Table::new().await;
    let anna = table.anna;
    let photo = table.ask(anna, anna, "/new gomoku beginner").await;
    let question = table.ask(anna, anna, "/theme").await;
    assert_eq!(table.toast(&table.press(anna, &question, "🔤 Text")).await, "");
    // A photo stays a photo and shows the same position.
    let photo = table.changed(&photo).await;
    assert!(photo.has_photo && photo.text.contains("\n\n🟩 e7–k10\n\n🇩"), "{photo:?}");
    let board = table.ask(anna, anna, "/board").await;
    assert!(!board.has_photo && board.text == photo.text, "{}", board.text);
    table.changed(&photo).await;
    let centre = board.keyboard[1][3].data.clone().expect("it is a cell");
    assert_eq!(table.toast(&table.press_data(anna, &board, &centre)).await, "");
    let answered = table.until(&board, |now| now.text.contains("Last move: ⚪")).await;
    assert!(
        !answered.has_photo && answered.text.contains("\n\n⚫\u{fe0f} h8\n⚪\u{fe0f} ‹"),
        "{}",
        answered.text
    );
    let other = table.ask(anna, anna, "/new ultimate beginner").await;
    assert!(!other.has_photo && other.text.contains("🟩🟩🟩 🟩🟩🟩"), "{}", other.text);
    // A text can become a picture again.
    let question = table.ask(anna, anna, "/theme").await;
    assert!(question.find_button("✓ 🔤 Text").is_some(), "{question:?}");
    assert_eq!(table.toast(&table.press(anna, &question, "🌙 Dark")).await, "");
    let pictured = table.changed(&other).await;
    assert!(pictured.has_photo && !pictured.text.contains('🟩'), "{}", pictured.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arrow_shifts_the_window_and_changes_nothing_else() {
    let table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new gomoku").await;
    let before = file(&table, &board);
    assert_eq!(table.toast(&table.press(anna, &board, "➡️")).await, "");
    let right = table.changed(&board).await;
    assert_eq!(cells_of(&right), ("i7".to_owned(), "o10".to_owned()));
    assert_ne!(file(&table, &right), before, "the frame has moved");
    assert_eq!(right.find_button("➡️"), None, "there is nothing further right");
    assert_eq!(table.toast(&table.press(anna, &right, "⬅️")).await, "");
    let left = table.changed(&right).await;
    assert_eq!(cells_of(&left), ("d7".to_owned(), "j10".to_owned()));
    // A press on an older view of the same position counts.
    let cell = board.keyboard[0][0].data.clone().expect("it is a cell");
    assert_eq!(table.toast(&table.press_data(anna, &left, &cell)).await, "");
    table.until(&left, |now| now.text.contains("Last move: ⚪")).await;
    assert_eq!(table.count_calls("sendPhoto", anna), 1);
    table.ask(anna, anna, "/resign").await;
    table.finish().await;
}

/// The first and the last cell that are buttons.
fn cells_of(board: &MessageView) -> (String, String) {
    let gomoku = GameSpec::from_name("15x15x5").expect("it is a game").start();
    let cells = board.keyboard.iter().flatten().filter_map(|button| {
        match tap::decode(button.data.as_deref()?) {
            Ok(Tap::Act { action: Action::Play(code), .. }) => Some(gomoku.move_text(code)),
            _ => None,
        }
    });
    let cells: Vec<String> = cells.collect();
    (cells[0].clone(), cells[cells.len() - 1].clone())
}
