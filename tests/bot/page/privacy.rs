//! The page tells no more of people than the chat, and nothing to those who have left.

use serde_json::json;

use crate::inline::looking_back::{opening, won_by_boris};
use crate::support::event_stream::login_code;
use crate::support::harness::Table;
use crate::support::live_browser::Browser;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_of_the_chat_that_names_no_player_opens_nothing_on_the_page() {
    let mut table = Table::without_bot().await;
    let page = Browser::at(&mut table).await;
    let link = opening(&won_by_boris(&table).await);
    let payload = link.strip_prefix("/start ").expect("a command");
    assert!(payload.starts_with('s'), "{payload}");
    for path in [format!("/g/{payload}"), format!("/p/v1/game/{payload}")] {
        assert_eq!(page.get(&path).await.0, 404, "{path}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_from_before_a_deletion_lets_no_one_in_and_stores_no_one() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    let anna = table.anna;
    table.new_game(anna).await;
    let code = login_code(&table.ask(anna, anna, "/web").await);
    let question = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press(anna, &question, "Yes, delete everything")).await;
    assert_eq!(page.enter(json!({"login": code})).await.0, 401);
    // Nor does it once they have come back; another login counts.
    table.new_game(anna).await;
    assert_eq!(page.enter(json!({"login": code})).await.0, 401);
    page.enter_by_link(&table, anna).await;
    page.only_game().await;
    table.finish().await;
}
