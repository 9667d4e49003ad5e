//! Courses: ten steps for each game, each of them a board and a task that is answered by a tap.
//!
//! The buttons hold the whole state of a step. The store keeps only which steps a person has passed; a step
//! whose answer was shown is not passed. In a group anyone may tap: the step goes on for all, and counts
//! for the person who found the move.

use std::sync::Arc;

use zerosum_games::{Game, MoveCode};
use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::buttons::parts;
use zerosum_render::board::words;
use zerosum_render::study::lessons::{CoursesPage, LessonPage, course_of};
use zerosum_render::tap::lessons::{CourseStep, LessonTap};
use zerosum_render::tap::{Part, Request, Tap};
use zerosum_search::course::{Course, Lesson};
use zerosum_session::Session;
use zerosum_session::people::courses::Passed;

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::fair_play;
use crate::bot::messages::private_notices;
use crate::bot::start::games;
use crate::bot::vocabulary::Takes;

/// Sends all courses, or the one about the named game.
pub(crate) async fn send(context: Context, words: &str) {
    context.acknowledge().await;
    match context.services.vocabulary.read_for(words, Takes::Game) {
        Err(unclear) => games::say_unclear(context, Request::Learn.name(), &unclear).await,
        Ok(said) => {
            let view = match said.wanted.spec {
                Some(spec) => course(&context, course_of(spec.family())).await,
                None => Ok(courses(&context).await),
            };
            reply_if_fair(context, view).await;
        }
    }
}

/// Handles a press of a button of a course.
pub(crate) async fn press(press: &PressContext, tap: LessonTap) -> Handled {
    match tap {
        LessonTap::Courses => press.turn_page(courses(&press.context).await),
        LessonTap::Open(course) => open(press, course),
        LessonTap::Begin(place) => press.turn_page(question(&press.context, place).await?),
        LessonTap::Look { place, part } => look(press, place, part).await,
        LessonTap::Answer { place, code } => answer(press, place, code).await,
        LessonTap::Show(place) => {
            check_fair(&press.context, place).await?;
            press.turn_page(drawn(&press.context, place, |page| page.shown()).await)
        }
    }
}

/// Handles a press of a button of a course whose message is no longer accessible: the page is sent in a new
/// message.
pub(crate) fn press_again(press: &PressContext, tap: LessonTap) -> Handled {
    let place = match tap {
        LessonTap::Open(course) => return open(press, course),
        LessonTap::Courses => None,
        LessonTap::Begin(place)
        | LessonTap::Look { place, .. }
        | LessonTap::Answer { place, .. }
        | LessonTap::Show(place) => Some(place),
    };
    let permit = press.context.background_permit()?;
    let context = press.context_after();
    permit.spawn(async move {
        let view = match place {
            Some(place) => question(&context, place).await,
            None => Ok(courses(&context).await),
        };
        reply_if_fair(context, view).await;
    });
    Ok(labels::Press::Looked.into())
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

/// Sends a course in a new message.
fn open(press: &PressContext, of: Course) -> Handled {
    let permit = press.context.background_permit()?;
    let context = press.context_after();
    permit.spawn(async move {
        let view = course(&context, of).await;
        reply_if_fair(context, view).await;
    });
    Ok(labels::Press::Asked.into())
}

/// Shows the moves in another part of the board.
async fn look(press: &PressContext, place: CourseStep, part: Option<Part>) -> Handled {
    check_fair(&press.context, place).await?;
    let position = lesson_at(&press.context, place).position();
    if part.is_some_and(|part| !parts::is_part(&position, part)) {
        return Err(Denial::NO_SUCH_MOVE.into());
    }
    press.turn_page(drawn(&press.context, place, |page| page.question(part.into())).await)
}

async fn answer(press: &PressContext, place: CourseStep, code: MoveCode) -> Handled {
    let lesson = lesson_at(&press.context, place);
    let position = lesson.position();
    check_fair(&press.context, place).await?;
    if !position.is_legal(code) {
        return Err(Denial::illegal(words::illegal(&position, Some(code))).into());
    }
    if !lesson.is_right(code) {
        return Ok(Answer::new(labels::Press::LessonMissed, Some(LessonPage::wrong(lesson))));
    }
    // A board that shows the answer has no such button, so a tap on it is no solution.
    if !press.offers(Tap::Lesson(LessonTap::Show(place))) {
        return Ok(labels::Press::Looked.into());
    }
    let (from, chat) = (&press.context.from, press.context.at.chat);
    press.context.services.people.note_step(from, chat, place.course, place.step).await?;
    let view = drawn(&press.context, place, |page| page.solved(code)).await;
    press.context.replace(view);
    Ok(labels::Press::LessonPassed.into())
}

/// Refuses a step that would help in a game in play: it reveals what to do at its position.
async fn check_fair(context: &Context, place: CourseStep) -> Result<(), Box<Denial>> {
    let lesson = lesson_at(context, place);
    let session = Session::from_moves(lesson.spec(), lesson.moves());
    fair_play::check_help(context, session.as_slice()).await
}

fn lesson_at(context: &Context, CourseStep { course, step }: CourseStep) -> &Lesson {
    context.services.lessons.lesson(course, step)
}

/// The list of courses for this user.
async fn courses(context: &Context) -> View {
    let services = Arc::clone(&context.services);
    let habits = services.people.habits_of(context.from.user).await;
    let page = CoursesPage { localizer: services.localizer(context.page_language().await) };
    page.view(|course| habits.passed(course))
}

/// The course at the step this user has reached.
async fn course(context: &Context, course: Course) -> Result<View, Box<Denial>> {
    let step = passed(context, course).await.next();
    question(context, CourseStep { course, step }).await
}

/// The board and the task of a step.
async fn question(context: &Context, place: CourseStep) -> Result<View, Box<Denial>> {
    check_fair(context, place).await?;
    Ok(drawn(context, place, |page| page.question(Focus::Suggested)).await)
}

/// Sends a page, or tells why it may not be shown.
async fn reply_if_fair(mut context: Context, view: Result<View, Box<Denial>>) {
    match view {
        Ok(view) => context.reply_page(view).await,
        Err(denial) => private_notices::deny(context, denial).await,
    }
}

async fn passed(context: &Context, course: Course) -> Passed {
    context.services.people.habits_of(context.from.user).await.passed(course)
}

/// Draws the page in the language and look of this user.
async fn drawn(
    context: &Context,
    place: CourseStep,
    draw: impl FnOnce(&LessonPage) -> View,
) -> View {
    let services = Arc::clone(&context.services);
    let lesson = services.lessons.lesson(place.course, place.step);
    let passed = passed(context, place.course).await;
    let look = services.people.look_on(context.at.chat, context.from.user).await;
    let localizer = services.localizer(context.page_language().await);
    let lessons = &services.lessons;
    draw(&LessonPage { lessons, lesson, passed, localizer }).in_look(look, lesson.spec())
}
