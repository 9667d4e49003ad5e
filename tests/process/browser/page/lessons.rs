//! Courses and the count of solved puzzles in a real browser: by taps on a phone, and by keys.

use fantoccini::Client;
use fantoccini::key::Key;
use serde_json::{Value, json};
use zerosum_games::notation::cell_text;
use zerosum_games::{Game, MoveCode};
use zerosum_search::course::{Course, Lesson, Lessons, Step};

use super::keyboard::{key, press, way_to};
use super::{DESKTOP, LAYOUT, PHONE, SAY, tap, text};
use crate::browser::{Driver, Table, Wishes, click, find, once, screenshot};

/// The sentence, once it begins like this and all is accepted.
const SAYS: &str = "
    if (document.getElementById('board').getAttribute('aria-busy') === 'true') return null;
    const told = document.getElementById('say').textContent;
    return told.startsWith(arguments[0]) ? told : null;";

/// The place of the board, which texts beside it do not move.
const TOP: &str = "return document.getElementById('board').getBoundingClientRect().top";

/// Columns of the board of Connect Four.
const COLUMNS: u16 = 7;

/// Upper bound on the taps of one cell.
const TAPS_MAX: usize = 1_000;

async fn open(browser: &Client, url: &str) {
    browser.goto(url).await.expect("the page opens");
}

/// Taps a cell until another sentence is said than this one: a tap that follows at once at the same place is taken for
/// a part of the one before.
async fn answer(browser: &Client, cell: usize, task: &str) {
    for _ in 0..TAPS_MAX {
        tap(browser, cell).await;
        if text(browser, SAY).await != task {
            return;
        }
    }
    panic!("cell {cell} is no answer to {task}");
}

/// Waits for the task of this step, by its address and the mark at it.
async fn asked(browser: &Client, lesson: &Lesson) {
    let is_there = "
        const current = document.querySelector('.course-steps [aria-current]')?.textContent;
        const isOpen = document.querySelector('#board .cell.can, #board .cell.piece') !== null;
        return location.pathname === arguments[0] && current === arguments[1] && isOpen || null;";
    let step = lesson.step().number();
    let path = format!("/learn/{}/{step}", lesson.course().name());
    once(browser, is_there, &[json!(path), json!(step.to_string())]).await;
}

#[tokio::test]
async fn a_course_is_taken_by_taps_on_a_phone_and_leads_into_a_game() {
    let Some(driver) = Driver::start() else { return };
    let (table, lessons) = (Table::lay().await, Lessons::read());
    let phone = driver.open_in(PHONE, Wishes { language: "uk", scheme: 0 }).await;
    open(&phone, &format!("{}learn", table.page_url)).await;
    find(&phone, ".course:nth-child(5) .step:nth-child(10)").await;
    assert!(text(&phone, SAY).await.starts_with("🎓 Уроки"));
    screenshot(&phone, "page-phone-lessons.png").await;
    click(&phone, ".course .button").await;
    for step in Step::all() {
        let lesson = lessons.lesson(Course::TicTacToe, step);
        asked(&phone, lesson).await;
        let task = text(&phone, SAY).await;
        let layout = phone.execute(LAYOUT, Vec::new()).await.expect("it answers");
        assert_eq!(layout["isWhole"], true, "{step:?}: {layout}");
        let top = phone.execute(TOP, Vec::new()).await.expect("it answers");
        if step == Step::FIRST {
            // A wrong move is told, and the task comes back.
            tap(&phone, 3).await;
            once(&phone, SAYS, &[json!("Так за 1 хід не виграти")]).await;
            click(&phone, "#offers .task").await;
            assert_eq!(text(&phone, SAY).await, task);
        }
        let MoveCode(cell) = lesson.right()[0];
        answer(&phone, cell.into(), &task).await;
        let found = format!("✅ Хід {}. ", lesson.position().move_text(MoveCode(cell)));
        once(&phone, SAYS, &[json!(found)]).await;
        assert_eq!(phone.execute(TOP, Vec::new()).await.expect("it answers"), top, "{step:?}");
        if step != Step::LAST {
            click(&phone, "#offers .main").await;
        }
    }
    screenshot(&phone, "page-phone-lesson.png").await;
    let notes = text(&phone, "return document.getElementById('notes').textContent").await;
    assert!(notes.ends_with("🏁 Це був останній крок. Пройдено: 10 з 10."), "{notes}");
    let passed = "return JSON.parse(localStorage.getItem('zerosum.passed.3x3')).length";
    assert_eq!(phone.execute(passed, Vec::new()).await.expect("it answers"), json!(10));
    // The way back leads to the step before, and the list knows what was passed.
    phone.back().await.expect("it goes back");
    asked(&phone, lessons.lesson(Course::TicTacToe, Step::numbered(9).expect("a step"))).await;
    open(&phone, &format!("{}learn", table.page_url)).await;
    find(&phone, ".course:first-child .step.passed:nth-child(10)").await;
    let first = "return document.querySelector('.course .button').textContent";
    assert_eq!(text(&phone, first).await, "3×3 · 10/10 ✅");
    open(&phone, &format!("{}learn/3x3/10", table.page_url)).await;
    asked(&phone, lessons.lesson(Course::TicTacToe, Step::LAST)).await;
    click(&phone, "#offers .button").await;
    click(&phone, "#offers .main").await;
    let kept = "
        if (location.pathname !== '/') return null;
        const { game, level, shown } = JSON.parse(localStorage.getItem('zerosum.game')) ?? {};
        return shown ? `${game} ${level}` : null;";
    assert_eq!(once(&phone, kept, &[]).await, json!("3x3 beginner"));
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn steps_of_every_course_are_answered_by_keys_and_by_the_move_field() {
    let Some(driver) = Driver::start() else { return };
    let (table, lessons) = (Table::lay().await, Lessons::read());
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    open(&browser, &format!("{}learn", table.page_url)).await;
    find(&browser, ".course:nth-child(5) .step:nth-child(10)").await;
    screenshot(&browser, "page-desktop-lessons.png").await;
    for course in Course::ALL {
        for (step, by_field) in [(Step::FIRST, false), (Step::LAST, true)] {
            let lesson = lessons.lesson(course, step);
            let (name, number) = (course.name(), step.number());
            open(&browser, &format!("{}learn/{name}/{number}", table.page_url)).await;
            asked(&browser, lesson).await;
            let text = lesson.position().move_text(lesson.right()[0]);
            if by_field {
                let field = find(&browser, "#text").await;
                let keys = format!("{text}{}", key(Key::Enter, 1));
                field.send_keys(&keys).await.expect("it takes text");
            } else {
                let focus = "document.querySelector('#board .cell[tabindex=\"0\"]').focus()";
                browser.execute(focus, Vec::new()).await.expect("it takes the focus");
                // The piece that moves is chosen first.
                let MoveCode(code) = lesson.right()[0];
                let falls_to = cell_text(code % COLUMNS, code / COLUMNS);
                let cells = match course {
                    Course::Sheep => vec![&text[..2], &text[2..]],
                    Course::ConnectFour => vec![&*falls_to],
                    _ => vec![&*text],
                };
                for cell in cells {
                    press(&browser, &way_to(cell, course == Course::Ultimate)).await;
                    let chosen = "return document.activeElement.matches('.chosen')";
                    let is_chosen = browser.execute(chosen, Vec::new()).await.expect("it answers");
                    if is_chosen == false {
                        press(&browser, &key(Key::Enter, 1)).await;
                    }
                }
            }
            once(&browser, SAYS, &[json!(format!("✅ Move {text}. "))]).await;
        }
    }
    // A pass that does not count is no reason to be refused.
    let pass =
        "sessionStorage.setItem('zerosum.pass', JSON.stringify({ token: 'x', until: 1e12 }))";
    browser.execute(pass, Vec::new()).await.expect("it is kept");
    // The next step is reached by a key, too, and its board has the focus.
    open(&browser, &format!("{}learn/row/1", table.page_url)).await;
    asked(&browser, lessons.lesson(Course::Row, Step::FIRST)).await;
    let shown = "document.querySelector('#offers .button').focus()";
    browser.execute(shown, Vec::new()).await.expect("it takes the focus");
    press(&browser, &key(Key::Enter, 1)).await;
    find(&browser, "#offers .main").await;
    let next = "document.querySelector('#offers .main').focus()";
    browser.execute(next, Vec::new()).await.expect("it takes the focus");
    press(&browser, &key(Key::Enter, 1)).await;
    asked(&browser, lessons.lesson(Course::Row, Step::numbered(2).expect("a step"))).await;
    once(&browser, "return document.activeElement.matches('#board .cell') || null", &[]).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn solved_puzzles_are_counted_in_the_browser_even_if_it_keeps_nothing() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    // The right move, as the server tells it by its solution.
    let right = "
        const done = arguments[arguments.length - 1];
        const body = JSON.stringify({ v: 1, solution: 1 });
        const headers = { 'content-type': 'application/json' };
        fetch(`/p/v1/puzzle/${arguments[0]}`, { method: 'POST', headers, body })
            .then((answer) => answer.json()).then(({ moves }) => done(moves.at(-1)));";
    for (code, refused, counted) in [("p0", false, "1"), ("p1", false, "2"), ("p2", true, "3")] {
        open(&browser, &format!("{}puzzle/{code}", table.page_url)).await;
        find(&browser, "#board .cell.can, #board .cell.piece").await;
        if refused {
            let refuse = "
                for (const name of ['getItem', 'setItem'])
                    Storage.prototype[name] = () => { throw new DOMException('refused'); };";
            browser.execute(refuse, Vec::new()).await.expect("it is refused");
        }
        let text = browser.execute_async(right, vec![json!(code)]).await.expect("it answers");
        let Value::String(text) = text else { panic!("no move: {text}") };
        let field = find(&browser, "#text").await;
        field.send_keys(&format!("{text}{}", key(Key::Enter, 1))).await.expect("it takes text");
        once(&browser, SAYS, &[json!("✅ Right, on the first try!")]).await;
        let progress = "return document.querySelector('#study .sentence').textContent";
        let told = super::text(&browser, progress).await;
        assert_eq!(told.strip_prefix("🧩 Puzzles solved: "), Some(counted), "{code}");
    }
    browser.close().await.expect("the browser closes");
    table.clear().await;
}
