//! Data of the buttons of courses: the complete state of a lesson, because only its passing is stored.

use zerosum_games::MoveCode;
use zerosum_search::course::{Course, Step};

use crate::tap::part::{Part, part_name, read_part};

/// A step of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CourseStep {
    pub course: Course,
    pub step: Step,
}

/// Action in a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonTap {
    /// Shows all courses, in place of the message.
    Courses,
    /// Opens a course at the user's current step, in a new message.
    Open(Course),
    /// Shows a step, in place of the message.
    Begin(CourseStep),
    /// Shows the moves in one part of the board, or with one piece.
    Look { place: CourseStep, part: Option<Part> },
    /// Answers with this move.
    Answer { place: CourseStep, code: MoveCode },
    /// Shows the right moves.
    Show(CourseStep),
}

const COURSES: &str = "c";
const OPEN: &str = "o";

impl LessonTap {
    /// Encodes the fields, divided by colons; the numbers of moves are hexadecimal.
    pub(crate) fn encode(self) -> String {
        let of = |CourseStep { course, step }: CourseStep| {
            format!("{}:{}", course.name(), step.number())
        };
        match self {
            LessonTap::Courses => COURSES.to_owned(),
            LessonTap::Open(course) => format!("{OPEN}:{}", course.name()),
            LessonTap::Begin(place) => format!("{}:b", of(place)),
            LessonTap::Look { place, part } => format!("{}:f{}", of(place), part_name(part)),
            LessonTap::Answer { place, code: MoveCode(code) } => format!("{}:p{code:x}", of(place)),
            LessonTap::Show(place) => format!("{}:s", of(place)),
        }
    }

    pub(crate) fn decode(fields: &[&str]) -> Option<LessonTap> {
        let (course, step, asked) = match fields {
            [COURSES] => return Some(LessonTap::Courses),
            [OPEN, course] => return Course::from_name(course).map(LessonTap::Open),
            [course, step, asked] => (course, step, asked),
            _ => return None,
        };
        let step = step.parse().ok().and_then(Step::numbered)?;
        let place = CourseStep { course: Course::from_name(course)?, step };
        let (kind, rest) = asked.split_at_checked(1)?;
        Some(match kind {
            "b" if rest.is_empty() => LessonTap::Begin(place),
            "f" => LessonTap::Look { place, part: read_part(rest)? },
            "p" => {
                let code = MoveCode(u16::from_str_radix(rest, 16).ok()?);
                LessonTap::Answer { place, code }
            }
            "s" if rest.is_empty() => LessonTap::Show(place),
            _ => return None,
        })
    }
}
