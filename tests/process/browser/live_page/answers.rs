//! Answers of something on the way to the bot, and answers that come late or never.

use fantoccini::Client;
use serde_json::{Value, json};

use super::people::{invited, press};
use super::{HAS_NOTE, HAS_TROUBLE, NO_TROUBLE, SAY, begin, control, login_url, marks, open_game};
use crate::browser::page::surroundings::command;
use crate::browser::page::{PHONE, tap, text};
use crate::browser::{ANNA, Driver, Table, Wishes, click, find, once};

/// Answers requests to addresses with a text by a status and a body.
const ANSWER_INSTEAD: &str = "
    const [part, status, body] = arguments;
    const real = window.fetch;
    window.isCut = true;
    window.fetch = (path, ...rest) => window.isCut && String(path).includes(part)
        ? Promise.resolve(new Response(body, { status })) : real(path, ...rest);
    dispatchEvent(new Event('online'));";

const ANSWER_AGAIN: &str = "window.isCut = false; dispatchEvent(new Event('online'))";

/// Holds back the entrance of each next page of a tab that keeps no `isUp`.
const HOLD_ENTRANCE: &str = "
    const real = window.fetch;
    window.fetch = (path, ...rest) => sessionStorage.isUp || !String(path).includes('/enter')
        ? real(path, ...rest) : Promise.resolve(new Response('{}', { status: 503 }));";

async fn run(browser: &Client, script: &str, arguments: &[Value]) {
    browser.execute(script, arguments.to_vec()).await.expect("the page answers");
}

#[tokio::test]
async fn a_404_of_something_on_the_way_does_not_end_a_game() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    begin(&table.playground, ANNA, "/new casual").await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table.playground, ANNA).await;
    for body in ["<h1>No host</h1>", "null", "{}"] {
        run(&phone, ANSWER_INSTEAD, &[json!("/stream"), json!(404), json!(body)]).await;
        once(&phone, HAS_TROUBLE, &[json!("No connection")]).await;
        run(&phone, ANSWER_AGAIN, &[]).await;
        once(&phone, NO_TROUBLE, &[]).await;
    }
    tap(&phone, 4).await;
    marks(&phone, 2).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_control_that_comes_too_late_at_its_second_try_is_refused_aloud() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let of_boris = invited(&table.playground, "3x3").await;
    let phone = driver.open_in(PHONE, Wishes { language: "en", scheme: 0 }).await;
    open_game(&phone, &table.playground, ANNA).await;
    tap(&phone, 4).await;
    marks(&phone, 1).await;
    let seen = table.playground.until(|snapshot| {
        let board = snapshot.message(of_boris.chat_id, of_boris.message_id)?;
        board.keyboard.iter().flatten().any(|key| key.text.contains('❌')).then_some(())
    });
    seen.await.expect("the move is in the chat");
    run(&phone, ANSWER_INSTEAD, &[json!("/act"), json!(503), json!("{}")]).await;
    control(&phone, "Take back").await.click().await.expect("it can be tapped");
    once(&phone, HAS_TROUBLE, &[json!("No connection")]).await;
    press(&table.playground, &of_boris, "·").await;
    marks(&phone, 2).await;
    run(&phone, ANSWER_AGAIN, &[]).await;
    once(&phone, HAS_NOTE, &[json!("The board has moved on.")]).await;
    // The sentence of the game is there all the same.
    assert!(text(&phone, SAY).await.starts_with("Your move"), "{}", text(&phone, SAY).await);
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_page_that_is_loaded_again_before_a_login_is_answered_logs_in() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    let held = json!({ "source": HOLD_ENTRANCE });
    command(&phone, "Page.addScriptToEvaluateOnNewDocument", held).await;
    let url = login_url(&table.playground, ANNA).await;
    phone.goto(&url).await.expect("the page opens");
    once(&phone, HAS_TROUBLE, &[json!("No connection")]).await;
    assert_eq!(text(&phone, "return location.href").await, url);
    run(&phone, "sessionStorage.isUp = 1", &[]).await;
    phone.refresh().await.expect("the page opens again");
    find(&phone, "#help[open] .quiet").await;
    assert_eq!(text(&phone, "return location.hash").await, "", "the code is left in the address");
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn the_wait_for_a_friend_ends_with_the_pass() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    begin(&table.playground, ANNA, "/new casual").await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table.playground, ANNA).await;
    click(&phone, "#new").await;
    click(&phone, "#menu input[value=friend] + span").await;
    click(&phone, "#start-game").await;
    find(&phone, "#help[open] .link").await;
    let over = json!({ "say": "The pass is over." }).to_string();
    run(&phone, ANSWER_INSTEAD, &[json!("/p/v1/game/"), json!(401), json!(over)]).await;
    let is_told = "return document.getElementById('help').open ? null
        : document.getElementById('say').textContent === 'The pass is over.' || null";
    once(&phone, is_told, &[]).await;
    let kept = "return sessionStorage.getItem('zerosum.pass') === null || null";
    once(&phone, kept, &[]).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}
