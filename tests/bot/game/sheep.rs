//! Catch the Sheep: a wolf is chosen and moved by the buttons below its picture.

use zerosum_playground::views::{ButtonView, MessageView};

use crate::support::harness::{Table, data_of};

const STALE: &str = "The board has moved on. This is how it stands now.";

/// A new game of Anna with the wolves, in which the sheep has moved.
async fn wolves(table: &Table) -> MessageView {
    let board = table.ask(table.anna, table.anna, "/new wolves beginner").await;
    table.until(&board, |now| now.find_button("🐺 b1").is_some()).await
}

/// Chooses the leftmost wolf.
async fn chosen(table: &Table, board: &MessageView) -> MessageView {
    assert_eq!(table.toast(&table.press(table.anna, board, "🐺 b1")).await, "");
    table.until(board, |now| now.find_button("✓ b1").is_some()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wolf_is_chosen_and_moved_and_a_hasty_tap_moves_nothing_twice() {
    let table = Table::new().await;
    let anna = table.anna;
    let board = wolves(&table).await;
    assert!(board.has_photo && board.keyboard[0].len() == 4, "{board:?}");
    // A second tap puts it back.
    let picked = chosen(&table, &board).await;
    assert!(picked.text.contains("where does the wolf b1 go?"), "{picked:?}");
    assert_eq!(table.toast(&table.press(anna, &picked, "✓ b1")).await, "");
    let board = table.until(&picked, |now| now.find_button("🐺 b1").is_some()).await;
    let picked = chosen(&table, &board).await;
    let step = data_of(&picked, 1, 0);
    let presses = [(); 2].map(|()| table.press_data(anna, &picked, step));
    let mut toasts = Vec::new();
    for press in presses {
        toasts.push(table.toast(&press).await);
    }
    // Either of them may come first.
    toasts.sort_unstable();
    assert_eq!(toasts, ["", STALE]);
    let moved = table.until(&picked, |now| now.find_button("🐺 a2").is_some()).await;
    assert!(moved.has_photo && moved.text.contains("Last move: 🐑"), "{moved:?}");
    // An older view offers a wolf that has gone.
    assert_eq!(table.toast(&table.press(anna, &picked, "✓ b1")).await, STALE);
    assert_eq!(table.now(&moved).text, moved.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_was_sent_as_a_text_becomes_a_picture_and_the_game_goes_on() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let question = table.ask(anna, anna, "/theme").await;
    assert_eq!(table.toast(&table.press(anna, &question, "🔤 Text")).await, "");
    table.changed(&question).await;
    let board = wolves(&table).await;
    assert!(!board.has_photo && board.text.contains("🐺 b1, d1, f1, h1"), "{}", board.text);
    let text = chosen(&table, &board).await;
    assert!(text.text.contains("\n🟩 a2, c2\n"), "{}", text.text);
    let question = table.ask(anna, anna, "/theme").await;
    assert_eq!(table.toast(&table.press(anna, &question, "🌙 Dark")).await, "");
    table.until(&board, |now| now.has_photo).await;
    table.restart_bot().await;
    // Both taps are those of the text.
    assert_eq!(table.toast(&table.press(anna, &board, "🐺 b1")).await, "");
    assert_eq!(table.toast(&table.press_data(anna, &text, data_of(&text, 1, 1))).await, "");
    let moved = table.until(&board, |now| now.find_button("🐺 c2").is_some()).await;
    assert!(moved.has_photo, "{moved:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_xray_and_a_hint_mark_wolves_and_their_moves() {
    let table = Table::new().await;
    let anna = table.anna;
    let board = wolves(&table).await;
    assert_eq!(table.toast(&table.press(anna, &board, "⋯")).await, "");
    let panel = table.changed(&board).await;
    assert_eq!(table.toast(&table.press(anna, &panel, "🔎")).await, "");
    let seen = table.until(&panel, |now| now.text.contains("🔎 +")).await;
    let head = "🐑 zerosum (beginner)  ·  🐺 You\n";
    assert!(seen.text.starts_with(head), "{}", seen.text);
    let is_valued = |label: &str| label.contains(['+', '−']);
    assert!(seen.keyboard[0].iter().all(|key| is_valued(&key.text)), "{:?}", seen.keyboard);
    let mut hinted = seen;
    for _ in 0..2 {
        assert_eq!(table.toast(&table.press(anna, &hinted, "💡")).await, "");
        hinted = table.changed(&hinted).await;
    }
    // The hint chooses the wolf, and marks its move.
    let signed =
        |row: &[ButtonView], sign| row.iter().filter(|key| key.text.contains(sign)).count();
    let [wolves, moves] = [&hinted.keyboard[0], &hinted.keyboard[1]];
    assert_eq!((signed(wolves, '✓'), signed(moves, '⭐')), (1, 1), "{hinted:?}");
    table.finish().await;
}
