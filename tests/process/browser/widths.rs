//! Widths on a phone: a board of buttons stays as wide as it is while it is played, and rows of numbers take
//! a line.
//!
//! In Telegram's apps, and on the page, a message is as wide as its longest line or its widest row of buttons,
//! and the buttons are as wide as the message.

use fantoccini::Client;
use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;
use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::language::Language;

use crate::browser::layout::{
    NEWEST_BOARD, PRESS, SEE_THROUGH, SIZES, call, go_to, newest_message,
};
use crate::browser::{ANNA, Driver, Table, once, say, screenshot};

/// Users of the demonstration, who speak English, Russian and Ukrainian.
const PEOPLE: [i64; 3] = [1001, 1002, 1003];

/// Presses the move that a hint has marked, and waits until the board has changed.
const PRESS_BEST: &str = "
    const message = document.querySelector(`[data-testid=message-${arguments[0]}]`);
    if (message.querySelector('.key[data-busy]')) return null;
    if (message.hinted !== undefined) return message.textContent === message.hinted ? null : true;
    message.hinted = message.textContent;
    [...message.querySelectorAll('.key')].find((key) => key.textContent.includes('⭐')).click();
    return null;";

/// Maximum change of the width of a board: no cell moves by more than a sixth of a thumb.
const CHANGE_MAX: f64 = 20.0;

/// Width of the buttons below a message.
const WIDTH: &str = "
    const keyboard = document.querySelector(`[data-testid=message-${arguments[0]}] .keyboard`);
    return keyboard.getBoundingClientRect().width;";

/// Number of lines that a text takes, once its message is drawn.
const LINES: &str = "
    const text = document.querySelector(`[data-testid=message-${arguments[0]}] .text`);
    if (!text) return null;
    const range = document.createRange();
    range.selectNodeContents(text);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 10))).size;";

async fn width_of(browser: &Client, board: &Value) -> f64 {
    let width = browser.execute(WIDTH, vec![board.clone()]).await.expect("the page answers");
    width.as_f64().expect("a number")
}

#[tokio::test]
async fn a_board_of_buttons_keeps_its_width_through_moves_hints_and_the_xray() {
    let Some(driver) = Driver::start() else {
        println!("SKIPPED: there is no chromedriver, so widths of boards are not measured");
        return;
    };
    let table = Table::lay().await;
    let browser = driver.open(&table.playground, SIZES[0]).await;
    let mut faults = Vec::new();
    for person in PEOPLE {
        go_to(&browser, person, person).await;
        for game in ["3x3", "6x6x4"] {
            let before = newest_message(&browser).await;
            say(&browser, &format!("/new {game} beginner x")).await;
            let board = once(&browser, NEWEST_BOARD, &[before]).await;
            let begun = width_of(&browser, &board).await;
            once(&browser, PRESS, &[board.clone(), json!(1)]).await;
            let moved = width_of(&browser, &board).await;
            once(&browser, SEE_THROUGH, std::slice::from_ref(&board)).await;
            let seen = width_of(&browser, &board).await;
            screenshot(&browser, &format!("width-{person}-{game}.png")).await;
            once(&browser, PRESS_BEST, std::slice::from_ref(&board)).await;
            let next = width_of(&browser, &board).await;
            let told = format!("{person}, {game}: {begun}, {moved}, helped {seen}, then {next}");
            println!("{told}");
            if (moved - seen).abs() > CHANGE_MAX || (seen - next).abs() > CHANGE_MAX {
                faults.push(told);
            }
        }
    }
    browser.close().await.expect("the browser closes");
    table.clear().await;
    assert!(faults.is_empty(), "widths that change:\n{}", faults.join("\n"));
}

#[tokio::test]
async fn the_row_of_numbers_takes_a_line_in_every_language() {
    let Some(driver) = Driver::start() else {
        println!("SKIPPED: there is no chromedriver, so rows of numbers are not measured");
        return;
    };
    let playground = Playground::start(Settings::default()).await.expect("a free port");
    let browser = driver.open(&playground, SIZES[0]).await;
    go_to(&browser, ANNA, ANNA).await;
    playground.send_text(ANNA, ANNA, "/start").expect("the person is there");
    let locales = Locales::load();
    for language in Language::ALL {
        let numbers = Phrase::ResultsNumbers { won: 9, drawn: 9, lost: 9 };
        let text = locales.say(language, numbers);
        let message = json!({ "chat_id": ANNA, "text": text });
        let number = call(&playground, "sendMessage", &message).await["message_id"].clone();
        assert_eq!(once(&browser, LINES, &[number]).await, 1, "{text}");
    }
    browser.close().await.expect("the browser closes");
    playground.stop().await;
}
