//! People write and press; the bot answers and edits.

use serde_json::json;
use zerosum_playground::settings::{Cast, Settings};

use crate::support::{keyboard, start, start_with};

#[tokio::test]
async fn a_person_writes_and_the_bot_answers() {
    let (playground, bot) = start().await;
    let anna = playground.add_user("Anna", Some("en"));
    playground.send_text(anna, anna, "/start 👋 @playground_bot").expect("Anna is there");
    let updates = bot.ok("getUpdates", json!({})).await;
    let message = &updates[0]["message"];
    assert_eq!(message["text"], "/start 👋 @playground_bot");
    assert_eq!(message["from"]["language_code"], "en");
    assert_eq!(message["chat"], json!({ "id": anna, "type": "private", "first_name": "Anna" }));
    assert_eq!(
        message["entities"],
        json!([
            { "type": "bot_command", "offset": 0, "length": 6 },
            { "type": "mention", "offset": 10, "length": 15 },
        ])
    );
    bot.ok("sendMessage", json!({ "chat_id": anna, "text": "hello" })).await;
    let answer = playground.next_message(anna).await.expect("the bot has answered");
    assert_eq!((answer.text.as_str(), answer.from_bot), ("hello", true));
    assert_eq!(playground.leftovers().len(), 1, "the update is not confirmed");
    bot.ok("getUpdates", json!({ "offset": playground.last_update_id() + 1 })).await;
    assert_eq!(playground.leftovers(), Vec::<String>::new());
}

#[tokio::test]
async fn a_press_is_answered_once_and_its_message_is_edited() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let sent = bot
        .ok(
            "sendMessage",
            json!({ "chat_id": anna, "text": "board", "reply_markup": keyboard(&[&["a", "b"]]) }),
        )
        .await;
    let message_id = playground.next_message(anna).await.expect("the board is sent").message_id;
    assert_eq!(sent["message_id"], message_id);
    let press = playground.press(anna, anna, message_id, 0, 1).expect("the button is there");
    let updates = bot.ok("getUpdates", json!({ "offset": -1 })).await;
    let query = &updates[0]["callback_query"];
    assert_eq!((query["id"].as_str(), query["data"].as_str()), (Some(press.as_str()), Some("b")));
    assert_eq!(query["message"]["reply_markup"], keyboard(&[&["a", "b"]]));
    let edit = json!({ "chat_id": anna, "message_id": message_id, "text": "moved" });
    let edited = bot.ok("editMessageText", edit).await;
    assert!(edited["edit_date"].is_i64() && edited["reply_markup"].is_null());
    assert_eq!(playground.edited(anna, message_id, 0).await.expect("edited").text, "moved");
    let answer = json!({ "callback_query_id": press, "text": "no", "show_alert": true });
    bot.ok("answerCallbackQuery", answer.clone()).await;
    let seen = playground.answer(&press).await.expect("the press is answered");
    assert_eq!((seen.text.as_str(), seen.show_alert), ("no", true));
    bot.refuses("answerCallbackQuery", answer, 400, TOO_OLD).await;
}

#[tokio::test]
async fn a_reaction_of_the_bot_is_seen_and_can_be_taken_away() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    bot.ok("sendMessage", json!({ "chat_id": anna, "text": "board" })).await;
    let sent = playground.next_message(anna).await.expect("the board is sent");
    let at = json!({ "chat_id": anna, "message_id": sent.message_id });
    let mut react = at.clone();
    react["reaction"] = json!([{ "type": "emoji", "emoji": "🎉" }]);
    assert_eq!(bot.ok("setMessageReaction", react).await, true);
    let reaction = || playground.message(anna, sent.message_id).expect("it is there").reaction;
    assert_eq!(reaction().as_deref(), Some("🎉"));
    assert_eq!(bot.ok("setMessageReaction", at).await, true);
    assert_eq!(reaction(), None);
}

const TOO_OLD: &str =
    "Bad Request: query is too old and response timeout expired or query ID is invalid";

#[tokio::test]
async fn presses_carry_anything_and_may_come_too_late() {
    let settings = Settings {
        cast: Cast::Empty,
        callback_lifetime: std::time::Duration::ZERO,
        ..Settings::default()
    };
    let (playground, bot) = start_with(settings).await;
    let anna = bot.acquaint(&playground).await;
    let press = playground.press_data(anna, anna, 77, "hostile \u{0}").expect("anything goes");
    let updates = bot.ok("getUpdates", json!({})).await;
    let query = &updates[0]["callback_query"];
    assert_eq!(query["data"], "hostile \u{0}");
    assert_eq!(query["message"]["date"], 0, "the message is inaccessible");
    bot.refuses("answerCallbackQuery", json!({ "callback_query_id": press }), 400, TOO_OLD).await;
    bot.confirm(&playground).await;
    playground.settled().await.expect("a press that cannot be answered is given up");
    assert_eq!(playground.leftovers().len(), 1, "{:?}", playground.leftovers());
}

#[tokio::test]
async fn in_a_group_the_bot_hears_only_what_is_meant_for_it() {
    let (playground, bot) = start().await;
    let anna = playground.add_user("Anna", Some("en"));
    let group = playground.add_group("Board games", &[anna]);
    bot.ok("sendMessage", json!({ "chat_id": group, "text": "hi" })).await;
    let greeting = playground.next_message(group).await.expect("sent").message_id;
    for text in ["small talk", "/play", "/play@playground_bot", "/play@other_bot", "a /play inside"]
    {
        playground.send_text(anna, group, text).expect("Anna is a member");
    }
    playground.reply_text(anna, group, greeting, "an answer").expect("the greeting is there");
    let updates = bot.ok("getUpdates", json!({})).await;
    let texts: Vec<_> =
        updates.as_array().into_iter().flatten().map(|u| &u["message"]["text"]).collect();
    assert_eq!(texts, ["/play", "/play@playground_bot", "an answer"]);
    assert_eq!(updates[2]["message"]["reply_to_message"]["text"], "hi");
}

#[tokio::test]
async fn blocking_and_removing_is_told_and_enforced() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let group = playground.add_group("Board games", &[anna]);
    playground.block(anna).expect("Anna is there");
    playground.remove_bot(group).expect("the group is there");
    let updates = bot.ok("getUpdates", json!({})).await;
    assert_eq!(updates[0]["my_chat_member"]["new_chat_member"]["status"], "kicked");
    assert_eq!(updates[1]["my_chat_member"]["chat"]["id"], group);
    let to = |chat: i64| json!({ "chat_id": chat, "text": "hello?" });
    bot.refuses("sendMessage", to(anna), 403, "Forbidden: bot was blocked by the user").await;
    let kicked = "Forbidden: bot was kicked from the supergroup chat";
    bot.refuses("sendMessage", to(group), 403, kicked).await;
    playground.unblock(anna).expect("Anna is there");
    playground.add_bot(group).expect("the group is there");
    bot.ok("sendMessage", to(anna)).await;
    bot.ok("sendMessage", to(group)).await;
}

#[tokio::test]
async fn an_edited_message_of_a_person_is_told_and_a_cleared_one_is_not() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let message = playground.send_text(anna, anna, "befour").expect("Anna writes");
    playground.edit_text(anna, anna, message, "before").expect("it is her message");
    playground.delete_message(anna, message).expect("it is there");
    let updates = bot.ok("getUpdates", json!({})).await;
    assert_eq!(updates[1]["edited_message"]["text"], "before");
    assert_eq!(updates.as_array().map(Vec::len), Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_and_the_call_that_sent_it_are_seen_together() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let sending = tokio::spawn(async move {
        for _ in 0..100 {
            bot.ok("sendMessage", json!({ "chat_id": anna, "text": "hello" })).await;
        }
    });
    while !sending.is_finished() {
        let (messages, calls) = playground.look(|snapshot| {
            let sends = snapshot.calls().filter(|call| call.method == "sendMessage");
            (snapshot.messages(anna).len(), sends.count())
        });
        assert_eq!(messages, calls);
        tokio::task::yield_now().await;
    }
    sending.await.expect("all is sent");
    playground.stop().await;
}
