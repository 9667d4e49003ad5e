//! People who have the same name as the bot.

use crate::support::harness::Table;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_whose_name_the_bot_takes_later_is_anonymous_wherever_they_are_named() {
    let mut table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let max = table.playground.add_user("Max", Some("en"));
    table.playground.add_member(max, group).expect("the group is there");
    let open = table.ask(anna, group, "/new").await;
    let board = table.play(max, &open, 4).await;
    assert!(board.text.contains("Max"), "{board:?}");
    table.ask(max, max, "/opponent 3x3 24h").await;
    table.playground.rename_bot("Max");
    table.restart_bot().await;
    // Max has done nothing since the bot was renamed.
    let board = table.play(anna, &board, 0).await;
    assert!(!board.text.contains("Max") && board.text.contains("Player"), "{board:?}");
    table.say(anna, anna, "/opponent 3x3 24h");
    let (one, other) = (table.read(anna).await, table.read(anna).await);
    let is_board = |text: &str| text.starts_with('❌');
    let (found, board) = if is_board(&one.text) { (other, one) } else { (one, other) };
    assert!(!board.text.contains("Max"), "{board:?}");
    let found = table.until(&found, |message| message.keyboard.is_empty()).await;
    assert!(found.text.contains("Player plays against you"), "{found:?}");
    table.read(max).await;
    table.say(anna, anna, "/resign");
    table.read(anna).await;
    let over = table.until(&board, |now| now.find_button("🚫 Block").is_some()).await;
    assert!(!over.text.contains("Max"), "{over:?}");
    assert_ne!(table.toast(&table.press(anna, &over, "🚫 Block")).await, "");
    let blocked = table.ask(anna, anna, "/blocked").await;
    let labels: Vec<&str> =
        blocked.keyboard.iter().flatten().map(|button| button.text.as_str()).collect();
    assert!(!blocked.text.contains("Max") && !labels.concat().contains("Max"), "{blocked:?}");
    table.finish().await;
}
