//! The page as a Mini App: it uses the buttons of the app, can be left, and asks before it is closed while a clock runs.

use fantoccini::Client;
use serde_json::json;

use super::people::invited;
use super::{DESKTOP, begin, enter_app, leave_app, marks};
use crate::browser::page::surroundings::command;
use crate::browser::page::tap;
use crate::browser::{ANNA, Driver, Table, click, find, once, screenshot};

/// The app has a button to go back, or else one that closes it.
const GOES_BACK: &str = "#web-app-back:not([hidden]) ~ #web-app-close[hidden]";
const CLOSES: &str = "#web-app-back[hidden] ~ #web-app-close:not([hidden])";

/// Label of the large button of the app, once it is shown.
const MAIN: &str = "
    const main = document.getElementById('web-app-main');
    return main.hidden ? null : main.textContent;";

const IS_LIST_OPEN: &str = "return document.querySelector('#help[open] .games') ? true : null";

const IS_LIST_CLOSED: &str = "return document.querySelector('#help[open]') ? null : true";

async fn open_app(browser: &Client) {
    click(browser, "[data-testid=menu-app]").await;
    enter_app(browser).await;
    once(browser, IS_LIST_OPEN, &[]).await;
}

/// Goes back by the button of the app, and returns into it.
async fn go_back(browser: &Client) {
    leave_app(browser).await;
    find(browser, GOES_BACK).await;
    click(browser, "#web-app-back").await;
    enter_app(browser).await;
}

#[tokio::test]
async fn the_app_leads_back_to_the_list_and_out_and_on_to_the_next_game() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    begin(&table.playground, ANNA, "/new 3x3 perfect").await;
    let browser = driver.open(&table.playground, DESKTOP).await;
    open_app(&browser).await;
    click(&browser, "#help .games a").await;
    find(&browser, "#board .cell.can").await;
    // Back from the game to the list, from there to the first page, and out.
    go_back(&browser).await;
    once(&browser, IS_LIST_OPEN, &[]).await;
    go_back(&browser).await;
    once(&browser, IS_LIST_CLOSED, &[]).await;
    leave_app(&browser).await;
    find(&browser, CLOSES).await;
    click(&browser, "#web-app-close").await;
    find(&browser, "#web-app[hidden]").await;
    open_app(&browser).await;
    // The next page of the app speaks to it, too.
    click(&browser, "#help .games a").await;
    once(&browser, "return document.querySelector('#offers .button') && true", &[]).await;
    click(&browser, "#offers .button:last-child").await;
    click(&browser, "#offers .button").await;
    find(&browser, "#live.over").await;
    let again = "return document.querySelector('#offers .main')?.textContent ?? null";
    let again = once(&browser, again, &[]).await;
    leave_app(&browser).await;
    assert_eq!(once(&browser, MAIN, &[]).await, again);
    screenshot(&browser, "app-desktop-over.png").await;
    click(&browser, "#web-app-main").await;
    enter_app(&browser).await;
    find(&browser, "#live:not(.over)").await;
    tap(&browser, 4).await;
    marks(&browser, 2).await;
    leave_app(&browser).await;
    once(&browser, "return document.getElementById('web-app-main').hidden || null", &[]).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn the_app_is_not_closed_by_accident_while_a_clock_runs() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    invited(&table.playground, "5+3").await;
    let browser = driver.open(&table.playground, DESKTOP).await;
    open_app(&browser).await;
    click(&browser, "#help .games a").await;
    find(&browser, "#board .cell.can").await;
    tap(&browser, 4).await;
    marks(&browser, 1).await;
    leave_app(&browser).await;
    find(&browser, GOES_BACK).await;
    // Beside the page there is no button that closes it, but a key.
    let escape = "document.getElementById('web-app')
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))";
    browser.execute(escape, Vec::new()).await.expect("the page takes it");
    click(&browser, "[data-testid=asking-cancel]").await;
    find(&browser, "[data-testid=web-app-frame]").await;
    // The list of games is closed without a question.
    click(&browser, "#web-app-back").await;
    enter_app(&browser).await;
    once(&browser, IS_LIST_OPEN, &[]).await;
    leave_app(&browser).await;
    browser.execute(escape, Vec::new()).await.expect("the page takes it");
    find(&browser, "#web-app[hidden]").await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn the_app_has_the_colours_to_which_those_around_it_have_changed_on_its_next_page_too() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    begin(&table.playground, ANNA, "/new 3x3 perfect").await;
    let browser = driver.open(&table.playground, DESKTOP).await;
    open_app(&browser).await;
    let is = "return document.documentElement.style.colorScheme === arguments[0] || null";
    once(&browser, is, &[json!("light")]).await;
    let dark = json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]});
    command(&browser, "Emulation.setEmulatedMedia", dark).await;
    once(&browser, is, &[json!("dark")]).await;
    click(&browser, "#help .games a").await;
    find(&browser, "#board .cell.can").await;
    once(&browser, is, &[json!("dark")]).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}
