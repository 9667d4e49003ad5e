//! Games looked through move by move, and played on from any of them.

use zerosum_playground::views::MessageView;

use crate::grid::grid_of;
use crate::harness::Table;

const LOOK: &str = "⏪ Look through";
const PLAY_ON: &str = "▶️ Play on from here";

/// A game that X has won, as somebody else has played it.
const WON: &str = "zerosum record 1 3x3 1. b2 a1 2. c2 b1 3. a2 1-0";

/// The second line, which tells the move.
fn line(page: &MessageView) -> &str {
    page.text.lines().nth(1).unwrap_or_default()
}

async fn step(table: &Table, user: i64, page: &MessageView, label: &str) -> MessageView {
    table.toast(&table.press(user, page, label)).await;
    table.changed(page).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_of_a_finished_game_is_looked_through_and_played_on() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let told = table.ask(anna, anna, WON).await;
    assert!(told.text.contains("❌ has won: three in a row."), "{}", told.text);
    assert!(!told.text.contains("zerosum") && !told.text.contains("You"), "{}", told.text);
    table.toast(&table.press(anna, &told, LOOK)).await;
    let end = table.read(anna).await;
    assert_eq!(line(&end), "3. ❌ a2  ·  5 / 5");
    assert!(end.has_photo && end.text.contains("has won"), "{end:?}");
    assert_eq!(end.keyboard.len(), 1, "nothing is played on from the end: {end:?}");
    let start = step(&table, anna, &end, "⏮").await;
    assert_eq!(line(&start), "0 / 5");
    let first = step(&table, anna, &start, "▶️").await;
    assert_eq!(line(&first), "1. ❌ b2  ·  1 / 5");
    table.restart_bot().await;
    let second = step(&table, anna, &first, "▶️").await;
    assert_eq!(line(&second), "1. ⭕ a1  ·  2 / 5");
    let back = step(&table, anna, &second, "◀️").await;
    assert_eq!(line(&back), "1. ❌ b2  ·  1 / 5");

    // Two taps begin one game, in which she makes the next move.
    let taps = [table.press(anna, &back, PLAY_ON), table.press(anna, &back, PLAY_ON)];
    for tap in &taps {
        table.toast(tap).await;
    }
    let board = table.read(anna).await;
    assert_eq!((grid_of(&board).crosses(), grid_of(&board).noughts()), (1, 0), "{board:?}");
    let after = table.play(anna, &board, 8).await;
    assert_eq!((grid_of(&after).crosses(), grid_of(&after).noughts()), (2, 1));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_looked_through_where_it_was_played_and_nowhere_else() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let told = table.ask(anna, anna, WON).await;
    table.toast(&table.press(anna, &told, LOOK)).await;
    let page = table.read(anna).await;
    let data = page.keyboard.iter().flatten().filter_map(|button| button.data.clone());
    let look = told.keyboard[0][0].data.clone();
    let other = table.new_game(boris).await;
    for data in data.chain(look) {
        let toast = table.toast(&table.press_data(boris, &other, &data)).await;
        assert!(!toast.is_empty(), "{data}");
    }
    assert_eq!(table.now(&other).text, other.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_game_has_longer_steps() {
    let table = Table::new().await;
    let anna = table.anna;
    // Both fill rows, three and one at a time, so that nobody has five.
    let cells = (0..36).map(|ply| format!("{}{}", char::from(b'a' + ply % 12), 1 + 2 * (ply / 12)));
    let moves: Vec<String> = cells.collect();
    let record = format!("zerosum record 1 15x15x5 {} *", moves.join(" "));
    let opened = table.ask(anna, anna, &record).await;
    table.toast(&table.press(anna, &opened, "⬆️")).await;
    let resigned = table.ask(anna, anna, "/resign").await;
    assert!(resigned.text.contains("zerosum wins"), "{}", resigned.text);
    let is_over = |now: &MessageView| now.keyboard.iter().flatten().any(|at| at.text == LOOK);
    let over = table.until(&opened, is_over).await;
    table.toast(&table.press(anna, &over, LOOK)).await;
    let end = table.read(anna).await;
    assert!(line(&end).ends_with("36 / 36") && end.text.contains("has given up"), "{}", end.text);
    let before = step(&table, anna, &end, "⏪").await;
    assert!(line(&before).ends_with("26 / 36"), "{}", before.text);
    let after = step(&table, anna, &before, "⏩").await;
    assert_eq!(after.text, end.text);
    table.finish().await;
}
