//! Requests whose bodies arrive slowly, and those of others meanwhile.

use std::net::SocketAddr;

use futures::future::join_all;
use reqwest::Client;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::harness::Table;
use crate::support::live_browser::Browser;

/// More bodies than the page reads at a time.
const BODIES: usize = 24;

/// Bodies of one address that are read at a time.
const PER_ADDRESS: usize = 8;

/// Sends the heads of requests from these addresses, as a proxy does.
async fn send_heads(page: SocketAddr, client_of: impl Fn(usize) -> String) -> Vec<TcpStream> {
    let clients = (0..BODIES).map(|number| client_of(number / PER_ADDRESS));
    join_all(clients.map(|client| send_head(page, client))).await
}

/// Sends the head of a request, and waits until it is refused or told to send its body.
async fn send_head(page: SocketAddr, client: String) -> TcpStream {
    let mut connection = TcpStream::connect(page).await.expect("it listens");
    let head = format!(
        "POST /p/v1/solo HTTP/1.1\r\nhost: {page}\r\nx-forwarded-for: {client}\r\n\
         content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n"
    );
    connection.write_all(head.as_bytes()).await.expect("the page is there");
    let mut begin = [0; 9];
    connection.read_exact(&mut begin).await.expect("it answers");
    assert_eq!(&begin, b"HTTP/1.1 ");
    connection
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_bodies_of_visitors_leave_room_for_the_moves_of_people() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_PAGE_PROXIES", 1);
    let (page, _, link) = Browser::with_game(&mut table).await;
    let game = page.game(&link).await;
    let address = table.page.expect("the bot has a page");
    let slow = send_heads(address, |number| format!("198.51.100.{number}")).await;
    let (status, moved) = page.move_at(&link, &game, 4).await;
    assert_eq!(status, 200, "{moved}");
    drop(slow);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_bodies_of_one_subscriber_leave_room_for_other_visitors() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_PAGE_PROXIES", 1);
    Browser::at(&mut table).await;
    let address = table.page.expect("the bot has a page");
    let slow = send_heads(address, |network| format!("2001:db8:0:{network:x}::1")).await;
    let asked = json!({"v": 1, "lang": "en", "game": "3x3", "moves": [], "do": "show"});
    let request = Client::new().post(format!("http://{address}/p/v1/solo")).json(&asked);
    let answer = request.header("x-forwarded-for", "203.0.113.1").send().await;
    assert_eq!(answer.expect("it answers").status(), 200);
    drop(slow);
    table.finish().await;
}
