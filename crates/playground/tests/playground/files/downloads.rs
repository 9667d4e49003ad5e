//! Files of people: the bot is told of them, asks where they are, and fetches them.

use reqwest::StatusCode;
use serde_json::json;

use crate::support::{Bot, start};

/// Fetches an address; returns the status and the body.
async fn fetch(bot: &Bot, url: &str) -> (StatusCode, Vec<u8>) {
    let response = bot.client.get(url).send().await.expect("the playground answers");
    (response.status(), response.bytes().await.expect("the answer is whole").to_vec())
}

#[tokio::test]
async fn a_file_of_a_person_is_announced_located_and_fetched() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let sent = playground.send_document(anna, anna, "game.txt", b"moves".to_vec());
    let message = sent.expect("she may write there");
    let updates = bot.ok("getUpdates", json!({ "offset": playground.last_update_id() })).await;
    let document = &updates[0]["message"]["document"];
    assert_eq!(updates[0]["message"]["message_id"], message);
    assert_eq!((&document["file_name"], &document["file_size"]), (&json!("game.txt"), &json!(5)));
    let file_id = document["file_id"].as_str().expect("it has an id");
    let file_url = bot.base.replace("/bot", "/file/bot");
    // The address cannot be guessed before the bot has asked for it.
    let early = fetch(&bot, &format!("{file_url}/documents/{file_id}")).await;
    assert_eq!(early.0, StatusCode::NOT_FOUND);
    let file = bot.ok("getFile", json!({ "file_id": file_id })).await;
    assert_eq!((&file["file_id"], &file["file_size"]), (&json!(file_id), &json!(5)));
    let path = file["file_path"].as_str().expect("it has a path");
    let fetched = fetch(&bot, &format!("{file_url}/{path}")).await;
    assert_eq!(fetched, (StatusCode::OK, b"moves".to_vec()));
    let other_token = file_url.replace(playground.token(), "42:other");
    assert_ne!(other_token, file_url);
    assert_ne!(fetch(&bot, &format!("{other_token}/{path}")).await.0, StatusCode::OK);
    let other_path = fetch(&bot, &format!("{file_url}/documents/other")).await;
    assert_eq!(other_path.0, StatusCode::NOT_FOUND);
    playground.stop().await;
}

#[tokio::test]
async fn files_that_are_unknown_or_too_big_are_not_located() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let unknown = json!({ "file_id": "nothing" });
    bot.refuses("getFile", unknown, 400, "Bad Request: invalid file_id").await;
    bot.refuses("getFile", json!({}), 400, "Bad Request: file_id not specified").await;
    for (bytes, is_fetched) in [(20 << 20, true), ((20 << 20) + 1, false)] {
        let sent = playground.send_document(anna, anna, "big", vec![0; bytes]);
        sent.expect("she may write there");
        let updates = bot.ok("getUpdates", json!({ "offset": playground.last_update_id() })).await;
        let file_id = json!({ "file_id": updates[0]["message"]["document"]["file_id"] });
        if is_fetched {
            bot.ok("getFile", file_id).await;
        } else {
            bot.refuses("getFile", file_id, 400, "Bad Request: file is too big").await;
        }
    }
    for bytes in [0, (64 << 20) + 1] {
        assert!(playground.send_document(anna, anna, "no", vec![0; bytes]).is_err());
    }
    playground.stop().await;
}
