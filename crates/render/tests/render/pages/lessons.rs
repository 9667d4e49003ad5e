//! Pages of lessons: every step of every course has texts in every language, and can be answered by its
//! buttons.

use std::collections::{BTreeSet, HashSet};

use zerosum_games::family::Family;
use zerosum_games::{Game, MoveCode};
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::locales::lessons::source_of;
use zerosum_render::locales::lessons::{LessonPart, LessonText};
use zerosum_render::study::lessons::{CoursesPage, LessonPage, course_of};
use zerosum_render::tap::lessons::{CourseStep, LessonTap};
use zerosum_render::tap::{self, Request, Tap};
use zerosum_render::{CAPTION_UNITS_MAX, View};
use zerosum_search::course::{Course, Lessons, STEPS, Step};
use zerosum_session::language::Language;
use zerosum_session::people::courses::Passed;

use crate::support::source_texts;

/// A task is read at a glance, and its explanation in some seconds.
const TASK_CHARS_MAX: usize = 120;
const SAID_CHARS_MAX: usize = 260;

/// With more lines or rows, a picture and its buttons no longer fit on the screen together.
const LINES_BESIDE_PICTURE_MAX: usize = 3;
const ROWS_BESIDE_PICTURE_MAX: usize = 6;

const PARTS: [LessonPart; 2] = [LessonPart::Task, LessonPart::Said];

/// Texts of a language in its source file.
fn texts(language: Language) -> Vec<(String, String)> {
    source_texts::texts(source_of(language))
}

#[test]
fn every_language_has_both_texts_of_every_lesson_once_and_no_others() {
    let lessons = Lessons::read();
    let ids = lessons.all().iter().flat_map(|lesson| {
        let (course, step) = (lesson.course().name(), lesson.step().number());
        PARTS.map(|part| LessonText { course, step, part }.id())
    });
    let ids: BTreeSet<String> = ids.collect();
    for language in Language::ALL {
        let found: Vec<String> = texts(language).into_iter().map(|(id, _)| id).collect();
        assert_eq!(found.len(), ids.len(), "{language:?}");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), ids, "{language:?}");
    }
}

#[test]
fn a_text_is_a_few_whole_sentences_and_in_its_own_language() {
    let english: HashSet<String> =
        texts(Language::English).into_iter().map(|text| text.1).collect();
    for language in Language::ALL {
        let mut seen = HashSet::new();
        for (id, text) in texts(language) {
            let max = if id.ends_with("-task") { TASK_CHARS_MAX } else { SAID_CHARS_MAX };
            assert!(text.chars().count() <= max, "{} in {id}: {text}", text.chars().count());
            assert!(text.ends_with(['.', '?']) && text.trim() == text, "{text:?}");
            assert!(!text.contains("  ") && !text.contains(['\u{a0}', '\u{feff}', '\u{200d}']));
            assert_eq!(english.contains(&text), language == Language::English, "{text}");
            assert!(seen.insert(text.clone()), "twice: {text}");
        }
    }
}

#[test]
fn a_task_names_the_side_to_move() {
    let (lessons, locales) = (Lessons::read(), Locales::load());
    for lesson in lessons.all() {
        let (course, step) = (lesson.course().name(), lesson.step().number());
        let [first, second] = match lesson.course() {
            Course::Sheep => ["🐑", "🐺"],
            Course::ConnectFour => ["🔴", "🟡"],
            _ => ["❌", "⭕"],
        };
        for language in Language::ALL {
            let text =
                locales.lesson(language, LessonText { course, step, part: LessonPart::Task });
            let of_first = text.find(first).unwrap_or(usize::MAX);
            let of_second = text.find(second).unwrap_or(usize::MAX);
            let is_first = lesson.moves().len() % 2 == 0;
            assert_eq!(of_first < of_second, is_first, "{lesson}: {text}");
        }
    }
}

fn each(check: impl Fn(&LessonPage)) {
    let (lessons, locales) = (&Lessons::read(), &Locales::load());
    for lesson in lessons.all() {
        for language in Language::ALL {
            let passed = Passed::default().with(Step::LAST);
            check(&LessonPage { lessons, lesson, passed, localizer: locales.localizer(language) });
        }
    }
}

fn taps(view: &View) -> Vec<LessonTap> {
    let taps = view.keyboard.iter().flatten().filter_map(|button| match button.tap {
        Tap::Lesson(tap) => Some(tap),
        _ => None,
    });
    taps.collect()
}

fn answers(view: &View) -> Vec<MoveCode> {
    let codes = taps(view).into_iter().filter_map(|tap| match tap {
        LessonTap::Answer { code, .. } => Some(code),
        _ => None,
    });
    codes.collect()
}

#[test]
fn every_right_move_of_every_lesson_is_reached_in_three_taps() {
    each(|page| {
        let mut views = vec![page.question(Focus::Suggested), page.question(Focus::Parts)];
        let mut found: HashSet<MoveCode> = HashSet::new();
        for _ in 0..3 {
            let mut next = Vec::new();
            for view in &views {
                found.extend(answers(view));
                for tap in taps(view) {
                    if let LessonTap::Look { part: Some(part), .. } = tap {
                        next.push(page.question(Focus::On(part)));
                    }
                }
            }
            if page.lesson.right().iter().all(|code| found.contains(code)) {
                return;
            }
            views = next;
        }
        panic!("{}", page.lesson);
    });
}

#[test]
fn what_is_shown_fits_and_leads_on_and_back() {
    each(|page| {
        let position = page.lesson.position();
        let right = page.lesson.right()[0];
        let (course, step) = (page.lesson.course(), page.lesson.step());
        let to = |step| LessonTap::Begin(CourseStep { course, step });
        for (view, is_done) in [
            (page.question(Focus::Suggested), false),
            (page.solved(right), true),
            (page.shown(), true),
        ] {
            let data: Vec<String> =
                view.keyboard.iter().flatten().map(|button| tap::encode(button.tap)).collect();
            assert!(data.iter().all(|data| data.len() <= tap::TAP_BYTES_MAX));
            if view.picture.is_some() {
                assert!(view.text.encode_utf16().count() <= CAPTION_UNITS_MAX, "{}", view.text);
                assert!(view.text.lines().count() <= LINES_BESIDE_PICTURE_MAX, "{}", view.text);
                assert!(view.keyboard.len() <= ROWS_BESIDE_PICTURE_MAX, "{}", page.lesson);
            }
            let taps = taps(&view);
            // No text can replace a picture, so a page with a picture leads to a new message.
            let way = match view.picture.is_some() {
                true => Tap::Ask(Request::Learn),
                false => Tap::Lesson(LessonTap::Courses),
            };
            assert!(data.contains(&tap::encode(way)));
            let next = step.next().map(to);
            assert!(next.is_none_or(|next| taps.contains(&next) == is_done), "{taps:?}");
            for back in [step.previous(), step.previous().map(|_| Step::FIRST)] {
                assert!(back.map(to).is_none_or(|back| taps.contains(&back)), "{taps:?}");
            }
            let says_right = view.text.contains(&position.move_text(right));
            assert!(says_right || !is_done, "{}", view.text);
        }
    });
}

#[test]
fn all_courses_are_offered_with_the_progress_of_their_user() {
    let locales = Locales::load();
    let all = Step::all().fold(Passed::default(), Passed::with);
    let passed_in = |course| match course {
        Course::TicTacToe => all,
        Course::Row => Passed::default().with(Step::FIRST),
        Course::ConnectFour | Course::Ultimate | Course::Sheep | Course::Strategic => {
            Passed::default()
        }
    };
    for language in Language::ALL {
        let view = CoursesPage { localizer: locales.localizer(language) }.view(passed_in);
        let labels: Vec<String> =
            view.keyboard.iter().flatten().map(|button| button.label.clone()).collect();
        assert!(labels[0].ends_with(&format!(" · {STEPS}/{STEPS} ✅")), "{labels:?}");
        assert!(labels[1].ends_with(" · 1/10") && labels[2].ends_with(" · 0/10"), "{labels:?}");
        let steps = taps(&view).into_iter().map(|tap| match tap {
            LessonTap::Begin(CourseStep { course, step }) => (course, step.number()),
            tap => panic!("{tap:?}"),
        });
        let expected = Course::ALL.map(|course| (course, 1 + u8::from(course == Course::Row)));
        assert_eq!(steps.collect::<Vec<_>>(), expected);
    }
    let courses: HashSet<Course> = Family::ALL.iter().map(|family| course_of(*family)).collect();
    assert_eq!(courses.len(), Course::ALL.len());
}
