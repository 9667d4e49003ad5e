//! Inline mode: people ask the bot from any chat and send one of its results; a press by anyone can change
//! it.

use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::actions::ActionError;
use zerosum_playground::settings::{Cast, InlineMode, Settings};

use crate::files::media::{gif, png, post};
use crate::support::{Bot, keyboard, start, start_with};

const TOO_OLD: &str =
    "Bad Request: query is too old and response timeout expired or query ID is invalid";

/// A bot in inline mode, and two people with a chat of their own.
async fn start_inline(inline_mode: InlineMode) -> (Playground, Bot, [i64; 2], i64) {
    let settings = Settings { cast: Cast::Empty, inline_mode, ..Settings::default() };
    let (playground, bot) = start_with(settings).await;
    let people = ["Anna", "Борис"].map(|name| playground.add_user(name, Some("en")));
    let chat = playground.add_conversation(people);
    (playground, bot, people, chat)
}

fn article(id: &str) -> Value {
    json!({
        "type": "article", "id": id, "title": "A game", "description": "3x3",
        "input_message_content": { "message_text": "<b>Who plays?</b>", "parse_mode": "HTML" },
        "reply_markup": keyboard(&[&["join"]]),
    })
}

/// The newest update.
async fn newest(bot: &Bot) -> Value {
    bot.ok("getUpdates", json!({ "offset": -1 })).await[0].take()
}

#[tokio::test]
async fn two_people_play_in_a_chat_that_the_bot_never_sees() {
    let (playground, bot, [anna, boris], chat) = start_inline(InlineMode::OnWithFeedback).await;
    let query = playground.ask_inline(anna, chat, "3x3", "").expect("the bot is inline");
    let update = newest(&bot).await;
    let asked = &update["inline_query"];
    assert_eq!(asked["id"], json!(query));
    assert_eq!(
        (&asked["from"]["id"], &asked["query"], &asked["offset"], &asked["chat_type"]),
        (&json!(anna), &json!("3x3"), &json!(""), &json!("private"))
    );

    let answer = json!({
        "inline_query_id": query, "results": [article("a"), article("b")],
        "cache_time": 0, "is_personal": true, "next_offset": "2",
    });
    assert_eq!(bot.ok("answerInlineQuery", answer.clone()).await, true);
    bot.refuses("answerInlineQuery", answer, 400, TOO_OLD).await;
    let offered = playground.inline_answer(&query).await.expect("answered");
    let ids: Vec<_> = offered.results.iter().map(|result| result.id.as_str()).collect();
    assert_eq!((ids, offered.next_offset.as_str()), (vec!["a", "b"], "2"));
    assert_eq!((offered.is_personal, offered.cache_seconds), (true, 0));

    let message_id = playground.choose_inline_result(&query, "b").expect("it is offered");
    let message = playground.message(chat, message_id).expect("it is sent");
    assert_eq!(
        (message.text.as_str(), message.from_bot, message.via_bot),
        ("Who plays?", false, true)
    );
    let inline_id = message.inline_message_id.expect("it has a button");
    let update = newest(&bot).await;
    let chosen = &update["chosen_inline_result"];
    assert_eq!(
        (&chosen["result_id"], &chosen["inline_message_id"], &chosen["query"]),
        (&json!("b"), &json!(inline_id), &json!("3x3"))
    );

    let press = playground.press(boris, chat, message_id, 0, 0).expect("the button is there");
    let update = newest(&bot).await;
    let pressed = &update["callback_query"];
    assert_eq!((&pressed["from"]["id"], &pressed["data"]), (&json!(boris), &json!("join")));
    assert_eq!(
        (&pressed["inline_message_id"], &pressed["message"]),
        (&json!(inline_id), &Value::Null)
    );
    let edit = json!({ "inline_message_id": inline_id, "text": "Anna : Борис" });
    assert_eq!(bot.ok("editMessageText", edit).await, true);
    bot.ok("answerCallbackQuery", json!({ "callback_query_id": press })).await;
    let edited = playground.edited(chat, message_id, 0).await.expect("edited");
    assert_eq!((edited.text.as_str(), edited.keyboard.len()), ("Anna : Борис", 0));
    bot.confirm(&playground).await;
    assert_eq!(playground.leftovers(), Vec::<String>::new());
}

#[tokio::test]
async fn a_press_on_an_inline_message_tells_one_chat_from_another() {
    let (playground, bot, [anna, boris], chat) = start_inline(InlineMode::On).await;
    let group = playground.add_group("Hikers", &[anna]);
    let mut instances = Vec::new();
    for (user, chat) in [(anna, chat), (boris, chat), (anna, group)] {
        let query = playground.ask_inline(user, chat, "", "").expect("the bot is inline");
        let answer = json!({ "inline_query_id": query, "results": [article("a")] });
        bot.ok("answerInlineQuery", answer).await;
        let message = playground.choose_inline_result(&query, "a").expect("it is offered");
        playground.press(user, chat, message, 0, 0).expect("the button is there");
        instances.push(newest(&bot).await["callback_query"]["chat_instance"].take());
    }
    assert!(instances[0].is_string(), "{instances:?}");
    assert_eq!(instances[0], instances[1], "the same chat");
    assert_ne!(instances[0], instances[2], "another one");
}

#[tokio::test]
async fn inline_messages_are_edited_by_their_id_only() {
    let (playground, bot, [anna, _], chat) = start_inline(InlineMode::On).await;
    let query = playground.ask_inline(anna, chat, "", "").expect("the bot is inline");
    let mut mute = article("mute");
    mute["reply_markup"] = Value::Null;
    let answer = json!({ "inline_query_id": query, "results": [article("a"), mute] });
    bot.ok("answerInlineQuery", answer).await;
    assert!(playground.choose_inline_result(&query, "other").is_err(), "it is not offered");
    let message_id = playground.choose_inline_result(&query, "a").expect("it is offered");
    assert!(newest(&bot).await["inline_query"].is_object(), "no feedback was asked for");
    let id = playground.message(chat, message_id).and_then(|message| message.inline_message_id);
    let edit = |id: Value| json!({ "inline_message_id": id, "text": "new" });
    let by_chat = json!({ "chat_id": chat, "message_id": message_id, "text": "new" });
    bot.refuses("editMessageText", by_chat, 400, "Bad Request: chat not found").await;
    let unnamed = "Bad Request: message identifier is not specified";
    bot.refuses("editMessageText", edit(json!("")), 400, unnamed).await;
    let unreadable = "Bad Request: invalid inline message identifier specified";
    let wrong_center = "x".repeat(32);
    for wrong in
        ["AgAAA0", "AgAAAPk-AQBB/1dKAAECAwQFBgc", "AAAAAPk-AQBB_1dKAAECAwQFBgc", &wrong_center]
    {
        bot.refuses("editMessageText", edit(json!(wrong)), 400, unreadable).await;
    }
    let unknown = "Bad Request: MESSAGE_ID_INVALID";
    for other in ["AgAAAPk-AQBB_1dKAAECAwQFBgc", "AgAAAPk-AQBB_1dKAAECAwQFBgcICQoL"] {
        bot.refuses("editMessageText", edit(json!(other)), 400, unknown).await;
    }
    bot.ok("editMessageReplyMarkup", json!({ "inline_message_id": id })).await;
    playground.delete_message(chat, message_id).expect("it is there");
    bot.refuses("editMessageText", edit(json!(id)), 400, unknown).await;

    let message_id = playground.choose_inline_result(&query, "mute").expect("it is offered");
    let mute = playground.message(chat, message_id).expect("it is sent");
    assert_eq!((mute.via_bot, mute.inline_message_id), (true, None), "nothing to edit it by");
}

#[tokio::test]
async fn a_group_hears_what_was_chosen_and_a_photo_is_one_sent_before() {
    let (playground, bot, [anna, boris], _) = start_inline(InlineMode::On).await;
    let group = playground.add_group("Hikers", &[anna, boris]);
    let query = playground.ask_inline(boris, group, "", "").expect("the bot is inline");
    assert_eq!(newest(&bot).await["inline_query"]["chat_type"], "supergroup");
    let unknown = json!({ "type": "photo", "id": "p", "photo_file_id": "none" });
    let answer = json!({ "inline_query_id": query, "results": [unknown] });
    let refused = "Bad Request: wrong file identifier/HTTP URL specified";
    bot.refuses("answerInlineQuery", answer, 400, refused).await;
    bot.ok("answerInlineQuery", json!({ "inline_query_id": query, "results": [article("a")] }))
        .await;
    playground.choose_inline_result(&query, "a").expect("it is offered");
    let update = newest(&bot).await;
    let message = &update["message"];
    assert_eq!(
        (&message["via_bot"]["id"], &message["from"]["id"], &message["chat"]["id"]),
        (&json!(42), &json!(boris), &json!(group))
    );
}

#[tokio::test]
async fn a_picture_comes_to_an_inline_message_by_its_file_id_only() {
    let (playground, bot, [anna, _], chat) = start_inline(InlineMode::On).await;
    playground.send_text(anna, anna, "/start").expect("Anna writes");
    let photo = json!({ "chat_id": anna, "photo": "attach://p" });
    let (code, sent) = post(&bot, "sendPhoto", &photo, Some(("p", png(90, 90)))).await;
    assert_eq!(code, 200, "{sent}");
    let file = sent["result"]["photo"][0]["file_id"].as_str().expect("it has an id");
    let query = playground.ask_inline(anna, chat, "", "").expect("the bot is inline");
    let offered =
        |id: &str| json!({ "type": "photo", "id": id, "photo_file_id": file, "caption": "c" });
    let mut text_instead = offered("t");
    text_instead["input_message_content"] = json!({ "message_text": "instead" });
    let results = json!([offered("p"), text_instead, article("a")]);
    bot.ok("answerInlineQuery", json!({ "inline_query_id": query, "results": results })).await;
    let choose = |id: &str| {
        let message = playground.choose_inline_result(&query, id).expect("it is offered");
        playground.message(chat, message).expect("it is sent")
    };
    let (photo, text) = (choose("p"), choose("t"));
    assert_eq!((photo.has_photo, photo.text.as_str()), (true, "c"));
    assert_eq!((text.has_photo, text.text.as_str()), (false, "instead"));

    let message = choose("a");
    let edit = |media: &str| {
        let media = json!({ "type": "photo", "media": media, "caption": "c" });
        json!({ "inline_message_id": message.inline_message_id, "media": media })
    };
    let upload = Some(("p", png(90, 90)));
    let (code, refused) = post(&bot, "editMessageMedia", &edit("attach://p"), upload).await;
    let words = "Bad Request: invalid message content specified";
    assert_eq!((code, &refused["description"]), (400, &json!(words)));
    assert_eq!(playground.message(chat, message.message_id), Some(message.clone()));
    assert_eq!(bot.ok("editMessageMedia", edit(file)).await, true);
    let edited = playground.message(chat, message.message_id).expect("it is there");
    assert_eq!((edited.has_photo, edited.text.as_str()), (true, "c"), "a text becomes a photo");

    // Telegram does not look at the kind: a new text is the caption, within the limit of captions.
    let text = |text: &str| json!({ "inline_message_id": message.inline_message_id, "text": text });
    assert_eq!(bot.ok("editMessageText", text("new")).await, true);
    let edited = playground.message(chat, message.message_id).expect("it is there");
    assert_eq!((edited.has_photo, edited.text.as_str()), (true, "new"));
    let refused = "Bad Request: MEDIA_CAPTION_TOO_LONG";
    bot.refuses("editMessageText", text(&"x".repeat(1_025)), 400, refused).await;
}

#[tokio::test]
async fn an_animation_that_was_sent_before_is_offered_by_its_file_id() {
    let (playground, bot, [anna, _], chat) = start_inline(InlineMode::On).await;
    playground.send_text(anna, anna, "/start").expect("Anna writes");
    let animation = json!({ "chat_id": anna, "animation": "attach://a" });
    let (code, sent) = post(&bot, "sendAnimation", &animation, Some(("a", gif(6)))).await;
    assert_eq!(code, 200, "{sent}");
    let file = sent["result"]["animation"]["file_id"].as_str().expect("it has an id");
    let query = playground.ask_inline(anna, chat, "", "").expect("the bot is inline");
    let offered = |kind: &str, field: &str, file: &str| json!({ "type": kind, "id": kind, field: file, "title": "A game", "caption": "c" });
    let unknown = json!([offered("mpeg4_gif", "mpeg4_file_id", "none")]);
    let refused = "Bad Request: wrong file identifier/HTTP URL specified";
    let answer = json!({ "inline_query_id": query, "results": unknown });
    bot.refuses("answerInlineQuery", answer, 400, refused).await;
    let results =
        [offered("mpeg4_gif", "mpeg4_file_id", file), offered("gif", "gif_file_id", file)];
    bot.ok("answerInlineQuery", json!({ "inline_query_id": query, "results": results })).await;
    for id in ["mpeg4_gif", "gif"] {
        let message = playground.choose_inline_result(&query, id).expect("it is offered");
        let message = playground.message(chat, message).expect("it is sent");
        assert_eq!((message.has_animation, message.text.as_str()), (true, "c"), "{id}");
    }
}

#[tokio::test]
async fn an_offer_that_comes_too_late_is_refused() {
    let (playground, bot, [anna, _], chat) = start_inline(InlineMode::On).await;
    let ask = || playground.ask_inline(anna, chat, "", "").expect("the bot is inline");
    let (late, other) = (ask(), ask());
    playground.expire_query(&late);
    let answer = |id: &str| json!({ "inline_query_id": id, "results": [article("a")] });
    bot.refuses("answerInlineQuery", answer(&late), 400, TOO_OLD).await;
    assert!(playground.choose_inline_result(&late, "a").is_err(), "nothing is offered");
    bot.ok("answerInlineQuery", answer(&other)).await;
}

/// An article with another field.
fn with(field: &str, value: Value) -> Value {
    let mut article = article("a");
    article[field] = value;
    article
}

/// An article as it was written before it had a content of its own.
fn old(text: Value) -> Value {
    let mut article = with("input_message_content", Value::Null);
    article["message_text"] = text;
    article
}

#[tokio::test]
async fn offers_that_cannot_be_read_are_refused_as_offers() {
    let (playground, bot, [anna, _], chat) = start_inline(InlineMode::On).await;
    let query = playground.ask_inline(anna, chat, "", "").expect("the bot is inline");
    let content = |content: Value| with("input_message_content", content);
    let rows = |rows: Value| with("reply_markup", json!({ "inline_keyboard": rows }));
    for (result, reason) in [
        (json!(1), "Inline query result must be an object"),
        (json!({ "type": "article" }), "Can't find field \"id\""),
        (with("title", Value::Null), "Can't find field \"title\""),
        (with("type", json!("game")), "type \"game\" is unsupported for the inline query result"),
        (content(json!({ "message_text": "" })), "Input message content is not specified"),
        (content(json!("text")), "Field \"input_message_content\" must be of type Object"),
        (
            content(json!({ "message_text": "<b", "parse_mode": "HTML" })),
            "Can't parse entities: Unclosed start tag at byte offset 0",
        ),
        (old(Value::Null), "Can't find field \"message_text\""),
        (old(json!("")), "Message text is empty"),
        (with("parse_mode", json!("SGML")), "Unsupported parse_mode"),
        (
            rows(json!([{}])),
            "Field \"inline_keyboard\" of the InlineKeyboardMarkup must be an Array of Arrays",
        ),
        (
            rows(json!([[{ "text": "a" }]])),
            "Can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
    ] {
        // Unreadable results are refused before anything is judged.
        let answer = json!({ "inline_query_id": "1", "results": [article(""), result] });
        let refused = format!("Bad Request: can't parse inline query result: {reason}");
        bot.refuses("answerInlineQuery", answer, 400, &refused).await;
    }
    let answer = json!({ "inline_query_id": query, "results": [old(json!("Who plays?"))] });
    bot.ok("answerInlineQuery", answer).await;
    let sent = playground.choose_inline_result(&query, "a").expect("it is offered");
    let text = playground.message(chat, sent).map(|message| message.text);
    assert_eq!(text.as_deref(), Some("Who plays?"));
}

#[tokio::test]
async fn offers_are_judged_as_strictly_as_messages() {
    let (playground, bot, [anna, _], chat) = start_inline(InlineMode::On).await;
    let query = playground.ask_inline(anna, chat, "", "").expect("the bot is inline");
    let rows = |rows: Value| with("reply_markup", json!({ "inline_keyboard": rows }));
    let long_text = json!({ "message_text": "x".repeat(4_097) });
    for (results, description) in [
        (json!({}), "expected an Array of inline query results"),
        (json!(vec![article("a"); 51]), "too many inline query results specified"),
        (json!([with("input_message_content", long_text)]), "MESSAGE_TOO_LONG"),
        (json!([with("title", json!(""))]), "ARTICLE_TITLE_EMPTY"),
        (json!([article("")]), "RESULT_ID_INVALID"),
        (json!([article(&"x".repeat(65))]), "RESULT_ID_INVALID"),
        (json!([article("a"), article("a")]), "RESULT_ID_DUPLICATE"),
        (
            json!([rows(json!([[{ "text": "a", "callback_data": "x".repeat(65) }]]))]),
            "BUTTON_DATA_INVALID",
        ),
        (
            json!([rows(json!([[{ "text": "a", "url": "ftp://a.b" }]]))]),
            "inline keyboard button URL 'ftp://a.b' is invalid: Unsupported URL protocol",
        ),
    ] {
        let answer = json!({ "inline_query_id": query, "results": results });
        bot.refuses("answerInlineQuery", answer, 400, &format!("Bad Request: {description}")).await;
    }
    let start = |parameter: &str| json!({ "text": "a", "start_parameter": parameter });
    for (field, value, description) in [
        ("next_offset", json!("x".repeat(65)), "NEXT_OFFSET_INVALID"),
        ("button", start("a b"), "unallowed characters in start_parameter are used"),
        ("button", start(""), "can't use empty start_parameter"),
        ("button", start(&"x".repeat(65)), "too long start_parameter specified"),
        ("inline_query_id", json!("1"), &TOO_OLD["Bad Request: ".len()..]),
    ] {
        let mut answer = json!({ "inline_query_id": query, "results": [] });
        answer[field] = value;
        bot.refuses("answerInlineQuery", answer, 400, &format!("Bad Request: {description}")).await;
    }
    let most = json!({ "inline_query_id": query, "results": [article(&"x".repeat(64))] });
    bot.ok("answerInlineQuery", most).await;
}

#[tokio::test]
async fn a_bot_that_is_not_inline_is_not_asked() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let asked = playground.ask_inline(anna, anna, "", "");
    assert_eq!(asked, Err(ActionError::NoInlineMode));
    assert_eq!(bot.ok("getMe", json!({})).await["supports_inline_queries"], false);
    let (playground, bot, [anna, _], _) = start_inline(InlineMode::On).await;
    assert_eq!(bot.ok("getMe", json!({})).await["supports_inline_queries"], true);
    let long = playground.ask_inline(anna, anna, &"x".repeat(257), "");
    assert_eq!(long, Err(ActionError::LongQuery));
    let more =
        playground.ask_inline(anna, anna, &"x".repeat(256), "2").expect("it is not too long");
    let asked = newest(&bot).await;
    assert_eq!(
        (&asked["inline_query"]["chat_type"], &asked["inline_query"]["offset"]),
        (&json!("sender"), &json!("2"))
    );
    assert_eq!(playground.leftovers().len(), 2, "{more} is neither confirmed nor answered");
}
