//! The chat page's JSON, as its contract says.

use reqwest::{Client, Response};
use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::settings::{InlineMode, Settings};

use crate::support::{keyboard, start_with};

const GROUP: i64 = -1_001_000_000_001;

async fn post(playground: &Playground, path: &str, body: Value) -> (u16, Value) {
    let request = Client::new().post(format!("{}page/{path}", playground.page_url()));
    crate::support::answer(request.json(&body).send().await.expect("answered")).await
}

/// The next event of a stream: its kind and its data.
async fn event(stream: &mut Response, buffer: &mut String) -> (String, Value) {
    loop {
        if let Some(end) = buffer.find("\n\n") {
            let block: String = buffer.drain(..end + 2).collect();
            let field =
                |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            if let (Some(kind), Some(data)) = (field("event:"), field("data:")) {
                return (kind.to_owned(), serde_json::from_str(data).expect("data is JSON"));
            }
            continue;
        }
        let chunk = stream.chunk().await.expect("the stream goes on").expect("the stream goes on");
        buffer.push_str(std::str::from_utf8(&chunk).expect("events are UTF-8"));
    }
}

#[tokio::test]
async fn the_state_shows_the_demo_cast() {
    let (playground, _bot) = start_with(Settings::default()).await;
    let response =
        reqwest::get(format!("{}page/state", playground.page_url())).await.expect("answered");
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
    assert_eq!(header("cache-control"), Some("no-store"));
    assert_eq!(
        header("content-security-policy"),
        Some(
            "default-src 'self'; img-src 'self' data: blob:; frame-src 'self' http://127.0.0.1:* https:; \
             frame-ancestors 'none'"
        )
    );
    let state: Value = response.json().await.expect("JSON");
    assert_eq!(
        state["bot"],
        json!({ "id": 42, "first_name": "Bot", "username": "playground_bot", "inline": false })
    );
    assert_eq!(
        state["users"][2],
        json!({ "id": 1003, "first_name": "Оксана", "language_code": "uk" })
    );
    assert_eq!(
        state["chats"][3],
        json!({
            "id": GROUP,
            "type": "supergroup",
            "title": "Board games",
            "member_ids": [1001, 1002, 1003],
            "bot_present": true,
        })
    );
    for part in ["messages", "calls"] {
        assert_eq!(state[part], json!([]));
    }
    assert_eq!(
        state["profile"],
        json!({
            "commands": {},
            "description": {},
            "short_description": {},
            "menu_button": null,
            "has_main_web_app": false,
        })
    );
}

#[tokio::test]
async fn the_page_and_its_parts_are_served() {
    let (playground, _bot) = start_with(Settings::default()).await;
    for (path, content_type) in
        [("", "text/html"), ("style.css", "text/css"), ("page.js", "text/javascript")]
    {
        let response =
            reqwest::get(format!("{}{path}", playground.page_url())).await.expect("answered");
        let seen = response.headers().get("content-type").and_then(|value| value.to_str().ok());
        assert!(seen.is_some_and(|seen| seen.starts_with(content_type)), "{path}: {seen:?}");
    }
}

#[tokio::test]
async fn the_page_follows_a_conversation() {
    let (playground, bot) = start_with(Settings::default()).await;
    let mut stream =
        reqwest::get(format!("{}page/events", playground.page_url())).await.expect("answered");
    let mut buffer = String::new();
    let text = json!({ "user_id": 1001, "chat_id": 1001, "text": "/start" });
    let (code, written) = post(&playground, "send", text).await;
    assert_eq!(
        (code, &written["text"], &written["keyboard"]),
        (200, &json!("/start"), &Value::Null)
    );
    assert_eq!(event(&mut stream, &mut buffer).await.0, "chat", "the chat has started");
    assert_eq!(event(&mut stream, &mut buffer).await, ("message".to_owned(), written));

    bot.ok("sendChatAction", json!({ "chat_id": 1001, "action": "typing" })).await;
    let typing = json!({ "chat_id": 1001, "action": "typing" });
    assert_eq!(event(&mut stream, &mut buffer).await, ("typing".to_owned(), typing));
    let (kind, call) = event(&mut stream, &mut buffer).await;
    assert_eq!(
        (kind.as_str(), &call["method"], &call["ok"]),
        ("call", &json!("sendChatAction"), &json!(true))
    );

    bot.ok(
        "sendMessage",
        json!({ "chat_id": 1001, "text": "board", "reply_markup": keyboard(&[&["a"]]) }),
    )
    .await;
    let (_, board) = event(&mut stream, &mut buffer).await;
    assert_eq!(board["keyboard"], json!([[{ "text": "a", "kind": "callback" }]]));
    event(&mut stream, &mut buffer).await;
    let press = json!({ "user_id": 1001, "chat_id": 1001, "message_id": 2, "row": 0, "column": 0 });
    let (_, pressed) = post(&playground, "press", press).await;
    let id = pressed["callback_id"].clone();
    bot.ok("answerCallbackQuery", json!({ "callback_query_id": id })).await;
    let toast = json!({ "user_id": 1001, "chat_id": 1001, "callback_id": id, "text": "", "show_alert": false });
    assert_eq!(event(&mut stream, &mut buffer).await, ("toast".to_owned(), toast));
    event(&mut stream, &mut buffer).await;
    bot.ok("deleteMessage", json!({ "chat_id": 1001, "message_id": 2 })).await;
    let deleted = json!({ "chat_id": 1001, "message_id": 2 });
    assert_eq!(event(&mut stream, &mut buffer).await, ("deleted".to_owned(), deleted));
}

#[tokio::test]
async fn what_the_bot_offers_is_shown_and_sent_from_the_page() {
    let inline_mode = InlineMode::On;
    let (playground, bot) = start_with(Settings { inline_mode, ..Settings::default() }).await;
    let state = reqwest::get(format!("{}page/state", playground.page_url())).await;
    let state: Value = state.expect("answered").json().await.expect("JSON");
    let chat = &state["chats"][4];
    assert_eq!((&state["bot"]["inline"], &chat["type"]), (&json!(true), &json!("conversation")));
    assert_eq!(chat["member_ids"], json!([1001, 1002]));
    let mut stream =
        reqwest::get(format!("{}page/events", playground.page_url())).await.expect("answered");
    let asked = json!({ "user_id": 1001, "chat_id": chat["id"], "query": "3x3" });
    let (_, asked) = post(&playground, "inline", asked).await;
    let query = asked["query_id"].clone();
    let button = json!([[{ "text": "more", "switch_inline_query_current_chat": "4x4" }]]);
    let result = json!({
        "type": "article", "id": "a", "title": "A game",
        "input_message_content": { "message_text": "Who plays?" },
        "reply_markup": { "inline_keyboard": button },
    });
    bot.ok("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] })).await;
    let offered = json!({
        "user_id": 1001, "chat_id": chat["id"], "query_id": query,
        "results": [{ "id": "a", "title": "A game", "description": null }],
    });
    let seen = event(&mut stream, &mut String::new()).await;
    assert_eq!(seen, ("inline".to_owned(), offered));
    let choice = json!({ "query_id": query, "result_id": "a" });
    let (code, sent) = post(&playground, "choose", choice).await;
    assert_eq!((code, &sent["text"], &sent["via_bot"]), (200, &json!("Who plays?"), &json!(true)));
    let button = json!([[{ "text": "more", "kind": "switch", "query": "4x4" }]]);
    assert_eq!((&sent["from_id"], &sent["keyboard"]), (&json!(1001), &button));
    let choice = json!({ "query_id": query, "result_id": "b" });
    assert_eq!(post(&playground, "choose", choice).await.0, 400, "it is not offered");
}

#[tokio::test]
async fn people_answer_messages_and_come_to_groups_and_leave_them_on_the_page() {
    let (playground, bot) = start_with(Settings::default()).await;
    let group = -1_001_000_000_001_i64;
    let (code, said) =
        post(&playground, "send", json!({ "user_id": 1002, "chat_id": group, "text": "hi" })).await;
    assert_eq!(code, 200, "{said}");
    let answer =
        |to: Value| json!({ "user_id": 1001, "chat_id": group, "text": "/new", "reply_to": to });
    let (code, answered) = post(&playground, "send", answer(said["message_id"].clone())).await;
    assert_eq!((code, &answered["reply_to_message_id"]), (200, &said["message_id"]));
    assert_eq!(post(&playground, "send", answer(json!(999))).await.0, 400, "there is none");
    let (_, plain) = post(&playground, "send", answer(Value::Null)).await;
    assert_eq!(plain["reply_to_message_id"], Value::Null);
    let heard = bot.ok("getUpdates", json!({})).await;
    assert_eq!(heard[0]["message"]["reply_to_message"]["from"]["id"], 1002);

    let presence = |present: bool| json!({ "user_id": 1002, "chat_id": group, "present": present });
    let (_, left) = post(&playground, "presence", presence(false)).await;
    assert_eq!(left["member_ids"], json!([1001, 1003]));
    assert_eq!(post(&playground, "presence", presence(false)).await.0, 400, "he is gone");
    let (_, back) = post(&playground, "presence", presence(true)).await;
    assert_eq!(back["member_ids"], json!([1001, 1002, 1003]));
}

#[tokio::test]
async fn people_block_and_groups_remove_the_bot() {
    let (playground, _bot) = start_with(Settings::default()).await;
    let (_, chat) = post(&playground, "block", json!({ "user_id": 1001, "blocked": true })).await;
    assert_eq!((&chat["id"], &chat["bot_present"]), (&json!(1001), &json!(false)));
    let (_, chat) =
        post(&playground, "membership", json!({ "chat_id": GROUP, "present": false })).await;
    assert_eq!((&chat["id"], &chat["bot_present"]), (&json!(GROUP), &json!(false)));
    for (path, body) in [
        ("send", json!({ "user_id": 1001, "chat_id": 1001, "text": "  " })),
        ("send", json!({ "user_id": 1001, "chat_id": 1002, "text": "hello" })),
        (
            "press",
            json!({ "user_id": 1001, "chat_id": 1001, "message_id": 9, "row": 0, "column": 0 }),
        ),
        ("membership", json!({ "chat_id": 1001, "present": true })),
        ("block", json!({})),
    ] {
        let (code, body) = post(&playground, path, body).await;
        assert!((400..500).contains(&code) && body["error"].is_string(), "{path}: {code} {body}");
    }
}
