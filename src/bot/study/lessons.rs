//! Courses: ten steps for each game, each of them a board and a task that is answered by a tap.
//!
//! The buttons hold the whole state of a step. The store keeps only which steps a person has passed; a step
//! whose answer was shown is not passed. In a group anyone may tap: the step goes on for all, and counts
//! for the person who found the move.

use std::sync::Arc;

use zerosum_games::{Game, MoveCode};
use zerosum_search::course::{Course, Lesson};

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::start::games;
use crate::bot::vocabulary::Takes;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::View;
use crate::render::board::focus::{self, Focus};
use crate::render::board::words;
use crate::render::study::lessons::{CoursesPage, LessonPage, course_of};
use crate::render::tap::lessons::{LessonTap, Place};
use crate::render::tap::{Part, Request, Tap};
use crate::session::people::courses::Passed;

/// Sends all courses, or the one about the named game.
pub(crate) async fn send(mut context: Context, words: &str) {
    context.acknowledge();
    match context.services.vocabulary.read_for(words, Takes::Game) {
        Err(unclear) => games::say_unclear(context, Request::Learn.name(), &unclear).await,
        Ok(said) => {
            let view = match said.wanted.spec {
                Some(spec) => course(&context, course_of(spec.family())).await,
                None => courses(&context).await,
            };
            context.reply_page(view).await;
        }
    }
}

/// Handles a press of a button of a course.
pub(crate) async fn press(press: PressContext, tap: LessonTap) -> Answered {
    match tap {
        LessonTap::Courses => {
            let view = courses(&press.context).await;
            turn(press, view).await
        }
        LessonTap::Open(course) => open(press, course).await,
        LessonTap::Begin(place) => {
            let view = drawn(&press.context, place, |page| page.question(Focus::Suggested)).await;
            turn(press, view).await
        }
        LessonTap::Look { place, part } => look(press, place, part).await,
        LessonTap::Answer { place, code } => answer(press, place, code).await,
        LessonTap::Show(place) => {
            let view = drawn(&press.context, place, |page| page.shown()).await;
            turn(press, view).await
        }
    }
}

/// Handles a press of a button of a course whose message is no longer accessible: the page is sent in a new
/// message.
pub(crate) async fn press_again(press: PressContext, tap: LessonTap) -> Answered {
    let place = match tap {
        LessonTap::Open(course) => return open(press, course).await,
        LessonTap::Courses => None,
        LessonTap::Begin(place)
        | LessonTap::Look { place, .. }
        | LessonTap::Answer { place, .. }
        | LessonTap::Show(place) => Some(place),
    };
    let Some(permit) = press.context.background_permit() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let mut context = press.context_after();
    permit.spawn(async move {
        let view = match place {
            Some(place) => drawn(&context, place, |page| page.question(Focus::Suggested)).await,
            None => courses(&context).await,
        };
        context.reply_page(view).await;
    });
    press.answer(labels::Press::Looked, None).await
}

/// Returns whether the press does more than show something.
pub(crate) fn changes_something(tap: LessonTap) -> bool {
    match tap {
        LessonTap::Answer { .. } => true,
        LessonTap::Courses | LessonTap::Open(_) | LessonTap::Begin(_) => false,
        LessonTap::Look { .. } | LessonTap::Show(_) => false,
    }
}

/// Returns whether the press counts from any message: it changes no message.
pub(crate) fn is_of_any_message(tap: LessonTap) -> bool {
    match tap {
        LessonTap::Open(_) => true,
        LessonTap::Courses | LessonTap::Begin(_) | LessonTap::Look { .. } => false,
        LessonTap::Answer { .. } | LessonTap::Show(_) => false,
    }
}

async fn turn(press: PressContext, view: View) -> Answered {
    press.context.replace(view);
    press.answer(labels::Press::Looked, None).await
}

/// Sends a course in a new message.
async fn open(press: PressContext, of: Course) -> Answered {
    let Some(permit) = press.context.background_permit() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let mut context = press.context_after();
    permit.spawn(async move {
        let view = course(&context, of).await;
        context.reply_page(view).await;
    });
    press.answer(labels::Press::Asked, None).await
}

/// Shows the moves in another part of the board.
async fn look(press: PressContext, place: Place, part: Option<Part>) -> Answered {
    let position = lesson_at(&press.context, place).position();
    if part.is_some_and(|part| !focus::is_part(&position, part)) {
        return press.answer(labels::Press::Illegal, Some(Phrase::NoSuchMove)).await;
    }
    let view = drawn(&press.context, place, |page| page.question(part.into())).await;
    turn(press, view).await
}

async fn answer(press: PressContext, place: Place, code: MoveCode) -> Answered {
    let lesson = lesson_at(&press.context, place);
    let position = lesson.position();
    if !position.is_legal(code) {
        let reason = words::illegal(&position, Some(code));
        return press.answer(labels::Press::Illegal, Some(reason)).await;
    }
    if !lesson.is_right(code) {
        let reason = LessonPage::wrong(lesson);
        return press.answer(labels::Press::LessonMissed, Some(reason)).await;
    }
    // A board that shows the answer has no such button, so a tap on it is no solution.
    if !press.offers(Tap::Lesson(LessonTap::Show(place))) {
        return press.answer(labels::Press::Looked, None).await;
    }
    let (from, chat) = (&press.context.from, press.context.at.chat);
    let people = &press.context.services.people;
    if let Err(error) = people.note_step(from, chat, place.course, place.step).await {
        log::error!("person {}: a step of a course is not noted: {error}", from.user.0);
        return press.answer(labels::Press::Failed, Some(Phrase::StoreAway)).await;
    }
    let view = drawn(&press.context, place, |page| page.solved(code)).await;
    press.context.replace(view);
    press.answer(labels::Press::LessonPassed, None).await
}

fn lesson_at(context: &Context, Place { course, step }: Place) -> &Lesson {
    context.services.lessons.lesson(course, step)
}

/// The list of courses for this user.
async fn courses(context: &Context) -> View {
    let services = Arc::clone(&context.services);
    let habits = services.people.habits_of(context.from.user).await;
    let locales = &*services.locales;
    let page = CoursesPage { locales, language: context.page_language().await };
    page.view(|course| habits.passed(course))
}

/// The course at the step this user has reached.
async fn course(context: &Context, course: Course) -> View {
    let step = passed(context, course).await.next();
    drawn(context, Place { course, step }, |page| page.question(Focus::Suggested)).await
}

async fn passed(context: &Context, course: Course) -> Passed {
    context.services.people.habits_of(context.from.user).await.passed(course)
}

/// Draws the page in the language and theme of this user.
async fn drawn(context: &Context, place: Place, draw: impl FnOnce(&LessonPage) -> View) -> View {
    let services = Arc::clone(&context.services);
    let lesson = services.lessons.lesson(place.course, place.step);
    let passed = passed(context, place.course).await;
    let theme = services.people.theme_of(context.from.user).await;
    let (lessons, locales, language) =
        (&services.lessons, &*services.locales, context.page_language().await);
    draw(&LessonPage { lessons, lesson, passed, locales, language }).in_theme(theme)
}
