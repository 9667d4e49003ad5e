//! The bot's identity and profile, and the ways in which parameters may come.

use std::net::SocketAddr;

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;

use crate::support::{answer, start};

#[tokio::test]
async fn only_loopback_addresses_are_listened_on() {
    let listen = SocketAddr::from(([0, 0, 0, 0], 0));
    let refused = Playground::start(Settings { listen, ..Settings::default() }).await;
    assert!(refused.is_err_and(|error| error.to_string().contains("loopback")));
}

#[tokio::test]
async fn get_me_introduces_the_bot() {
    let (_playground, bot) = start().await;
    let me = bot.ok("getMe", json!({})).await;
    assert_eq!(
        (&me["id"], &me["is_bot"], &me["username"]),
        (&json!(42), &json!(true), &json!("playground_bot"))
    );
}

#[tokio::test]
async fn parameters_come_by_query_form_and_multipart() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let url = format!("{}/sendMessage", bot.base);
    let keyboard = r#"{"inline_keyboard":[[{"text":"a","callback_data":"b"}]]}"#;
    let query = format!("{url}?chat_id={anna}&text=caf%C3%A9+%26");
    let form = format!("chat_id={anna}&text=form&reply_markup={}", keyboard.replace('"', "%22"));
    let multipart = Form::new()
        .text("chat_id", anna.to_string())
        .text("text", "multipart")
        .text("reply_markup", keyboard);
    let form_type = "application/x-www-form-urlencoded";
    for request in [
        bot.client.get(query),
        bot.client.post(&url).header("content-type", form_type).body(form),
        bot.client.post(&url).multipart(multipart),
    ] {
        let (code, body) = answer(request.send().await.expect("answered")).await;
        assert_eq!(code, 200, "{body}");
    }
    let messages = playground.messages(anna);
    let texts: Vec<_> = messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(texts, ["café &", "form", "multipart"]);
    assert_eq!(messages[2].find_button("a"), Some((0, 0)));
}

/// The start of a PNG picture with these sides, which is all that is looked at.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut content = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    content.extend(width.to_be_bytes());
    content.extend(height.to_be_bytes());
    content
}

#[tokio::test]
async fn photos_are_kept_shown_and_replaced() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let upload = |method: &str, form: Form| {
        bot.client.post(format!("{}/{method}", bot.base)).multipart(form).send()
    };
    let part = |content: Vec<u8>| Part::bytes(content).file_name("board.png");
    let form = Form::new()
        .text("chat_id", anna.to_string())
        .text("caption", "<b>b</b>")
        .text("parse_mode", "HTML");
    let sent =
        upload("sendPhoto", form.part("photo", part(png(300, 200)))).await.expect("answered");
    let (_, body) = answer(sent).await;
    let message = &body["result"];
    assert_eq!(
        (&message["photo"][0]["width"], &message["caption"]),
        (&json!(300), &json!("b")),
        "{body}"
    );
    let state: Value = get(&playground, "page/state").await.json().await.expect("JSON");
    let shown = state["messages"]
        .as_array()
        .and_then(|messages| messages.last())
        .cloned()
        .unwrap_or_default();
    let path = shown["photo"]["url"]
        .as_str()
        .expect("the page sees the photo")
        .trim_start_matches('/')
        .to_owned();
    assert_eq!(get(&playground, &path).await.bytes().await.expect("the photo"), png(300, 200));

    let media = json!({ "type": "photo", "media": "attach://new", "caption": "c" }).to_string();
    let form = Form::new()
        .text("chat_id", anna.to_string())
        .text("message_id", message["message_id"].to_string())
        .text("media", media);
    let edited =
        upload("editMessageMedia", form.part("new", part(png(10, 10)))).await.expect("answered");
    assert_eq!(answer(edited).await.1["result"]["photo"][0]["width"], 10);
    let caption = json!({ "chat_id": anna, "message_id": message["message_id"], "caption": "d" });
    assert_eq!(bot.ok("editMessageCaption", caption).await["caption"], "d");

    for (content, description) in [
        (png(1, 30), "PHOTO_INVALID_DIMENSIONS"),
        (b"no picture".to_vec(), "IMAGE_PROCESS_FAILED"),
        (Vec::new(), "file must be non-empty"),
    ] {
        let form = Form::new().text("chat_id", anna.to_string()).part("photo", part(content));
        let (code, body) = answer(upload("sendPhoto", form).await.expect("answered")).await;
        assert_eq!(
            (code, &body["description"]),
            (400, &json!(format!("Bad Request: {description}")))
        );
    }
}

async fn get(playground: &Playground, path: &str) -> reqwest::Response {
    reqwest::get(format!("{}{path}", playground.page_url())).await.expect("the page answers")
}

#[tokio::test]
async fn commands_and_texts_are_kept_by_scope_and_language() {
    let (_playground, bot) = start().await;
    let commands = json!([{ "command": "play", "description": "Play" }]);
    let private = json!({ "type": "all_private_chats" });
    bot.ok(
        "setMyCommands",
        json!({ "commands": commands, "scope": private, "language_code": "ru" }),
    )
    .await;
    assert_eq!(bot.ok("getMyCommands", json!({})).await, json!([]));
    let asked = json!({ "scope": private, "language_code": "ru" });
    assert_eq!(bot.ok("getMyCommands", asked.clone()).await, commands);
    bot.ok("deleteMyCommands", asked.clone()).await;
    assert_eq!(bot.ok("getMyCommands", asked).await, json!([]));

    bot.ok("setMyDescription", json!({ "description": "Games" })).await;
    bot.ok("setMyDescription", json!({ "description": "Игры", "language_code": "ru" })).await;
    for (language, description) in [("ru", "Игры"), ("uk", "Games")] {
        let seen = bot.ok("getMyDescription", json!({ "language_code": language })).await;
        assert_eq!(seen, json!({ "description": description }));
    }
    assert_eq!(bot.ok("getMyName", json!({})).await, json!({ "name": "Bot" }));
    assert_eq!(
        bot.ok("getMyShortDescription", json!({})).await,
        json!({ "short_description": "" })
    );
}

#[tokio::test]
async fn chats_and_members_are_described() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let boris = playground.add_user("Борис", Some("ru"));
    let oksana = playground.add_user("Оксана", Some("uk"));
    let group = playground.add_group("Board games", &[anna, oksana]);
    assert_eq!(bot.ok("getChat", json!({ "chat_id": group })).await["title"], "Board games");
    assert_eq!(bot.ok("getChatMemberCount", json!({ "chat_id": group })).await, 3);
    for (user, status) in [(anna, "creator"), (oksana, "member"), (boris, "left"), (42, "member")] {
        let member = bot.ok("getChatMember", json!({ "chat_id": group, "user_id": user })).await;
        assert_eq!(member["status"], status, "{member}");
    }
    let administrators = bot.ok("getChatAdministrators", json!({ "chat_id": group })).await;
    assert_eq!(administrators.as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&administrators[0]["user"]["id"], &administrators[0]["status"]),
        (&json!(anna), &json!("creator"))
    );
    playground.set_administrator(oksana, group, true).expect("she is a member");
    let administrators = bot.ok("getChatAdministrators", json!({ "chat_id": group })).await;
    assert_eq!(
        (&administrators[1]["user"]["id"], &administrators[1]["status"]),
        (&json!(oksana), &json!("administrator"))
    );
    playground.set_administrator(oksana, group, false).expect("she is a member");
    let administrators = bot.ok("getChatAdministrators", json!({ "chat_id": group })).await;
    assert_eq!(administrators.as_array().map(Vec::len), Some(1));
    let nobody = "Bad Request: there are no administrators in the private chat";
    bot.refuses("getChatAdministrators", json!({ "chat_id": anna }), 400, nobody).await;
}
