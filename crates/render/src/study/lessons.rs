//! Courses: the list with the user's progress, a step with its board and task, and its lesson.

use zerosum_games::family::Family;
use zerosum_games::{Game, MoveCode};
use zerosum_search::course::{Claim, Course, Lesson, Lessons, STEPS, Step};
use zerosum_search::level::Level;
use zerosum_session::Session;
use zerosum_session::choice::Choice;
use zerosum_session::people::courses::Passed;

use crate::board::buttons::focus::Focus;
use crate::board::titles;
use crate::games;
use crate::locales::lessons::{LessonPart, LessonText};
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::study::exercise::{Exercise, Touch};
use crate::tap::lessons::{CourseStep, LessonTap};
use crate::tap::{Request, Tap};
use crate::view::{Button, View};

/// Separator between parts of a line.
const BESIDE: &str = "  ·  ";

/// Sign before a passed step, and before a right answer.
const DONE: &str = "✅";

/// Sign before moves that are shown on request.
const SHOWN: &str = "💡";

/// Returns the course on the games of a family.
pub fn course_of(family: Family) -> Course {
    match family {
        Family::TicTacToe => Course::TicTacToe,
        Family::Mnk => Course::Row,
        Family::ConnectFour => Course::ConnectFour,
        Family::Ultimate => Course::Ultimate,
        Family::Strategic => Course::Strategic,
        Family::Sheep => Course::Sheep,
    }
}

/// Returns the button that opens a course in a new message.
pub(crate) fn button(course: Course, localizer: Localizer) -> Button {
    let label = localizer.say(Phrase::AskLearn);
    Button { label, tap: Tap::Lesson(LessonTap::Open(course)) }
}

/// List of all courses, each with the user's progress.
#[derive(Clone, Copy)]
pub struct CoursesPage<'a> {
    pub localizer: Localizer<'a>,
}

impl CoursesPage<'_> {
    pub fn view(&self, passed_in: impl Fn(Course) -> Passed) -> View {
        let button = |course: Course| {
            let passed = passed_in(course);
            let name = course_name(course, self.localizer);
            let done = if passed.count() == u32::from(STEPS) { DONE } else { "" };
            let label = format!("{name} · {}/{STEPS} {done}", passed.count());
            let place = CourseStep { course, step: passed.next() };
            let tap = Tap::Lesson(LessonTap::Begin(place));
            vec![Button { label: label.trim_end().to_owned(), tap }]
        };
        View {
            text: self.localizer.say(Phrase::LessonCourses),
            keyboard: Course::ALL.map(button).to_vec(),
            picture: None,
        }
    }
}

/// Returns the name of a course on a button: that of its game.
pub(crate) fn course_name(course: Course, localizer: Localizer) -> String {
    let family = match course {
        Course::TicTacToe => Family::TicTacToe,
        Course::Row => return localizer.say(Phrase::CourseRow),
        Course::ConnectFour => Family::ConnectFour,
        Course::Ultimate => Family::Ultimate,
        Course::Sheep => Family::Sheep,
        Course::Strategic => Family::Strategic,
    };
    titles::family(family, localizer)
}

/// Returns the name of a step: its number among all.
pub(crate) fn step_name(step: Step, localizer: Localizer) -> String {
    let (step, steps) = (step.number().into(), STEPS.into());
    localizer.say(Phrase::LessonStep { step, steps })
}

/// A step of a course, as a user sees it.
#[derive(Clone, Copy)]
pub struct LessonPage<'a> {
    pub lessons: &'a Lessons,
    pub lesson: &'a Lesson,
    /// Steps of the course that the user has passed.
    pub passed: Passed,
    pub localizer: Localizer<'a>,
}

impl LessonPage<'_> {
    /// Renders the board and the task.
    pub fn question(&self, focus: Focus) -> View {
        let session = self.after(None);
        let exercise = self.exercise(&session, focus);
        let mut lines = vec![self.heading(), exercise.narrow(self.task(), false)];
        // There is no room for more lines between a picture and its buttons.
        let told = if games::of(session.position()).has_picture() { 1 } else { usize::MAX };
        lines.extend(exercise.turn().into_iter().take(told));
        let place = self.place();
        let mut view = exercise.view(&lines, |touch| {
            Some(Tap::Lesson(match touch {
                Touch::Move(code) => LessonTap::Answer { place, code },
                Touch::Part(part) => LessonTap::Look { place, part },
            }))
        });
        let mut steps = self.back();
        steps.push(self.button(Phrase::LessonShow, LessonTap::Show(place)));
        view.keyboard.extend([steps, vec![self.courses()]]);
        view
    }

    /// Renders the board after this right move, with the lesson.
    pub fn solved(&self, code: MoveCode) -> View {
        self.done(code, self.found(code), LessonTap::Answer { place: self.place(), code })
    }

    /// Renders the right moves, the first of which is made on the board.
    pub fn shown(&self) -> View {
        self.done(self.lesson.right()[0], self.answers(), LessonTap::Show(self.place()))
    }

    /// Returns the reason why a move is not right.
    pub fn wrong(lesson: &Lesson) -> Phrase<'static> {
        match lesson.claim() {
            Claim::Win { moves } | Claim::Fastest { moves } => {
                Phrase::PuzzleNoWin { moves: moves.into() }
            }
            Claim::Keep => Phrase::LessonGivesAway,
            Claim::Hold => Phrase::PuzzleLoses,
            Claim::Block { moves: 1 } => Phrase::PuzzleLosesAtOnce,
            Claim::Block { .. } => Phrase::LessonTooLate,
            Claim::Fork => Phrase::LessonNoFork,
            Claim::Longest => Phrase::LessonSooner,
            Claim::Take | Claim::TakeField => Phrase::LessonTakesNothing,
            Claim::Guard => Phrase::LessonLetsTake,
            Claim::Prepare => Phrase::LessonNotReady,
            Claim::Send { .. } | Claim::SendTo { .. } => Phrase::LessonElsewhere,
            Claim::Free => Phrase::LessonBinds,
            Claim::Bind => Phrase::LessonFrees,
        }
    }

    /// Says that this right move was found, and what it teaches.
    pub(crate) fn found(&self, code: MoveCode) -> String {
        self.told(DONE, &[code])
    }

    /// Gives the right moves, and what they teach.
    pub(crate) fn answers(&self) -> String {
        self.told(SHOWN, self.lesson.right())
    }

    /// Line at the end of the course; `None` at other steps, and for users without stored progress.
    pub(crate) fn end(&self) -> Option<String> {
        let passed = self.passed.count();
        let is_told = self.lesson.step() == Step::LAST && passed > 0;
        is_told.then(|| self.localizer.say(Phrase::LessonLast { passed, steps: STEPS.into() }))
    }

    fn told(&self, sign: &str, codes: &[MoveCode]) -> String {
        let position = self.lesson.position();
        let texts: Vec<String> = codes.iter().map(|code| position.move_text(*code)).collect();
        let moves = &texts.join(", ");
        let named = self.localizer.say(match codes {
            [_] => Phrase::LessonMove { text: moves },
            _ => Phrase::LessonMoves { moves },
        });
        format!("{sign} {named}. {}", self.text(LessonPart::Said))
    }

    fn done(&self, code: MoveCode, told: String, tap: LessonTap) -> View {
        let session = self.after(Some(code));
        let exercise = self.exercise(&session, Focus::Suggested);
        let end = self.end();
        let told = exercise.narrow(told, end.is_none());
        let end = end.map(|end| exercise.narrow(end, true));
        let lines: Vec<String> = [self.heading(), told].into_iter().chain(end).collect();
        let next = self.lesson.step().next();
        let mut view = exercise.still(&lines, Tap::Lesson(tap));
        let mut steps = self.back();
        steps.extend(next.map(|step| {
            let place = CourseStep { step, ..self.place() };
            self.button(Phrase::LessonNext, LessonTap::Begin(place))
        }));
        let last = match next {
            Some(_) => vec![self.courses()],
            None => vec![self.play(), self.courses()],
        };
        view.keyboard.extend([steps, last]);
        view
    }

    /// Button that starts the game of the course at its lowest level.
    fn play(&self) -> Button {
        let (label, choice) = self.game();
        Button { label, tap: Tap::Start(choice) }
    }

    /// The game of the course at its lowest level, with the label of its button.
    pub(crate) fn game(&self) -> (String, Choice) {
        let spec = self.lesson.spec();
        let choice =
            Choice { spec, side: titles::side_offered(spec), level: Level::floor_of(spec) };
        (self.localizer.say(Phrase::PlayItNow), choice)
    }

    /// Heading with the course, the step, and whether it was passed.
    pub(crate) fn heading(&self) -> String {
        let course = course_name(self.lesson.course(), self.localizer);
        let step = step_name(self.lesson.step(), self.localizer);
        let done = self.passed.has(self.lesson.step()).then(|| DONE.to_owned());
        [format!("🎓 {course}"), step].into_iter().chain(done).collect::<Vec<_>>().join(BESIDE)
    }

    pub(crate) fn task(&self) -> String {
        self.text(LessonPart::Task)
    }

    /// Buttons that lead back to earlier steps.
    fn back(&self) -> Vec<Button> {
        let Some(previous) = self.lesson.step().previous() else { return Vec::new() };
        let to = |(label, step): (&str, Step)| {
            let tap = Tap::Lesson(LessonTap::Begin(CourseStep { step, ..self.place() }));
            Button { label: label.to_owned(), tap }
        };
        [("⏮", Step::FIRST), ("◀️", previous)].map(to).to_vec()
    }

    /// Button that shows all courses: in a new message where this one has a picture, which cannot be
    /// replaced by a text.
    fn courses(&self) -> Button {
        let tap = match games::of(&self.lesson.position()).has_picture() {
            true => Tap::Ask(Request::Learn),
            false => Tap::Lesson(LessonTap::Courses),
        };
        Button { label: self.localizer.say(Phrase::LessonAllCourses), tap }
    }

    fn place(&self) -> CourseStep {
        CourseStep { course: self.lesson.course(), step: self.lesson.step() }
    }

    /// The position, or that after this move.
    pub(crate) fn after(&self, code: Option<MoveCode>) -> Session {
        let moves: Vec<MoveCode> = self.lesson.moves().iter().copied().chain(code).collect();
        Session::from_moves(self.lesson.spec(), &moves).expect("the moves of a lesson are legal")
    }

    fn exercise<'a>(&'a self, session: &'a Session, focus: Focus) -> Exercise<'a> {
        Exercise { session, focus, localizer: self.localizer }
    }

    fn text(&self, part: LessonPart) -> String {
        let (course, step) = (self.lesson.course().name(), self.lesson.step().number());
        self.localizer.lesson(LessonText { course, step, part })
    }

    fn button(&self, phrase: Phrase, tap: LessonTap) -> Button {
        Button { label: self.localizer.say(phrase), tap: Tap::Lesson(tap) }
    }
}
