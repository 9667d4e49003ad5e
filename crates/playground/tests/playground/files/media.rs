//! Photos are checked as strictly as by the real server: which message can become which, and how large.

use png::Encoder;
use png::chunk::{self, ChunkType};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use zerosum_playground::Playground;

use crate::support::{Bot, answer, keyboard, start};

/// The signature and the header of a PNG picture.
const HEADER_BYTES: usize = 8 + 25;

/// The start of a PNG picture with these sides, which is all that is looked at.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut content = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    content.extend(width.to_be_bytes());
    content.extend(height.to_be_bytes());
    content
}

/// Calls a method as a form, with a file if there is one.
pub(crate) async fn post(
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

/// A picture with these chunks between its header and its end.
fn png_of(chunks: &[(ChunkType, Vec<u8>)]) -> Vec<u8> {
    let mut content = Vec::new();
    let mut writer = Encoder::new(&mut content, 90, 90).write_header().expect("a header");
    for (kind, data) in chunks {
        writer.write_chunk(*kind, data).expect("a chunk is written");
    }
    drop(writer);
    content
}

fn text_chunk(keyword: &str, text: &[u8]) -> (ChunkType, Vec<u8>) {
    (chunk::iTXt, [keyword.as_bytes(), b"\0\0\0en\0Beschreibung\0", text].concat())
}

/// Sends a photo as the bot; returns the description that the page gets.
async fn description_of(playground: &Playground, bot: &Bot, content: Vec<u8>) -> Value {
    let params = json!({ "chat_id": 1001, "caption": "c" });
    let (code, sent) = post(bot, "sendPhoto", &params, Some(("photo", content))).await;
    assert_eq!(code, 200, "{sent}");
    assert!(!sent.to_string().contains("escription"), "the bot is not told: {sent}");
    let state = reqwest::get(format!("{}page/state", playground.page_url())).await;
    let state: Value = state.expect("answered").json().await.expect("JSON");
    let messages = state["messages"].as_array().expect("the messages").clone();
    let photo = &messages.last().expect("the photo is there")["photo"];
    assert_eq!((&photo["width"], &photo["height"]), (&json!(90), &json!(90)));
    photo["description"].clone()
}

#[tokio::test]
async fn the_page_is_told_what_a_photo_says_of_itself() {
    let (playground, bot) = start().await;
    bot.acquaint(&playground).await;
    let other = text_chunk("Title", b"Board");
    let text = text_chunk("Description", "Гомоку: ⚫ h8".as_bytes());
    let data = (chunk::IDAT, vec![7; 300]);
    for (chunks, expected) in [
        (vec![other.clone(), text.clone(), data.clone()], json!("Гомоку: ⚫ h8")),
        (vec![text_chunk("Description", &[b'a'; 4096]), data.clone()], json!("a".repeat(4096))),
        (vec![], Value::Null),
        (vec![other, data.clone()], Value::Null),
        (vec![data, text], Value::Null),
    ] {
        assert_eq!(description_of(&playground, &bot, png_of(&chunks)).await, expected);
    }
}

#[tokio::test]
async fn a_broken_description_is_none() {
    let (playground, bot) = start().await;
    bot.acquaint(&playground).await;
    let whole = text_chunk("Description", b"text");
    let data = (chunk::IDAT, vec![7; 300]);
    let raw = |kind, data: &[u8]| (kind, data.to_vec());
    for broken in [
        text_chunk("Description", &[b'a'; 4097]),
        text_chunk("Description", b" \n"),
        text_chunk("Description", b"\xff\xfe"),
        raw(chunk::iTXt, b""),
        raw(chunk::iTXt, b"Description"),
        raw(chunk::iTXt, b"Description\0"),
        raw(chunk::iTXt, b"Description\0\0\0en"),
        // The word "text" as zlib stores it.
        raw(chunk::iTXt, b"Description\0\x01\0\0\0\x78\x01\x01\x04\0\xfb\xfftext\x04\x67\x01\xc6"),
        raw(chunk::tEXt, b"Description\0text"),
    ] {
        let content = png_of(&[broken.clone(), data.clone()]);
        assert_eq!(description_of(&playground, &bot, content).await, Value::Null, "{broken:?}");
    }
    let mut too_long = png_of(&[whole.clone(), data]);
    too_long[HEADER_BYTES..HEADER_BYTES + 4].copy_from_slice(&u32::MAX.to_be_bytes());
    assert_eq!(description_of(&playground, &bot, too_long).await, Value::Null);
    // Wherever the file ends early, nothing is said and nothing fails.
    let content = png_of(&[whole]);
    for end in 24..content.len() {
        let cut = content[..end].to_vec();
        assert_eq!(description_of(&playground, &bot, cut).await, Value::Null, "{end}");
    }
}

/// An animation of this many frames of a quarter of a second.
pub(crate) fn gif(frames: usize) -> Vec<u8> {
    let mut encoder = gif::Encoder::new(Vec::new(), 4, 2, &[0; 6]).expect("a head is written");
    for _ in 0..frames {
        let frame = gif::Frame { delay: 25, ..gif::Frame::from_indexed_pixels(4, 2, [0; 8], None) };
        encoder.write_frame(&frame).expect("a frame is written");
    }
    encoder.into_inner().expect("an end is written")
}

#[tokio::test]
async fn an_animation_is_a_gif_that_is_whole_and_everything_else_a_document() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let params = json!({ "chat_id": anna, "caption": "c", "reply_markup": keyboard(&[&["a"]]) });
    let content = gif(6);
    let file = Some(("animation", content.clone()));
    let (code, sent) = post(&bot, "sendAnimation", &params, file).await;
    assert_eq!(code, 200, "{sent}");
    let animation = &sent["result"]["animation"];
    let told = ["width", "height", "duration", "file_size"].map(|key| animation[key].as_u64());
    assert_eq!(told, [4, 2, 2, content.len() as u64].map(Some));
    assert_eq!(sent["result"]["document"]["file_id"], animation["file_id"]);
    let number = sent["result"]["message_id"].as_i64().and_then(|id| i32::try_from(id).ok());
    let number = number.expect("a small number");
    playground.look(|all| {
        assert_eq!(all.animation(anna, number), Some(content.clone()));
        let message = all.message(anna, number).expect("it is there");
        assert!(message.has_animation && !message.has_photo && message.text == "c");
    });
    // It is sent again by its id, and has a caption that can be changed.
    let again = json!({ "chat_id": anna, "animation": animation["file_id"] });
    assert_eq!(bot.ok("sendAnimation", again).await["animation"]["duration"], 2);
    let caption = json!({ "chat_id": anna, "message_id": number, "caption": "new" });
    assert_eq!(bot.ok("editMessageCaption", caption).await["caption"], "new");
    for content in [png(9, 9), content[..content.len() - 9].to_vec(), b"GIF89a".to_vec()] {
        let (code, sent) = post(&bot, "sendAnimation", &params, Some(("animation", content))).await;
        let result = &sent["result"];
        assert!(code == 200 && result["animation"].is_null() && !result["document"].is_null());
    }
    let refused = "Bad Request: there is no animation in the request";
    bot.refuses("sendAnimation", json!({ "chat_id": anna }), 400, refused).await;
}
