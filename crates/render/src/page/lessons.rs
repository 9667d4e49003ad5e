//! Courses on the page: the list with its steps, a step with its task, and what its answer teaches.

use serde::Serialize;
use zerosum_games::side::BySide;
use zerosum_games::{Game, MoveCode};
use zerosum_search::course::{Course, Lesson, Lessons, Step};
use zerosum_session::Session;
use zerosum_session::choice::Choice;
use zerosum_session::people::courses::Passed;
use zerosum_session::people::habits::Habits;

use crate::board::buttons::focus::Focus;
use crate::board::words;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::page::FORMAT_VERSION;
use crate::page::game::{self, AskedMove, GameView};
use crate::study::lessons::{LessonPage, course_name, step_name};
use crate::view::Audience;

/// The courses of this program.
pub struct Courses(Lessons);

/// A step of a course, for a reader.
#[derive(Clone, Copy)]
pub struct StepPage<'a> {
    lessons: &'a Lessons,
    lesson: &'a Lesson,
    passed: Passed,
}

/// A move that answers a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Right(MoveCode),
    Wrong,
}

/// All courses, with what a person has passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoursesView {
    v: u32,
    say: String,
    courses: Vec<CourseView>,
}

/// A course in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct CourseView {
    name: &'static str,
    title: String,
    /// The names of its steps, in their order.
    steps: Vec<String>,
    /// The numbers of the steps that the reader has passed.
    passed: Vec<u8>,
}

/// A step of a course: its position with the task, or with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LessonView {
    #[serde(flatten)]
    game: GameView,
    course: CourseView,
    step: u8,
    /// The right move is on the board.
    is_done: bool,
    /// The game that is offered at the end of the course.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<ThenView>,
}

/// A game against an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ThenView {
    label: String,
    game: String,
    side: u8,
    level: &'static str,
}

/// The answer to a move: the lesson after a right one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnsweredView {
    v: u32,
    is_right: bool,
    say: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<Box<LessonView>>,
}

impl Courses {
    pub fn read() -> Courses {
        Courses(Lessons::read())
    }

    /// Renders the list with the progress of a person, or without any.
    pub fn list(&self, habits: Option<&Habits>, localizer: Localizer) -> CoursesView {
        let passed = |course| habits.map(|habits| habits.passed(course)).unwrap_or_default();
        let view = |course| course_view(course, passed(course), localizer);
        CoursesView {
            v: FORMAT_VERSION,
            say: localizer.say(Phrase::LessonCourses),
            courses: Course::ALL.map(view).into(),
        }
    }

    /// Returns a step by its names in an address; `None` if there is no such one. Nothing of the course is passed.
    pub fn find(&self, course: &str, step: &str) -> Option<StepPage<'_>> {
        let number = step.parse().ok().filter(|number: &u8| number.to_string() == step)?;
        let lesson = self.0.lesson(Course::from_name(course)?, Step::numbered(number)?);
        Some(StepPage { lessons: &self.0, lesson, passed: Passed::default() })
    }
}

impl StepPage<'_> {
    /// Returns the step for a person with these habits.
    #[must_use]
    pub fn known_to(self, habits: &Habits) -> Self {
        StepPage { passed: habits.passed(self.lesson.course()), ..self }
    }

    /// Returns the step for a reader who has passed steps with these numbers, of which those of no step are ignored.
    #[must_use]
    pub fn after(self, numbers: &[u16]) -> Self {
        let numbers = numbers.iter().filter_map(|number| u8::try_from(*number).ok());
        let passed = numbers.filter_map(Step::numbered).fold(self.passed, Passed::with);
        StepPage { passed, ..self }
    }

    /// Returns the step for a reader who has passed it.
    #[must_use]
    pub fn passed(self) -> Self {
        StepPage { passed: self.passed.with(self.lesson.step()), ..self }
    }

    /// Returns the habits of a person who has passed it; `None` if they had before.
    pub fn passed_in(&self, habits: &Habits) -> Option<Habits> {
        habits.after_step(self.lesson.course(), self.lesson.step())
    }

    /// The position before its answer.
    pub fn position(&self) -> Session {
        Session::from_moves(self.lesson.spec(), self.lesson.moves())
            .expect("the moves of a lesson are legal")
    }

    /// Renders the position and the task.
    pub fn question(&self, localizer: Localizer) -> LessonView {
        let page = self.page(localizer);
        self.view(None, page.task(), localizer)
    }

    /// Judges a move, or returns the sentence by which it is refused.
    pub fn answer(&self, asked: AskedMove, localizer: Localizer) -> Result<Answer, String> {
        let session = self.position();
        let code = game::move_asked(&session, asked, localizer)?;
        match session.position().is_legal(code) {
            true if self.lesson.is_right(code) => Ok(Answer::Right(code)),
            true => Ok(Answer::Wrong),
            false => Err(localizer.say(words::illegal(session.position(), Some(code)))),
        }
    }

    /// Renders the answer to a right move.
    pub fn right(&self, code: MoveCode, localizer: Localizer) -> AnsweredView {
        let say = self.page(localizer).found(code);
        let lesson = self.view(Some(code), say.clone(), localizer);
        AnsweredView { v: FORMAT_VERSION, is_right: true, say, lesson: Some(Box::new(lesson)) }
    }

    /// Renders the answer to any other move.
    pub fn wrong(&self, localizer: Localizer) -> AnsweredView {
        let say = localizer.say(LessonPage::wrong(self.lesson));
        AnsweredView { v: FORMAT_VERSION, is_right: false, say, lesson: None }
    }

    /// Renders the right moves, the first of which is made on the board.
    pub fn shown(&self, localizer: Localizer) -> LessonView {
        let say = self.page(localizer).answers();
        self.view(Some(self.lesson.right()[0]), say, localizer)
    }

    fn view(&self, done: Option<MoveCode>, say: String, localizer: Localizer) -> LessonView {
        let page = self.page(localizer);
        let session = page.after(done);
        let (focus, audience) = (Focus::Suggested, Audience::Owner);
        let renderer = BoardRenderer::new(&session, focus, audience, localizer);
        let (is_done, is_last) = (done.is_some(), self.lesson.step() == Step::LAST);
        let notes = [Some(page.heading()), page.end().filter(|_| is_done)];
        let latest = renderer.game().latest(&renderer).filter(|_| !is_done);
        let notes = notes.into_iter().flatten().chain(latest).collect();
        let anybody = || localizer.say(Phrase::Somebody);
        let names = BySide { first: anybody(), second: anybody() };
        let game = GameView::of(&renderer, !is_done, names, Vec::new());
        let course = self.lesson.course();
        LessonView {
            game: game.told(say, notes),
            course: course_view(course, self.passed, localizer),
            step: self.lesson.step().number(),
            is_done,
            then: (is_done && is_last).then(|| then_view(page.game())),
        }
    }

    fn page<'a>(&'a self, localizer: Localizer<'a>) -> LessonPage<'a> {
        let StepPage { lessons, lesson, passed } = *self;
        LessonPage { lessons, lesson, passed, localizer }
    }
}

fn course_view(course: Course, passed: Passed, localizer: Localizer) -> CourseView {
    let passed = Step::all().filter(|step| passed.has(*step));
    CourseView {
        name: course.name(),
        title: course_name(course, localizer),
        steps: Step::all().map(|step| step_name(step, localizer)).collect(),
        passed: passed.map(Step::number).collect(),
    }
}

fn then_view((label, Choice { spec, side, level }): (String, Choice)) -> ThenView {
    ThenView { label, game: spec.name(), side: side.number(), level: level.name() }
}
