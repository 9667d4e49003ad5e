//! A Mini App on the chat page: opened beside the chat and over it, heard, answered and closed.

use axum::Router;
use axum::response::Html;
use fantoccini::Client;
use serde_json::{Value, json};
use teloxide::Bot;
use teloxide::payloads::{SendMessageSetters, SetChatMenuButtonSetters};
use teloxide::requests::Requester;
use teloxide::types::{ChatId, InlineKeyboardButton, InlineKeyboardMarkup, MenuButton, WebAppInfo};
use tokio::net::TcpListener;
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;

use crate::browser::{ANNA, BORIS, Driver, click, find, once, screenshot};

/// An app that asks for all that the panel shows, and keeps what it hears.
const APP: &str = r##"<!DOCTYPE html>
<title>An app</title>
<script>
  const heard = {};
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    const { eventType, eventData } = JSON.parse(data);
    heard[eventType] = eventData ?? true;
  });
  const tell = (eventType, eventData) => parent.postMessage(JSON.stringify({ eventType, eventData }), "*");
  parent.postMessage("{", "*");
  parent.postMessage({ eventType: "web_app_close" }, "*");
  tell("toString");
  tell("web_app_set_header_color", null);
  tell("iframe_ready", { reload_supported: true });
  tell("web_app_ready");
  tell("web_app_request_theme");
  tell("web_app_request_viewport");
  tell("web_app_setup_back_button", { is_visible: true });
  tell("web_app_setup_main_button", { is_visible: true, is_active: true, text: "Again", color: "#336699" });
  tell("web_app_set_header_color", { color: "#224422" });
  tell("web_app_setup_closing_behavior", { need_confirmation: true });
</script>"##;

const IS_CLOSED: &str = "return document.getElementById('web-app').hidden || null";

/// The sides of a part of the page.
const BOX: &str = "
    const { left, top, right, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
    return [left, top, right, bottom];";

async fn serve_app() -> WebAppInfo {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it has an address");
    let app = Router::new().fallback(|| async { Html(APP) });
    tokio::spawn(async move { axum::serve(listener, app).await });
    WebAppInfo { url: format!("http://{address}/").parse().expect("an address") }
}

/// A bot with a menu button, whose message has a button and a link to its app.
async fn playground_with_app() -> Playground {
    let playground = Playground::start(Settings::default()).await.expect("a free port");
    let url = playground.api_url().parse().expect("the playground has an address");
    let bot = Bot::new(playground.token()).set_api_url(url);
    let app = serve_app().await;
    playground.set_main_web_app(Some(app.url.as_str())).expect("it is an address of an app");
    let button = MenuButton::WebApp { text: "▦ app".to_owned(), web_app: app.clone() };
    bot.set_chat_menu_button().menu_button(button).await.expect("the button is set");
    playground.send_text(ANNA, ANNA, "/start").expect("Anna is there");
    let markup = InlineKeyboardMarkup::new([[InlineKeyboardButton::web_app("Open", app)]]);
    let text = "https://t.me/playground_bot?startapp=s0f";
    bot.send_message(ChatId(ANNA), text).reply_markup(markup).await.expect("the message is sent");
    playground
}

/// Runs a script in the app until it gives something.
async fn in_app(browser: &Client, script: &str) -> Value {
    let frame = find(browser, "[data-testid=web-app-frame]").await;
    frame.enter_frame().await.expect("the frame is there");
    let found = once(browser, script, &[]).await;
    browser.enter_parent_frame().await.expect("the page is there");
    found
}

async fn box_of(browser: &Client, css: &str) -> [f64; 4] {
    let sides = browser.execute(BOX, vec![json!(css)]).await.expect("the page answers");
    serde_json::from_value(sides).expect("four numbers")
}

#[tokio::test]
async fn a_mini_app_is_opened_heard_answered_and_closed_on_the_page() {
    let Some(driver) = Driver::start() else { return };
    let playground = playground_with_app().await;
    let browser = driver.open(&playground, (1280, 800)).await;
    opens_beside_the_chat(&browser).await;
    is_answered(&browser).await;
    is_closed_after_a_question(&browser).await;
    opens_by_a_link_for_one_person(&browser).await;
    browser.close().await.expect("the browser closes");

    let phone = driver.open(&playground, (390, 844)).await;
    opens_over_the_chat(&phone).await;
    phone.close().await.expect("the browser closes");
    playground.stop().await;
}

async fn opens_beside_the_chat(browser: &Client) {
    click(browser, "[data-testid=menu-app]").await;
    in_app(browser, "return heard.theme_changed?.theme_params.bg_color ?? null").await;
    let width = in_app(browser, "return heard.viewport_changed?.width ?? null").await;
    let [left, _, right, bottom] = box_of(browser, "[data-testid=web-app]").await;
    let [_, _, chat_right, _] = box_of(browser, "#chat").await;
    assert!(chat_right <= left, "the app lies over the chat: {chat_right} {left}");
    assert!((right, bottom) == (1280.0, 800.0) && right - left > 360.0, "{left} {right} {bottom}");
    assert!(width.as_f64().is_some_and(|width| (width - (right - left)).abs() < 2.0), "{width}");
    screenshot(browser, "desktop-mini-app.png").await;
}

async fn is_answered(browser: &Client) {
    click(browser, "[data-testid=web-app-back]").await;
    in_app(browser, "return heard.back_button_pressed ?? null").await;
    click(browser, "[data-testid=web-app-main]").await;
    in_app(browser, "return heard.main_button_pressed ?? null").await;
    let shown = "return [document.getElementById('web-app-main').textContent,
                         document.getElementById('web-app-header').style.background]";
    let shown = browser.execute(shown, Vec::new()).await.expect("the page answers");
    assert_eq!(shown, json!(["Again", "rgb(34, 68, 34)"]));
    // Without its button to go back the app has the one that closes it.
    find(browser, "#web-app-close[hidden]").await;
    in_app(browser, "tell('web_app_setup_back_button', { is_visible: false }); return true").await;
    find(browser, "#web-app-back[hidden]").await;
    find(browser, "#web-app-close:not([hidden])").await;
}

async fn is_closed_after_a_question(browser: &Client) {
    // The page hears no window but the app's, not even its own.
    let forged = "
        const data = JSON.stringify({ eventType: 'web_app_close' });
        addEventListener('message', () => { document.body.dataset.forged = 'yes'; }, { once: true });
        postMessage(data, '*');";
    browser.execute(forged, Vec::new()).await.expect("the page takes it");
    once(browser, "return document.body.dataset.forged ?? null", &[]).await;
    click(browser, "[data-testid=web-app-close]").await;
    click(browser, "[data-testid=asking-cancel]").await;
    click(browser, "[data-testid=web-app-close]").await;
    click(browser, "[data-testid=asking-ok]").await;
    once(browser, IS_CLOSED, &[]).await;
    let focus = "return document.activeElement.dataset.testid";
    assert_eq!(browser.execute(focus, Vec::new()).await.expect("it answers"), "menu-app");
    click(browser, "[data-testid=menu-app]").await;
    in_app(browser, "tell('web_app_close'); return true").await;
    once(browser, IS_CLOSED, &[]).await;
}

async fn opens_by_a_link_for_one_person(browser: &Client) {
    click(browser, "a[href^='https://t.me/']").await;
    let carried = in_app(browser, "return heard.theme_changed && location.search || null").await;
    assert_eq!(carried, "?tgWebAppStartParam=s0f");
    let windows = browser.windows().await.expect("the browser answers");
    assert_eq!(windows.len(), 1, "the link leads out of the page");
    click(browser, &format!("[data-testid=person-{BORIS}]")).await;
    once(browser, IS_CLOSED, &[]).await;
}

async fn opens_over_the_chat(phone: &Client) {
    click(phone, ".opens-app").await;
    in_app(phone, "return heard.viewport_changed ?? null").await;
    assert_eq!(box_of(phone, "[data-testid=web-app]").await, [0.0, 0.0, 390.0, 844.0]);
    let is_covered = "return document.getElementById('chat').inert || null";
    once(phone, is_covered, &[]).await;
    screenshot(phone, "phone-mini-app.png").await;
    let leads =
        "tell('web_app_open_tg_link', { path_full: '/playground_bot?start=a' }); return true";
    in_app(phone, leads).await;
    click(phone, "[data-testid=begin]").await;
    once(phone, IS_CLOSED, &[]).await;
}
