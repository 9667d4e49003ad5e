//! The menu for a person: from a game of the chat, a puzzle or a course it leads to another game of the chat.

use fantoccini::Client;
use serde_json::json;

use super::{begin, open_game};
use crate::browser::page::{DESKTOP, text};
use crate::browser::{ANNA, Driver, Table, Wishes, click, find, once};

/// Waits for a game of the chat in which the person has a seat, at another address than this one.
async fn begins(browser: &Client, before: &str) {
    let is_there = "const { pathname } = location;
        return pathname.startsWith('/g/') && pathname !== arguments[0] || null";
    once(browser, is_there, &[json!(before)]).await;
    find(browser, "#board .cell").await;
    find(browser, "#move:not([hidden])").await;
}

/// Starts what the menu proposes: a game against an engine.
async fn starts_what_is_proposed(browser: &Client) {
    let before = text(browser, "return location.pathname").await;
    click(browser, "#new").await;
    find(browser, "#menu[open] #start-game").await;
    let level = "return document.querySelector('input[name=level]:checked').value";
    assert_ne!(text(browser, level).await, "", "{before}: two people on this device");
    click(browser, "#start-game").await;
    begins(browser, &before).await;
}

#[tokio::test]
async fn the_next_game_of_a_person_is_in_the_chat_wherever_it_is_begun() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    begin(&table.playground, ANNA, "/new casual").await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    open_game(&browser, &table.playground, ANNA).await;
    starts_what_is_proposed(&browser).await;
    browser.goto(&format!("{}puzzle", table.page_url)).await.expect("the page opens");
    find(&browser, "#board :is(.can, .piece)").await;
    starts_what_is_proposed(&browser).await;
    // The last step of a course leads to a game as well.
    browser.goto(&format!("{}learn/3x3/10", table.page_url)).await.expect("the page opens");
    find(&browser, "#board .cell.can").await;
    click(&browser, "#offers .button").await;
    click(&browser, "#offers .main").await;
    begins(&browser, "/learn/3x3/10").await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}
