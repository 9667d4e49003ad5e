//! Progress of a person in a course: the steps they have passed.
//!
//! The stored form is an entry of [`habits`](crate::people::habits) for each course that was begun: its
//! name and a bit for each step in hexadecimal digits, the first step lowest: `course 3x3 3ff`.

use zerosum_search::course::{Course, STEPS, Step};

/// First word of the entry. No name of a game begins with it.
const NAME: &str = "course";

/// The steps of a course that were passed.
///
/// Invariant: no bit is set above that of the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed(u16);

impl Passed {
    pub fn has(self, step: Step) -> bool {
        self.0 & bit_of(step) != 0
    }

    /// Number of passed steps.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[must_use]
    pub fn with(self, step: Step) -> Passed {
        Passed(self.0 | bit_of(step))
    }

    /// Returns the first step that was not passed, or the first of all if all were.
    pub fn next(self) -> Step {
        Step::all().find(|step| !self.has(*step)).unwrap_or(Step::FIRST)
    }
}

fn bit_of(step: Step) -> u16 {
    1 << (step.number() - 1)
}

pub(crate) fn encode((course, Passed(steps)): (Course, Passed)) -> String {
    format!("{NAME} {} {steps:x}", course.name())
}

/// Returns whether an entry is of this course, or of any, in any form.
pub(crate) fn is_named_in(entry: &str, course: Option<Course>) -> bool {
    let mut words = entry.split(' ');
    words.next() == Some(NAME) && course.is_none_or(|course| words.next() == Some(course.name()))
}

/// Decodes an entry; `None` if the text is not one that [`encode`] makes.
pub(crate) fn decode(text: &str) -> Option<(Course, Passed)> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[NAME, course, steps] = fields.as_slice() else { return None };
    let steps = u16::from_str_radix(steps, 16).ok().filter(|steps| *steps < 1 << STEPS)?;
    let read = (Course::from_name(course)?, Passed(steps));
    (encode(read) == text).then_some(read)
}
