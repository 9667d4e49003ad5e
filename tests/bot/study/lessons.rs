//! Courses: worked through by tapping right moves, with wrong, revealed and forged ones in between.

use std::sync::LazyLock;

use zerosum_games::{Game, MoveCode};
use zerosum_playground::views::MessageView;
use zerosum_render::tap::lessons::{CourseStep, LessonTap};
use zerosum_render::tap::{self, Part, Tap};
use zerosum_search::course::{Course, Lesson, Lessons, STEPS, Step};
use zerosum_session::UserId;
use zerosum_session::people::courses::Passed;

use crate::between_people::fairness::NO_HELP;
use crate::study::reviews::lose;
use crate::support::fickle::FickleStore;
use crate::support::harness::Table;

static LESSONS: LazyLock<Lessons> = LazyLock::new(Lessons::read);

/// Taps behind the buttons of a lesson.
fn taps(message: &MessageView) -> Vec<LessonTap> {
    let data = message.keyboard.iter().flatten().filter_map(|button| button.data.as_deref());
    let taps = data.filter_map(|data| match tap::decode(data).expect("it is a button") {
        Tap::Lesson(tap) => Some(tap),
        _ => None,
    });
    taps.collect()
}

fn place(course: Course, step: u8) -> CourseStep {
    CourseStep { course, step: Step::numbered(step).expect("there is such a step") }
}

fn lesson(CourseStep { course, step }: CourseStep) -> &'static Lesson {
    LESSONS.lesson(course, step)
}

fn data(tap: LessonTap) -> String {
    tap::encode(Tap::Lesson(tap))
}

async fn press(table: &Table, user: i64, message: &MessageView, tap: LessonTap) -> String {
    table.toast(&table.press_data(user, message, &data(tap))).await
}

/// A legal move that is not an answer.
fn wrong(lesson: &Lesson) -> MoveCode {
    let mut moves = Vec::new();
    lesson.position().legal_moves(&mut moves);
    moves.into_iter().find(|code| !lesson.is_right(*code)).expect("there is one")
}

/// Returns the lesson with a button for this move, after turning to the part of the board that has it.
async fn reach(
    table: &Table,
    user: i64,
    message: &MessageView,
    (place, code): (CourseStep, MoveCode),
) -> MessageView {
    let wanted = LessonTap::Answer { place, code };
    let mut message = message.clone();
    let MoveCode(number) = code;
    let parts = match place.course {
        Course::TicTacToe | Course::Row | Course::ConnectFour => Vec::new(),
        Course::Ultimate => vec![number / 9],
        Course::Sheep => vec![number / 32],
        // The strategic cell, and the tactical one in it.
        Course::Strategic => vec![number / 81, 9 + number / 9],
    };
    for part in parts {
        let look = LessonTap::Look { place, part: Some(Part(part)) };
        if !taps(&message).contains(&wanted) && taps(&message).contains(&look) {
            assert_eq!(press(table, user, &message, look).await, "");
            message = table.changed(&message).await;
        }
    }
    assert!(taps(&message).contains(&wanted), "{place:?}: {message:?}");
    message
}

async fn passed(store: &FickleStore, user: i64, course: Course) -> Passed {
    let person = store.person(UserId(user.unsigned_abs())).await.expect("the store works");
    person.map(|person| person.habits.passed(course)).unwrap_or_default()
}

async fn table_with(store: &FickleStore) -> Table {
    Table::with_store(store.shared()).await
}

/// Works through a course by its right moves, from the first step to the last, and returns the text of the
/// last message.
async fn walk(table: &Table, user: i64, course: Course, next: &str) -> MessageView {
    let mut message = table.ask(user, user, &format!("/learn {}", game_of(course))).await;
    for step in Step::all() {
        let place = CourseStep { course, step };
        let code = lesson(place).right()[0];
        message = reach(table, user, &message, (place, code)).await;
        assert_eq!(press(table, user, &message, LessonTap::Answer { place, code }).await, "");
        message = table.until(&message, |now| now.text.contains("✅ ")).await;
        let text = lesson(place).position().move_text(code);
        let is_told = message.text.contains("\n✅ ");
        assert!(is_told && message.text.contains(&format!(" {text}. ")), "{message:?}");
        if step != Step::LAST {
            assert_eq!(table.toast(&table.press(user, &message, next)).await, "");
            message = table.changed(&message).await;
        }
    }
    message
}

fn game_of(course: Course) -> &'static str {
    match course {
        Course::TicTacToe => "3x3",
        Course::Row => "8x8x5",
        Course::ConnectFour => "connect-four",
        Course::Ultimate => "ultimate",
        Course::Sheep => "sheep",
        Course::Strategic => "strategic",
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_course_of_tic_tac_toe_is_walked_through_in_three_languages() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    for (user, next, last, all) in [
        (table.anna, "Next ▶️", "🏁 That was the last step. Passed: 10 of 10.", "🎓 All lessons"),
        (table.boris, "Далее ▶️", "🏁 Это был последний шаг. Пройдено: 10 из 10.", "🎓 Все уроки"),
        (table.oksana, "Далі ▶️", "🏁 Це був останній крок. Пройдено: 10 з 10.", "🎓 Усі уроки"),
    ] {
        let message = walk(&table, user, Course::TicTacToe, next).await;
        // Above a board of buttons it is broken into lines.
        assert!(message.text.replace('\n', " ").ends_with(last), "{message:?}");
        assert_eq!(passed(&store, user, Course::TicTacToe).await.count(), u32::from(STEPS));
        assert_eq!(table.toast(&table.press(user, &message, all)).await, "");
        let courses = table.changed(&message).await;
        let labels: Vec<&str> =
            courses.keyboard.iter().flatten().map(|button| button.text.as_str()).collect();
        assert!(labels[0].ends_with(" · 10/10 ✅") && labels[1].ends_with(" · 0/10"), "{labels:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_other_course_is_walked_through_by_its_buttons() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    for course in [Course::Row, Course::Ultimate, Course::Sheep, Course::Strategic] {
        let message = walk(&table, anna, course, "Next ▶️").await;
        assert!(message.text.ends_with("Passed: 10 of 10."), "{message:?}");
        assert_eq!(passed(&store, anna, course).await.count(), u32::from(STEPS));
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_move_is_told_why_and_the_board_stays() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let (anna, course) = (table.anna, Course::TicTacToe);
    let mut message = table.ask(anna, anna, "/learn 3x3").await;
    for (step, toast) in [
        (1, "That does not win in 1 move. Look again."),
        (2, "Then you lose at once. Look again."),
        (4, "That loses. Look again."),
        (6, "Not this one: it is not a fork. Make two threats at once."),
        (10, "Not this one: then it is over sooner. Look again."),
    ] {
        let place = place(course, step);
        while !taps(&message).iter().any(|tap| matches!(tap, LessonTap::Show(at) if *at == place)) {
            assert_eq!(table.toast(&table.press(anna, &message, "💡 Show me")).await, "");
            message = table.changed(&message).await;
            assert!(message.text.contains("\n💡 "), "{message:?}");
            assert_eq!(table.toast(&table.press(anna, &message, "Next ▶️")).await, "");
            message = table.changed(&message).await;
        }
        let code = wrong(lesson(place));
        assert_eq!(press(&table, anna, &message, LessonTap::Answer { place, code }).await, toast);
        assert_eq!(table.now(&message), message);
    }
    // A player who was shown the move has not passed the step.
    assert_eq!(passed(&store, anna, course).await, Passed::default());
    assert_eq!(table.toast(&table.press(anna, &message, "◀️")).await, "");
    let back = table.changed(&message).await;
    assert!(back.text.contains("Step 9 of 10"), "{back:?}");
    assert_eq!(table.toast(&table.press(anna, &back, "⏮")).await, "");
    let first = table.changed(&back).await;
    assert!(first.text.contains("Step 1 of 10"), "{first:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_double_tap_passes_a_step_once_and_a_restart_loses_nothing() {
    let store = FickleStore::new();
    let mut table = table_with(&store).await;
    let anna = table.anna;
    let message = table.ask(anna, anna, "/learn").await;
    assert!(message.text.starts_with("🎓 Lessons"), "{message:?}");
    let at = place(Course::Sheep, 1);
    assert_eq!(press(&table, anna, &message, LessonTap::Begin(at)).await, "");
    let message = table.changed(&message).await;
    table.restart_bot().await;
    let code = lesson(at).right()[0];
    let answer = data(LessonTap::Answer { place: at, code });
    let presses = [(); 2].map(|()| table.press_data(anna, &message, &answer));
    for press in presses {
        assert_eq!(table.toast(&press).await, "");
    }
    let solved = table.until(&message, |now| now.text.contains("\n✅ ")).await;
    assert_eq!(passed(&store, anna, Course::Sheep).await, Passed::default().with(Step::FIRST));
    table.restart_bot().await;
    assert_eq!(table.toast(&table.press(anna, &solved, "Next ▶️")).await, "");
    assert!(table.changed(&solved).await.text.contains("Step 2 of 10"));
    // The course resumes where it was left.
    let again = table.ask(anna, anna, "/learn sheep").await;
    assert!(again.text.contains("Step 2 of 10"), "{again:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_a_step_goes_on_for_all_and_counts_for_the_finder_of_the_move() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let message = table.ask(anna, group, "/learn 3x3").await;
    let at = place(Course::TicTacToe, 1);
    let code = wrong(lesson(at));
    let missed = press(&table, boris, &message, LessonTap::Answer { place: at, code }).await;
    assert_eq!(missed, "Так за 1 ход не выиграть. Подумайте ещё.");
    assert_eq!(table.now(&message), message);
    let code = lesson(at).right()[0];
    assert_eq!(press(&table, boris, &message, LessonTap::Answer { place: at, code }).await, "");
    let solved = table.changed(&message).await;
    assert!(solved.text.contains("\n✅ "), "{solved:?}");
    assert_eq!(passed(&store, boris, Course::TicTacToe).await.count(), 1);
    // Tapping the revealed answer does not count as finding it.
    assert_eq!(press(&table, anna, &solved, LessonTap::Answer { place: at, code }).await, "");
    assert_eq!(table.now(&solved), solved);
    assert_eq!(passed(&store, anna, Course::TicTacToe).await.count(), 0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_course_stands_below_the_picture_of_another_one() {
    let table = Table::new().await;
    let anna = table.anna;
    let message = table.ask(anna, anna, "/learn ultimate").await;
    assert!(message.has_photo);
    assert_eq!(table.toast(&table.press(anna, &message, "🎓 All lessons")).await, "");
    let courses = table.read(anna).await;
    assert!(!courses.has_photo && courses.message_id > message.message_id, "{courses:?}");
    assert_eq!(table.now(&message), message);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_button_of_the_message_says_is_refused() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    let message = table.ask(anna, anna, "/learn 3x3").await;
    let (first, last) = (place(Course::TicTacToe, 1), place(Course::TicTacToe, 10));
    let right = |place| LessonTap::Answer { place, code: lesson(place).right()[0] };
    for forged in [right(last), LessonTap::Begin(last), LessonTap::Show(last)] {
        assert_eq!(
            press(&table, anna, &message, forged).await,
            "This button is out of date. Send /learn instead."
        );
    }
    let game = table.new_game(anna).await;
    assert_eq!(
        press(&table, anna, &game, right(first)).await,
        "This button is out of date. Send /learn instead."
    );
    let taken = lesson(first).moves()[0];
    let taken = LessonTap::Answer { place: first, code: taken };
    assert_eq!(press(&table, anna, &message, taken).await, "This cell is taken.");
    assert_eq!(table.now(&message), message);
    // A button of a step that has been left is out of date.
    assert_eq!(press(&table, anna, &message, right(first)).await, "");
    let solved = table.changed(&message).await;
    assert_eq!(table.toast(&table.press(anna, &solved, "Next ▶️")).await, "");
    let second = table.changed(&solved).await;
    assert_eq!(
        press(&table, anna, &second, right(first)).await,
        "This button is out of date. Send /learn instead."
    );
    // Progress that cannot be stored is not shown.
    store.fail_to_write(true);
    let unsaved = press(&table, anna, &second, right(place(Course::TicTacToe, 2))).await;
    assert!(unsaved.starts_with("I can’t save moves right now"), "{unsaved}");
    assert_eq!(table.now(&second), second);
    store.fail_to_write(false);
    assert_eq!(press(&table, anna, &second, right(place(Course::TicTacToe, 2))).await, "");
    table.changed(&second).await;
    assert_eq!(passed(&store, anna, Course::TicTacToe).await.count(), 2);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_a_person_plays_with_another_one_is_shown_by_no_way() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let (anna, boris) = (table.anna, table.boris);
    let courses = table.ask(anna, anna, "/learn").await;
    let old = table.ask(anna, anna, "/learn 3x3").await;
    let at = place(Course::TicTacToe, 1);
    // The next game has the position of the first step.
    let mut board = table.ask(anna, table.group, "/new").await;
    for (ply, code) in lesson(at).moves().iter().enumerate() {
        let user = if ply % 2 == 0 { boris } else { anna };
        board = table.play(user, &board, code.0.into()).await;
    }
    assert_eq!(table.ask(anna, anna, "/learn 3x3").await.text, NO_HELP);
    let open = LessonTap::Open(Course::TicTacToe);
    assert_eq!(press(&table, anna, &courses, open).await, "");
    assert_eq!(table.read(anna).await.text, NO_HELP);
    assert_eq!(press(&table, anna, &old, LessonTap::Show(at)).await, NO_HELP);
    table.playground.delete_message(anna, old.message_id).expect("it is there");
    assert_eq!(press(&table, anna, &old, LessonTap::Show(at)).await, "");
    assert_eq!(table.read(anna).await.text, NO_HELP);
    // It helps no one who does not play it.
    let theirs = table.ask(table.oksana, table.oksana, "/learn 3x3").await;
    assert!(!theirs.keyboard.is_empty(), "{theirs:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_kept_of_courses_is_told_handed_out_and_deleted() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    for (user, told) in [
        (anna, "which steps of the lessons you have passed"),
        (table.boris, "какие шаги уроков вы прошли"),
        (table.oksana, "які кроки уроків ви пройшли"),
    ] {
        assert!(table.ask(user, user, "/privacy").await.text.contains(told));
    }
    let message = table.ask(anna, anna, "/learn 3x3").await;
    let at = place(Course::TicTacToe, 1);
    let code = lesson(at).right()[0];
    assert_eq!(press(&table, anna, &message, LessonTap::Answer { place: at, code }).await, "");
    table.changed(&message).await;
    let sent = table.ask(anna, anna, "/mydata").await;
    let file = table.playground.look(|all| all.document(sent.chat_id, sent.message_id));
    let file = String::from_utf8(file.expect("a file").content.to_vec()).expect("it is text");
    assert!(file.contains("\"habits\":\"course 3x3 1\""), "{file}");
    let question = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press(anna, &question, "Yes, delete everything")).await;
    table.changed(&question).await;
    assert_eq!(passed(&store, anna, Course::TicTacToe).await, Passed::default());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn for_a_person_who_is_not_counted_nothing_is_kept_and_the_course_goes_on() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    let at = place(Course::TicTacToe, 1);
    let answer = LessonTap::Answer { place: at, code: lesson(at).right()[0] };
    let message = table.ask(anna, anna, "/learn 3x3").await;
    assert_eq!(press(&table, anna, &message, answer).await, "");
    table.changed(&message).await;
    assert_eq!(passed(&store, anna, Course::TicTacToe).await.count(), 1);
    let me = table.ask(anna, anna, "/me").await;
    table.toast(&table.press(anna, &me, "✖️ Stop counting")).await;
    let question = table.read(anna).await;
    table.toast(&table.press(anna, &question, "Yes, stop and delete")).await;
    table.changed(&question).await;
    assert_eq!(passed(&store, anna, Course::TicTacToe).await, Passed::default());
    let message = table.ask(anna, anna, "/learn 3x3").await;
    assert_eq!(press(&table, anna, &message, answer).await, "");
    let solved = table.changed(&message).await;
    assert!(solved.text.contains("\n✅ "), "{solved:?}");
    assert_eq!(passed(&store, anna, Course::TicTacToe).await, Passed::default());
    assert_eq!(table.toast(&table.press(anna, &solved, "Next ▶️")).await, "");
    assert!(table.changed(&solved).await.text.contains("Step 2 of 10"));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_has_lost_finds_the_course_where_they_learn_why() {
    let table = Table::new().await;
    let anna = table.anna;
    let (board, ..) = lose(&table, anna).await;
    assert_eq!(table.toast(&table.press(anna, &board, "❓ Why I lost")).await, "");
    let review = table.read(anna).await;
    assert_eq!(table.toast(&table.press(anna, &review, "🎓 Learn")).await, "");
    let course = table.read(anna).await;
    assert!(course.text.contains("Step 1 of 10"), "{course:?}");
    table.finish().await;
}
