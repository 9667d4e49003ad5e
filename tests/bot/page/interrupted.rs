//! Requests of the page whose connection closes before they are answered.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::fickle::FickleStore;
use crate::support::harness::Table;
use crate::support::live_browser::Browser;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_asked_for_is_done_although_the_browser_closes_meanwhile() {
    let store = FickleStore::new();
    let mut table = Table::with_store_later(store.shared()).await;
    let (page, board, link) = Browser::with_game(&mut table).await;
    let (_, game) = page.move_at(&link, &page.game(&link).await, 4).await;
    let controls = game["controls"].as_array().expect("controls");
    let is_of_hint =
        |control: &&Value| control["label"].as_str().is_some_and(|it| it.contains("Hint"));
    let hint = controls.iter().find(is_of_hint).expect("help is offered");
    store.hold_games_with_people(true);
    let address = table.page.expect("the bot has a page");
    let mut connection = TcpStream::connect(address).await.expect("it listens");
    let body = json!({"v": 1, "tap": hint["tap"]}).to_string();
    let token = page.token.as_deref().expect("she has entered");
    let request = format!(
        "POST /p/v1/game/{link}/act?lang=en HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\
        content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    connection.write_all(request.as_bytes()).await.expect("it is sent");
    store.wait_for_games_with_people(1).await;
    connection.shutdown().await.expect("it is open");
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.expect("the other end closes, too");
    assert_eq!(answer, b"", "the request was not answered yet");
    store.hold_games_with_people(false);
    table.until(&board, |board| board.text.contains('💡')).await;
    let notes = page.game(&link).await["notes"].to_string();
    assert!(notes.contains('💡'), "{notes}");
    table.finish().await;
}
