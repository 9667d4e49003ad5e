//! Webhook deliveries: when they are answered, and what the answers contain.

use std::time::Duration;

use serde_json::{Value, json};
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::Snapshot;
use zerosum_session::UserId;

use crate::support::fickle::FickleStore;
use crate::support::grid::is_board;
use crate::support::harness::{SECRET, Table, Way};

/// A table whose bot waits at a webhook and keeps its games in this store.
async fn table_with(store: &FickleStore) -> Table {
    let mut table = Table::with_store_later(store.shared()).await;
    table.way = Way::Webhook;
    table.start_bot();
    table
}

/// Delivers an update as Telegram does, beside Telegram. Returns the status, the delay before the next
/// delivery, and the body.
pub(crate) async fn deliver(table: &Table, update: &Value) -> (u16, Option<String>, String) {
    let url = table.webhook_url.as_deref().expect("the bot waits at a webhook");
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let post = client.post(url).header("X-Telegram-Bot-Api-Secret-Token", SECRET);
    let response = post.json(update).send().await.expect("the bot answers");
    let retry_after = response.headers().get("retry-after");
    let retry_after = retry_after.map(|value| value.to_str().expect("text").to_owned());
    let status = response.status().as_u16();
    (status, retry_after, response.text().await.expect("text"))
}

fn text(user: i64, message: i32, text: &str) -> Value {
    json!({ "update_id": 1, "message": {
        "message_id": message,
        "date": 1_700_000_000,
        "chat": { "id": user, "type": "private", "first_name": "Anna" },
        "from": { "id": user, "is_bot": false, "first_name": "Anna", "language_code": "en" },
        "text": text,
    } })
}

fn press(user: i64, data: &str) -> Value {
    json!({ "update_id": 1, "callback_query": {
        "id": "7",
        "from": { "id": user, "is_bot": false, "first_name": "Anna", "language_code": "en" },
        "chat_instance": "1",
        "data": data,
        "message": {
            "message_id": 1,
            "date": 0,
            "chat": { "id": user, "type": "private", "first_name": "Anna" },
        },
    } })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undecided_update_is_redelivered_and_applied_once() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let mut new = text(table.boris, 900, "/new");
    new["message"]["chat"] = json!({ "id": table.group, "type": "supergroup", "title": "Games" });
    store.hold(Some(UserId(table.boris.unsigned_abs())));
    let (status, retry_after, body) = deliver(&table, &new).await;
    assert_eq!((status, retry_after.as_deref(), body.as_str()), (503, Some("1"), ""));
    store.hold(None);
    assert_eq!(deliver(&table, &new).await.0, 200);
    assert!(is_board(&table.read(table.group).await));
    assert_eq!(deliver(&table, &new).await.0, 200);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_that_wait_for_the_ones_before_are_answered_at_once() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let board = table.new_game(table.anna).await;
    let hang = Fault::new(FaultKind::Delay(Duration::from_secs(2))).on("sendMessage");
    table.playground.fault(hang);
    assert_eq!(deliver(&table, &text(table.anna, 900, "/help")).await.0, 200);
    // The help is still in flight.
    assert_eq!(deliver(&table, &text(table.anna, 901, "/new")).await.0, 200);
    assert_eq!(table.playground.messages(table.anna).len(), 1);
    assert!(!is_board(&table.read(table.anna).await));
    assert!(is_board(&table.read(table.anna).await));
    table.play(table.anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_to_a_press_goes_with_the_answer_to_its_delivery() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let board = table.new_game(table.anna).await;
    let cell = crate::support::harness::data_of(&board, 1, 1).to_owned();
    let (status, _, body) = deliver(&table, &press(table.anna, &cell)).await;
    let call: Value = serde_json::from_str(&body).expect("a call");
    assert_eq!(status, 200);
    assert_eq!(
        call["method"].as_str().map(str::to_lowercase).as_deref(),
        Some("answercallbackquery")
    );
    assert_eq!((&call["callback_query_id"], call.get("text")), (&json!("7"), None));
    table.changed(&board).await;
    let (status, _, body) = deliver(&table, &press(table.anna, &cell)).await;
    assert!(status == 200 && body.contains("\"text\":"), "it is stale by now: {body}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_is_refused_for_a_moment_ends_no_bot_at_a_webhook() {
    let mut table = Table::without_bot().await;
    table.way = Way::Webhook;
    table.expect_refusals(&["Not Found", "Unauthorized"]);
    table.playground.fault(Fault::error(404, "Not Found").on("setWebhook"));
    table.playground.fault(Fault::error(401, "Unauthorized").on("getWebhookInfo"));
    table.start_bot();
    let have_struck = |snapshot: &Snapshot<'_>| (snapshot.pending_faults() == 0).then_some(());
    table.playground.until(have_struck).await.expect("both calls are made");
    let board = table.new_game(table.anna).await;
    table.play(table.anna, &board, 4).await;
    table.finish().await;
}
