//! The page without a pointer: every family to the end by keys and by the move field, the list of keys, and what
//! a screen reader says.

use fantoccini::Client;
use fantoccini::key::Key;
use serde_json::{Value, json};

use super::{DESKTOP, MOVES, open_game, playthrough, text};
use crate::browser::{Driver, Table, Wishes, click, find, once, screenshot};

/// Games of every family, with the number of their last moves that are played here.
const GAMES: [&str; 6] = ["3x3", "8x8x5", "15x15x5", "ultimate", "sheep", "strategic"];
const LAST_MOVES: usize = 4;

const NAME: &str = "return document.activeElement.getAttribute('aria-label') ?? ''";

/// Path of axe-core, which finds what people with a screen reader or few colours cannot use.
const AXE_KEY: &str = "ZEROSUM_TEST_AXE";

pub(super) async fn press(browser: &Client, keys: &str) {
    let focused = browser.active_element().await.expect("something has the focus");
    focused.send_keys(keys).await.expect("keys are pressed");
}

pub(super) fn key(key: Key, times: usize) -> String {
    char::from(key).to_string().repeat(times)
}

/// Goes from the top of the page into the board.
async fn enter_board(browser: &Client) {
    let top = "document.activeElement.blur(); document.getElementById('language').focus()";
    browser.execute(top, Vec::new()).await.expect("it takes the focus");
    press(browser, &key(Key::Tab, 1)).await;
    let is_cell = "return document.activeElement.classList.contains('cell') || null";
    once(browser, is_cell, &[]).await;
}

/// Keys that lead to a cell of this name: its numbers, or arrows from the first cell.
pub(super) fn way_to(name: &str, is_nested: bool) -> String {
    let Some((letter, row)) = name.split_at_checked(1).filter(|(letter, _)| *letter >= "a") else {
        return name.replace(' ', "");
    };
    let column = usize::from(letter.as_bytes()[0] - b'a');
    let row = row.parse::<usize>().expect("a row") - 1;
    if is_nested {
        let number = |row: usize, column: usize| row * 3 + column + 1;
        return format!("{}{}", number(row / 3, column / 3), number(row % 3, column % 3));
    }
    let home = format!("{0}{1}{0}", char::from(Key::Control), char::from(Key::Home));
    format!("{home}{}{}", key(Key::Down, row), key(Key::Right, column))
}

/// The cells of a move: one, or from where and to where.
fn cells_of(text: &str) -> Vec<&str> {
    match text.char_indices().skip(1).find(|(_, sign)| sign.is_ascii_alphabetic()) {
        Some((place, _)) => vec![&text[..place], &text[place..]],
        None => vec![text],
    }
}

#[tokio::test]
async fn every_family_is_played_to_the_end_by_keys_and_by_the_move_field() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    for name in GAMES {
        let played = playthrough(name);
        let begun = played.len() - LAST_MOVES.min(played.len());
        open_game(&browser, &table, name, &played[..begun]).await;
        enter_board(&browser).await;
        for (number, text) in played.iter().enumerate().skip(begun) {
            for cell in cells_of(text) {
                press(&browser, &way_to(cell, name == "ultimate")).await;
                let chosen = "return document.activeElement.matches('.chosen')";
                let is_chosen = browser.execute(chosen, Vec::new()).await.expect("it answers");
                if is_chosen == false {
                    press(&browser, &key(Key::Enter, 1)).await;
                }
            }
            once(&browser, MOVES, &[json!(number + 1)]).await;
        }
        find(&browser, "#live.over").await;
        // Back by a key, and again by the field.
        press(&browser, "u").await;
        once(&browser, MOVES, &[json!(played.len() - 1)]).await;
        press(&browser, "m").await;
        let field = browser.active_element().await.expect("the field has the focus");
        let last = played.last().expect("a move");
        field.send_keys(&format!("{last}{}", key(Key::Enter, 1))).await.expect("it takes text");
        once(&browser, MOVES, &[json!(played.len())]).await;
        find(&browser, "#live.over").await;
    }
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn keys_are_listed_and_a_screen_reader_hears_which_board_is_entered() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    open_game(&browser, &table, "ultimate", &["e5".to_owned()]).await;
    enter_board(&browser).await;
    press(&browser, "5").await;
    let heard = async |keys: &str| {
        press(&browser, keys).await;
        text(&browser, NAME).await
    };
    assert_eq!(heard("5").await, "board 5, e5, cross, last move");
    assert_eq!(heard(&key(Key::Right, 1)).await, "f5, empty, may be played");
    assert_eq!(heard(&key(Key::Right, 1)).await, "board 6, g5, empty");
    let disabled = "return document.activeElement.getAttribute('aria-disabled')";
    assert_eq!(text(&browser, disabled).await, "true");
    assert_eq!(heard(&key(Key::PageDown, 1)).await, "board 7, a8, empty");
    assert_eq!(heard(&key(Key::PageUp, 2)).await, "board 5, d5, empty, may be played");
    assert_eq!(heard(&key(Key::Home, 1)).await, "board 4, a5, empty");
    // The number pad has its numbers where the boards are.
    assert_eq!(heard("\u{E021}").await, "board 1, b2, empty");
    assert_eq!(heard("\u{E021}").await, "a1, empty");
    press(&browser, "?").await;
    find(&browser, "#help[open] dd").await;
    screenshot(&browser, "page-desktop-keys.png").await;
    press(&browser, &key(Key::Escape, 1)).await;
    find(&browser, "#help:not([open])").await;
    press(&browser, "n").await;
    find(&browser, "#menu[open]").await;
    press(&browser, &key(Key::Escape, 1)).await;
    // Elsewhere, letters are letters.
    find(&browser, "#text").await.send_keys("unm?/").await.expect("it takes text");
    let typed = "return document.getElementById('text').value";
    assert_eq!(text(&browser, typed).await, "unm?/");
    once(&browser, MOVES, &[json!(1)]).await;
    let open = browser.execute("return document.querySelector('dialog[open]')", vec![]).await;
    assert_eq!(open.expect("the page answers"), Value::Null);
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn another_board_has_the_focus_that_the_one_before_had() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    open_game(&browser, &table, "3x3", &[]).await;
    enter_board(&browser).await;
    press(&browser, "n").await;
    click(&browser, "#choose-game option[value='15x15x5']").await;
    click(&browser, "#start-game").await;
    let is_there = "return document.querySelectorAll('#board .cell').length === 225
        && document.activeElement.matches('#board .cell') || null";
    once(&browser, is_there, &[]).await;
    press(&browser, &key(Key::Enter, 1)).await;
    once(&browser, MOVES, &[json!(1)]).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn nothing_stands_in_the_way_of_people_who_hear_or_hardly_see_the_page() {
    let Some(driver) = Driver::start() else { return };
    let Ok(path) = std::env::var(AXE_KEY) else {
        println!("SKIPPED: {AXE_KEY} names no axe-core, so the page is not checked with it");
        return;
    };
    let axe = std::fs::read_to_string(path).expect("axe-core can be read");
    let table = Table::lay().await;
    for scheme in [0, 1] {
        let browser = driver.open_in(DESKTOP, Wishes { language: "uk", scheme }).await;
        for (name, opened) in [("3x3", ""), ("strategic", "#keys"), ("sheep", "#new")] {
            open_game(&browser, &table, name, &[]).await;
            if !opened.is_empty() {
                click(&browser, opened).await;
                find(&browser, "dialog[open] :is(.quiet, dl)").await;
            }
            let source = format!("{axe}\nwindow.axe = axe;");
            browser.execute(&source, Vec::new()).await.expect("axe-core is loaded");
            let run = "const done = arguments[arguments.length - 1];
                axe.run().then(({ violations }) => done(violations.map(
                    ({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`)));";
            let found = browser.execute_async(run, Vec::new()).await.expect("axe-core answers");
            assert_eq!(found, json!([]), "{name}, {opened}");
        }
        browser.close().await.expect("the browser closes");
    }
    table.clear().await;
}
