//! Layout on a phone and on a desktop: everything needed is on the screen at once, and nothing overlaps.

use fantoccini::Client;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use tokio::time::Instant;
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;

use crate::browser::{ANNA, Driver, GROUP, PATIENCE, Table, once, say, screenshot};

pub(super) const SIZES: [(u32, u32); 2] = [(390, 844), (1280, 800)];

/// Sizes of the page: the narrowest phones, and usual ones.
const WIDTHS: [(u32, u32); 3] = [(320, 640), (390, 844), (1280, 800)];

/// Games, each with true if its board is a picture above the keyboard.
const GAMES: [(&str, bool); 5] =
    [("3x3", false), ("8x8x5", false), ("gomoku", true), ("ultimate", true), ("sheep", true)];

/// Users of the demonstration, who speak English, Russian and Ukrainian.
const PEOPLE: [i64; 3] = [1001, 1002, 1003];

/// Number of the newest message with a keyboard that is newer than another one.
pub(super) const NEWEST_BOARD: &str = "
    const numbers = [...document.querySelectorAll('.message:has(.keyboard:not([hidden]))')]
        .map((message) => Number(message.dataset.testid.split('-')[1]));
    const newest = Math.max(0, ...numbers);
    return newest > arguments[0] ? newest : null;";

/// Presses this number of keys of a board, each once the previous one has changed it: a free cell, or a key
/// that leads to one.
pub(super) const PRESS: &str = "
    const [number, wanted] = arguments;
    const message = document.querySelector(`[data-testid=message-${number}]`);
    if (message.querySelector('.key[data-busy]')) return null;
    const played = (message.played ??= { presses: 0, before: null });
    if (message.textContent === played.before) return null;
    if (played.presses === wanted) return true;
    const signs = ['↖️', '↗️', '↙️', '↘️', '🐺', '·', '⏺️'];
    const keys = [...message.querySelectorAll('.key')];
    const free = keys.find((key) => signs.some((sign) => key.textContent.trim().startsWith(sign)));
    played.before = message.textContent;
    played.presses += 1;
    free.click();
    return null;";

/// Makes a board show the value of every move, and asks for the best one. If the answer is to ask again in a
/// moment, because the machine is busy, it does so.
pub(super) const SEE_THROUGH: &str = "
    const message = document.querySelector(`[data-testid=message-${arguments[0]}]`);
    if (message.querySelector('.key[data-busy]')) return null;
    const asked = message.asked ??= ['💡', '💡', '🔎', '⋯'];
    const toasts = document.getElementById('toasts');
    const isAnswered = message.textContent !== message.seen;
    if (!isAnswered && toasts.childElementCount === 0) return null;
    if (isAnswered && message.seen !== undefined) asked.pop();
    const sign = asked.at(-1);
    if (!sign) return true;
    const key = [...message.querySelectorAll('.key')].find((key) => key.textContent.trim().startsWith(sign));
    if (!key) return null;
    message.seen = message.textContent;
    toasts.replaceChildren();
    key.click();
    return null;";

/// Sends the last phrase offered below a board of two people; the button behind it is the way back.
const GREET: &str = "
    const message = document.querySelector(`[data-testid=message-${arguments[0]}]`);
    if (message.querySelector('.key[data-busy]')) return null;
    const keys = [...message.querySelectorAll('.key')];
    const says = keys.find((key) => key.textContent.trim() === '💬');
    if (!message.greeted) {
      if (says) { message.greeted = 'asked'; says.click(); }
      return null;
    }
    if (message.greeted === 'asked') {
      if (!says) { message.greeted = 'said'; keys.at(-2).click(); }
      return null;
    }
    return says ? true : null;";

/// A finished game that can be reviewed.
const OVER: &str = "zerosum record 1 3x3 1. b2 a1 2. c2 b1 3. a2 1-0";

/// Presses the last button of a message.
const PRESS_LAST: &str = "
    const message = document.querySelector(`[data-testid=message-${arguments[0]}]`);
    [...message.querySelectorAll('.key')].at(-1).click();
    return true;";

/// Faults in the display of a board, as sentences.
const FAULTS_OF_BOARD: &str = "
    const [number, hasPhoto] = arguments;
    const message = document.querySelector(`[data-testid=message-${number}]`);
    const box = (element) => element.getBoundingClientRect();
    const faults = [];
    const seen = box(document.getElementById('scroller'));
    const bottom = Math.min(seen.bottom, box(document.querySelector('.dock')).top);
    const check = (name, { top, bottom: end, left, right }) => {
      const isWithin = top >= seen.top - 0.5 && end <= bottom + 0.5 && left >= seen.left && right <= seen.right;
      if (!isWithin) faults.push(`${name} is off the screen: ${top} to ${end} of ${seen.top} to ${bottom}`);
    };
    const near = (one, other) => Math.abs(one - other) <= 1;
    const bubble = box(message.querySelector('.bubble'));
    const keyboard = box(message.querySelector('.keyboard'));
    const photo = message.querySelector('.photo');
    if (Boolean(photo) !== hasPhoto) faults.push(`a photo: ${Boolean(photo)}`);
    if (photo) {
      check('the photo', box(photo));
      const { width, height } = box(photo);
      if (!near(width, bubble.width)) faults.push(`the photo is ${width} wide, its bubble ${bubble.width}`);
      const ratio = photo.naturalWidth / photo.naturalHeight;
      if (Math.abs(width / height - ratio) > 0.01) faults.push(`the photo is ${width} by ${height}, not ${ratio}`);
      if (photo.naturalWidth === 0) faults.push('the photo has not loaded');
    }
    if (!near(keyboard.width, bubble.width)) faults.push(`the keyboard is ${keyboard.width} wide, not ${bubble.width}`);
    for (const key of message.querySelectorAll('.key')) {
      check(key.dataset.testid, box(key));
      const { height } = box(key);
      if (height < 40 || height > 48) faults.push(`${key.dataset.testid} is ${height} high`);
    }
    return faults;";

/// Elements that scroll sideways, stand outside the page or cover another one that can be pressed.
const OVERLAPS: &str = "
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
    const scrolls = (element) => {
      const style = getComputedStyle(element);
      return style.overflowX !== 'visible' || style.overflowY !== 'visible';
    };
    const shown = (element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let holder = element.parentElement; holder; holder = holder.parentElement) {
        if (!scrolls(holder)) continue;
        const box = holder.getBoundingClientRect();
        [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
        [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      return { left, top, right, bottom };
    };
    const name = (element) => element.dataset.testid ?? (element.id || element.className);
    const controls = [...document.querySelectorAll('button, a, input, select, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('.skip'))
      .map((element) => [element, shown(element)])
      .filter(([, box]) => box.right - box.left > 1 && box.bottom - box.top > 1);
    controls.forEach(([one, box], index) => {
      const isOutside = box.left < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
      if (isOutside) faults.push(`${name(one)} stands outside`);
      for (const [other, next] of controls.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const width = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const height = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        if (width > 1 && height > 1) faults.push(`${name(one)} and ${name(other)} overlap`);
      }
    });
    return faults.length > 0 ? faults : 'none';";

#[tokio::test]
async fn the_newest_board_is_on_the_screen_with_its_picture_and_all_of_its_buttons() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    // One person may not start so many games in an hour.
    for (size, host) in SIZES.into_iter().zip(PEOPLE) {
        let browser = driver.open(&table.playground, size).await;
        for person in PEOPLE {
            go_to(&browser, person, person).await;
            for (game, has_photo) in GAMES {
                let before = newest_message(&browser).await;
                say(&browser, &format!("/new {game} beginner x")).await;
                let board = once(&browser, NEWEST_BOARD, &[before]).await;
                stands_well(&browser, &board, has_photo, &format!("{game} at {size:?}")).await;
                // In Ultimate the first press chooses the board.
                let presses = if game == "ultimate" { 2 } else { 1 };
                once(&browser, PRESS, &[board.clone(), json!(presses)]).await;
                let what = format!("{game} after a move at {size:?}");
                stands_well(&browser, &board, has_photo, &what).await;
                screenshot(&browser, &format!("board-{}-{person}-{game}.png", size.0)).await;
                once(&browser, SEE_THROUGH, std::slice::from_ref(&board)).await;
                let what = format!("{game} seen through at {size:?}");
                stands_well(&browser, &board, has_photo, &what).await;
                screenshot(&browser, &format!("board-{}-{person}-{game}-seen.png", size.0)).await;
            }
            let before = newest_message(&browser).await;
            say(&browser, OVER).await;
            let over = once(&browser, NEWEST_BOARD, &[before]).await;
            once(&browser, PRESS_LAST, std::slice::from_ref(&over)).await;
            let review = once(&browser, NEWEST_BOARD, &[over]).await;
            stands_well(&browser, &review, true, &format!("a review at {size:?}")).await;
            screenshot(&browser, &format!("review-{}-{person}.png", size.0)).await;
        }
        // A board with an open seat has one more button.
        go_to(&browser, host, GROUP).await;
        for (game, has_photo) in GAMES {
            let before = newest_message(&browser).await;
            say(&browser, &format!("/new {game}")).await;
            let board = once(&browser, NEWEST_BOARD, &[before]).await;
            stands_well(&browser, &board, has_photo, &format!("open {game} at {size:?}")).await;
            screenshot(&browser, &format!("board-{}-open-{game}.png", size.0)).await;
            // Another player takes the seat and greets, so that both have a row and a line.
            let guest = if host == PEOPLE[0] { PEOPLE[1] } else { PEOPLE[0] };
            go_to(&browser, guest, GROUP).await;
            once(&browser, PRESS, &[board.clone(), json!(1)]).await;
            once(&browser, GREET, std::slice::from_ref(&board)).await;
            let what = format!("{game} of two people at {size:?}");
            stands_well(&browser, &board, has_photo, &what).await;
            screenshot(&browser, &format!("board-{}-people-{game}.png", size.0)).await;
            go_to(&browser, host, GROUP).await;
        }
        browser.close().await.expect("the browser closes");
    }
    table.clear().await;
}

#[tokio::test]
async fn nothing_covers_anything_on_screens_of_any_width_in_any_language() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    for size in WIDTHS {
        let browser = driver.open(&table.playground, size).await;
        for person in PEOPLE {
            go_to(&browser, person, GROUP).await;
            nothing_overlaps(&browser, &format!("the group of {person} at {size:?}")).await;
            go_to(&browser, person, person).await;
            nothing_overlaps(&browser, &format!("the start of {person} at {size:?}")).await;
            for words in ["/games", "/new 8x8x5", "/new gomoku"] {
                let before = newest_message(&browser).await;
                say(&browser, words).await;
                once(&browser, NEWEST_BOARD, &[before]).await;
                nothing_overlaps(&browser, &format!("{words} of {person} at {size:?}")).await;
            }
        }
        browser.close().await.expect("the browser closes");
    }
    table.clear().await;
}

#[tokio::test]
async fn a_photo_that_is_never_loaded_keeps_its_room() {
    let Some(driver) = Driver::start() else { return };
    let playground = Playground::start(Settings::default()).await.expect("a free port");
    let cell = json!({ "text": "·", "callback_data": "cell" });
    let rows = [vec![vec![cell.clone(); 7]; 5], vec![vec![cell; 8]]].concat();
    let buttons = json!({ "inline_keyboard": rows }).to_string();
    let mut newest = json!(0);
    for size in SIZES {
        let browser = driver.open(&playground, size).await;
        starts(&browser).await;
        let form = Form::new().text("chat_id", ANNA.to_string()).text("caption", "One\nTwo\nThree");
        let photo = Part::bytes(png_header()).file_name("board.png");
        let form = form.text("reply_markup", buttons.clone()).part("photo", photo);
        let url = format!("{}/bot{}/sendPhoto", playground.api_url(), playground.token());
        let sent = reqwest::Client::new().post(url).multipart(form).send().await;
        assert!(sent.is_ok_and(|answer| answer.status().is_success()), "the photo is sent");
        newest = once(&browser, NEWEST_BOARD, &[newest]).await;
        let arguments = vec![newest.clone(), json!(true)];
        let faults = browser.execute(FAULTS_OF_BOARD, arguments).await.expect("the page answers");
        assert_eq!(faults, json!(["the photo has not loaded"]), "{size:?}");
        screenshot(&browser, &format!("photo-to-come-{}.png", size.0)).await;
        browser.close().await.expect("the browser closes");
    }
    playground.stop().await;
}

#[tokio::test]
async fn a_board_that_grows_is_followed_to_its_end_unless_its_reader_is_further_up() {
    let Some(driver) = Driver::start() else { return };
    let playground = Playground::start(Settings::default()).await.expect("a free port");
    let browser = driver.open(&playground, SIZES[0]).await;
    starts(&browser).await;
    let lines = "Line\n".repeat(60);
    call(&playground, "sendMessage", &json!({ "chat_id": ANNA, "text": lines })).await;
    let board = json!({ "chat_id": ANNA, "text": "Board", "reply_markup": rows_of_cells(1) });
    let number = call(&playground, "sendMessage", &board).await["message_id"].clone();
    once(&browser, NEWEST_BOARD, &[json!(0)]).await;
    let edit = |rows: usize| json!({ "chat_id": ANNA, "message_id": number, "text": "One\nTwo\nThree", "reply_markup": rows_of_cells(rows) });
    call(&playground, "editMessageText", &edit(8)).await;
    has_rows(&browser, &number, 8).await;
    stands_well(&browser, &number, false, "the board of 8 rows").await;

    let scroll = "
        const scroller = document.getElementById('scroller');
        scroller.scrollTop = 0;
        return document.getElementById('newest').hidden ? null : true;";
    once(&browser, scroll, &[]).await;
    call(&playground, "editMessageText", &edit(7)).await;
    has_rows(&browser, &number, 7).await;
    let top = browser.execute("return document.getElementById('scroller').scrollTop", vec![]).await;
    assert_eq!(top.expect("the page answers"), 0, "the reader is left where they are");
    browser.close().await.expect("the browser closes");
    playground.stop().await;
}

/// The beginning of a square picture in PNG, which contains its dimensions.
pub(super) fn png_header() -> Vec<u8> {
    let sides = 600_u32.to_be_bytes();
    [b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", &sides[..], &sides].concat()
}

/// Allows the bot to write to the person of this page, and waits until the page shows that it was allowed.
async fn starts(browser: &Client) {
    let before = newest_message(browser).await;
    say(browser, "/start").await;
    let script = "
        const said = [...document.querySelectorAll('.message')].at(-1)?.dataset.testid.split('-')[1];
        return Number(said ?? 0) > arguments[0] ? true : null;";
    once(browser, script, &[before]).await;
}

/// Calls a method of the Bot API, which must succeed, and returns its result.
pub(super) async fn call(playground: &Playground, method: &str, params: &Value) -> Value {
    let url = format!("{}/bot{}/{method}", playground.api_url(), playground.token());
    let answer = reqwest::Client::new().post(url).json(params).send().await.expect("answered");
    let mut answer: Value = answer.json().await.expect("JSON");
    assert_eq!(answer["ok"], true, "{method}: {answer}");
    answer["result"].take()
}

fn rows_of_cells(rows: usize) -> Value {
    let cell = json!({ "text": "·", "callback_data": "cell" });
    json!({ "inline_keyboard": vec![vec![cell; 8]; rows] })
}

async fn has_rows(browser: &Client, number: &Value, rows: usize) {
    let script = "
        const rows = document.querySelectorAll(`[data-testid=message-${arguments[0]}] .row`);
        return rows.length === arguments[1] ? true : null;";
    once(browser, script, &[number.clone(), json!(rows)]).await;
}

/// Opens a chat as a person and waits for it.
pub(super) async fn go_to(browser: &Client, person: i64, chat: i64) {
    let script = "
        location.hash = arguments[0];
        const link = document.querySelector(`[data-testid='${arguments[1]}'][aria-current]`);
        return link && document.querySelector(`[data-testid='${arguments[2]}'][aria-current]`) ? true : null;";
    let place = json!(format!("#{person}/{chat}"));
    let links = [json!(format!("person-{person}")), json!(format!("chat-{chat}"))];
    once(browser, script, &[&[place], &links[..]].concat()).await;
}

/// Number of the newest message of the open chat, 0 if there is none.
pub(super) async fn newest_message(browser: &Client) -> Value {
    let script = "
        const messages = [...document.querySelectorAll('.message')];
        return Math.max(0, ...messages.map((message) => Number(message.dataset.testid.split('-')[1])));";
    browser.execute(script, vec![]).await.expect("the page answers")
}

/// Waits until a board is displayed without a fault; pictures come a little later than their messages.
pub(super) async fn stands_well(browser: &Client, board: &Value, has_photo: bool, what: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let arguments = vec![board.clone(), json!(has_photo)];
        let faults = browser.execute(FAULTS_OF_BOARD, arguments).await.expect("the page answers");
        if faults == json!([]) {
            return;
        }
        assert!(Instant::now() < deadline, "{what}: {faults:#}");
    }
}

pub(super) async fn nothing_overlaps(browser: &Client, what: &str) {
    let faults = browser.execute(OVERLAPS, vec![]).await.expect("the page answers");
    assert_eq!(faults, json!("none"), "{what}");
}
