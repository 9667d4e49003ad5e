//! Games of the chat on the page in a real browser: beside the chat, by a link, and after a restart.

mod answers;
mod app;
mod menu;
mod passes;
mod people;
mod restart;

use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::views::MessageView;

use crate::browser::live_page::people::invited;
use crate::browser::page::{DESKTOP, LAYOUT, PHONE, tap, text};
use crate::browser::{
    ANNA, BORIS, Driver, Table, Wishes, board_with, click, element, find, free_cell, message_text,
    once, say, screenshot,
};

/// Part of a phone that the frame of a Mini App leaves.
const MINI_APP: (u32, u32) = (390, 740);

/// Speaks Ukrainian.
const OKSANA: i64 = 1003;

/// The marks on the page, once there are this many and nothing is awaited.
const MARKS: &str = "
    const board = document.getElementById('board');
    const marks = board.querySelectorAll('.cell .mark:not(.hollow)').length;
    return board.getAttribute('aria-busy') === 'false' && marks >= arguments[0] ? marks : null;";

/// The marks on a board of the chat, once there are this many.
const MARKS_IN_CHAT: &str = "
    const keys = [...document.querySelectorAll(`[data-testid=${arguments[0]}] .key`)];
    const marks = keys.filter((key) => /[❌⭕]/u.test(key.textContent)).length;
    return marks >= arguments[1] ? marks : null;";

/// The first free cell; -1 once the game is over.
const FREE: &str = "
    const board = document.getElementById('board');
    if (board.getAttribute('aria-busy') !== 'false') return null;
    if (document.getElementById('live').classList.contains('over')) return -1;
    const cell = [...board.querySelectorAll('.cell')].findIndex((one) => one.classList.contains('can'));
    return cell < 0 ? null : cell;";

/// Tells whether a line below the sentence contains a text.
const HAS_NOTE: &str =
    "return document.getElementById('notes').textContent.includes(arguments[0]) || null";

const TROUBLE: &str = "
    const trouble = document.getElementById('trouble');
    return trouble.hidden ? null : trouble.textContent;";

/// Tells whether the trouble that is shown contains a text: trouble on the way to it may come before.
const HAS_TROUBLE: &str = "
    const trouble = document.getElementById('trouble');
    return (!trouble.hidden && trouble.textContent.includes(arguments[0])) || null;";

const NO_TROUBLE: &str = "return document.getElementById('trouble').hidden || null";

const SAY: &str = "return document.getElementById('say').textContent";

async fn enter_app(browser: &Client) {
    let frame = find(browser, "[data-testid=web-app-frame]").await;
    frame.enter_frame().await.expect("the frame is there");
}

async fn leave_app(browser: &Client) {
    browser.enter_parent_frame().await.expect("the chat is around it");
}

/// The address that the chat gives to a person who asks for the page.
async fn login_url(playground: &Playground, user: i64) -> String {
    playground.send_text(user, user, "/web").expect("they can write");
    let way = playground.until(|snapshot| login_of(&snapshot.last_message(user)?));
    way.await.expect("the bot answers")
}

fn login_of(message: &MessageView) -> Option<String> {
    let buttons = message.keyboard.iter().flatten();
    buttons.filter_map(|button| button.url.clone()).find(|url| url.contains("#in="))
}

/// Begins a game in the private chat of a person.
async fn begin(playground: &Playground, user: i64, command: &str) -> MessageView {
    playground.send_text(user, user, command).expect("they can write");
    let board = playground.until(|snapshot| with_button(snapshot.last_message(user)?, "💡"));
    board.await.expect("a board comes")
}

/// A message if it has a button whose label contains a text.
fn with_button(message: MessageView, label: &str) -> Option<MessageView> {
    let has_button = message.keyboard.iter().flatten().any(|button| button.text.contains(label));
    has_button.then_some(message)
}

/// Opens a person's only game in a browser of its own.
async fn open_game(browser: &Client, playground: &Playground, user: i64) {
    let url = login_url(playground, user).await;
    browser.goto(&url).await.expect("the page opens");
    click(browser, "#help .games a").await;
    once(browser, MARKS, &[json!(0)]).await;
    once(browser, "return document.querySelector('#offers .button') && true", &[]).await;
}

async fn press(browser: &Client, key: &str) {
    let focused = browser.active_element().await.expect("something has the focus");
    focused.send_keys(key).await.expect("a key is pressed");
}

async fn marks(browser: &Client, count: usize) -> Value {
    once(browser, MARKS, &[json!(count)]).await
}

/// The control whose label contains a text.
async fn control(browser: &Client, label: &str) -> fantoccini::elements::Element {
    let xpath = format!("//*[@id='offers']//button[contains(., '{label}')]");
    element(browser, Locator::XPath(&xpath)).await
}

#[tokio::test]
async fn a_game_of_the_chat_is_played_beside_it_and_watched_by_its_link() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open(&table.playground, DESKTOP).await;
    click(&browser, "[data-testid=start]").await;
    say(&browser, "/new perfect").await;
    let board = board_with(&browser, "Your move").await;
    click(&browser, "[data-testid=menu-app]").await;
    enter_app(&browser).await;
    let game = find(&browser, "#help .games a").await;
    assert!(game.text().await.expect("it has a label").contains("Tic-tac-toe"));
    screenshot(&browser, "live-desktop-list.png").await;
    game.click().await.expect("it can be tapped");
    find(&browser, "#board .cell.can").await;
    once(&browser, "return document.querySelector('#offers .button') && true", &[]).await;
    screenshot(&browser, "live-desktop-new.png").await;
    tap(&browser, 4).await;
    let shown = marks(&browser, 2).await;
    let link = text(&browser, "return location.href").await;
    assert!(link.starts_with(&format!("{}g/s", table.page_url)), "{link}");
    leave_app(&browser).await;
    assert_eq!(once(&browser, MARKS_IN_CHAT, &[json!(board), json!(2)]).await, shown);

    let phone = driver.open_in(PHONE, Wishes::default()).await;
    phone.goto(&link).await.expect("the page opens");
    watches(&phone).await;
    is_played_on_both_sides(&browser, &board, &phone).await;
    phone.close().await.expect("the browser closes");
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

/// Sees the board and may pass on its link, and makes no move.
async fn watches(phone: &Client) {
    marks(phone, 2).await;
    once(phone, HAS_NOTE, &[json!("You are watching.")]).await;
    tap(phone, 0).await;
    let moves = "return document.querySelector('#board .can, #board .hollow')";
    assert_eq!(phone.execute(moves, Vec::new()).await.expect("the page answers"), Value::Null);
    assert_eq!(phone.execute(TROUBLE, Vec::new()).await.expect("the page answers"), Value::Null);
    let controls = "return [...document.querySelectorAll('#move, #offers, #back, #restart')]
        .filter((one) => one.checkVisibility()).map(({ id }) => id)";
    assert_eq!(phone.execute(controls, Vec::new()).await.expect("it answers"), json!(["offers"]));
    let offers = "return document.getElementById('offers').textContent";
    assert_eq!(text(phone, offers).await, "Copy the link");
    let layout = phone.execute(LAYOUT, Vec::new()).await.expect("the page answers");
    assert_eq!(layout["isWhole"], true, "{layout}");
    screenshot(phone, "live-phone-watched.png").await;
}

/// Moves in the chat and on the page by turns until the game is over, and is watched.
async fn is_played_on_both_sides(browser: &Client, board: &str, phone: &Client) {
    for turn in 0..9 {
        enter_app(browser).await;
        // The move in the chat is here.
        marks(browser, (2 + 2 * turn).min(9)).await;
        let next = once(browser, FREE, &[]).await;
        let Some(cell) = next.as_u64() else { break };
        if turn % 2 == 0 {
            leave_app(browser).await;
            let cell = free_cell(browser, board).await.expect("the game is not over");
            cell.click().await.expect("a cell can be tapped");
        } else {
            tap(browser, usize::try_from(cell).expect("a small number")).await;
            leave_app(browser).await;
        }
        let count = (4 + 2 * turn).min(9);
        once(browser, MARKS_IN_CHAT, &[json!(board), json!(count)]).await;
    }
    let said = text(browser, SAY).await;
    screenshot(browser, "live-desktop-over.png").await;
    leave_app(browser).await;
    let in_chat = message_text(browser, board).await;
    // In the chat it is broken into lines, as wide as the board of buttons.
    assert!(in_chat.replace('\n', " ").contains(&said), "{in_chat:?} instead of {said:?}");
    find(phone, "#live.over").await;
    screenshot(phone, "live-phone-over.png").await;
}

#[tokio::test]
async fn a_person_enters_by_a_link_of_the_chat_and_plays_by_keys_with_help() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    begin(&table.playground, ANNA, "/new casual").await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    let url = login_url(&table.playground, ANNA).await;
    browser.goto(&url).await.expect("the page opens");
    let link = "return document.activeElement.matches('#help .games a') || null";
    once(&browser, link, &[]).await;
    assert_eq!(text(&browser, "return location.hash").await, "", "the code is left in the address");
    let enter = char::from(Key::Enter).to_string();
    press(&browser, &enter).await;
    marks(&browser, 0).await;
    find(&browser, "#board .cell.can").await;
    for _ in 0..20 {
        press(&browser, &char::from(Key::Tab).to_string()).await;
        let is_on_board = "return document.activeElement.matches('#board .cell')";
        if browser.execute(is_on_board, Vec::new()).await.expect("it answers") == true {
            break;
        }
    }
    press(&browser, "h").await;
    once(&browser, HAS_NOTE, &[json!("💡")]).await;
    press(&browser, "x").await;
    let values = "return document.querySelectorAll('#board .value').length === 9 || null";
    once(&browser, values, &[]).await;
    screenshot(&browser, "live-desktop-values.png").await;
    press(&browser, &enter).await;
    marks(&browser, 2).await;
    press(&browser, "/").await;
    let free = once(&browser, FREE, &[]).await.as_u64().expect("the game is not over");
    let name = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"][free as usize];
    press(&browser, &format!("{name}{enter}")).await;
    marks(&browser, 3).await;
    keeps_the_focus_on_a_switch(&browser, &enter).await;
    is_asked_before_resigning(&browser, &enter).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

async fn keeps_the_focus_on_a_switch(browser: &Client, enter: &str) {
    control(browser, "X-ray").await.send_keys(enter).await.expect("a key is pressed");
    once(browser, "return document.querySelector('#board .value') ? null : true", &[]).await;
    let focus = "return document.activeElement.closest('#offers .button')?.textContent ?? ''";
    let label = text(browser, focus).await;
    assert!(label.contains("X-ray"), "{label:?} has the focus");
}

async fn is_asked_before_resigning(browser: &Client, enter: &str) {
    control(browser, "Resign").await.send_keys(enter).await.expect("a key is pressed");
    screenshot(browser, "live-desktop-resign.png").await;
    let no = "return document.activeElement.closest('#offers')?.textContent ?? null";
    let asked = once(browser, no, &[]).await;
    press(browser, enter).await;
    let offers = "const text = document.getElementById('offers').textContent;
        return text === arguments[0] ? null : text";
    once(browser, offers, &[asked]).await;
    find(browser, "#live:not(.over)").await;
    control(browser, "Resign").await.send_keys(enter).await.expect("a key is pressed");
    control(browser, "Resign").await.send_keys(enter).await.expect("a key is pressed");
    find(browser, "#live.over").await;
}

#[tokio::test]
async fn a_live_game_fits_a_mini_app_and_a_desktop_in_three_languages() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    begin(&table.playground, ANNA, "/new casual").await;
    invited(&table.playground, "gomoku 5+3").await;
    begin(&table.playground, OKSANA, "/new strategic casual").await;
    for (user, language, size, scheme) in [
        (ANNA, "en", MINI_APP, 0),
        (BORIS, "ru", MINI_APP, 1),
        (OKSANA, "uk", MINI_APP, 0),
        (OKSANA, "uk", DESKTOP, 1),
    ] {
        let browser = driver.open_in(size, Wishes { language, scheme }).await;
        open_game(&browser, &table.playground, user).await;
        screenshot(&browser, &format!("live-{}-{scheme}-{language}.png", size.0)).await;
        let layout = browser.execute(LAYOUT, Vec::new()).await.expect("the page answers");
        assert_eq!(layout["isWhole"], true, "{size:?} in {language}: {layout}");
        assert_eq!(text(&browser, "return document.documentElement.lang").await, language);
        browser.close().await.expect("the browser closes");
    }
    table.clear().await;
}
