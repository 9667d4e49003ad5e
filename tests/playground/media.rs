//! Photos are as particular as the real server's: what can become of which message, and how large.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use zerosum::playground::Playground;

use crate::support::{Bot, answer, keyboard, start};

/// The start of a PNG picture with these sides, which is all that is looked at.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut content = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    content.extend(width.to_be_bytes());
    content.extend(height.to_be_bytes());
    content
}

async fn post(
    bot: &Bot,
    method: &str,
    params: &Value,
    file: Option<(&str, Vec<u8>)>,
) -> (u16, Value) {
    let mut form = Form::new();
    for (name, value) in params.as_object().expect("parameters are an object") {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        form = form.text(name.clone(), value);
    }
    if let Some((name, content)) = file {
        let part = Part::bytes(content).file_name("board.png");
        form = form.part(name.to_owned(), part);
    }
    let request = bot.client.post(format!("{}/{method}", bot.base)).multipart(form);
    answer(request.send().await.expect("answered")).await
}

/// A chat with a text and a photo of the bot: their numbers.
async fn text_and_photo(bot: &Bot, anna: i64) -> (i64, i64) {
    let text = bot.ok("sendMessage", json!({ "chat_id": anna, "text": "t" })).await;
    let params = json!({
        "chat_id": anna, "caption": "c", "photo": "attach://p", "reply_markup": keyboard(&[&["a"]]),
    });
    let (code, photo) = post(bot, "sendPhoto", &params, Some(("p", png(90, 90)))).await;
    assert_eq!(code, 200, "{photo}");
    let number = |message: &Value| message["message_id"].as_i64().expect("a number");
    (number(&text), number(&photo["result"]))
}

fn media(message: i64, reference: &str, caption: &str) -> Value {
    let media = json!({ "type": "photo", "media": reference, "caption": caption });
    json!({ "chat_id": 1001, "message_id": message, "media": media })
}

fn photo_now(playground: &Playground, message: i64) -> Option<Vec<u8>> {
    let message = message.try_into().expect("a small number");
    playground.look(|snapshot| snapshot.photo(1001, message))
}

#[tokio::test]
async fn a_photo_is_no_text_and_a_text_no_photo() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let (text, photo) = text_and_photo(&bot, anna).await;
    let new_text = |message| json!({ "chat_id": anna, "message_id": message, "text": "new" });
    let caption = |message, caption| json!({ "chat_id": anna, "message_id": message, "caption": caption, "reply_markup": keyboard(&[&["a"]]) });
    let refused = "Bad Request: there is no text in the message to edit";
    bot.refuses("editMessageText", new_text(photo), 400, refused).await;
    let refused = "Bad Request: there is no caption in the message to edit";
    bot.refuses("editMessageCaption", caption(text, "new"), 400, refused).await;
    let refused = "Bad Request: message is not modified: specified new message content and reply \
                   markup are exactly the same as a current content and reply markup of the message";
    bot.refuses("editMessageCaption", caption(photo, "c"), 400, refused).await;
    assert_eq!(bot.ok("editMessageCaption", caption(photo, "new")).await["caption"], "new");
    assert_eq!(photo_now(&playground, photo), Some(png(90, 90)), "the photo stays");
}

#[tokio::test]
async fn a_text_can_become_a_photo_for_good() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let (text, _) = text_and_photo(&bot, anna).await;
    let file = Some(("new", png(30, 20)));
    let (code, body) =
        post(&bot, "editMessageMedia", &media(text, "attach://new", "c"), file).await;
    assert_eq!((code, &body["result"]["photo"][0]["width"]), (200, &json!(30)), "{body}");
    assert_eq!(photo_now(&playground, text), Some(png(30, 20)));
    let params = json!({ "chat_id": anna, "message_id": text, "text": "back" });
    let refused = "Bad Request: there is no text in the message to edit";
    bot.refuses("editMessageText", params, 400, refused).await;
}

#[tokio::test]
async fn photos_that_are_wrong_in_any_way_are_refused_and_change_nothing() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let (_, photo) = text_and_photo(&bot, anna).await;
    let long = "x".repeat(1_025);
    let large = [png(90, 90), vec![0; 10 * 1024 * 1024]].concat();
    let send = |caption: &str| json!({ "chat_id": anna, "caption": caption });
    let file = |name, content| Some((name, content));
    let unknown = "wrong file identifier/HTTP URL specified";
    let cases = [
        ("sendPhoto", send(&long), file("photo", png(9, 9)), "message caption is too long"),
        ("sendPhoto", send("c"), file("picture", png(9, 9)), "there is no photo in the request"),
        (
            "sendPhoto",
            send("c"),
            file("photo", large.clone()),
            "file of size 10485784 bytes is too big for a photo; the maximum size is 10485760 bytes",
        ),
        ("sendPhoto", send("c"), file("photo", png(9_000, 1_001)), "PHOTO_INVALID_DIMENSIONS"),
        ("sendPhoto", send("c"), file("photo", png(21, 1)), "PHOTO_INVALID_DIMENSIONS"),
        (
            "editMessageMedia",
            media(photo, "attach://p", &long),
            file("p", png(9, 9)),
            "MEDIA_CAPTION_TOO_LONG",
        ),
        ("editMessageMedia", media(photo, "attach://q", "c"), file("photo", png(9, 9)), unknown),
        ("editMessageMedia", media(photo, "attach://q", "c"), None, unknown),
        (
            "editMessageMedia",
            media(99, "attach://p", "c"),
            file("p", png(9, 9)),
            "message to edit not found",
        ),
        (
            "editMessageMedia",
            media(1, "attach://p", "c"),
            file("p", png(9, 9)),
            "message can't be edited",
        ),
    ];
    for (method, params, file, description) in cases {
        let (code, body) = post(&bot, method, &params, file).await;
        let expected = json!(format!("Bad Request: {description}"));
        assert_eq!((code, &body["description"]), (400, &expected), "{method} {params}");
    }
    assert_eq!(photo_now(&playground, photo), Some(png(90, 90)));
    assert_eq!(playground.messages(anna).len(), 2);
    let most = send(&"x".repeat(1_024));
    assert_eq!(post(&bot, "sendPhoto", &most, file("photo", png(20, 1))).await.0, 200);
}
