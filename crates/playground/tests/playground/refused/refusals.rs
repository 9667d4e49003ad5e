//! The playground refuses the same calls as the real server, in the same words.

use serde_json::{Value, json};
use zerosum_playground::rate_limits::SendLimits;
use zerosum_playground::settings::{Cast, Settings};

use crate::support::{answer, keyboard, start, start_with};

fn with_buttons(buttons: Value) -> Value {
    json!({ "chat_id": 1001, "text": "t", "reply_markup": { "inline_keyboard": buttons } })
}

fn text(text: &str) -> Value {
    json!({ "chat_id": 1001, "text": text })
}

fn html(text: &str) -> Value {
    json!({ "chat_id": 1001, "text": text, "parse_mode": "HTML" })
}

fn markdown(text: &str) -> Value {
    json!({ "chat_id": 1001, "text": text, "parse_mode": "MarkdownV2" })
}

fn with_entity(kind: &str, offset: i64, length: i64) -> Value {
    let entity = json!({ "type": kind, "offset": offset, "length": length });
    json!({ "chat_id": 1001, "text": "a👋b", "entities": [entity] })
}

fn edit(message_id: i64) -> Value {
    json!({ "chat_id": 1001, "message_id": message_id, "text": "new" })
}

fn command(command: &str, description: &str) -> Value {
    json!({ "commands": [{ "command": command, "description": description }] })
}

const UNALLOWED: &str =
    "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";

/// Method, parameters and the description that follows `Bad Request: `. Anna is 1001; message 1 is hers,
/// message 2 is the bot's and reads `board` over one button.
type Case = (&'static str, Value, &'static str);

fn empty_and_long_messages() -> Vec<Case> {
    let long = "x".repeat(4097);
    vec![
        ("sendMessage", json!({ "chat_id": 1001 }), "message text is empty"),
        ("sendMessage", text(""), "message text is empty"),
        ("sendMessage", text(" \n\t"), "text must be non-empty"),
        ("sendMessage", html("<b> </b>"), "text must be non-empty"),
        ("sendMessage", text(&long), "message is too long"),
        ("sendMessage", text(&"x".repeat(40_000)), "text is too long"),
        ("sendMessage", json!({ "text": "t" }), "chat_id is empty"),
        ("sendMessage", json!({ "chat_id": 5, "text": "t" }), "chat not found"),
        ("sendMessage", json!({ "chat_id": "@nobody", "text": "t" }), "chat not found"),
        (
            "sendMessage",
            json!({ "chat_id": 1001, "text": "t", "parse_mode": "BBCode" }),
            "unsupported parse_mode",
        ),
        (
            "sendMessage",
            json!({ "chat_id": 1001, "text": "t", "reply_parameters": { "message_id": 99 } }),
            "message to be replied not found",
        ),
    ]
}

fn marked_up_messages() -> Vec<Case> {
    vec![
        (
            "sendMessage",
            html("<b>open"),
            "can't parse entities: Can't find end tag corresponding to start tag \"b\"",
        ),
        (
            "sendMessage",
            html("a<b>x</i>"),
            "can't parse entities: Unmatched end tag at byte offset 5, expected \"</b>\", found \"</i>\"",
        ),
        (
            "sendMessage",
            html("<table>"),
            "can't parse entities: Unsupported start tag \"table\" at byte offset 0",
        ),
        ("sendMessage", html("x</b>"), "can't parse entities: Unexpected end tag at byte offset 1"),
        (
            "sendMessage",
            markdown("1. e4"),
            "can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'",
        ),
        (
            "sendMessage",
            markdown("a *b"),
            "can't parse entities: Can't find end of Bold entity at byte offset 2",
        ),
        (
            "sendMessage",
            with_entity("bold", 5, 1),
            "entity begins after the end of the text at UTF-16 offset 5",
        ),
        (
            "sendMessage",
            with_entity("bold", 0, 9),
            "entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 9",
        ),
        (
            "sendMessage",
            with_entity("bold", 2, 1),
            "entity begins in a middle of a UTF-16 symbol at byte offset 5",
        ),
        (
            "sendMessage",
            with_entity("loud", 0, 1),
            "can't parse MessageEntity: Unsupported type specified",
        ),
    ]
}

fn keyboards_and_changes() -> Vec<Case> {
    let nine: Vec<Value> = (0..9).map(|_| json!({ "text": "t", "callback_data": "d" })).collect();
    let row: Vec<Value> = nine[..8].to_vec();
    let many: Vec<Value> = (0..13).map(|_| json!(row)).collect();
    let same = json!({
        "chat_id": 1001, "message_id": 2, "text": "board", "reply_markup": keyboard(&[&["a"]]),
    });
    vec![
        ("sendMessage", with_buttons(json!([[{ "text": "t" }]])), UNALLOWED),
        ("sendMessage", with_buttons(json!([[{ "text": "t", "callback_data": "" }]])), UNALLOWED),
        (
            "sendMessage",
            with_buttons(json!([[{ "text": " ", "callback_data": "d" }]])),
            "BUTTON_INVALID",
        ),
        (
            "sendMessage",
            with_buttons(json!([[{ "text": "t", "callback_data": "д".repeat(33) }]])),
            "BUTTON_DATA_INVALID",
        ),
        (
            "sendMessage",
            with_buttons(json!([[{ "text": "t", "url": "http://localhost/" }]])),
            "inline keyboard button URL 'http://localhost/' is invalid: Wrong HTTP URL",
        ),
        ("sendMessage", with_buttons(json!([nine])), "reply markup is too long"),
        ("sendMessage", with_buttons(json!(many)), "reply markup is too long"),
        (
            "sendMessage",
            with_buttons(json!([{ "text": "t" }])),
            "field \"inline_keyboard\" of the InlineKeyboardMarkup must be an Array of Arrays",
        ),
        (
            "editMessageText",
            same,
            "message is not modified: specified new message content and reply markup are exactly the same as a current \
             content and reply markup of the message",
        ),
        (
            "editMessageText",
            json!({ "chat_id": 1001, "message_id": 2, "text": "x".repeat(4097) }),
            "MESSAGE_TOO_LONG",
        ),
        ("editMessageText", edit(99), "message to edit not found"),
        ("editMessageText", edit(1), "message can't be edited"),
        ("editMessageText", json!({ "text": "t" }), "message identifier is not specified"),
        (
            "editMessageText",
            json!({ "chat_id": 1001, "message_id": 2, "text": "t", "reply_markup": { "force_reply": true } }),
            "inline keyboard expected",
        ),
        (
            "editMessageCaption",
            json!({ "chat_id": 1001, "message_id": 2, "caption": "c" }),
            "there is no caption in the message to edit",
        ),
        (
            "deleteMessage",
            json!({ "chat_id": 1001, "message_id": 99 }),
            "message to delete not found",
        ),
    ]
}

fn reactions() -> Vec<Case> {
    let react = |message_id: i64, reaction: Value| {
        let to = json!({ "chat_id": 1001, "message_id": message_id, "reaction": reaction });
        ("setMessageReaction", to)
    };
    let party = json!({ "type": "emoji", "emoji": "🎉" });
    let cases = [
        (react(2, json!([{ "type": "emoji", "emoji": "🌟" }])), "REACTION_INVALID"),
        (react(2, json!([{ "type": "custom_emoji", "custom_emoji_id": "1" }])), "REACTION_INVALID"),
        (react(2, json!([party, party])), "REACTIONS_TOO_MANY"),
        (react(2, json!([])), "REACTION_EMPTY"),
        (react(99, json!([party])), "message to react not found"),
        (react(2, party.clone()), "expected an Array of ReactionType"),
        (react(2, json!("🎉")), "can't parse reaction types JSON object"),
        (react(2, json!(["🎉"])), "can't parse ReactionType: expected an Object"),
        (
            react(2, json!([{ "emoji": "🎉" }])),
            "can't parse ReactionType: Can't find field \"type\"",
        ),
        (
            react(2, json!([{ "type": "star" }])),
            "can't parse ReactionType: invalid reaction type specified",
        ),
    ];
    cases.map(|((method, params), description)| (method, params, description)).into()
}

fn other_calls() -> Vec<Case> {
    vec![
        (
            "answerCallbackQuery",
            json!({ "callback_query_id": "1" }),
            "query is too old and response timeout expired or query ID is invalid",
        ),
        (
            "answerCallbackQuery",
            json!({ "callback_query_id": "1", "text": "x".repeat(201) }),
            "MESSAGE_TOO_LONG",
        ),
        (
            "sendChatAction",
            json!({ "chat_id": 1001, "action": "dance" }),
            "wrong parameter action in request",
        ),
        ("sendPhoto", json!({ "chat_id": 1001 }), "there is no photo in the request"),
        ("setMyCommands", command("Play", "Play"), "BOT_COMMAND_INVALID"),
        ("setMyCommands", command(&"x".repeat(33), "Play"), "BOT_COMMAND_INVALID"),
        ("setMyCommands", command("play", ""), "BOT_COMMAND_DESCRIPTION_INVALID"),
        ("setMyCommands", command("play", &"x".repeat(257)), "BOT_COMMAND_DESCRIPTION_INVALID"),
        (
            "setMyCommands",
            json!({ "commands": [], "scope": { "type": "everyone" } }),
            "can't parse BotCommandScope: Unsupported type specified",
        ),
        ("setMyDescription", json!({ "description": "x".repeat(513) }), "DESCRIPTION_TOO_LONG"),
        (
            "setMyShortDescription",
            json!({ "short_description": "x".repeat(121) }),
            "ABOUT_TOO_LONG",
        ),
        ("setMyName", json!({ "name": "x", "language_code": "english" }), "LANG_CODE_INVALID"),
        (
            "setWebhook",
            json!({ "url": "http://example.com/" }),
            "bad webhook: An HTTPS URL must be provided for webhook",
        ),
        (
            "setWebhook",
            json!({ "url": "http://192.0.2.1/" }),
            "bad webhook: An HTTPS URL must be provided for webhook",
        ),
        ("setWebhook", json!({ "url": "https://" }), "bad webhook: URL host is empty"),
        (
            "setWebhook",
            json!({ "url": "https://example.com/", "secret_token": "a b" }),
            "secret token contains unallowed characters",
        ),
        ("getChatMember", json!({ "chat_id": 1001, "user_id": 7 }), "user not found"),
    ]
}

#[tokio::test]
async fn bad_requests_are_refused_in_telegrams_words() {
    let (playground, bot) = start().await;
    assert_eq!(bot.acquaint(&playground).await, 1001);
    let board = json!({ "chat_id": 1001, "text": "board", "reply_markup": keyboard(&[&["a"]]) });
    bot.ok("sendMessage", board).await;
    let cases = [
        empty_and_long_messages(),
        marked_up_messages(),
        keyboards_and_changes(),
        reactions(),
        other_calls(),
    ];
    let cases = cases.concat();
    let count = cases.len();
    for (method, params, description) in cases {
        bot.refuses(method, params, 400, &format!("Bad Request: {description}")).await;
    }
    assert_eq!(playground.rejected_calls().len(), count, "every refusal is logged");
    assert_eq!(playground.messages(1001).len(), 1, "what is refused has no effect");
}

#[tokio::test]
async fn what_lies_just_within_the_limits_is_accepted() {
    let (playground, bot) = start().await;
    bot.acquaint(&playground).await;
    let button = json!({ "text": "t", "callback_data": "x".repeat(64) });
    let row: Vec<Value> = (0..8).map(|_| button.clone()).collect();
    let mut rows: Vec<Value> = (0..12).map(|_| json!(row)).collect();
    rows.push(json!(row[..4]));
    for params in [
        text(&"👋".repeat(2048)),
        html(&format!("<b>{}</b>", "x".repeat(4096))),
        with_buttons(json!(rows)),
        with_buttons(json!([[{ "text": "t", "url": "example.com" }]])),
        with_entity("bold", 1, 2),
        json!({ "chat_id": "1001", "text": 5 }),
        json!({
            "chat_id": 1001,
            "text": "t",
            "reply_parameters": { "message_id": 99, "allow_sending_without_reply": true },
        }),
    ] {
        bot.ok("sendMessage", params).await;
    }
}

#[tokio::test]
async fn the_bot_cannot_write_to_a_person_first() {
    let (playground, bot) = start().await;
    playground.add_user("Anna", None);
    let forbidden = "Forbidden: bot can't initiate conversation with a user";
    bot.refuses("sendMessage", text("hello"), 403, forbidden).await;
}

#[tokio::test]
async fn wrong_tokens_methods_and_paths_are_refused() {
    let (playground, bot) = start().await;
    bot.refuses("danceForMe", json!({}), 404, "Not Found: method not found").await;
    for (path, code) in [("bot42:WRONG/getMe", 401), ("botnonsense/getMe", 404), ("elsewhere", 404)]
    {
        let response = bot.client.get(format!("{}/{path}", playground.api_url())).send().await;
        assert_eq!(answer(response.expect("answered")).await.0, code, "{path}");
    }
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_refused() {
    let (_playground, bot) = start().await;
    let request = bot.client.post(format!("{}/sendMessage", bot.base));
    let response = request.body(vec![b' '; 20 * 1024 * 1024 + 1]).send().await;
    // The refusal can overtake the body, in which case the client may see a broken connection instead.
    if let Ok(response) = response {
        let (code, body) = answer(response).await;
        assert_eq!((code, body["description"].as_str()), (413, Some("Request Entity Too Large")));
    }
}

#[tokio::test]
async fn a_bot_that_hurries_is_told_to_wait() {
    let settings =
        Settings { cast: Cast::Empty, send_limits: SendLimits::telegram(), ..Settings::default() };
    let (playground, bot) = start_with(settings).await;
    bot.acquaint(&playground).await;
    let mut codes = Vec::new();
    for _ in 0..7 {
        let (code, body) = bot.call("sendMessage", text("quick")).await;
        if code == 429 {
            assert_eq!(body["parameters"]["retry_after"], 1, "{body}");
        }
        codes.push(code);
    }
    assert_eq!(codes[..5], [200; 5], "a short burst is allowed");
    assert!(codes.contains(&429), "{codes:?}");
}
