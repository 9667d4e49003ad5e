//! The playground goes away while its page is open, and another one takes its place.

use fantoccini::Client;
use serde_json::json;
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;

use crate::browser::{ANNA, Driver, once, say, screenshot};

/// Text of the banner about the connection.
const BANNER: &str = "return document.getElementById('banner').textContent || null";

#[tokio::test]
async fn a_page_whose_playground_is_away_says_so_and_goes_on_with_the_next_one() {
    let Some(driver) = Driver::start() else { return };
    let playground = Playground::start(Settings::default()).await.expect("a free port");
    let address = playground.api_url().trim_start_matches("http://").parse();
    let address = address.expect("it is an address");
    let browser = driver.open(&playground, (390, 844)).await;
    say(&browser, "Is anybody here?").await;
    let message =
        "return [...document.querySelectorAll('.message')].map((each) => each.textContent)";
    once(&browser, message, &[]).await;
    let buttons = json!({ "inline_keyboard": [[{ "text": "a", "callback_data": "a" }]] });
    let call = json!({ "chat_id": ANNA, "text": "board", "reply_markup": buttons });
    let url = format!("{}/bot{}/sendMessage", playground.api_url(), playground.token());
    reqwest::Client::new().post(url).json(&call).send().await.expect("the playground answers");
    once(&browser, "return document.querySelector('.key') ? true : null", &[]).await;

    playground.stop().await;
    let words = once(&browser, BANNER, &[]).await;
    assert_eq!(words, "Offline, trying again…");
    say(&browser, "Nobody hears this").await;
    once(&browser, "return document.getElementById('composer').value || null", &[]).await;
    browser.execute("document.querySelector('.key').click()", vec![]).await.expect("it is pressed");
    let released = "return document.querySelector('.key[data-busy]') ? null : true";
    once(&browser, released, &[]).await;
    shows_no_error(&browser).await;
    screenshot(&browser, "phone-offline.png").await;

    let settings = Settings { listen: address, ..Settings::default() };
    let next = Playground::start(settings).await.expect("the port is free again");
    let back = "return document.getElementById('banner').textContent === '' ? true : null";
    once(&browser, back, &[]).await;
    let left = "return document.querySelectorAll('.message').length === 0 ? true : null";
    once(&browser, left, &[]).await;
    let kept = browser.execute("return document.getElementById('composer').value", vec![]).await;
    assert_eq!(kept.expect("the page answers"), "Nobody hears this");
    say(&browser, "!").await;
    let texts = once(&browser, message, &[]).await;
    assert!(texts[0].as_str().is_some_and(|text| text.contains("Nobody hears this!")), "{texts}");
    shows_no_error(&browser).await;
    browser.close().await.expect("the browser closes");
    next.stop().await;
}

/// Checks that no toast repeats the banner in the browser's words.
async fn shows_no_error(browser: &Client) {
    let toasts = "return document.getElementById('toasts').textContent";
    assert_eq!(browser.execute(toasts, vec![]).await.expect("the page answers"), "");
}
