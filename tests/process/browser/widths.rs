//! Widths on a phone: a board of buttons stays as wide as it is while it is played, and rows of numbers take
//! a line.
//!
//! In Telegram's apps, and on the page, a message is as wide as its longest line or its widest row of buttons,
//! and the buttons are as wide as the message.

use std::collections::HashSet;

use fantoccini::Client;
use fastrand::Rng;
use serde_json::{Value, json};
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::endings;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::lessons::LessonPage;
use zerosum_render::{Audience, View, row_layout};
use zerosum_search::course::{Course, Lessons, Step};
use zerosum_search::level::Level;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::people::courses::Passed;
use zerosum_session::people::milestones::Milestone;
use zerosum_session::{Action, Actor, Awaiting, Session, SessionId, UserId};

use crate::browser::labels::{DRAWN, Shown, send};
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

/// Maximum difference between the width of a board on 3x3 and that of its first message, with any end.
const DIFFERENCE_MAX: f64 = 8.0;

/// Number of random games of each level: they come to all ends.
const GAMES: u64 = 60;

const PERSON: UserId = UserId(1_001);

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
    let Some(driver) = Driver::start() else { return };
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
            let changes = [(begun, moved), (begun, seen), (begun, next)];
            let is_off = |(one, other): &(f64, f64)| (one - other).abs() > DIFFERENCE_MAX;
            let is_wide = (moved - seen).abs() > CHANGE_MAX || (seen - next).abs() > CHANGE_MAX;
            if is_wide || game == "3x3" && changes.iter().any(is_off) {
                faults.push(told);
            }
        }
    }
    browser.close().await.expect("the browser closes");
    table.clear().await;
    assert!(faults.is_empty(), "widths that change:\n{}", faults.join("\n"));
}

/// A playground, and the private chat of a person in a browser on a phone.
async fn private_chat(driver: &Driver) -> (Playground, Client) {
    let playground = Playground::start(Settings::default()).await.expect("a free port");
    let browser = driver.open(&playground, SIZES[0]).await;
    go_to(&browser, ANNA, ANNA).await;
    playground.send_text(ANNA, ANNA, "/start").expect("the person is there");
    (playground, browser)
}

#[tokio::test]
async fn the_row_of_numbers_takes_a_line_in_every_language() {
    let Some(driver) = Driver::start() else { return };
    let (playground, browser) = private_chat(&driver).await;
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

/// A game on 3x3 against an engine, with random moves of both sides: after each of them.
fn played(choice: Choice, seed: u64) -> Vec<Session> {
    let mut random = Rng::with_seed(seed);
    let mut states = vec![Session::against_engine(SessionId(seed), PERSON, choice)];
    let mut moves = Vec::new();
    loop {
        let session = states.last().expect("it has begun");
        let actor = match session.awaiting() {
            Awaiting::Human { .. } => Actor::User(PERSON),
            Awaiting::Engine { .. } => Actor::Engine,
            Awaiting::Nothing | Awaiting::Anybody { .. } => return states,
        };
        moves.clear();
        session.position().legal_moves(&mut moves);
        let code = moves[random.usize(..moves.len())];
        let next = session.apply(actor, session.revision(), Action::Play(code));
        states.push(next.expect("it is legal"));
    }
}

/// Everything that a person reads on the boards of these games, each once: their states, their ends with what may be
/// told of them, and that of a game that they resign.
fn read_by_person(choice: Choice, localizer: Localizer<'_>) -> Vec<View> {
    let view = |session: &Session| {
        let (focus, audience) = (Focus::Suggested, Audience::Owner);
        zerosum_render::of(session, focus, None, audience, localizer)
    };
    let mut views = Vec::new();
    for seed in 0..GAMES {
        let states = played(choice, seed);
        let waiting = states.iter().filter(|it| matches!(it.awaiting(), Awaiting::Human { .. }));
        views.extend(waiting.map(view));
        let over = states.last().expect("it has begun");
        let end = view(over);
        let is_won = over.outcome() == Some(Outcome::Win(choice.side));
        let milestones: &[Milestone] = match over.outcome() {
            Some(Outcome::Draw) => &[Milestone::PerfectDraw],
            _ if is_won => &[Milestone::FirstWin, Milestone::Streak(3)],
            _ => &[],
        };
        let told = milestones
            .iter()
            .map(|milestone| endings::with_milestone(end.clone(), *milestone, localizer));
        views.extend(told);
        views.push(endings::offered(end.clone(), over, localizer));
        views.push(end);
    }
    let begun = played(choice, 0);
    let begun = begun.iter().find(|it| matches!(it.awaiting(), Awaiting::Human { .. }));
    let begun = begun.expect("the person moves");
    let resigned = begun.apply(Actor::User(PERSON), begun.revision(), Action::Resign);
    views.push(view(&resigned.expect("they may")));
    let mut seen = HashSet::new();
    views.retain(|view| seen.insert((view.text.clone(), view.keyboard.len())));
    views
}

/// Draws these boards on a phone, and measures the buttons below each.
async fn widths_of(browser: &Client, playground: &Playground, views: &[View]) -> Vec<f64> {
    let mut boards = Vec::new();
    for view in views {
        let rows = row_layout::fitting(&view.keyboard, false);
        let rows = rows.map(|row| row.iter().map(|button| button.label.clone()).collect());
        let (text, rows) = (view.text.clone(), rows.collect());
        boards.push(send(playground, ANNA, &Shown { text, has_photo: false, rows }).await);
    }
    once(browser, DRAWN, &boards[boards.len() - 1..]).await;
    let mut widths = Vec::new();
    for board in &boards {
        widths.push(width_of(browser, board).await);
    }
    widths
}

#[tokio::test]
async fn a_lesson_on_buttons_keeps_its_width_with_its_answer_in_every_language() {
    let Some(driver) = Driver::start() else { return };
    let (playground, browser) = private_chat(&driver).await;
    let (locales, lessons, mut faults) = (Locales::load(), Lessons::read(), Vec::new());
    for language in Language::ALL {
        // Below the last step there are other buttons.
        let steps = Step::all().filter(|step| *step != Step::LAST);
        let views = steps.flat_map(|step| {
            let lesson = lessons.lesson(Course::TicTacToe, step);
            let (passed, localizer) = (Passed::default(), locales.localizer(language));
            let page = LessonPage { lessons: &lessons, lesson, passed, localizer };
            [page.question(Focus::Suggested), page.shown()]
        });
        let views: Vec<View> = views.collect();
        let widths = widths_of(&browser, &playground, &views).await;
        println!("{language:?}: {widths:?}");
        let steps = views.chunks(2).zip(widths.chunks(2));
        let wrong = steps.filter(|(_, widths)| (widths[0] - widths[1]).abs() > CHANGE_MAX);
        faults.extend(wrong.map(|(views, widths)| format!("{widths:?}: {:?}", views[1].text)));
    }
    browser.close().await.expect("the browser closes");
    playground.stop().await;
    assert!(faults.is_empty(), "widths that change:\n{}", faults.join("\n"));
}

#[tokio::test]
async fn a_board_is_as_wide_as_its_first_message_to_every_end_in_every_language() {
    let Some(driver) = Driver::start() else { return };
    let (playground, browser) = private_chat(&driver).await;
    let (locales, mut faults) = (Locales::load(), Vec::new());
    for (language, level) in Language::ALL.into_iter().flat_map(|language| {
        Level::of_game(GameSpec::TicTacToe).iter().map(move |level| (language, *level))
    }) {
        let choice = Choice { spec: GameSpec::TicTacToe, side: Side::First, level };
        let views = read_by_person(choice, locales.localizer(language));
        let widths = widths_of(&browser, &playground, &views).await;
        let [least, most] =
            [f64::min, f64::max].map(|of| widths.iter().copied().fold(widths[0], of));
        println!(
            "{language:?}, {level:?}: {} boards, {} wide, {least} to {most}",
            views.len(),
            widths[0]
        );
        assert!(views.len() > 10, "{language:?}, {level:?}: {} boards", views.len());
        let wrong = views
            .iter()
            .zip(&widths)
            .filter(|(_, width)| (*width - widths[0]).abs() > DIFFERENCE_MAX);
        faults.extend(wrong.map(|(view, width)| {
            format!("{language:?}, {level:?}: {width}, not {}: {:?}", widths[0], view.text)
        }));
        screenshot(&browser, &format!("ends-{language:?}-{level:?}.png")).await;
    }
    browser.close().await.expect("the browser closes");
    playground.stop().await;
    assert!(faults.is_empty(), "other widths:\n{}", faults.join("\n"));
}
