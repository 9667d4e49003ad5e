//! Updates reach the bot: by poll, one poll at a time, or by webhook.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use axum::serve::ListenerExt;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use zerosum_playground::Playground;

use crate::support::{Bot, start};

/// Waits with a poll in the background until it is the playground's turn.
async fn poll(
    bot: &Bot,
    playground: &Playground,
    timeout: u32,
) -> tokio::task::JoinHandle<(u16, Value)> {
    let request = bot.client.get(format!("{}/getUpdates?timeout={timeout}&limit=5", bot.base));
    let polls = playground.look(|snapshot| snapshot.polls());
    let poll = tokio::spawn(async move {
        let response = request.send().await.expect("the playground answers");
        crate::support::answer(response).await
    });
    let begun = playground.until(|snapshot| (snapshot.polls() > polls).then_some(())).await;
    begun.expect("the poll begins");
    poll
}

#[tokio::test]
async fn a_long_poll_wakes_at_once() {
    let (playground, bot) = start().await;
    let anna = playground.add_user("Anna", None);
    let waiting = poll(&bot, &playground, 50).await;
    let began = Instant::now();
    playground.send_text(anna, anna, "hello").expect("Anna is there");
    let (code, body) = waiting.await.expect("polled");
    assert_eq!((code, &body["result"][0]["message"]["text"]), (200, &json!("hello")));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_poll_without_updates_ends_empty() {
    let (_playground, bot) = start().await;
    assert_eq!(bot.ok("getUpdates", json!({})).await, json!([]));
    assert_eq!(bot.ok("GETUPDATES", json!({ "timeout": "1" })).await, json!([]));
}

#[tokio::test]
async fn a_second_poll_ends_the_first() {
    let (playground, bot) = start().await;
    let first = poll(&bot, &playground, 50).await;
    let second = poll(&bot, &playground, 50).await;
    let (code, body) = first.await.expect("polled");
    assert_eq!(code, 409);
    assert_eq!(
        body["description"],
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
    );
    playground.stop().await;
    assert_eq!(second.await.expect("polled").1["result"], json!([]), "stopping ends polls at once");
}

#[tokio::test]
async fn an_offset_confirms_and_a_negative_one_skips() {
    let (playground, bot) = start().await;
    let anna = playground.add_user("Anna", None);
    for number in 1..=5 {
        playground.send_text(anna, anna, &number.to_string()).expect("Anna is there");
    }
    let ids = |updates: Value| -> Vec<i64> {
        let updates = updates.as_array().cloned().unwrap_or_default();
        updates.iter().filter_map(|update| update["update_id"].as_i64()).collect()
    };
    assert_eq!(ids(bot.ok("getUpdates", json!({ "limit": 2 })).await), [1, 2]);
    assert_eq!(ids(bot.ok("getUpdates", json!({ "limit": 2 })).await), [1, 2], "not confirmed yet");
    assert_eq!(ids(bot.ok("getUpdates", json!({ "offset": 3 })).await), [3, 4, 5]);
    assert_eq!(
        ids(bot.ok("getUpdates", json!({ "offset": 1 })).await),
        [3, 4, 5],
        "1 and 2 are gone"
    );
    assert_eq!(ids(bot.ok("getUpdates", json!({ "offset": -1 })).await), [5]);
    assert_eq!(playground.redeliver(2), Some(6), "the content of 2 comes again");
    let again = bot.ok("getUpdates", json!({ "offset": 6 })).await;
    assert_eq!(again[0]["message"]["text"], "2");
}

#[tokio::test]
async fn kinds_the_bot_did_not_ask_for_are_not_sent() {
    let (playground, bot) = start().await;
    let anna = playground.add_user("Anna", None);
    bot.ok("getUpdates", json!({ "allowed_updates": ["callback_query", "nonsense"] })).await;
    playground.send_text(anna, anna, "unheard").expect("Anna is there");
    playground.press_data(anna, anna, 1, "heard").expect("Anna is there");
    let updates = bot.ok("getUpdates", json!({})).await;
    assert_eq!(updates.as_array().map(Vec::len), Some(1), "{updates}");
    bot.ok("getUpdates", json!({ "allowed_updates": [], "offset": 2 })).await;
    playground.send_text(anna, anna, "heard").expect("Anna is there");
    assert_eq!(bot.ok("getUpdates", json!({})).await[0]["message"]["text"], "heard");
    let raw = playground.push_update(json!({ "poll": { "id": "1" } }));
    let updates = bot.ok("getUpdates", json!({ "offset": raw })).await;
    assert_eq!(updates, json!([{ "update_id": raw, "poll": { "id": "1" } }]));
}

/// Calls that a webhook received: the secret and the update.
type Received = Arc<Mutex<Vec<(String, Value)>>>;

/// A webhook that refuses the first update once, and answers the second with a call.
async fn webhook(received: Received) -> String {
    let take = move |headers: HeaderMap, Json(update): Json<Value>| async move {
        let secret = headers.get("x-telegram-bot-api-secret-token");
        let secret = secret.and_then(|secret| secret.to_str().ok()).unwrap_or_default().to_owned();
        let mut received = received.lock().await;
        received.push((secret, update.clone()));
        if received.len() == 1 {
            return (StatusCode::SERVICE_UNAVAILABLE, Json(json!({})));
        }
        let chat = &update["message"]["chat"]["id"];
        (
            StatusCode::OK,
            Json(json!({ "method": "sendMessage", "chat_id": chat, "text": "by webhook" })),
        )
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("the listener has an address");
    let router = Router::new().route("/hook", post(take));
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/hook")
}

#[tokio::test]
async fn a_webhook_gets_updates_until_it_takes_them() {
    let (playground, bot) = start().await;
    let anna = playground.add_user("Anna", None);
    let waiting = poll(&bot, &playground, 50).await;
    let received = Received::default();
    let url = webhook(received.clone()).await;
    bot.ok("setWebhook", json!({ "url": url, "secret_token": "s3cret", "max_connections": 1 }))
        .await;
    let (_, body) = waiting.await.expect("polled");
    assert_eq!(body["description"], "Conflict: terminated by setWebhook request");
    let conflict = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the \
                    webhook first";
    bot.refuses("getUpdates", json!({}), 409, conflict).await;
    playground.send_text(anna, anna, "hello").expect("Anna is there");
    let answer = playground.next_message(anna).await.expect("the webhook's answer is performed");
    assert_eq!(answer.text, "by webhook");
    playground.settled().await.expect("the update is confirmed");
    let seen = received.lock().await;
    assert_eq!(seen.len(), 2, "refused once, then taken");
    assert_eq!((seen[1].0.as_str(), &seen[0].1), ("s3cret", &seen[1].1));
    let info = bot.ok("getWebhookInfo", json!({})).await;
    assert_eq!((&info["url"], &info["max_connections"]), (&json!(url), &json!(1)));
    assert_eq!(info["last_error_message"], "Wrong response from the webhook: 503");
    bot.ok("deleteWebhook", json!({})).await;
    assert_eq!(bot.ok("getUpdates", json!({})).await, json!([]));
}

#[tokio::test]
async fn updates_go_to_a_webhook_over_a_connection_that_is_kept() {
    let (playground, bot) = start().await;
    let anna = playground.add_user("Anna", None);
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&connections);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("the listener has an address");
    let listener = listener.tap_io(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let router = Router::new().route("/hook", post(async || StatusCode::OK));
    tokio::spawn(async move { axum::serve(listener, router).await });
    bot.ok("setWebhook", json!({ "url": format!("http://{address}/hook"), "max_connections": 1 }))
        .await;
    for number in 1..=20 {
        playground.send_text(anna, anna, &number.to_string()).expect("Anna is there");
    }
    playground.settled().await.expect("all updates are taken");
    assert_eq!(connections.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_webhook_gets_the_messages_of_a_chat_one_after_the_other_and_those_of_others_meanwhile() {
    let (playground, bot) = start().await;
    let anna = playground.add_user("Anna", None);
    let boris = playground.add_user("Boris", None);
    let (arrived, mut arrivals) = tokio::sync::mpsc::unbounded_channel();
    let answers = Arc::new(tokio::sync::Semaphore::new(0));
    let held = Arc::clone(&answers);
    let take = move |Json(update): Json<Value>| async move {
        arrived.send(update["message"]["text"].clone()).expect("the test listens");
        held.acquire().await.expect("it is open").forget();
        StatusCode::OK
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("the listener has an address");
    let router = Router::new().route("/hook", post(take));
    tokio::spawn(async move { axum::serve(listener, router).await });
    for (user, text) in [(anna, "first"), (anna, "second"), (anna, "third"), (boris, "other")] {
        playground.send_text(user, user, text).expect("they are there");
    }
    bot.ok("setWebhook", json!({ "url": format!("http://{address}/hook") })).await;
    let mut seen =
        [arrivals.recv().await, arrivals.recv().await].map(|text| text.expect("it comes"));
    seen.sort_by_key(ToString::to_string);
    assert_eq!(seen, [json!("first"), json!("other")]);
    answers.add_permits(2);
    assert_eq!(arrivals.recv().await, Some(json!("second")));
    answers.add_permits(1);
    assert_eq!(arrivals.recv().await, Some(json!("third")));
    answers.add_permits(1);
    playground.settled().await.expect("all updates are taken");
}
