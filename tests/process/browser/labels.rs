//! Labels on a phone: no button that the bot shows is cut there, in any language.
//!
//! A crawl presses each worded button of the pages and boards that it comes to once, as a curious person would,
//! and collects the keyboards on the way. The browser then draws them all and measures their labels.

use std::collections::{BTreeMap, HashSet};

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;
use zerosum_playground::views::{ButtonView, MessageView};

use crate::browser::layout::{SIZES, call, go_to, png_header};
use crate::browser::{Driver, GROUP, Table, once, screenshot};

/// Users of the demonstration, who speak English, Russian and Ukrainian.
const PEOPLE: [i64; 3] = [1001, 1002, 1003];

/// Places where a crawl begins: pages, boards of each kind, and the end of a game.
const BEGINNINGS: [&str; 20] = [
    "/start",
    "ultimate",
    "strategic",
    "/rules gomoku",
    "/games",
    "/help",
    "/learn",
    "/puzzle",
    "/theme",
    "/language",
    "/privacy",
    "/new sheep",
    "/new 6x6x4 beginner",
    "/new gomoku beginner",
    "/new ultimate beginner",
    "/new strategic beginner",
    "/new 3x3 beginner x",
    "zerosum record 1 3x3 1. b2 a1 2. c2 b1 3. a2 1-0",
    "/results",
    "/new 3x3 beginner o",
];

/// Maximum number of presses after each beginning.
const PRESSES_MAX: usize = 30;

/// Signs of cells and pieces that can be pressed.
const FREE: [&str; 4] = ["·", "🟩", "⏺️", "🐺 d1"];

/// Labels that are cut, with the row in which they stand.
const CUT: &str = "
    const cut = [...document.querySelectorAll('.key-text')].filter((text) => text.scrollWidth > text.clientWidth);
    const row = (text) => [...text.closest('.row').querySelectorAll('.key-text')].map((other) => other.textContent);
    return cut.map((text) => `${text.textContent} in [${row(text).join(' | ')}]`);";

/// Number of messages drawn at once: a page has no more than 200.
const DRAWN_AT_ONCE: usize = 100;

/// Waits until the page has drawn a message.
pub(super) const DRAWN: &str = "
    return document.querySelector(`[data-testid=message-${arguments[0]}] .key`) ? true : null;";

/// A keyboard with what stands above it, which decides how wide it is.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) has_photo: bool,
    pub(super) rows: Vec<Vec<String>>,
}

/// The keyboards seen, each once: cells and numbers make no other keyboard.
type Seen = BTreeMap<Vec<Vec<String>>, Shown>;

#[tokio::test]
async fn no_label_is_cut_on_a_phone_in_any_language() {
    let Some(driver) = Driver::start() else { return };
    let mut faults = Vec::new();
    for person in PEOPLE {
        let table = Table::lay().await;
        let mut seen = Seen::new();
        crawl(&table.playground, &[person], person, &BEGINNINGS, &mut seen).await;
        let others = PEOPLE.into_iter().filter(|other| *other != person);
        let people: Vec<i64> = [person].into_iter().chain(others).collect();
        let beginnings = ["/new 3x3", "/new gomoku beginner", "/new ultimate", "/settings"];
        crawl(&table.playground, &people, GROUP, &beginnings, &mut seen).await;
        table.clear().await;
        let labels: usize = seen.values().map(|shown| shown.rows.concat().len()).sum();
        println!("{person}: {} keyboards with {labels} buttons", seen.len());
        assert!(seen.len() > 60, "the crawl of {person} came to {} keyboards only", seen.len());
        faults.extend(cut(&driver, person, seen.into_values()).await);
    }
    assert!(faults.is_empty(), "cut at {:?}:\n{}", SIZES[0], faults.join("\n"));
}

/// Sends each of these texts and presses what comes of it, each button of a keyboard once, the newest message
/// first. People take turns.
async fn crawl(
    playground: &Playground,
    people: &[i64],
    chat: i64,
    beginnings: &[&str],
    seen: &mut Seen,
) {
    let mut pressed = HashSet::new();
    let mut turns = people.iter().copied().cycle();
    for text in beginnings {
        playground.send_text(people[0], chat, text).expect("the chat is there");
        for _ in 0..PRESSES_MAX {
            playground.settled().await.expect("presses are answered");
            let messages = playground.messages(chat);
            collect(&messages, seen);
            let next = messages.iter().rev().filter(|message| message.from_bot).flat_map(buttons);
            let next = { next }.find(|(message, place)| pressed.insert((worded(message), *place)));
            let Some((message, (row, column))) = next else { break };
            let person = turns.next().expect("there are people");
            // A message that was deleted meanwhile is not pressed.
            let _ = playground.press(person, chat, message.message_id, row, column);
        }
    }
}

/// The worded buttons of a message that send data, and its first free cell, each with its place.
fn buttons(message: &MessageView) -> impl Iterator<Item = (&MessageView, (usize, usize))> {
    let rows = message.keyboard.iter().enumerate();
    let worded = rows.flat_map(|(row, buttons)| {
        let worded = buttons.iter().enumerate().filter(|(_, button)| is_worded(button));
        worded.map(move |(column, _)| (row, column))
    });
    let cell = FREE.iter().find_map(|sign| message.find_button(sign));
    worded.chain(cell).map(move |place| (message, place))
}

fn is_worded(button: &ButtonView) -> bool {
    button.data.is_some() && button.text.chars().filter(|it| it.is_alphabetic()).count() > 1
}

/// A label without its numbers.
fn plain(label: &str) -> String {
    label.chars().filter(|it| !it.is_numeric()).collect()
}

fn collect(messages: &[MessageView], seen: &mut Seen) {
    for message in messages.iter().filter(|it| it.from_bot && !it.keyboard.is_empty()) {
        let label = |button: &ButtonView| button.text.clone();
        let rows = message.keyboard.iter().map(|row| row.iter().map(label).collect()).collect();
        let has_photo = message.has_photo || message.has_animation;
        let shown = Shown { text: message.text.clone(), has_photo, rows };
        seen.entry(worded(message)).or_insert(shown);
    }
}

/// The labels of a keyboard that are words; of others only their number counts.
fn worded(message: &MessageView) -> Vec<Vec<String>> {
    let word = |it: &ButtonView| if is_worded(it) { plain(&it.text) } else { String::new() };
    message.keyboard.iter().map(|row| row.iter().map(word).collect()).collect()
}

/// Draws these keyboards on a phone and returns the labels that are cut.
async fn cut(driver: &Driver, person: i64, keyboards: impl Iterator<Item = Shown>) -> Vec<String> {
    let playground = Playground::start(Settings::default()).await.expect("a free port");
    let browser = driver.open(&playground, SIZES[0]).await;
    go_to(&browser, person, person).await;
    playground.send_text(person, person, "/start").expect("the person is there");
    let keyboards: Vec<Shown> = keyboards.collect();
    let mut cut = Vec::new();
    for some in keyboards.chunks(DRAWN_AT_ONCE) {
        let mut newest = Value::Null;
        for shown in some {
            newest = send(&playground, person, shown).await;
        }
        once(&browser, DRAWN, &[newest]).await;
        let found = browser.execute(CUT, vec![]).await.expect("the page answers");
        let found: Vec<String> = serde_json::from_value(found).expect("a list of labels");
        cut.extend(found);
    }
    screenshot(&browser, &format!("labels-{person}.png")).await;
    browser.close().await.expect("the browser closes");
    playground.stop().await;
    cut.sort();
    cut.dedup();
    cut
}

/// Sends a keyboard as the bot sent it, with a square picture in place of its own, and returns the number of the
/// message.
pub(super) async fn send(playground: &Playground, person: i64, shown: &Shown) -> Value {
    let button = |label: &String| json!({ "text": label, "callback_data": "any" });
    let rows: Vec<Vec<Value>> =
        shown.rows.iter().map(|row| row.iter().map(button).collect()).collect();
    let markup = json!({ "inline_keyboard": rows });
    if !shown.has_photo {
        let message = json!({ "chat_id": person, "text": shown.text, "reply_markup": markup });
        return call(playground, "sendMessage", &message).await["message_id"].clone();
    }
    let form = Form::new().text("chat_id", person.to_string()).text("caption", shown.text.clone());
    let photo = Part::bytes(png_header()).file_name("board.png");
    let form = form.text("reply_markup", markup.to_string()).part("photo", photo);
    let url = format!("{}/bot{}/sendPhoto", playground.api_url(), playground.token());
    let answer = reqwest::Client::new().post(url).multipart(form).send().await.expect("answered");
    let answer: Value = answer.json().await.expect("JSON");
    answer["result"]["message_id"].clone()
}
