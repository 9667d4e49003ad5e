//! Requests of the page that come again because their answer was lost, and games that follow each other.

use serde_json::{Value, json};

use crate::support::harness::Table;
use crate::support::live_browser::Browser;

/// Plays free cells on 3x3 until the game is over, and returns its state.
async fn played_out(page: &Browser, link: &str) -> Value {
    let mut game = page.game(link).await;
    while game["is_over"] != true {
        let marks = game["scene"]["marks"].as_str().expect("marks");
        let free = marks.find('.').expect("a free cell");
        let (status, moved) =
            page.move_at(link, &game, u16::try_from(free).expect("nine cells")).await;
        assert_eq!(status, 200, "{moved}");
        game = moved;
    }
    game
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_explanation_that_is_asked_for_again_is_told_again() {
    let mut table = Table::without_bot().await;
    let (page, _, link) = Browser::with_game(&mut table).await;
    let game = page.game(&link).await;
    let (status, told) = page.press(&link, &game, "Why").await;
    let (again_status, again) = page.press(&link, &game, "Why").await;
    assert_eq!((status, again_status, &again["told"]), (200, 200, &told["told"]));
    assert!(told["told"].as_str().is_some_and(|told| !told.is_empty()), "{told}");
    assert_eq!(again["notes"], told["notes"], "it counts once");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_typed_drop_that_comes_again_is_made_once() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    table.ask(table.anna, table.anna, "/new connect-four beginner").await;
    page.enter_by_link(&table, table.anna).await;
    let link = page.only_game().await;
    let game = page.game(&link).await;
    let drop = json!({"seen": game["rev"], "text": "4"});
    let (status, dropped) = page.act(&link, drop.clone()).await;
    assert_eq!(status, 200, "{dropped}");
    let (status, again) = page.act(&link, drop).await;
    assert_eq!(status, 200, "{again}");
    let other = json!({"seen": game["rev"], "text": "5"});
    let (status, stale) = page.act(&link, other).await;
    assert_eq!((status, stale["error"].as_str()), (409, Some("denied")), "{stale}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn going_on_from_game_to_game_on_the_page_is_never_too_fast() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", "1");
    let (page, _, mut link) = Browser::with_game(&mut table).await;
    for _ in 0..3 {
        let over = played_out(&page, &link).await;
        let (status, next) = page.press(&link, &over, "Play again").await;
        assert_eq!(status, 200, "{next}");
        link = next["link"].as_str().expect("another game").to_owned();
    }
    // A game that follows a resignation counts, as in the chat.
    let (_, over) = page.press(&link, &page.game(&link).await, "Resign").await;
    let (status, refused) = page.press(&link, &over, "Play again").await;
    let refusal =
        "You have started 1 game just now, and more would be too fast. Please wait a minute.";
    assert_eq!((status, refused["say"].as_str()), (409, Some(refusal)), "{refused}");
    table.finish().await;
}
