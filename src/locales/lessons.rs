//! What is said in lessons. It is as much as there are steps of courses, so it has files of its own, and
//! its ids follow from the course and the step. That every language has every text, and none that no lesson
//! needs, is proven by the house tests.

use crate::locales::{Language, Locales};

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
    /// What is to be done.
    Task,
    /// What is learned by it, in the end.
    Said,
}

impl LessonText<'_> {
    /// Its id in the `.ftl` files.
    pub fn id(self) -> String {
        let part = match self.part {
            LessonPart::Task => "task",
            LessonPart::Said => "said",
        };
        format!("lesson-{}-{}-{part}", self.course, self.step)
    }
}

impl Language {
    /// The texts of lessons in Fluent's format.
    pub fn lessons(self) -> &'static str {
        match self {
            Language::English => include_str!("../../locales/lessons/en.ftl"),
            Language::Russian => include_str!("../../locales/lessons/ru.ftl"),
            Language::Ukrainian => include_str!("../../locales/lessons/uk.ftl"),
        }
    }
}

impl Locales {
    /// The text in this language.
    pub fn lesson(&self, language: Language, text: LessonText<'_>) -> String {
        self.format(language, &text.id(), None)
    }
}
