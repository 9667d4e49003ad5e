//! Courses on the page, over HTTP: taken to their ends, with progress that a person shares with the chat and a
//! visitor keeps alone; and puzzles, which count for a person as in the chat.

use std::sync::LazyLock;

use reqwest::Method;
use serde_json::{Value, json};
use zerosum_games::{Game, MoveCode};
use zerosum_search::course::{Course, Lesson, Lessons, STEPS, Step};
use zerosum_search::puzzle::collection::{Day, PuzzleNumber};
use zerosum_session::UserId;
use zerosum_session::people::habits::Habits;

use crate::between_people::fairness::NO_HELP;
use crate::host::metrics::scrape;
use crate::study::puzzles::PUZZLES;
use crate::support::fickle::FickleStore;
use crate::support::harness::Table;
use crate::support::live_browser::Browser;
use crate::support::patience::until;

static LESSONS: LazyLock<Lessons> = LazyLock::new(Lessons::read);

fn lesson(course: Course, step: u8) -> &'static Lesson {
    LESSONS.lesson(course, Step::numbered(step).expect("there is such a step"))
}

fn path(lesson: &Lesson, language: &str) -> String {
    let (course, step) = (lesson.course().name(), lesson.step().number());
    format!("/p/v1/lesson/{course}/{step}?lang={language}")
}

/// A request with this move, as it is typed.
fn typed(lesson: &Lesson, code: MoveCode) -> Value {
    json!({"v": 1, "text": lesson.position().move_text(code)})
}

fn right(lesson: &Lesson) -> Value {
    typed(lesson, lesson.right()[0])
}

/// A legal move that is not an answer.
fn wrong(lesson: &Lesson) -> Value {
    let mut moves = Vec::new();
    lesson.position().legal_moves(&mut moves);
    let code = moves.into_iter().find(|code| !lesson.is_right(*code));
    typed(lesson, code.expect("there is one"))
}

fn user(number: i64) -> UserId {
    UserId(number.unsigned_abs())
}

async fn habits(store: &FickleStore, number: i64) -> Habits {
    let person = store.person(user(number)).await.expect("the store works");
    person.map(|person| person.habits).unwrap_or_default()
}

impl Browser {
    /// Asks until it is not too soon: the pace of a person is slower than that of a test.
    async fn patiently(&self, path: &str, body: Option<&Value>) -> (u16, Value) {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        until(async || match self.call(method.clone(), path, body).await {
            (429, answer) => Err(answer),
            answered => Ok(answered),
        })
        .await
    }

    async fn ask(&self, path: &str) -> Value {
        let (status, answer) = self.patiently(path, None).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    async fn tell(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.patiently(path, Some(body)).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }
}

async fn page_with(store: &FickleStore) -> (Table, Browser) {
    let mut table = Table::with_store_later(store.shared()).await;
    let page = Browser::at(&mut table).await;
    (table, page)
}

/// Takes a course by its right moves, from the first step to the last. Returns the last answer.
async fn take(page: &Browser, course: Course, language: &str, is_person: bool) -> Value {
    let mut passed: Vec<Value> = Vec::new();
    let mut last = Value::Null;
    for step in Step::all() {
        let lesson = LESSONS.lesson(course, step);
        let path = path(lesson, language);
        let question = page.ask(&path).await;
        assert_eq!(
            (&question["step"], &question["is_done"]),
            (&json!(step.number()), &json!(false))
        );
        assert_eq!(question["moves"].as_array().map(Vec::len), Some(lesson.moves().len()));
        let mut body = right(lesson);
        if !is_person {
            body["passed"] = json!(passed);
        }
        last = page.tell(&path, &body).await;
        assert_eq!(last["is_right"], true, "{last}");
        passed.push(json!(step.number()));
        assert_eq!(last["lesson"]["course"]["passed"], json!(passed), "{last}");
        assert_eq!(last["lesson"]["then"].is_object(), step == Step::LAST, "{last}");
    }
    last
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_course_is_taken_to_its_end_in_three_languages() {
    let store = FickleStore::new();
    let (table, visitor) = page_with(&store).await;
    let people = [
        (table.anna, Course::Row, "en", "🏁 That was the last step. Passed: 10 of 10."),
        (table.boris, Course::Ultimate, "ru", "🏁 Это был последний шаг. Пройдено: 10 из 10."),
        (table.oksana, Course::Sheep, "uk", "🏁 Це був останній крок. Пройдено: 10 з 10."),
        (table.anna, Course::Strategic, "en", "🏁 That was the last step. Passed: 10 of 10."),
    ];
    for (person, course, language, told) in people {
        let mut page = Browser::beside(&table);
        page.enter_by_link(&table, person).await;
        let last = take(&page, course, language, true).await;
        assert_eq!(last["lesson"]["notes"][1], told);
        assert_eq!(habits(&store, person).await.passed(course).count(), u32::from(STEPS));
    }
    let last = take(&visitor, Course::TicTacToe, "uk", false).await;
    assert_eq!(last["lesson"]["notes"][1], people[2].3);
    // The game at the end is one of the page.
    let then = &last["lesson"]["then"];
    assert_eq!((&then["game"], &then["level"]), (&json!("3x3"), &json!("beginner")));
    let mut begin = json!({"v": 1, "lang": "uk", "do": "show", "moves": []});
    for key in ["game", "side", "level"] {
        begin[key] = then[key].clone();
    }
    assert_eq!(visitor.tell("/p/v1/solo", &begin).await["game"], "3x3");
    assert_eq!(visitor.send(Method::GET, "/learn", None).await.status().as_u16(), 200);
    assert_eq!(visitor.send(Method::GET, "/learn/3x3/4", None).await.status().as_u16(), 200);
    let metrics = scrape(&table).await;
    assert!(metrics.value("zerosum_page_answers_total{answer=\"lesson\"}") >= 100.0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_move_is_told_why_as_in_the_chat_and_passes_nothing() {
    let store = FickleStore::new();
    let (table, mut page) = page_with(&store).await;
    page.enter_by_link(&table, table.anna).await;
    for (step, said) in [
        (1, "That does not win in 1 move. Look again."),
        (2, "Then you lose at once. Look again."),
        (4, "That loses. Look again."),
        (6, "Not this one: it is not a fork. Make two threats at once."),
        (10, "Not this one: then it is over sooner. Look again."),
    ] {
        let lesson = lesson(Course::TicTacToe, step);
        let answer = page.tell(&path(lesson, "en"), &wrong(lesson)).await;
        assert_eq!(answer, json!({"v": 1, "is_right": false, "say": said}));
    }
    // Nor is a step passed whose answer was shown.
    let first = lesson(Course::TicTacToe, 1);
    let shown = page.tell(&path(first, "en"), &json!({"v": 1, "show": true})).await;
    assert!(shown["say"].as_str().is_some_and(|say| say.starts_with("💡 Move c1. ")), "{shown}");
    assert_eq!((&shown["is_done"], &shown["course"]["passed"]), (&json!(true), &json!([])));
    assert_eq!(habits(&store, table.anna).await.passed(Course::TicTacToe).count(), 0);
    // A cell that is taken is no try.
    let (status, taken) = page.patiently(&path(first, "uk"), Some(&json!({"v": 1, "at": 0}))).await;
    assert_eq!((status, taken["say"].as_str()), (409, Some("Ця клітинка зайнята.")));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_chat_and_the_page_share_the_progress_of_a_person_and_keep_none_of_others() {
    let store = FickleStore::new();
    let (table, visitor) = page_with(&store).await;
    let (anna, first) = (table.anna, lesson(Course::TicTacToe, 1));
    let mut page = Browser::beside(&table);
    page.enter_by_link(&table, anna).await;
    let list = async |page: &Browser| {
        page.ask("/p/v1/lessons?lang=en").await["courses"][0]["passed"].clone()
    };
    assert_eq!(list(&page).await, json!([]));
    // The word of a browser about a person is not believed.
    let mut claimed = right(first);
    claimed["passed"] = json!([5, 6, 7]);
    let solved = page.tell(&path(first, "en"), &claimed).await;
    assert_eq!(solved["lesson"]["course"]["passed"], json!([1]));
    // Twice is once.
    page.tell(&path(first, "en"), &right(first)).await;
    assert_eq!(list(&page).await, json!([1]));
    let message = table.ask(anna, anna, "/learn 3x3").await;
    assert!(message.text.contains("Step 2 of 10"), "{message:?}");
    let MoveCode(cell) = lesson(Course::TicTacToe, 2).right()[0];
    let solved = table.play(anna, &message, cell.into()).await;
    assert!(solved.text.contains("\n✅ "), "{solved:?}");
    assert_eq!(list(&page).await, json!([1, 2]));
    let heading = page.ask(&path(first, "en")).await["notes"][0].clone();
    assert!(heading.as_str().is_some_and(|heading| heading.ends_with('✅')), "{heading}");
    // Nothing is known of a visitor, and nothing kept of a person who wants that.
    assert_eq!(list(&visitor).await, json!([]));
    let me = table.ask(anna, anna, "/me").await;
    table.toast(&table.press(anna, &me, "✖️ Stop counting")).await;
    let question = table.read(anna).await;
    table.toast(&table.press(anna, &question, "Yes, stop and delete")).await;
    table.changed(&question).await;
    let solved = page.tell(&path(first, "en"), &right(first)).await;
    assert_eq!(
        (&solved["is_right"], &solved["lesson"]["course"]["passed"]),
        (&json!(true), &json!([]))
    );
    assert_eq!(habits(&store, anna).await.passed(Course::TicTacToe).count(), 0);
    // What cannot be stored is not shown as passed.
    let mut other = Browser::beside(&table);
    other.enter_by_link(&table, table.boris).await;
    store.fail_to_write(true);
    let (status, unsaved) = other.patiently(&path(first, "ru"), Some(&right(first))).await;
    assert_eq!((status, &unsaved["error"]), (503, &json!("away")));
    store.fail_to_write(false);
    other.tell(&path(first, "ru"), &right(first)).await;
    assert_eq!(habits(&store, table.boris).await.passed(Course::TicTacToe).count(), 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_steps_and_answers_are_refused() {
    let mut table = Table::without_bot().await;
    let page = Browser::at(&mut table).await;
    let first = path(lesson(Course::TicTacToe, 1), "en");
    let absent = ["3x3/0", "3x3/11", "3x3/01", "chess/1", "3x3", "3x3/1/1", "", "/1", "3x3/-1"];
    for absent in absent {
        let path = format!("/p/v1/lesson/{absent}?lang=en");
        assert_eq!(page.get(&path).await.0, 404, "{absent}");
        assert_eq!(page.post(&path, &json!({"v": 1, "show": true})).await.0, 404, "{absent}");
    }
    assert_eq!(page.get("/p/v1/lessons/3x3").await.0, 404);
    for bad in [
        json!({"v": 1}),
        json!({"v": 2, "at": 1}),
        json!({"v": 1, "at": 2, "show": true}),
        json!({"v": 1, "at": 2, "text": "c1"}),
        json!({"v": 1, "from": 1}),
        json!({"v": 1, "at": -1}),
        json!({"v": 1, "at": 2, "passed": "1"}),
        json!({"v": 1, "at": 2, "passed": [-1]}),
        json!({"v": 1, "at": 2, "passed": [65_536]}),
        json!({"v": 1, "show": "yes"}),
        json!([]),
    ] {
        let (status, answer) = page.patiently(&first, Some(&bad)).await;
        assert_eq!((status, answer["error"].as_str()), (400, Some("malformed")), "{bad}");
    }
    let numbers = json!({"v": 1, "at": 2, "passed": vec![7; 1_000]});
    let solved = page.tell(&first, &numbers).await;
    assert_eq!(solved["lesson"]["course"]["passed"], json!([1, 7]), "{solved}");
    for at in [9, 65_535] {
        let (status, answer) = page.patiently(&first, Some(&json!({"v": 1, "at": at}))).await;
        assert_eq!((status, answer["error"].as_str()), (409, Some("denied")), "{at}");
    }
    let large = json!({"v": 1, "text": "x".repeat(9_000)});
    assert_eq!(page.patiently(&first, Some(&large)).await.0, 413);
    let text = page.send(Method::POST, &first, None).await.status().as_u16();
    assert_eq!(text, 415);
    for (method, path, allowed) in
        [(Method::PUT, first.as_str(), "POST"), (Method::POST, "/p/v1/lessons", "GET, HEAD")]
    {
        let answer = page.send(method, path, Some(&json!({"v": 1}))).await;
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["allow"]),
            (405, &allowed.parse().expect("a header"))
        );
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_a_person_plays_with_another_one_is_not_shown_to_them() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    page.enter_by_link(&table, table.anna).await;
    let asked = lesson(Course::TicTacToe, 4);
    let mut board = table.ask(table.anna, table.group, "/new").await;
    for (ply, code) in asked.moves().iter().enumerate() {
        let user = if ply % 2 == 0 { table.boris } else { table.anna };
        board = table.play(user, &board, code.0.into()).await;
    }
    let path = path(asked, "en");
    for body in [None, Some(&right(asked)), Some(&json!({"v": 1, "show": true}))] {
        let (status, refused) = page.patiently(&path, body).await;
        assert_eq!((status, refused["say"].as_str()), (409, Some(NO_HELP)), "{body:?}");
    }
    // Another step helps no one there, and nothing is known of a visitor.
    page.ask(&self::path(lesson(Course::TicTacToe, 9), "en")).await;
    Browser::beside(&table).ask(&path).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn puzzles_count_for_a_person_as_in_the_chat_and_not_for_a_visitor() {
    let store = FickleStore::new();
    let (table, visitor) = page_with(&store).await;
    let (anna, boris) = (table.anna, table.boris);
    let mut page = Browser::beside(&table);
    page.enter_by_link(&table, anna).await;
    let path = |code: &str| format!("/p/v1/puzzle/{code}?lang=en");
    let right = |PuzzleNumber(number): PuzzleNumber| {
        let puzzle = PUZZLES.puzzle(PuzzleNumber(number)).expect("there is one");
        puzzle.position().move_text(puzzle.right())
    };
    let today = page.ask(&path("today")).await;
    assert!(today["progress"].is_null(), "{today}");
    let code = today["code"].as_str().expect("a word").to_owned();
    let day = Day(code[1..].parse().expect("a day"));
    let number = PUZZLES.daily(day);
    assert_eq!(today["number"], number.0);
    // Under its number it is the same puzzle.
    assert_eq!(page.ask(&path(&format!("p{}", number.0))).await, today);
    let answer = json!({"v": 1, "text": right(number), "wrong": 1});
    let solved = page.tell(&path(&code), &answer).await;
    assert_eq!(solved["say"], "✅ Right, on the second try!");
    let told = "🧩 Puzzles solved: 1, tries: 2. Puzzles of the day in a row: 1 now, 1 at best.";
    assert_eq!(solved["solution"]["progress"], told, "{solved}");
    assert_eq!(
        solved["solution"]["notes"][1], "🔥 1 puzzle of the day: a streak begins.",
        "{solved}"
    );
    // The solution afterwards changes nothing, nor does solving it again.
    let shown = page.tell(&path(&code), &json!({"v": 1, "solution": 0})).await;
    assert_eq!(
        (&shown["progress"], &shown["notes"][1]),
        (&json!(told), &json!("🔥 1 puzzle of the day: a streak begins."))
    );
    let again = page.tell(&path(&code), &answer).await;
    assert_eq!(
        (&again["say"], &again["solution"]["progress"]),
        (&json!("✅ Right!"), &json!(told))
    );
    assert!(table.ask(anna, anna, "/me").await.text.contains(told));
    let tally = habits(&store, anna).await.puzzles().cloned().expect("it is kept");
    assert_eq!((tally.solved(), tally.tries(), tally.streak(day)), (1, 2, 1));
    // A person who looks at the solution first has given the puzzle of the day up.
    let mut other = Browser::beside(&table);
    other.enter_by_link(&table, boris).await;
    other.tell(&path(&code), &json!({"v": 1, "solution": 0})).await;
    let solved = other.tell(&path(&code), &json!({"v": 1, "text": right(number)})).await;
    let told = "🧩 Puzzles solved: 1, tries: 1. Puzzles of the day in a row: 0 now, 0 at best.";
    assert_eq!(solved["solution"]["progress"], told, "{solved}");
    // The browser of a visitor counts alone.
    let solved =
        visitor.tell(&path(&code), &json!({"v": 1, "text": right(number), "wrong": 255})).await;
    assert_eq!(solved["say"], "✅ Right, on try 9 or later!");
    assert!(solved["solution"]["progress"].is_null(), "{solved}");
    let bad = json!({"v": 1, "at": 0, "wrong": 256});
    assert_eq!(visitor.patiently(&path(&code), Some(&bad)).await.0, 400);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn during_maintenance_no_answer_counts_and_a_visitor_goes_on() {
    let store = FickleStore::new();
    let mut table = Table::of_anna(store.shared()).await;
    table.page = Some(([127, 0, 0, 1], 0).into());
    table.restart_bot().await;
    let visitor = Browser::beside(&table);
    visitor.wait_for_bot().await;
    let (anna, boris) = (table.anna, table.boris);
    let mut page = Browser::beside(&table);
    page.enter_by_link(&table, boris).await;
    table.ask(anna, anna, "/maintenance on").await;
    let first = lesson(Course::TicTacToe, 1);
    let solution = json!({"v": 1, "solution": 0});
    for (path, body) in
        [(path(first, "en"), right(first)), ("/p/v1/puzzle/today?lang=en".to_owned(), solution)]
    {
        let (status, refused) = page.patiently(&path, Some(&body)).await;
        let say = refused["say"].as_str().unwrap_or_default();
        assert!(status == 409 && say.starts_with("I am down for maintenance"), "{refused}");
        visitor.tell(&path, &body).await;
        page.ask(&path).await;
    }
    let kept = habits(&store, boris).await;
    assert!(kept.passed(Course::TicTacToe).count() == 0 && kept.puzzles().is_none());
    table.finish().await;
}
