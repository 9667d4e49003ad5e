//! The texts of one language.

use zerosum_session::language::Language;

use crate::locales::Locales;
use crate::locales::phrase::Phrase;

/// Translates phrases into one language.
#[derive(Clone, Copy)]
pub struct Localizer<'a> {
    pub locales: &'a Locales,
    pub language: Language,
}

impl Localizer<'_> {
    pub fn say(self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }
}
