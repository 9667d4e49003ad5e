//! Fields of kinds that Telegram may add later: a message or a press that has them is handled all the same.

use serde_json::{Value, json};

use crate::support::harness::{Table, data_of};

/// Fields of a message with values of kinds that the bot does not know.
fn newer_fields() -> Vec<(&'static str, Value)> {
    vec![
        ("entities", json!([{"type": "hologram", "offset": 0, "length": 5}])),
        (
            "entities",
            json!([{"type": "text_mention", "offset": 0, "length": 5, "user": {"id": 1}}]),
        ),
        ("forward_origin", json!({"type": "thread", "date": 1})),
        ("external_reply", json!({"origin": {"type": "thread", "date": 1}, "hologram": {}})),
        ("quote", json!({"text": "a", "position": 0, "entities": [{"type": "hologram"}]})),
        ("reply_to_message", json!({"message_id": 1, "hologram": {"is": "new"}})),
        ("reply_to_story", json!({"id": 1, "chat": {"id": 2, "type": "galaxy"}})),
        ("checklist", json!({"title": "To do", "tasks": [{"state": "maybe"}]})),
        ("paid_media", json!({"star_count": 1, "paid_media": [{"type": "scent"}]})),
        ("suggested_post_info", json!({"state": "dreamt of"})),
        ("direct_messages_topic", json!({"topic_id": "9"})),
        ("link_preview_options", json!({"url": "no URL", "size": "huge"})),
        ("gift", json!({"gift": {"id": 5}})),
        ("business_connection_id", json!(77)),
        ("hologram", json!({"a": ["kind", "of", "the", "future"]})),
    ]
}

fn said(user: i64, text: &str) -> Value {
    let chat = json!({"id": user, "type": "private", "first_name": "Anna"});
    let from = json!({"id": user, "is_bot": false, "first_name": "Anna", "language_code": "en"});
    json!({"message_id": 900, "date": 1_700_000_000, "chat": chat, "from": from, "text": text})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_with_newer_kinds_in_it_is_answered() {
    let table = Table::new().await;
    let plain = table.ask(table.anna, table.anna, "/help").await;
    for (field, value) in newer_fields() {
        let mut message = said(table.anna, "/help");
        message[field] = value;
        table.playground.push_update(json!({"message": message}));
        let help = table.read(table.anna).await;
        assert_eq!(help.text, plain.text, "{field}");
    }
    let mut galaxy = said(table.anna, "/help");
    galaxy["chat"]["type"] = json!("galaxy");
    table.playground.push_update(json!({"message": galaxy}));
    assert_eq!(table.read(table.anna).await.text, plain.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_of_a_group_with_newer_kinds_in_it_is_answered_once() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new perfect").await;
    for (field, value) in newer_fields() {
        // A reply to a message in another chat is about that message and is tested elsewhere.
        if ["external_reply", "reply_to_message"].contains(&field) {
            continue;
        }
        let mut message = said(table.anna, "/record@zerosum_bot");
        message["chat"] = json!({"id": table.group, "type": "supergroup", "title": "Games"});
        message[field] = value;
        table.playground.push_update(json!({"message": message}));
        let record = table.read(table.group).await;
        assert!(record.text.starts_with("zerosum "), "{field}: {}", record.text);
    }
    assert_eq!(table.now(&board).edits, board.edits);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_with_newer_kinds_around_it_plays() {
    let mut table = Table::new().await;
    // The playground has not made this press itself.
    table.expect_refusals(&["query is too old"]);
    let board = table.new_game(table.anna).await;
    let mut message = said(table.anna, &board.text);
    message["message_id"] = json!(board.message_id);
    let data = data_of(&board, 1, 1);
    let buttons = [json!({"text": "·", "callback_data": data, "style": {"glow": 5}})];
    message["reply_markup"] =
        json!({"inline_keyboard": [buttons, [{"text": "?", "teleport": {}}]]});
    for (field, value) in newer_fields() {
        message[field] = value;
    }
    message["chat"]["type"] = json!("galaxy");
    let from = message["from"].clone();
    let press = json!({"id": "newer", "from": from, "chat_instance": "1", "message": message,
        "data": data, "presence": {"kind": "of the future"}});
    table.playground.push_update(json!({"callback_query": press}));
    let after = table.changed(&board).await;
    assert_ne!(after.keyboard, board.keyboard);
    table.finish().await;
}
