//! Texts of lessons. There are as many as steps of courses, so they have files of their own, and their
//! ids are derived from the course and the step. The unit tests check that every language has every text
//! and none that is unused.

use zerosum_session::language::Language;

use crate::locales::Locales;

/// A text of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LessonText<'a> {
    /// The name of the course.
    pub course: &'a str,
    /// From 1.
    pub step: u8,
    pub part: LessonPart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonPart {
    /// The task of the step.
    Task,
    /// The explanation shown at its end.
    Said,
}

impl LessonText<'_> {
    /// Returns its id in the `.ftl` files.
    pub fn id(self) -> String {
        let part = match self.part {
            LessonPart::Task => "task",
            LessonPart::Said => "said",
        };
        format!("lesson-{}-{}-{part}", self.course, self.step)
    }
}

/// Returns the texts of lessons in Fluent's format.
pub fn source_of(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../../../locales/lessons/en.ftl"),
        Language::Russian => include_str!("../../../../locales/lessons/ru.ftl"),
        Language::Ukrainian => include_str!("../../../../locales/lessons/uk.ftl"),
    }
}

impl Locales {
    /// Returns the text in this language.
    pub fn lesson(&self, language: Language, text: LessonText<'_>) -> String {
        self.format(language, &text.id(), None)
    }
}
