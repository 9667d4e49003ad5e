//! Courses: positions in which some moves do what is asked, in the order of a teacher.
//!
//! A course is ten steps, from the very first idea of a game to the finest. A [`Lesson`] is a step: a
//! position, a [`Claim`] of what the right moves do, and those moves. They are data; what a claim says
//! is proven by the tests of this crate, move by move: every right move does it and no other does.
//!
//! ```
//! use zerosum_search::course::{Course, Lessons, Step};
//!
//! let lessons = Lessons::read();
//! let first = lessons.lesson(Course::TicTacToe, Step::FIRST);
//! assert!(first.right().iter().all(|code| first.is_right(*code)));
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::{Game, MoveCode};

/// A lesson a line, course after course and step by step.
const TEXT: &str = include_str!("lessons.txt");

/// The steps of every course.
pub const STEPS: u8 = 10;

/// Divides the moves of a list.
const COMMA: &str = ",";

/// Stands for the absence of moves.
const NO_MOVES: &str = "-";

/// The courses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Course {
    TicTacToe,
    /// K in a row.
    Row,
    ConnectFour,
    Ultimate,
    /// Catch the Sheep.
    Sheep,
    Strategic,
}

impl Course {
    /// In the order in which they are offered.
    pub const ALL: [Course; 6] = [
        Course::TicTacToe,
        Course::Row,
        Course::ConnectFour,
        Course::Ultimate,
        Course::Sheep,
        Course::Strategic,
    ];

    /// The name in buttons, phrases and storage.
    pub fn name(self) -> &'static str {
        match self {
            Course::TicTacToe => "3x3",
            Course::Row => "row",
            Course::ConnectFour => "connect-four",
            Course::Ultimate => "ultimate",
            Course::Sheep => "sheep",
            Course::Strategic => "strategic",
        }
    }

    /// The course of that name.
    pub fn from_name(name: &str) -> Option<Course> {
        Course::ALL.into_iter().find(|course| course.name() == name)
    }
}

/// The number of a step of a course.
///
/// Invariant: from 1 to [`STEPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u8);

impl Step {
    pub const FIRST: Step = Step(1);
    pub const LAST: Step = Step(STEPS);

    /// The step of that number; `None` if there is none.
    pub fn numbered(number: u8) -> Option<Step> {
        (1..=STEPS).contains(&number).then_some(Step(number))
    }

    /// In their order.
    pub fn all() -> impl Iterator<Item = Step> + Clone {
        (1..=STEPS).map(Step)
    }

    /// From 1.
    pub fn number(self) -> u8 {
        self.0
    }

    pub fn next(self) -> Option<Step> {
        Step::numbered(self.0 + 1)
    }

    pub fn previous(self) -> Option<Step> {
        Step::numbered(self.0 - 1)
    }
}

/// The property that the right moves of a lesson have, and no other legal move has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// They win within `moves` moves of one's own. No move wins within fewer.
    Win { moves: u8 },
    /// Like [`Claim::Win`], but some other move wins as surely, only later.
    Fastest { moves: u8 },
    /// They win, however long it takes.
    Keep,
    /// They do not lose; nothing wins.
    Hold,
    /// After them the opponent cannot win within `moves` moves.
    Block { moves: u8 },
    /// They make two threats at once: the opponent has no answer to both.
    Fork,
    /// All moves lose; the right ones hold out the longest.
    Longest,
    /// They win a small board.
    Take,
    /// They win a board of the middle size in Strategic.
    TakeField,
    /// After them the opponent cannot win a small board with the next move.
    Guard,
    /// After them, one can win a small board with the next move against any answer.
    Prepare,
    /// They send the opponent to that small board, counted from 1.
    Send { board: u8 },
    /// They send the opponent to that tactical cell of that strategic cell, both counted from 1.
    SendTo { strategic: u8, tactical: u8 },
    /// They let the opponent choose among several small boards.
    Free,
    /// They send the opponent to one small board.
    Bind,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Win { moves } => write!(f, "win-{moves}"),
            Claim::Fastest { moves } => write!(f, "fastest-{moves}"),
            Claim::Keep => write!(f, "keep"),
            Claim::Hold => write!(f, "hold"),
            Claim::Block { moves } => write!(f, "block-{moves}"),
            Claim::Fork => write!(f, "fork"),
            Claim::Longest => write!(f, "longest"),
            Claim::Take => write!(f, "take"),
            Claim::TakeField => write!(f, "take-field"),
            Claim::Guard => write!(f, "guard"),
            Claim::Prepare => write!(f, "prepare"),
            Claim::Send { board } => write!(f, "send-{board}"),
            Claim::SendTo { strategic, tactical } => write!(f, "send-{strategic}-{tactical}"),
            Claim::Free => write!(f, "free"),
            Claim::Bind => write!(f, "bind"),
        }
    }
}

impl Claim {
    /// The claim of that name.
    fn from_name(name: &str) -> Option<Claim> {
        match name.split('-').collect::<Vec<_>>()[..] {
            ["win", moves] => Some(Claim::Win { moves: moves.parse().ok()? }),
            ["fastest", moves] => Some(Claim::Fastest { moves: moves.parse().ok()? }),
            ["keep"] => Some(Claim::Keep),
            ["hold"] => Some(Claim::Hold),
            ["block", moves] => Some(Claim::Block { moves: moves.parse().ok()? }),
            ["fork"] => Some(Claim::Fork),
            ["longest"] => Some(Claim::Longest),
            ["take"] => Some(Claim::Take),
            ["take", "field"] => Some(Claim::TakeField),
            ["guard"] => Some(Claim::Guard),
            ["prepare"] => Some(Claim::Prepare),
            ["send", board] => Some(Claim::Send { board: board.parse().ok()? }),
            ["send", strategic, tactical] => Some(Claim::SendTo {
                strategic: strategic.parse().ok()?,
                tactical: tactical.parse().ok()?,
            }),
            ["free"] => Some(Claim::Free),
            ["bind"] => Some(Claim::Bind),
            _ => None,
        }
    }
}

/// A step of a course. Its [`Display`](fmt::Display) form is a line of six words: the course, the step,
/// the game, the moves played, the claim and the right moves, such as `3x3 1 3x3 a1,b1,a2,b2 win-1 a3`.
///
/// Invariant: the moves are legal one after the other and leave the game in play, and the right moves are
/// legal there; there is one at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    course: Course,
    step: Step,
    spec: GameSpec,
    moves: Vec<MoveCode>,
    claim: Claim,
    right: Vec<MoveCode>,
}

/// Error returned when a text is not a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LessonTextError {
    #[error(
        "a lesson is six words: the course, the step, the game, its moves, the claim and the \
         right moves"
    )]
    Form,
    #[error("there is no course {0:?}")]
    Course(String),
    #[error("there is no step {0:?}")]
    Step(String),
    #[error("there is no game {0:?}")]
    Game(String),
    #[error("{0:?} is not a legal move there")]
    Move(String),
    #[error("the game is over where the lesson begins")]
    Over,
    #[error("there is no claim {0:?}")]
    Claim(String),
    #[error("it is written {0:?}")]
    Spelling(String),
}

impl Lesson {
    pub fn course(&self) -> Course {
        self.course
    }

    pub fn step(&self) -> Step {
        self.step
    }

    pub fn spec(&self) -> GameSpec {
        self.spec
    }

    /// The moves that led to the position.
    pub fn moves(&self) -> &[MoveCode] {
        &self.moves
    }

    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The right moves, in the order of the moves of the position.
    pub fn right(&self) -> &[MoveCode] {
        &self.right
    }

    pub fn is_right(&self, code: MoveCode) -> bool {
        self.right.contains(&code)
    }

    /// The position that is asked about.
    pub fn position(&self) -> AnyGame {
        let mut position = self.spec.start();
        for code in &self.moves {
            position.play(*code).expect("the moves of a lesson are legal");
        }
        position
    }
}

impl fmt::Display for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = self.spec.start();
        let played = self.moves.iter().map(|code| {
            let text = move_word(&position, *code);
            position.play(*code).expect("the moves of a lesson are legal");
            text
        });
        let played: Vec<String> = played.collect();
        let played = if played.is_empty() { NO_MOVES.to_owned() } else { played.join(COMMA) };
        let right: Vec<String> =
            self.right.iter().map(|code| move_word(&position, *code)).collect();
        let (course, step, code) = (self.course.name(), self.step.0, self.spec.code());
        write!(f, "{course} {step} {code} {played} {} {}", self.claim, right.join(COMMA))
    }
}

/// The notation of a move, in one word.
fn move_word(position: &AnyGame, code: MoveCode) -> String {
    position.move_text(code).replace(' ', "")
}

impl FromStr for Lesson {
    type Err = LessonTextError;

    /// Reads what [`Display`](fmt::Display) writes, and no other spelling of it.
    fn from_str(text: &str) -> Result<Lesson, LessonTextError> {
        let words: Vec<&str> = text.split(' ').collect();
        let &[course, step, code, moves, claim, right] = words.as_slice() else {
            return Err(LessonTextError::Form);
        };
        let number = step.parse().ok().and_then(Step::numbered);
        let spec = GameSpec::from_code(code);
        let spec = spec.ok_or_else(|| LessonTextError::Game(code.to_owned()))?;
        let mut position = spec.start();
        let moves = if moves == NO_MOVES { "" } else { moves };
        let moves = moves.split(COMMA).filter(|word| !word.is_empty());
        let moves: Vec<MoveCode> = moves
            .map(|word| {
                let code = legal_move(&position, word)?;
                position.play(code).map_err(|_| LessonTextError::Move(word.to_owned()))?;
                Ok(code)
            })
            .collect::<Result<_, LessonTextError>>()?;
        if position.outcome().is_some() {
            return Err(LessonTextError::Over);
        }
        let mut right = right
            .split(COMMA)
            .map(|word| legal_move(&position, word))
            .collect::<Result<Vec<MoveCode>, LessonTextError>>()?;
        right.sort();
        right.dedup();
        let lesson = Lesson {
            course: Course::from_name(course)
                .ok_or_else(|| LessonTextError::Course(course.to_owned()))?,
            step: number.ok_or_else(|| LessonTextError::Step(step.to_owned()))?,
            spec,
            moves,
            claim: Claim::from_name(claim)
                .ok_or_else(|| LessonTextError::Claim(claim.to_owned()))?,
            right,
        };
        let written = lesson.to_string();
        if written == text { Ok(lesson) } else { Err(LessonTextError::Spelling(written)) }
    }
}

fn legal_move(position: &AnyGame, word: &str) -> Result<MoveCode, LessonTextError> {
    let code = position.read_move(word).ok().filter(|code| position.is_legal(*code));
    code.ok_or_else(|| LessonTextError::Move(word.to_owned()))
}

/// All the courses.
pub struct Lessons {
    /// Invariant: every course with all of its steps, in their order.
    lessons: Vec<Lesson>,
}

impl Lessons {
    /// Reads the lessons of this program, in less than a millisecond.
    pub fn read() -> Lessons {
        let lessons: Result<Vec<Lesson>, LessonTextError> = TEXT.lines().map(str::parse).collect();
        let lessons = lessons.expect("every line is a lesson");
        let places = lessons.iter().map(|lesson| (lesson.course, lesson.step));
        let all = Course::ALL.into_iter();
        let all = all.flat_map(|course| Step::all().map(move |step| (course, step)));
        assert!(places.eq(all), "every course has all of its steps in their order");
        Lessons { lessons }
    }

    /// All of them, course after course and step by step.
    pub fn all(&self) -> &[Lesson] {
        &self.lessons
    }

    pub fn lesson(&self, course: Course, step: Step) -> &Lesson {
        let found =
            self.lessons.iter().find(|lesson| lesson.course == course && lesson.step == step);
        found.expect("every course has all of its steps")
    }
}
