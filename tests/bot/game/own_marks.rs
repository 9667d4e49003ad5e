//! Marks that a person has chosen: on their boards of buttons and in all that is said of them in their private
//! chat, and nowhere else.

use zerosum_playground::views::MessageView;
use zerosum_session::game::clock::TimeControl;

use crate::account::personal::file_of;
use crate::between_people::two_chats::{sent, table_of_two_under};
use crate::support::harness::Table;

/// Chooses a pair of marks and returns the page with it.
async fn choose(table: &Table, user: i64, pair: &str) -> MessageView {
    let page = table.ask(user, user, "/theme").await;
    assert_eq!(table.toast(&table.press(user, &page, pair)).await, "");
    let chosen = format!("✓ {pair}");
    table.until(&page, |now| now.find_button(&chosen).is_some()).await
}

/// All that a message says.
fn said(message: &MessageView) -> String {
    let labels = message.keyboard.iter().flatten().map(|button| button.text.as_str());
    [message.text.as_str()].into_iter().chain(labels).collect::<Vec<&str>>().join("\n")
}

/// Checks that a message names a side by this mark, and none by the usual ones.
fn assert_own(message: &MessageView, mark: &str) {
    let said = said(message);
    assert!(said.contains(mark) && !said.contains(['❌', '⭕']), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_chosen_marks_stand_on_the_board_and_in_all_that_is_said_of_it_in_private() {
    let mut table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let board = table.ask(anna, anna, "/new 3x3 beginner x").await;
    assert_eq!(board.text, "❌ You  ·  ⭕ zerosum (beginner)\nYour move: tap for ❌.");
    let page = choose(&table, anna, "🐻🐰").await;
    assert!(page.text.contains("\n\n🐻⬜⬜\n⬜🐰⬜\n"), "{page:?}");
    let board = table.until(&board, |now| now.text.contains('🐻')).await;
    assert_eq!(board.text, "🐻 You  ·  🐰 zerosum (beginner)\nYour move: tap for 🐻.");
    table.restart_bot().await;
    let press = table.press_cell(anna, &board, 4);
    assert_eq!(table.toast(&press).await, "");
    let board = table.until(&board, |now| now.find_button("‹🐰›").is_some()).await;
    assert_own(&board, "🐻");

    assert_eq!(table.toast(&table.press(anna, &board, "⋯")).await, "");
    let panel = table.changed(&board).await;
    assert_own(&panel, "🐻");
    assert_eq!(table.toast(&table.press(anna, &panel, "🧪")).await, "");
    assert_own(&table.read(anna).await, "🐻");
    for command in ["/games 3x3", "/invite 3x3", "/opponent 3x3 x"] {
        assert_own(&table.ask(anna, anna, command).await, "🐻");
    }
    let error = table.ask(anna, anna, "zerosum record 1 3x3\n1. b2 a1 2. b2 *").await;
    assert_own(&error, "🐻");

    // Pictures have the usual marks, and so has what others read.
    for (chat, game) in [(anna, "/new ultimate beginner x"), (group, "/new 3x3 beginner x")] {
        let board = table.ask(anna, chat, game).await;
        assert!(board.text.contains('❌') && !said(&board).contains('🐻'), "{board:?}");
    }
    let file = file_of(&table, &table.ask(anna, anna, "/mydata").await);
    let habits = file["person"]["habits"].as_str().expect("a text");
    assert!(habits.contains("marks bear"), "{habits}");

    let usual = choose(&table, anna, "❌⭕").await;
    assert!(usual.text.contains("❌⬜⬜"), "{usual:?}");
    let board = table.ask(anna, anna, "/new 3x3 beginner x").await;
    assert_eq!(board.text, "❌ You  ·  ⭕ zerosum (beginner)\nYour move: tap for ❌.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_of_two_people_sees_the_board_with_their_own_marks() {
    let table = table_of_two_under(TimeControl::Day).await;
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, of_boris) = sent(&table).await;
    choose(&table, anna, "🍒🍋").await;
    let of_anna = table.until(&of_anna, |now| now.text.contains('🍒')).await;
    assert!(of_anna.text.starts_with("🍒 You  ·  🍋 Борис\n"), "{of_anna:?}");
    assert_own(&of_anna, "🍋");
    assert!(table.now(&of_boris).text.starts_with("❌ Anna  ·  ⭕ Вы\n"), "{of_boris:?}");
    let left = table.toast(&table.press(anna, &of_anna, "⏱")).await;
    assert!(left.starts_with("🍒 has "), "{left}");
    let left = table.toast(&table.press(boris, &of_boris, "⏱")).await;
    assert!(left.contains('❌') && !left.contains('🍒'), "{left}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn marks_are_chosen_in_words_too_and_name_a_side() {
    let table = Table::new().await;
    let anna = table.anna;
    let told = table.ask(anna, anna, "/theme 🌲🌸").await;
    assert_eq!(told.text, "Done. Your boards will look like this from now on.");
    let board = table.ask(anna, anna, "/new 3x3 beginner 🌸").await;
    let board = table.until(&board, |now| now.text.contains("Your move")).await;
    assert!(board.text.starts_with("🌲 zerosum (beginner)  ·  🌸 You\n"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_a_new_look_does_not_change_is_not_edited() {
    let table = Table::new().await;
    let anna = table.anna;
    for (game, look, other) in [
        ("/new 15x15 x", "/theme dark", "🌲🌸"),
        ("/new 3x3 beginner x", "/theme 🍒🍋", "☀️ Light"),
    ] {
        let board = table.ask(anna, anna, game).await;
        // Neither a look that this board has none of, nor the same look once more.
        let page = table.ask(anna, anna, "/theme").await;
        assert_eq!(table.toast(&table.press(anna, &page, other)).await, "");
        table.until(&page, |now| now.find_button(&format!("✓ {other}")).is_some()).await;
        table.ask(anna, anna, look).await;
        table.ask(anna, anna, look).await;
        assert_eq!(table.toast(&table.press(anna, &board, "⋯")).await, "");
        table.changed(&board).await;
    }
    table.finish().await;
}
