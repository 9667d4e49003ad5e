//! The labels of the page in one language.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::locales::localizer::Localizer;
use crate::locales::page::PageLabel;
use crate::locales::phrase::Phrase;

/// Labels by the names under which the page asks for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageWords(BTreeMap<&'static str, String>);

impl PageWords {
    pub fn of(localizer: Localizer) -> PageWords {
        let own = PageLabel::ALL.iter().map(|label| {
            let name = label.id().strip_prefix("page-").unwrap_or(label.id());
            (name, localizer.page_label(*label))
        });
        let shared = [
            ("new", Phrase::AskNew),
            ("start", Phrase::StartGame),
            ("variants", Phrase::MoreVariants),
            ("hint", Phrase::ShowHint),
            ("xray", Phrase::ShowXray),
            ("why", Phrase::ShowWhy),
            ("review", Phrase::ReviewGame),
            ("puzzle", Phrase::PuzzleToday),
            ("solution", Phrase::PuzzleGiveUp),
            ("another", Phrase::PuzzleAnother),
            ("lessons", Phrase::AskLearn),
            ("show-me", Phrase::LessonShow),
            ("next-step", Phrase::LessonNext),
            ("all-lessons", Phrase::LessonAllCourses),
        ];
        let shared = shared.map(|(name, phrase)| (name, localizer.say(phrase)));
        PageWords(own.chain(shared).collect())
    }
}
