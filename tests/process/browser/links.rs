//! A link to the bot in a message of a group.

use fantoccini::{Client, Locator};

use crate::browser::{
    ANNA, BORIS, Driver, GROUP, Table, board_with, click, click_on, find, once, play_to_the_end,
    say, screenshot,
};

#[tokio::test]
async fn a_link_followed_in_a_group_opens_the_game_in_the_private_chat() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open(&table.playground, (1200, 800)).await;
    shares_a_game_in_the_group(&browser).await;
    follows_its_link(&browser).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

async fn shares_a_game_in_the_group(browser: &Client) {
    click(browser, &format!("[data-testid=person-{BORIS}]")).await;
    click(browser, &format!("[data-testid='chat-{GROUP}']")).await;
    say(browser, "/new perfect x 3x3").await;
    let board = board_with(browser, "Ходит Борис").await;
    play_to_the_end(browser, &board).await;
    press(browser, &board, "Поделиться").await;
}

/// Opens Anna's own chat, and finds the game there.
async fn follows_its_link(browser: &Client) {
    click(browser, &format!("[data-testid=person-{ANNA}]")).await;
    click(browser, &format!("[data-testid='chat-{GROUP}']")).await;
    let link = find(browser, "a[href^='https://t.me/']").await;
    screenshot(browser, "desktop-shared-game.png").await;
    link.click().await.expect("it can be clicked");
    // As in Telegram's apps, nothing is sent before the person presses Start.
    click(browser, "[data-testid=begin]").await;
    board_with(browser, "Play it yourself").await;
    let place = once(browser, "return location.hash", &[]).await;
    assert_eq!(place, format!("#{ANNA}/{ANNA}"));
    let said = "return document.querySelector('#messages').textContent.includes('/start ') || null";
    once(browser, said, &[]).await;
    let windows = browser.windows().await.expect("the browser answers");
    assert_eq!(windows.len(), 1, "the link leads out of the page");
    screenshot(browser, "desktop-followed-link.png").await;
}

/// Presses the button of a message with these words.
async fn press(browser: &Client, board: &str, words: &str) {
    let button = format!("//*[@data-testid='{board}']//button[contains(., '{words}')]");
    click_on(browser, Locator::XPath(&button)).await;
}
