//! Courses on the page: every step in every language has its task, and exactly the right moves answer it.

use serde::Serialize;
use serde_json::{Value, json};
use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_render::locales::Locales;
use zerosum_render::locales::lessons::{LessonPart, LessonText};
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::game::AskedMove;
use zerosum_render::page::lessons::{Answer, Courses, StepPage};
use zerosum_search::course::{Course, Lesson, Lessons, STEPS, Step};
use zerosum_session::choice::Level;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;

fn in_english(locales: &Locales) -> Localizer<'_> {
    locales.localizer(Language::English)
}

fn written(view: &impl Serialize) -> Value {
    serde_json::to_value(view).expect("it can be written")
}

fn page<'a>(courses: &'a Courses, lesson: &Lesson) -> StepPage<'a> {
    let step = lesson.step().number().to_string();
    courses.find(lesson.course().name(), &step).expect("it is a step")
}

#[test]
fn every_step_asks_its_task_and_says_what_it_teaches_in_every_language() {
    let (courses, locales, lessons) = (Courses::read(), Locales::load(), Lessons::read());
    for lesson in lessons.all() {
        let (page, (course, step)) = (page(&courses, lesson), (lesson.course(), lesson.step()));
        for language in Language::ALL {
            let localizer = locales.localizer(language);
            let text = |part| {
                let (course, step) = (course.name(), step.number());
                locales.lesson(language, LessonText { course, step, part })
            };
            let question = written(&page.question(localizer));
            assert_eq!(question["say"], text(LessonPart::Task));
            assert_eq!((&question["is_done"], &question["then"]), (&json!(false), &Value::Null));
            assert_eq!(question["course"]["passed"], json!([]));
            let right = lesson.right()[0];
            let solved = written(&page.passed().right(right, localizer));
            let found = &lesson.position().move_text(right);
            let found = locales.say(language, Phrase::LessonMove { text: found });
            let said = format!("✅ {found}. {}", text(LessonPart::Said));
            assert_eq!((&solved["is_right"], &solved["say"]), (&json!(true), &json!(said)));
            let shown = &solved["lesson"];
            assert_eq!((&shown["say"], &shown["is_done"]), (&json!(said), &json!(true)));
            assert_eq!(shown["course"]["passed"], json!([step.number()]));
            assert!(shown["legal"].as_str().is_some_and(|legal| !legal.contains('1')), "{shown}");
            assert!(shown["pairs"].is_null() && shown["next_mark"].is_null(), "{shown}");
            // A game is offered at the end, at its lowest level.
            let level = (step == Step::LAST).then(|| Level::floor_of(lesson.spec()).name());
            assert_eq!(shown["then"]["level"].as_str(), level, "{shown}");
            let all = written(&page.shown(localizer));
            let texts = lesson.right().iter().map(|code| lesson.position().move_text(*code));
            let moves = &texts.collect::<Vec<String>>().join(", ");
            let named = locales.say(
                language,
                match lesson.right().len() {
                    1 => Phrase::LessonMove { text: moves },
                    _ => Phrase::LessonMoves { moves },
                },
            );
            assert_eq!(all["say"], format!("💡 {named}. {}", text(LessonPart::Said)));
            assert_eq!((&all["scene"], &all["then"]), (&shown["scene"], &shown["then"]));
        }
    }
}

#[test]
fn of_all_moves_the_right_ones_answer_a_step_and_no_others() {
    let (courses, locales, lessons) = (Courses::read(), Locales::load(), Lessons::read());
    for lesson in lessons.all() {
        let (page, position) = (page(&courses, lesson), lesson.position());
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for code in moves {
            let text = position.move_text(code);
            let answer = page.answer(AskedMove::Text(&text), in_english(&locales));
            let expected = match lesson.right().contains(&code) {
                true => Answer::Right(code),
                false => Answer::Wrong,
            };
            assert_eq!(answer, Ok(expected), "{lesson}: {text}");
        }
        let wrong = written(&page.wrong(in_english(&locales)));
        assert!(wrong["is_right"] == false && wrong["lesson"].is_null(), "{wrong}");
        // Cells that are taken or are none, and words that name none.
        for asked in [AskedMove::At(u16::MAX), AskedMove::Between(0, 0), AskedMove::Text("?")] {
            assert!(page.answer(asked, in_english(&locales)).is_err(), "{lesson}: {asked:?}");
        }
    }
}

#[test]
fn progress_is_that_of_the_person_or_what_the_browser_tells() {
    let (courses, locales, lessons) = (Courses::read(), Locales::load(), Lessons::read());
    let last = page(&courses, lessons.lesson(Course::Sheep, Step::LAST));
    let right = lessons.lesson(Course::Sheep, Step::LAST).right()[0];
    let notes = |page: StepPage| {
        let solved = written(&page.right(right, in_english(&locales)));
        (solved["lesson"]["course"]["passed"].clone(), solved["lesson"]["notes"].clone())
    };
    let steps = u16::from(STEPS);
    let (passed, told) = notes(last.after(&[1, 2, 2, 0, steps + 1, u16::MAX]).passed());
    assert_eq!(passed, json!([1, 2, STEPS]));
    assert_eq!(told[1], "🏁 That was the last step. Passed: 3 of 10.");
    let habits = Habits::default().with_step(Course::Sheep, Step::FIRST);
    let (passed, told) = notes(last.known_to(&habits));
    assert_eq!(
        (passed, &told[1]),
        (json!([1]), &json!("🏁 That was the last step. Passed: 1 of 10."))
    );
    let (passed, told) = notes(last.known_to(&Habits::default()));
    assert_eq!((passed, told.as_array().map(Vec::len)), (json!([]), Some(1)), "nothing is kept");
    let after = last.passed_in(&habits).expect("it is new");
    assert!(after.passed(Course::Sheep).has(Step::LAST) && last.passed_in(&after).is_none());
    let list = written(&courses.list(Some(&habits), in_english(&locales)));
    let courses_told = list["courses"].as_array().expect("a list");
    assert_eq!(courses_told.len(), Course::ALL.len());
    for (course, told) in Course::ALL.into_iter().zip(courses_told) {
        let passed = if course == Course::Sheep { json!([1]) } else { json!([]) };
        assert_eq!((&told["name"], &told["passed"]), (&json!(course.name()), &passed));
        assert_eq!(told["steps"].as_array().map(Vec::len), Some(STEPS.into()));
    }
    assert_eq!(list["courses"][0]["steps"][2], "Step 3 of 10");
}

#[test]
fn what_names_no_step_is_not_found() {
    let courses = Courses::read();
    for (course, step) in [
        ("3x3", "0"),
        ("3x3", "11"),
        ("3x3", "01"),
        ("3x3", "+1"),
        ("3x3", ""),
        ("3X3", "1"),
        ("", "1"),
    ] {
        assert!(courses.find(course, step).is_none(), "{course:?} {step:?}");
    }
    assert!(courses.find("3x3", "1").is_some());
}

#[test]
fn the_game_at_the_end_of_a_course_is_one_of_the_page() {
    let (courses, locales, lessons) = (Courses::read(), Locales::load(), Lessons::read());
    for course in Course::ALL {
        let lesson = lessons.lesson(course, Step::LAST);
        let shown = written(&page(&courses, lesson).shown(in_english(&locales)));
        let spec = shown["then"]["game"].as_str().and_then(GameSpec::from_name);
        assert_eq!(spec, Some(lesson.spec()), "{shown}");
        assert!(matches!(shown["then"]["side"].as_u64(), Some(1 | 2)), "{shown}");
        assert_eq!(shown["then"]["label"], "▶️ Play it now");
    }
}
