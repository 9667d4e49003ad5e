//! The texts of one language.

use zerosum_session::language::Language;

use crate::locales::Locales;
use crate::locales::lessons::LessonText;
use crate::locales::names::DisplayName;
use crate::locales::page::PageLabel;
use crate::locales::phrase::Phrase;

/// Translates phrases and labels into one language.
#[derive(Clone, Copy)]
pub struct Localizer<'a> {
    pub locales: &'a Locales,
    pub language: Language,
}

impl Locales {
    /// Returns the texts in this language.
    pub fn localizer(&self, language: Language) -> Localizer<'_> {
        Localizer { locales: self, language }
    }
}

impl Localizer<'_> {
    pub fn say(self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }

    pub fn page_label(self, label: PageLabel) -> String {
        self.locales.page_label(self.language, label)
    }

    pub(crate) fn lesson(self, text: LessonText) -> String {
        self.locales.lesson(self.language, text)
    }

    /// Returns the name of a player in words of the bot.
    pub(crate) fn name_in_words(self, words: Phrase) -> DisplayName {
        self.locales.name_in_words(self.language, words)
    }

    /// Returns the name of a guest of the page.
    pub fn guest_name(self, number: u32) -> DisplayName {
        self.locales.guest_name(self.language, number)
    }

    /// Returns the name of a person, or the phrase for a player without one.
    pub fn name_or_player(self, name: &DisplayName) -> DisplayName {
        self.locales.name_or_player(self.language, name)
    }
}
