//! Mini Apps: the menu button, buttons and links that open them, and the signed data with which they are launched.

use std::collections::{BTreeMap, HashSet};
use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use reqwest::{Client, Url};
use serde_json::{Value, json};
use sha2::Sha256;
use url::form_urlencoded;
use zerosum_playground::Playground;
use zerosum_playground::actions::ActionError;
use zerosum_playground::settings::{Cast, InlineMode, Settings};

use crate::support::{Bot, answer, keyboard, start, start_with};

const APP: &str = "https://app.example/play";

fn menu_button(text: &str, url: &str) -> Value {
    json!({ "type": "web_app", "text": text, "web_app": { "url": url } })
}

fn opens(url: &str) -> Value {
    json!({ "inline_keyboard": [[{ "text": "open", "web_app": { "url": url } }]] })
}

fn pairs(text: &str) -> BTreeMap<String, String> {
    let mut pairs = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(text.as_bytes()).into_owned() {
        assert!(pairs.insert(name.clone(), value).is_none(), "{name} comes twice in {text}");
    }
    pairs
}

/// The parameters in the fragment of an address, and the data that tells who has opened the app.
fn launched(address: &str) -> (Url, BTreeMap<String, String>, BTreeMap<String, String>) {
    let url = Url::parse(address).expect("an address");
    let parameters = pairs(url.fragment().expect("it has parameters"));
    let data = pairs(&parameters["tgWebAppData"]);
    (url, parameters, data)
}

/// The hash of the data as the bot computes it.
fn expected_hash(token: &str, data: &BTreeMap<String, String>) -> String {
    let sign = |key: &[u8], text: &str| {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any key will do");
        mac.update(text.as_bytes());
        mac.finalize().into_bytes()
    };
    let lines: Vec<_> = data
        .iter()
        .filter(|(name, _)| *name != "hash")
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let hash = sign(&sign(b"WebAppData", token), &lines.join("\n"));
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checks what every launch has; returns the person who has opened the app.
fn checked(playground: &Playground, address: &str) -> Value {
    let (_, parameters, data) = launched(address);
    assert!(!address.contains('+'), "spaces are written as Telegram writes them: {address}");
    assert_eq!(parameters["tgWebAppVersion"], "8.0");
    assert_eq!(parameters["tgWebAppPlatform"], "web");
    let theme: Value = serde_json::from_str(&parameters["tgWebAppThemeParams"]).expect("JSON");
    assert!(theme["bg_color"].is_string(), "{theme}");
    assert_eq!(data["hash"], expected_hash(playground.token(), &data));
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    assert_eq!(data["signature"].len(), 86);
    assert!(data["signature"].bytes().all(is_letter));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    let opened: u64 = data["auth_date"].parse().expect("a time");
    assert!(now.abs_diff(opened) < 60, "opened at {opened}, now it is {now}");
    serde_json::from_str(&data["user"]).expect("JSON")
}

#[test]
fn the_hash_is_that_of_data_signed_by_telegram() {
    let token = "5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8";
    let data = pairs(
        "query_id=AAHdF6IQAAAAAN0XohDhrOrc&auth_date=1662771648&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22\
         Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22\
         ru%22%2C%22is_premium%22%3Atrue%7D",
    );
    let hash = "c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2";
    assert_eq!(expected_hash(token, &data), hash);
}

async fn launch(playground: &Playground, body: Value) -> (u16, Value) {
    let request = Client::new().post(format!("{}page/launch", playground.page_url()));
    answer(request.json(&body).send().await.expect("answered")).await
}

async fn button_of(bot: &Bot, chat: Option<i64>) -> Value {
    bot.ok("getChatMenuButton", json!({ "chat_id": chat })).await
}

#[tokio::test]
async fn the_menu_button_is_that_of_the_chat_or_else_of_the_bot() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let boris = playground.add_user("Борис", None);
    assert_eq!(button_of(&bot, None).await, json!({ "type": "commands" }));
    assert_eq!(button_of(&bot, Some(anna)).await, json!({ "type": "default" }));
    assert_eq!(playground.web_app(anna, None), None);

    let of_all = menu_button("▦ zerosum", "HTTPS://App.Example");
    assert_eq!(bot.ok("setChatMenuButton", json!({ "menu_button": of_all })).await, true);
    let of_all = menu_button("▦ zerosum", "https://app.example/");
    assert_eq!(button_of(&bot, None).await, of_all, "in its normal form");
    assert_eq!(button_of(&bot, Some(anna)).await, json!({ "type": "default" }));

    let own = menu_button("play", "http://127.0.0.1:8201/?a=b");
    bot.ok("setChatMenuButton", json!({ "chat_id": anna, "menu_button": own.to_string() })).await;
    assert_eq!(button_of(&bot, Some(anna)).await, own);
    let opened = |user| playground.web_app(user, None).map(|address| launched(&address).0);
    assert_eq!(opened(anna).expect("her own").port(), Some(8201));
    assert_eq!(opened(boris).expect("that of all").host_str(), Some("app.example"));

    let commands = json!({ "type": "commands" });
    bot.ok("setChatMenuButton", json!({ "chat_id": anna, "menu_button": commands })).await;
    assert_eq!(button_of(&bot, Some(anna)).await, commands);
    assert_eq!(playground.web_app(anna, None), None, "the commands win over the bot's app");
    bot.ok("setChatMenuButton", json!({ "chat_id": anna, "menu_button": { "type": "default" } }))
        .await;
    assert_eq!(button_of(&bot, Some(anna)).await, json!({ "type": "default" }));
    assert!(opened(anna).is_some());
    bot.ok("setChatMenuButton", json!({})).await;
    assert_eq!(button_of(&bot, None).await, commands);
    assert_eq!(playground.web_app(anna, None), None);
}

#[tokio::test]
async fn menu_buttons_are_refused_in_telegrams_words() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let group = playground.add_group("Board games", &[anna]);
    let app = menu_button("play", APP);
    for (params, reason) in [
        (json!({ "chat_id": group, "menu_button": app }), "invalid chat_id specified"),
        (json!({ "chat_id": "@somebody", "menu_button": app }), "invalid chat_id specified"),
        (json!({ "chat_id": 7, "menu_button": app }), "user not found"),
        (json!({ "menu_button": "{" }), "can't parse menu button JSON object"),
        (json!({ "menu_button": [] }), "can't parse menu button: MenuButton must be an Object"),
        (json!({ "menu_button": {} }), "can't parse menu button: Can't find field \"type\""),
        (
            json!({ "menu_button": { "type": "games" } }),
            "can't parse menu button: MenuButton has unsupported type",
        ),
        (
            json!({ "menu_button": { "type": "web_app" } }),
            "can't parse menu button: Can't find field \"text\"",
        ),
        (
            json!({ "menu_button": { "type": "web_app", "text": "t" } }),
            "can't parse menu button: Can't find field \"web_app\"",
        ),
        (
            json!({ "menu_button": { "type": "web_app", "text": "t", "web_app": APP } }),
            "can't parse menu button: Field \"web_app\" must be of type Object",
        ),
        (
            json!({ "menu_button": { "type": "web_app", "text": "t", "web_app": {} } }),
            "can't parse menu button: Can't find field \"url\"",
        ),
        (json!({ "menu_button": menu_button("", APP) }), "menu button text must be non-empty"),
        (json!({ "menu_button": menu_button(" ", APP) }), "BUTTON_TEXT_INVALID"),
    ] {
        let refusal = format!("Bad Request: {reason}");
        bot.refuses("setChatMenuButton", params, 400, &refusal).await;
    }
    for (url, reason) in [
        ("http://app.example/", "Only HTTPS links are allowed"),
        ("http://192.0.2.1/", "Only HTTPS links are allowed"),
        ("app.example", "Only HTTPS links are allowed"),
        ("tg://resolve?domain=bot", "Only HTTPS links are allowed"),
        ("ftp://app.example/", "Unsupported URL protocol"),
        ("http://localhost:8201/", "Wrong HTTP URL"),
        ("", "URL host is empty"),
    ] {
        let params = json!({ "menu_button": menu_button("t", url) });
        let refusal = format!("Bad Request: menu button Web App URL '{url}' is invalid: {reason}");
        bot.refuses("setChatMenuButton", params, 400, &refusal).await;
    }
    for (chat, reason) in [(group, "invalid chat_id specified"), (7, "user not found")] {
        let refusal = format!("Bad Request: {reason}");
        bot.refuses("getChatMenuButton", json!({ "chat_id": chat }), 400, &refusal).await;
    }
    assert_eq!(playground.web_app(anna, None), None, "what is refused has no effect");
}

#[tokio::test]
async fn the_menu_button_launches_the_app_with_signed_data() {
    let (playground, bot) = start().await;
    let anna = playground.add_user("Anna Ж & Co", Some("uk"));
    let menu = json!({ "menu_button": menu_button("play", "https://app.example/a?b=c#route") });
    bot.ok("setChatMenuButton", menu).await;
    let address = playground.web_app(anna, None).expect("there is an app");
    let person = json!({ "id": anna, "first_name": "Anna Ж & Co", "language_code": "uk" });
    assert_eq!(checked(&playground, &address.replace("#route?", "#")), person);
    assert!(address.starts_with("https://app.example/a?b=c#route?tgWebAppData="), "{address}");

    playground.send_text(anna, anna, "/start").expect("the person is there");
    bot.confirm(&playground).await;
    let again = playground.web_app(anna, None).expect("there is an app").replace("#route?", "#");
    assert_eq!(checked(&playground, &again)["allows_write_to_pm"], true);
    let (_, _, data) = launched(&again);
    let names: HashSet<&str> = data.keys().map(String::as_str).collect();
    assert_eq!(names, HashSet::from(["query_id", "user", "auth_date", "signature", "hash"]));
    let (_, _, before) = launched(&address.replace("#route?", "#"));
    assert_ne!(data["query_id"], before["query_id"], "each launch has its own");
}

#[tokio::test]
async fn buttons_open_apps_in_private_chats() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let boris = playground.add_user("Борис", None);
    let text = |markup: Value| json!({ "chat_id": anna, "text": "t", "reply_markup": markup });
    let sent = bot.ok("sendMessage", text(opens("http://[::1]:8201"))).await;
    let printed = json!([[{ "text": "open", "web_app": { "url": "http://[::1]:8201/" } }]]);
    assert_eq!(sent["reply_markup"]["inline_keyboard"], printed);
    let message = playground.next_message(anna).await.expect("a message");
    let button = message.button(0, 0).expect("a button");
    assert_eq!(button.web_app.as_deref(), Some("http://[::1]:8201/"));
    assert_eq!((&button.data, &button.url), (&None, &None));

    let id = message.message_id;
    let address = playground.press_web_app(anna, anna, id, 0, 0).expect("it opens");
    assert_eq!(checked(&playground, &address)["id"], anna);
    assert!(launched(&address).2.contains_key("query_id"));
    assert_eq!(playground.press(anna, anna, id, 0, 0), Err(ActionError::NotACallback));
    let refused = playground.press_web_app(anna, anna, id, 0, 1);
    assert_eq!(refused, Err(ActionError::NoButton { row: 0, column: 1 }));
    assert!(playground.press_web_app(boris, anna, id, 0, 0).is_err(), "it is not his chat");
    let edit = json!({ "chat_id": anna, "message_id": id, "reply_markup": keyboard(&[&["a"]]) });
    bot.ok("editMessageReplyMarkup", edit).await;
    let refused = playground.press_web_app(anna, anna, id, 0, 0);
    assert_eq!(refused, Err(ActionError::NoWebApp));

    let of_button = "can't parse inline keyboard button";
    let invalid = "inline keyboard button Web App URL 'http://app.example' is invalid";
    for (web_app, reason) in [
        (
            json!({ "url": "http://app.example" }),
            format!("{invalid}: Only HTTPS links are allowed"),
        ),
        (json!({}), format!("{of_button}: Can't find field \"url\"")),
        (json!({ "url": {} }), format!("{of_button}: Field \"url\" must be of type String")),
        (json!(APP), format!("{of_button}: Field \"web_app\" must be of type Object")),
        (
            json!({ "url": "tg://user?id=1001" }),
            "link to a user can't be used in Web App URL buttons".to_owned(),
        ),
    ] {
        let markup = json!({ "inline_keyboard": [[{ "text": "t", "web_app": web_app }]] });
        bot.refuses("sendMessage", text(markup), 400, &format!("Bad Request: {reason}")).await;
    }
}

#[tokio::test]
async fn buttons_open_no_apps_elsewhere() {
    let inline_mode = InlineMode::On;
    let settings = Settings { cast: Cast::Empty, inline_mode, ..Settings::default() };
    let (playground, bot) = start_with(settings).await;
    let anna = bot.acquaint(&playground).await;
    let refusal = "Bad Request: BUTTON_TYPE_INVALID";
    let rows = json!({
        "inline_keyboard": [[{ "text": "a", "callback_data": "a" }], opens(APP)["inline_keyboard"][0]],
    });
    let supergroup = playground.add_group("Board games", &[anna]);
    let group = playground.add_basic_group("Card games", &[anna]);
    for chat in [supergroup, group] {
        let send = |markup: &Value| json!({ "chat_id": chat, "text": "t", "reply_markup": markup });
        bot.refuses("sendMessage", send(&rows), 400, refusal).await;
        let sent = bot.ok("sendMessage", send(&keyboard(&[&["a"]]))).await;
        let id = &sent["message_id"];
        let edit = json!({ "chat_id": chat, "message_id": id, "reply_markup": rows });
        bot.refuses("editMessageReplyMarkup", edit, 400, refusal).await;
    }

    let query = playground.ask_inline(anna, anna, "", "").expect("inline mode is on");
    let result = |markup: &Value| {
        json!({
            "type": "article", "id": "a", "title": "A game",
            "input_message_content": { "message_text": "Who plays?" }, "reply_markup": markup,
        })
    };
    let offer = |markup| json!({ "inline_query_id": query, "results": [result(markup)] });
    bot.refuses("answerInlineQuery", offer(&rows), 400, refusal).await;
    bot.ok("answerInlineQuery", offer(&keyboard(&[&["a"]]))).await;
    // Even in the private chat a message that was sent inline is no message of the bot's.
    let id = playground.choose_inline_result(&query, "a").expect("it is offered");
    let chosen = playground.message(anna, id).expect("it was sent");
    let edit = json!({ "inline_message_id": chosen.inline_message_id, "reply_markup": rows });
    bot.refuses("editMessageReplyMarkup", edit, 400, refusal).await;
}

#[tokio::test]
async fn links_open_the_main_app_with_a_start_parameter() {
    let settings = Settings {
        cast: Cast::Empty,
        main_web_app: Some("https://app.example/?from=link".to_owned()),
        ..Settings::default()
    };
    let (playground, bot) = start_with(settings).await;
    let anna = bot.acquaint(&playground).await;
    assert_eq!(bot.ok("getMe", json!({})).await["has_main_web_app"], true);
    let longest = "a-Z_9".repeat(102) + "xy";
    for start in ["", "s0f", &longest] {
        let address = playground.web_app(anna, Some(start)).expect("there is an app");
        checked(&playground, &address);
        let (url, parameters, data) = launched(&address);
        let query: BTreeMap<_, _> = url.query_pairs().into_owned().collect();
        let carried = Some(start.to_owned()).filter(|start| !start.is_empty());
        assert_eq!(query["from"], "link");
        assert_eq!(query.get("tgWebAppStartParam").cloned(), carried);
        assert_eq!(data.get("start_param").cloned(), carried);
        assert_eq!(data["chat_type"], "sender");
        assert!(!data.contains_key("query_id") && !parameters.contains_key("tgWebAppStartParam"));
    }
    for start in [longest + "z", "a b".to_owned(), "ä".to_owned(), "a&b".to_owned()] {
        assert_eq!(playground.web_app(anna, Some(&start)), None, "{start}");
    }

    let group = playground.add_group("Board games", &[anna]);
    let body = json!({ "user_id": anna, "chat_id": group, "start": "s0f" });
    let (code, launched_there) = launch(&playground, body).await;
    assert_eq!(code, 200, "{launched_there}");
    let (_, _, data) = launched(launched_there["url"].as_str().expect("an address"));
    assert_eq!((&*data["chat_type"], &*data["start_param"]), ("supergroup", "s0f"));

    playground.set_main_web_app(None).expect("it can go");
    assert_eq!(bot.ok("getMe", json!({})).await["has_main_web_app"], false);
    assert_eq!(playground.web_app(anna, Some("s0f")), None);
    let refused = playground.set_main_web_app(Some("http://app.example/"));
    assert_eq!(refused, Err(ActionError::WrongWebApp("http://app.example/".to_owned())));
    let main_web_app = Some("http://app.example/".to_owned());
    assert!(Playground::start(Settings { main_web_app, ..Settings::default() }).await.is_err());
}

#[tokio::test]
async fn the_page_shows_the_buttons_and_opens_the_apps() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let state = || async {
        let state = reqwest::get(format!("{}page/state", playground.page_url())).await;
        state.expect("answered").json::<Value>().await.expect("JSON")
    };
    let (button, own) = (menu_button("▦", APP), menu_button("▦ mine", APP));
    bot.ok("setChatMenuButton", json!({ "menu_button": button })).await;
    bot.ok("setChatMenuButton", json!({ "menu_button": own, "chat_id": anna })).await;
    playground.set_main_web_app(Some(APP)).expect("an address of an app");
    let seen = state().await;
    assert_eq!(seen["profile"]["menu_button"], button);
    assert_eq!(seen["profile"]["has_main_web_app"], true);
    assert_eq!(seen["chats"][0]["menu_button"], own);

    bot.ok("sendMessage", json!({ "chat_id": anna, "text": "t", "reply_markup": opens(APP) }))
        .await;
    let shown = &state().await["messages"][1];
    assert_eq!(shown["keyboard"], json!([[{ "text": "open", "kind": "web_app" }]]));
    let place = json!({ "message_id": shown["message_id"], "row": 0, "column": 0 });
    let theme = json!({ "bg_color": "#111517" });
    for opener in [json!({}), json!({ "button": place }), json!({ "start": "a" })] {
        let mut body = json!({ "user_id": anna, "chat_id": anna, "theme": theme });
        let fields = opener.as_object().expect("an object").clone();
        body.as_object_mut().expect("an object").extend(fields);
        let (code, opened) = launch(&playground, body).await;
        assert_eq!(code, 200, "{opened}");
        let address = opened["url"].as_str().expect("an address");
        checked(&playground, address);
        assert_eq!(launched(address).1["tgWebAppThemeParams"], theme.to_string());
    }

    let group = playground.add_group("Board games", &[anna]);
    for body in [
        json!({ "user_id": anna, "chat_id": group }),
        json!({ "user_id": anna, "chat_id": anna, "start": "ä" }),
        json!({ "user_id": anna, "chat_id": anna, "button": { "message_id": 9, "row": 0, "column": 0 } }),
        json!({ "user_id": 7, "chat_id": 7 }),
    ] {
        let (code, refused) = launch(&playground, body.clone()).await;
        assert!(code == 400 && refused["error"].is_string(), "{body}: {code} {refused}");
    }
}
